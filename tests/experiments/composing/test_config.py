from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hydra import compose, initialize_config_dir
from hypothesis import given, settings
from hypothesis import strategies as st
from omegaconf import OmegaConf

from ragatta.conf.schema import Config
from ragatta.experiments.composing.composer import Composer
from ragatta.experiments.composing.config import as_yaml, flat
from ragatta.experiments.composing.kinds import register_all
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.composing.twins import without_twins
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import CONF
from ragatta.experiments.results.differences import flattened
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.retrieval.bm25 import Formula

SIX = {
    "baseline": ("document", 0, "semantic", 5),
    "high_depth": ("document", 0, "semantic", 10),
    "conservative": ("document", 0, "semantic", 3),
    "sliding_window": ("document", 2, "semantic", 5),
    "page_window": ("page", 2, "semantic", 5),
    "hybrid_search": ("page", 2, "hybrid", 5),
}


def test_the_six_variations_are_those_of_the_design() -> None:
    points = compose_grid(["experiment=six"])
    seen = {
        p.label: (
            p.config.chunking.name,
            p.config.window.size,
            p.config.retrieval.name,
            p.config.retrieval.top_k,
        )
        for p in points
    }
    assert seen == SIX
    for point in points:
        assert (point.config.chunking.chunk_size, point.config.chunking.chunk_overlap) == (1000, 200)
        assert point.config.architecture.router.top_k_docs == 3


