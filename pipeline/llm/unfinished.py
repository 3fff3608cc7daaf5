"""A reply that the model did not bring to an end within max_tokens.

The wire did its part, so the words and what they took are there: the asker treats them as any unusable reply
(repair, then fallback, counted), where a stream that broke off is a failed call.
"""

from __future__ import annotations

from ragatta.pipeline.llm.seam import Completion, InvalidReply


class UnfinishedReply(InvalidReply):
    """Names max_tokens; `completion` is what was written until then."""

    def __init__(self, task: str, max_tokens: int, completion: Completion) -> None:
        super().__init__(f"{task}: the reply was cut at max_tokens={max_tokens}; raise the agent's max_tokens")
        self.completion = completion
