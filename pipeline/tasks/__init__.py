"""What a model can be asked: per task one type of inputs and one type of reply, a file a family of tasks.

The agents that ask (pipeline/agents/) and the backends that answer without a model (the extractive one) meet
here and know nothing else of each other.
"""

from pipeline.tasks.annotations import Annotate, Annotation
from pipeline.tasks.answers import MakePlan, Passage, Plan, PlannedStep, WriteAnswer, WrittenAnswer
from pipeline.tasks.base import Reply, Task
from pipeline.tasks.binding import BindValue, BoundValue
from pipeline.tasks.documents import (
    AnalyseRouting,
    DocumentSummary,
    RoutingAnalysis,
    SelectDocuments,
    SelectedDocuments,
    Summarize,
)
from pipeline.tasks.orders import FindOrders, FoundOrders
from pipeline.tasks.sub_questions import (
    Decompose,
    Decomposition,
    NumberedAnswer,
    SubQuestion,
    WriteAnswers,
    WrittenAnswers,
)

__all__ = [
    "AnalyseRouting",
    "Annotate",
    "Annotation",
    "BindValue",
    "BoundValue",
    "Decompose",
    "Decomposition",
    "DocumentSummary",
    "FindOrders",
    "FoundOrders",
    "MakePlan",
    "NumberedAnswer",
    "Passage",
    "Plan",
    "PlannedStep",
    "Reply",
    "RoutingAnalysis",
    "SelectDocuments",
    "SelectedDocuments",
    "SubQuestion",
    "Summarize",
    "Task",
    "WriteAnswer",
    "WriteAnswers",
    "WrittenAnswer",
    "WrittenAnswers",
]
