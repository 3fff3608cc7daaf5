"""A stream is whole where it ends as its protocol says."""

from __future__ import annotations

import pytest

from ragatta.pipeline.llm.backends._endings import Event, cut_short


@pytest.mark.parametrize(
    ("protocol", "begun", "ended"),
    [
        ("Chat Completions", ("", {"choices": [{"delta": {}}]}), ("", {"choices": [{"finish_reason": "stop"}]})),
        ("Responses", ("", {"type": "response.created"}), ("", {"type": "response.completed"})),
        ("Responses", ("", {"type": "response.created"}), ("", {"type": "response.incomplete"})),
        ("Assistants", ("thread.message.delta", {}), ("thread.run.completed", {})),
        ("Assistants", ("thread.message.delta", {}), ("done", "[DONE]")),
        ("Anthropic's Messages", ("message_start", {}), ("message_stop", {})),
        ("Anthropic's Messages", ("", {"type": "content_block_delta"}), ("", {"type": "message_stop"})),
        ("Ollama", ("", {"done": False}), ("", {"done": True})),
        ("Dify", ("", {"event": "message", "answer": "a"}), ("", {"event": "message_end"})),
        ("Dify", ("", {"event": "workflow_started", "task_id": "1"}), ("", {"event": "workflow_finished"})),
        ("LangServe", ("data", "a"), ("end", "")),
        ("AI SDK", ("", {"type": "text-delta"}), ("", {"type": "finish"})),
    ],
)
def test_what_has_begun_in_a_protocol_must_end_in_it(protocol: str, begun: Event, ended: Event) -> None:
    assert cut_short([begun]).startswith(f"a stream of {protocol} must end with ")
    assert cut_short([begun, ended]) == ""
    assert cut_short([ended]) == ""
