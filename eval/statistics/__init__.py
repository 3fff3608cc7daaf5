"""Intervals, paired comparisons and variance of scores. See docs/statistics.md for the choices and what was measured of
them."""

from ragatta.eval.statistics.clusters import Clusters
from ragatta.eval.statistics.comparison import Comparison, Terms, compare, compare_all, compare_pairs
from ragatta.eval.statistics.intervals import (
    Interval,
    cluster_numbers,
    few_clusters,
    mean_interval,
    share_interval,
    unseen,
)
from ragatta.eval.statistics.question_means import Scores, question_means
from ragatta.eval.statistics.variance import Variance, variance

__all__ = [
    "Clusters", "Comparison", "Interval", "Scores", "Terms", "Variance", "cluster_numbers", "compare",
    "compare_all", "compare_pairs", "few_clusters", "mean_interval", "question_means", "share_interval", "unseen",
    "variance",
]  # fmt: skip
