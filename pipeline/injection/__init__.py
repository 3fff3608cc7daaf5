"""Orders to the reader of a text, where that reader is a model: in a question they are an attack on the prompt, in a
document they are never an answer. Pure text, no model.

Source: seed 002, planner ("Safety Patterns Detected") and validator ("Injection in Context").
"""

from pipeline.injection.detection import in_document, in_question
from pipeline.injection.orders import order_lines, up_to_orders, without_orders

__all__ = ["in_document", "in_question", "order_lines", "up_to_orders", "without_orders"]
