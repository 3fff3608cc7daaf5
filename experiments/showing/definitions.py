"""What each metric measures, in a sentence with its source: for readers of the report. docs/scoring.md says more."""

from __future__ import annotations

from collections.abc import Iterable

DEFINITIONS = {  # {k}: scoring.cutoff
    "score": "the main metric, by kind of question: F1 of a list's items, a number or yes and no right or wrong, the "
    "weighted share of a text's words, the right outcome where no answer is expected",
    "score_if_wrong": "the score if every answer that its form leaves undecided were wrong",
    "score_if_right": "the score if every answer that its form leaves undecided were right",
    "partial_match": "share of the expected items found anywhere in the answer, which rewards an answer that dumps all",
    "exact_match": "exactly right: every item and no wrong one, the number, the text letter for letter",
    "evidence_recall": "share of the gold evidence that the answering agent was shown",
    "page_recall": "share of the evidence's pages that a passage of the context touches",
    "ndcg": "nDCG@{k} of the pieces of evidence in the order of the passages (Järvelin and Kekäläinen 2002)",
    "mrr": "1 / the place of the first piece of evidence (Voorhees 1999)",
    "map": "mean over the pieces of evidence of the precision at their places (average precision)",
    "passage_precision": "share of the first {k} passages, or of all if there are fewer, that show evidence",
    "passage_recall": "share of the evidence that the first {k} passages show (Zhai, Cohen and Lafferty 2003)",
    "router_recall": "share of the evidence's files among the documents that the router chose",
    "citation_precision": "share of the citations that touch a page of the evidence",
    "citation_validity": "share of the citations whose file, pages and passage exist",
    "sub_answers": "mean score of the parts of a question, without the cost of further claims",
    "filter_correctness": "F1 between the gold's conditions on metadata and those of the search",
    "passages_aligned": "share of the passages of a system outside that were found in the documents",
    "components_context": "weighted share of a question's facts in the context",
    "components_answer": "weighted share of a question's facts in the answer",
    "semantic_similarity": "cosine of the expected answer and the answer",
    "judge": "a model's verdict on the answer: correct 1, partly correct 0.5, incorrect or not answered 0 "
    "(Zheng et al. 2023)",
    "faithfulness": "share of the answer's claims that the passages support (Ragas: Es et al. 2023)",
    "answer_relevancy": "share of the answer's claims that help to answer the question; 0 where none was given "
    "(after Ragas, which asks for questions instead)",
    "context_precision": "average precision of the passages that are useful for the expected answer (Ragas)",
    "context_recall": "share of the expected answer's nuggets that the passages state (Ragas)",
    "nugget_recall": "support of the expected answer's nuggets by the answer, partial support 1/2, okay nuggets with "
    "half the weight (AutoNuggetizer: Pradeep et al. 2024)",
    "nugget_recall_vital": "share of the vital nuggets that the answer supports fully (AutoNuggetizer)",
}


def definitions(metrics: Iterable[str], cutoff: int) -> dict[str, str]:
    """Of the metrics that are known; those of other packages have their own."""
    return {name: DEFINITIONS[name].format(k=cutoff) for name in metrics if name in DEFINITIONS}
