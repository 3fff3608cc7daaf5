"""What scores carry: intervals, paired comparisons, variance. See docs/statistics.md for the choices and what was
measured of them."""

from eval.statistics.bootstrap import Interval, mean_interval
from eval.statistics.comparison import Comparison, compare, compare_all, compare_pairs
from eval.statistics.questions import Scores, question_means
from eval.statistics.variance import Variance, variance

__all__ = [
    "Comparison",
    "Interval",
    "Scores",
    "Variance",
    "compare",
    "compare_all",
    "compare_pairs",
    "mean_interval",
    "question_means",
    "variance",
]