@pytest.mark.parametrize("path", sorted((CONF / "variation").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_variation_holds_only_its_difference_and_is_headed_by_its_command(path) -> None:  # type: ignore[no-untyped-def]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[1] == f"# ragatta run --variation {path.stem}"
    default = flat(compose_grid(["variation=baseline"])[0].config)
    own = flat(compose_grid([f"variation={path.stem}"])[0].config)
    written = yaml.safe_load("\n".join(lines))
    chosen = {next(iter(one)).removeprefix("override /") + ".name" for one in written.pop("defaults", [])}
    differing = {key for key, value in own.items() if key in default and value != default[key]}
    assert chosen | flattened(written).keys() == differing | {"variation"}


def grids() -> list[Any]:
    """Each with the architectures that it names and that are no part of the core."""
    others = ("agentic", "guarded", "multi_query")
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((CONF / "experiment").glob("*.yaml"))}
    return [
        pytest.param(name, marks=pytest.mark.needs(*(one for one in others if one in text)))
        for name, text in texts.items()
    ]


@pytest.mark.parametrize("name", grids())
def test_every_named_grid_composes(name: str) -> None:
    labels = [point.label for point in compose_grid([f"experiment={name}"])]
    assert len(labels) == len(set(labels)) >= 2


def test_hydras_own_settings_may_speak_of_all_others() -> None:
    words = ["retrieval.top_k=3", "hydra.sweep.dir=${retrieval.top_k}/${hydra.job.name}"]
    composer = Composer()
    assert composer.hydra([*words, "hydra.job.name=mine"]).sweep.dir == "3/mine"


def test_what_is_composed_once_for_several_points_is_what_hydra_composes_for_each() -> None:
    options = ["++llm.options={top_p: 0.5}", "++llm.options.top_k=3"]
    given = ["variation=page_window", "llm=openai", *options, "~llm.retries"]
    composer = Composer()
    register_all()
    for words in (given[:4], [*given[2:4], *given[:2]], ["retrieval.top_k=3", "hydra.verbose=true"]):
        with initialize_config_dir(str(CONF), version_base="1.3"):
            whole = compose("config", list(words))
        assert composer.config(words) == OmegaConf.to_object(whole)
    with pytest.raises(Fault, match=r"retries"):
        composer.config(given)


@pytest.mark.parametrize("given", ["table", "table,figure", "7"])
@pytest.mark.parametrize("key", ["dataset.tags", "dataset.only"])
def test_a_list_given_as_something_else_is_told_how_to_write_it(key: str, given: str) -> None:
    with pytest.raises(Fault) as caught:
        compose_grid([f"{key}={given}"])
    assert caught.value.problems == [f"{key}: takes a list; give {key}=[{given}]"]


def test_lists_are_taken_one_by_one_and_as_a_grid() -> None:
    found = [point.config.dataset.tags for point in compose_grid(["dataset.tags=[table],[figure,plot]"])]
    assert found == [["table"], ["figure", "plot"]]


NEEDED = {  # what else a part has to be told; a folder and a package are looked for at once
    "contextual": ["llm=ollama"],
    "ollama": ["embedder.server.model=any"],
    "openai": ["embedder.server.model=any"],
}


CHOICES = [
    pytest.param(group, path.stem, marks=[pytest.mark.needs("languages")] if "harbours_" in path.stem else [])
    for group in ("dataset", "chunking", "embedder", "retrieval", "llm", "tracking")
    for path in sorted((CONF / group).glob("*.yaml"))
]


@pytest.mark.parametrize(("group", "name"), CHOICES)
def test_every_choice_of_a_group_composes(group: str, name: str) -> None:
    assert compose_grid([f"{group}={name}", *(NEEDED.get(name, ()) if group != "llm" else ())])


def test_a_grid_is_the_product_of_its_values() -> None:
    points = compose_grid(["retrieval.top_k=3,5,10", "window.size=0,2"])
    assert len(points) == 6
    assert points[1].label == "top_k=3 window.size=2"
    assert points[1].config.retrieval.top_k == 3


@pytest.mark.parametrize(
    ("typo", "hint"),
    [
        ("retrieval.topk=3", "retrieval.top_k"),
        ("variation=basline", "baseline"),
        ("retrival=hybrid", "retrieval"),
        ("chunk_size=500", "chunking.chunk_size"),
        ("dataset=ct_map", "ct_maps"),
        ("architecture.router.knd=off", "architecture.router.kind"),
        ("reranker.weight=0.5", "unknown key 'reranker.weight'; reranker has .*candidates, .*model"),
        ("dataset.name=null", "^dataset.name: null is no value"),
        ("repeats=null", "^repeats: null is no value"),
    ],
)
def test_a_typo_is_refused_with_the_near_names(typo: str, hint: str) -> None:
    with pytest.raises(Fault, match=hint):
        compose_grid([typo])


def test_all_faults_of_a_grid_are_said_at_once() -> None:
    with pytest.raises(Fault) as fault:
        compose_grid(["retrieval.top_k=0", "chunking.chunk_overlap=1000", "retrieval=hybrid", "retrieval.alpha=2"])
    assert fault.value.problems == [
        "chunking.chunk_overlap (1000) must be smaller than chunking.chunk_size (1000)",
        "retrieval.top_k (0) must be at least 1",
        "retrieval.alpha (2) must be adaptive or features, or a number from 0 to 1",
    ]


@pytest.mark.parametrize("bad", ["retrieval.top_k=many", "justaword", "retrieval.top_k=[1,2]"])
def test_a_value_of_the_wrong_type_is_a_fault(bad: str) -> None:
    with pytest.raises(Fault):
        compose_grid([bad])


@pytest.mark.parametrize(
    ("override", "fix"),
    [
        (
            "llm.base_url='https://user:s3cret@models.example/v1'",
            "llm.base_url must not contain user, password or query",
        ),
        (
            "llm.base_url='https://models.example/v1?key=s3cret'",
            "llm.base_url must not contain user, password or query",
        ),
        ("llm.api_key_env=sk-s3cret", "llm.api_key_env must not hold a key"),
    ],
)
def test_a_key_in_the_configuration_is_refused_and_not_repeated(override: str, fix: str) -> None:
    with pytest.raises(Fault) as fault:
        compose_grid(["llm=openai", override])
    (problem,) = fault.value.problems
    assert problem.startswith(fix)
    assert "s3cret" not in problem


FIVE = ["router_planner", "single_pass", "guarded", "multi_query", "agentic"]


@pytest.mark.needs("agentic", "guarded", "multi_query")
def test_architectures_are_compared_as_they_come_and_told_apart() -> None:
    points = compose_grid(["experiment=architectures"])
    assert [point.config.architecture.name for point in points] == [name for name in FIVE for _ in range(2)]
    assert [point.config.chunking.name for point in points] == ["document", "page"] * 5
    assert len({point.label for point in points}) == 10
    assert points[0].label == "architecture=router_planner chunking=document", "the baseline of the comparisons"
    assert {p.config.architecture.name for p in points if p.config.reranker.name != "none"} == {"multi_query"}
    equal = {str((p.config.retrieval, p.config.queries, p.config.window)) for p in points}
    assert len(equal) == 1, "the head of the grid names what differs, and it is the reranker alone"


@pytest.mark.needs("agentic", "guarded", "multi_query")
def test_reranked_architectures_differ_in_the_architecture_alone() -> None:
    points = compose_grid(["experiment=reranked_architectures"])
    assert [point.config.architecture.name for point in points] == FIVE
    assert {point.config.reranker.name for point in points} == {"maxsim"}
    assert len({str(point.config.retrieval) + str(point.config.chunking) for point in points}) == 1
    assert len({point.label for point in points}) == 5


@settings(deadline=None, max_examples=30)
@given(
    st.text()
    | st.sampled_from(
        [
            "on",
            "Off",
            "\udcda",
            "\x85",
            "a \u2028b\u2029",
            "1e3",
            "1_000",
            "0x10",
            "null",
            "~",
            "2020-01-01",
            "a: b",
            "#",
            "x" * 200,
            "${",
            "a${b",
            "${x}",
            r"\${x}",
            r"\\${x}",
        ]
    )
)
def test_a_configuration_is_read_as_it_was_written(text: str) -> None:
    config = Config(variation=text)
    config.dataset.only, config.dataset.passwords = [text, "b"], {"a.pdf": text}
    read = OmegaConf.to_container(OmegaConf.create(as_yaml(config)), resolve=True)
    assert read == plain(config)
    assert [*read["dataset"]] == [*plain(config)["dataset"]], "in the order of the schema"


def test_several_architectures_are_asked_questions_of_every_kind() -> None:
    alone = compose_grid(["architecture=single_pass", "retrieval.top_k=3,5"])
    assert not any(point.config.dataset.every_kind for point in alone)
    together = compose_grid(["architecture=router_planner,single_pass", "dataset.seed=1"])
    assert all(point.config.dataset.every_kind for point in together)
    assert {point.config.dataset.seed for point in together} == {1}


def test_the_files_that_a_configuration_names_are_checked(tmp_path: Path) -> None:
    overrides = ["reranker=cross_encoder", f"reranker.model='{tmp_path}'"]
    with pytest.raises(Fault, match=r"model.onnx is missing"):
        compose_grid(overrides)


@pytest.mark.parametrize(
    ("overrides", "labels"),
    [
        (
            [
                "embedder=ollama",
                "embedder.server.model=m",
                "embedder.server.base_url=http://a",
                "embedder.server.batch=4",
            ],
            ["embedder=ollama server.model=m"],
        ),
        ([], ["baseline"]),
        (["retrieval.top_k=3"], ["top_k=3"]),
        (["variation=baseline,page_window", "chunking=page"], ["baseline chunking=page", "page_window chunking=page"]),
        (["variation=page_window", "chunking=document"], ["page_window chunking=document"]),
        (["variation=page_window", "retrieval.top_k=3,3,4"], ["page_window top_k=3", "page_window top_k=4"]),
        (["architecture=single_pass", "dataset.limit=3"], ["baseline"]),
        (
            ["llm=openai", "llm.base_url=http://127.0.0.1:80/v1,http://127.0.0.1:81/v1"],
            ["base_url=http://127.0.0.1:80/v1", "base_url=http://127.0.0.1:81/v1"],
        ),
        (["variation=table_aware", "architecture.router.beyond=false"], ["table_aware router.beyond=false"]),
    ],
)
def test_a_label_names_a_variation_only_where_it_is_one(overrides: list[str], labels: list[str]) -> None:
    assert [point.label for point in compose_grid(overrides)] == labels


def test_variations_that_the_overrides_make_alike_appear_once() -> None:
    points, said = without_twins(compose_grid(["experiment=six", "retrieval.top_k=7"]))
    labels = [point.label for point in points]
    assert labels == [f"{name} top_k=7" for name in ("baseline", "sliding_window", "page_window", "hybrid_search")]
    assert said[0] == "high_depth top_k=7 is the same as baseline top_k=7 and is left out"
    six = compose_grid(["experiment=six"])
    assert without_twins(six) == (six, [])


def test_a_choice_of_the_command_counts_before_that_of_the_variation() -> None:
    (point,) = compose_grid(["variation=page_window", "chunking=document"])
    assert (point.config.chunking.name, point.label) == ("document", "page_window chunking=document")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("chunking.chunk_size=500,", "a value is missing beside a comma; write chunking.chunk_size=500 "),
        ("retrieval.top_k=3,,5", "a value is missing beside a comma; write retrieval.top_k=3,5 "),
        ("retrieval.top_k", "it has no value; write retrieval.top_k=VALUE, without spaces"),
        ('llm.model="gpt 4', "a quote is not closed"),
        ("dataset.tags=[a", "a bracket is not closed"),
        ("llm.model=a:b:=c", "quote a value with other signs: llm.model='\"...\"'"),
        ("~retrieval", "~retrieval: there is always one; write retrieval=NAME with one of bm25, convex"),
        ("variation=glob(über*)", "no choice fits; known: baseline"),
        ("retrieval.top_k=${window.sze}", "retrieval.top_k: no key 'window.sze'.* did you mean window.size"),
    ],
)
def test_a_malformed_word_is_said_in_our_own_words(word: str, said: str) -> None:
    with pytest.raises(Fault, match=said.replace("[", "\\[").replace("$", "\\$")) as raised:
        compose_grid([word])
    assert "EOF" not in str(raised.value)
    assert "reference_type" not in str(raised.value)


