"""Orders to the reader of a text, where that reader is a model: in a question they are an attack on the prompt, in a
document they are never an answer. Pure text, no model.

Source: seed 002, planner ("Safety Patterns Detected") and validator ("Injection in Context").
"""

# Compiling the patterns takes longer than any other import of a sweep, and one whose answers are all there reads no
# text: each function loads its file when it is called.


def in_question(text: str) -> tuple[str, ...]:
    """The names of the patterns of an attack that a question holds (detection.py)."""
    from pipeline.injection import detection

    return detection.in_question(text)


def in_document(text: str) -> tuple[str, ...]:
    """The names of the patterns of an order that a text of a document holds (detection.py)."""
    from pipeline.injection import detection

    return detection.in_document(text)


def order_lines(text: str) -> frozenset[int]:
    """The numbers, from 0, of the lines that belong to an order (orders.py)."""
    from pipeline.injection import orders

    return orders.order_lines(text)


def up_to_orders(text: str) -> str:
    """The text without orders, but with what stands on a line before one begins (orders.py)."""
    from pipeline.injection import orders

    return orders.up_to_orders(text)


def without_orders(text: str, characters: int | None = None) -> str:
    """The text, or so many of its first characters, without the lines of orders (orders.py)."""
    from pipeline.injection import orders

    return orders.without_orders(text, characters)
