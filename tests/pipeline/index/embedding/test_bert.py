import numpy as np

from ragatta.pipeline.index.embedding.bert import WORDS, Blocks, graph
from tests.pipeline.index.embedding.tiny_bert import UNITS, bert, run, tiny_weights


def test_graph_computes_what_bert_is_defined_as() -> None:
    weights, ids = tiny_weights(), [2, 4, 9, 6, 6, 11, 3]
    found = run(graph(weights), input_ids=np.array([ids]))[0]
    assert np.abs(found - bert(weights, ids)).max() < 1e-4


def test_padded_graph_ignores_what_the_mask_hides() -> None:
    weights = tiny_weights()
    ids = np.array([[2, 4, 9, 3, 0, 0], [2, 5, 6, 7, 8, 3]])
    mask = np.array([[1, 1, 1, 1, 0, 0], [1, 1, 1, 1, 1, 1]])
    found = run(graph(weights, padded=True), input_ids=ids, attention_mask=mask, token_type_ids=np.zeros_like(ids))
    assert np.abs(found[0, :4] - bert(weights, [2, 4, 9, 3])).max() < 1e-4
    assert np.abs(found[1] - bert(weights, [2, 5, 6, 7, 8, 3])).max() < 1e-4


def test_a_table_of_4_bits_gives_what_its_values_give() -> None:
    rng, weights = np.random.default_rng(0), tiny_weights()
    codes = rng.integers(-8, 8, weights.pop(WORDS).shape).astype(np.int8)
    words = Blocks(codes, rng.uniform(-0.1, 0.1, (len(codes), UNITS // 32)).astype(np.float32))
    assert words.values()[3, 40] == codes[3, 40] * words.scales[3, 1]
    ids = [2, 4, 9, 0, 13, 3]
    found = run(graph(weights, words=words), input_ids=np.array([ids]))[0]
    assert np.abs(found - bert(weights | {WORDS: words.values()}, ids)).max() < 1e-4