def test_letters_beyond_ascii_need_no_quotes(tmp_path: Path) -> None:
    (tmp_path / "variation").mkdir()
    for name, top in (("größe", 7), ("größer", 9)):
        text = f"# @package _global_\nvariation: {name}\nretrieval: {{top_k: {top}}}\n"
        (tmp_path / "variation" / f"{name}.yaml").write_text(text, encoding="utf-8")
    own = f"--config-dir={tmp_path}"
    for word in ("variation=glob(gr*)", "variation=glob(größ*)", "variation=größe,größer"):
        found = compose_grid([own, word])
        assert [(one.label, one.config.retrieval.top_k) for one in found] == [("größe", 7), ("größer", 9)]
    tagged = compose_grid(["dataset.tags=[Maß,b]", "dataset.pdfs=/tmp/Straße 1/a"])[0].config.dataset
    assert (tagged.tags, tagged.pdfs) == (["Maß", "b"], "/tmp/Straße 1/a")


def test_a_label_has_the_value_that_an_interpolation_stands_for() -> None:
    found = compose_grid(["retrieval.top_k=3,${dataset.seed}", "chunking.chunk_overlap=${window.size}"])
    assert [one.label for one in found] == ["top_k=3", "top_k=7"]
    assert compose_grid(["window.size=${retrieval.top_k}"])[0].label == "window.size=5"


def test_the_formula_of_bm25_is_set_and_checked() -> None:
    (point,) = compose_grid(["bm25.formula=lucene", "bm25.k1=0.9", "bm25.b=0.4", "analyser=lucene"])
    assert point.config.bm25 == Formula("lucene", 0.9, 0.4)
    assert [one.config.bm25.k1 for one in compose_grid(["bm25.k1=0.9,1.2"])] == [0.9, 1.2]
    with pytest.raises(Fault, match=r"bm25\.b \(2\) must be from 0 to 1"):
        compose_grid(["bm25.b=2"])
