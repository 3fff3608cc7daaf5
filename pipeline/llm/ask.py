"""`ask(prompt) -> reply`: the whole interface between an agent and a model.

A reply is validated against the prompt's type; damaged JSON is repaired where that is certain, else once by the model
itself, and else the prompt's own fallback is used, flagged and counted. See docs/models.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from ragatta.pipeline.llm.call_options import options_of
from ragatta.pipeline.llm.calling import Caller
from ragatta.pipeline.llm.form import form_of
from ragatta.pipeline.llm.mending import eased, mended
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.schema import reply_schema
from ragatta.pipeline.llm.seam import (
    Backend,
    Completion,
    ContextOverflow,
    Conversation,
    Declined,
    Message,
    ModelError,
    Prompt,
    R,
    Request,
    ToolCall,
    Turn,
)
from ragatta.pipeline.llm.templates import agent_of, in_words_of
from ragatta.pipeline.llm.thoughts import after, ends
from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.types import Options

_FENCED = re.compile(r"```[A-Za-z]*[^\S\n]*\n(.*?)```", re.DOTALL)
_THOUGHTS = 20  # ends of thoughts that are looked behind, the last ones: each costs a look at all of the rest
_DECODER = json.JSONDecoder(strict=False)  # models write line ends into strings
_SHOWN_ERRORS = 5


class Unusable(Exception):
    """The reply contains no JSON object of the wanted type. The message is fit to be shown to the model."""


def parse(text: str, reply: type[R]) -> R:
    """The reply as its type: the whole text, a fenced block, or the first object within prose; a field of a harmless
    other type is read (mending.py).

    Raises Unusable naming each wrong field. An object inside a broken one is never taken for the reply."""
    wrong = "its JSON object is broken or breaks off" if "{" in text else "it holds no JSON object"
    for value in _objects(text):
        try:
            return _validated(value, reply)
        except ValidationError as error:
            wrong = _brief(error)
    raise Unusable(wrong)


def repair(text: str, reply: type[R]) -> R | None:
    """The reply whose JSON is damaged, as its type; None where it cannot be read for certain. It must not be one that
    was cut."""
    for value in mended(_behind_thoughts(text), reply):
        try:
            return _validated(value, reply)
        except ValidationError:
            continue
    return None


def _behind_thoughts(text: str) -> str:
    """What a reasoning model says in the end; of one code fence what is in it."""
    fences = _FENCED.findall(said := after(text))
    return str(fences[0]) if len(fences) == 1 else said


def _validated(value: dict[str, Any], reply: type[R]) -> R:
    try:
        return reply.model_validate(value)
    except ValidationError as error:
        try:
            return reply.model_validate(eased(value, error))
        except ValidationError:
            raise error from None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    thought = ends(text)  # a reasoning model thinks first
    for begin in (*reversed(thought[-_THOUGHTS:]), 0):
        rest = text[begin:]
        for shift, candidate in ((0, rest), *((block.start(1), block[1]) for block in _FENCED.finditer(rest))):
            start = candidate.find("{")
            if start < 0:
                continue
            try:
                value, end = _DECODER.raw_decode(candidate, start)
                json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair could never be written to a file
            except (ValueError, RecursionError):
                continue
            # What ends within the thoughts is no reply; what spans the mark has it in a string.
            if not thought or begin + shift + end > thought[-1]:
                yield value


def _brief(error: ValidationError) -> str:
    """Where and what, without the input: it may be long, and the model has just written it."""
    errors = error.errors(include_url=False, include_input=False, include_context=False)
    faults = [f"{'.'.join(map(str, e['loc'])) or 'the object'}: {e['msg']}" for e in errors[:_SHOWN_ERRORS]]
    return "; ".join(faults)


# Makes text inert: nothing in a document may end a message or open another role.
#
# Servers that fill a chat template with text and tokenise the whole (Ollama and llama.cpp do) read a control token in
# a document's text as the control token itself. A space inside breaks it and leaves the text readable.


# ChatML and Llama 3 <|im_start|>, DeepSeek <｜User｜>, Llama 2 <<SYS>>, [INST] and </s>, Gemma <start_of_turn>.
_CONTROL = re.compile(
    r"<(?=[|｜][^<>\n]{1,40}[|｜]>|</?SYS>>|/?s>|(?:start|end)_of_turn>|(?:bos|eos|pad|unk)>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])"
)


def inert(text: str) -> str:
    """The text with its control tokens broken ("<|im_end|>" becomes "< |im_end|>") and in valid Unicode."""
    return _CONTROL.sub(lambda opening: opening[0] + " ", text).encode("utf-8", "replace").decode()


REPAIR = """That reply cannot be used: {wrong}.
Reply with the corrected JSON object only, without any other words."""

SHORTEN = """That reply was cut off: it is longer than {most} tokens, the most that a reply may take.
Reply with one complete JSON object that is much shorter, without any other words."""
CUT = "the system's own limit of tokens cut the reply"
BEGINNING = 200  # characters of a reply that was cut, as the model is shown it again


class Asker:
    """Asks one backend, as a Caller calls it: through the record of replies, in the same modes. `calls` are the
    caller's own, those of conversations among them."""

    def __init__(
        self,
        backend: Backend,
        replies: Replies | None,
        mode: str = "use",
        sample: int = 0,
        seed: int = 0,
        more: Mapping[str, Any] | None = None,
        omit: Sequence[str] = (),
        replaced: Mapping[str, Any] | None = None,
    ) -> None:
        """`replaced` are texts and options of calls that take the place of an agent's own, by name, such as
        planner.user (pipeline/llm/templates.py) and planner.model (pipeline/llm/call_options.py)."""
        self._replaced = replaced or {}
        self._caller = Caller(backend, replies, mode, sample, seed, more, omit)
        self.calls = self._caller.calls

    @property
    def failed(self) -> ModelError | None:
        """Of the last call that the server did not answer: it failed at every try, was too slow, or sent no reply of
        the wire format."""
        return self._caller.failed

    @property
    def lost(self) -> Sequence[ModelError]:
        """Of every call that gave no reply."""
        return self._caller.lost

    def ask(self, prompt: Prompt[R]) -> R:
        """The validated reply, or the prompt's fallback, which also stands for a reply that was declined: by the model
        in a field of its own, or by a filter. Raises ModelError where no other reply came at all,
        ContextOverflow before sending a prompt that may not fit, ReplyMissing if mode is only."""
        request = self._request(prompt)
        self._caller.check_fits(request)
        try:
            first = self._complete(request, prompt)
        except Declined:
            self._caller.amend(fell_back=True)
            return prompt.fallback()
        try:
            return self._read(first, prompt)
        except Unusable as error:
            wrong = _wrong(error, first, request)
        self._caller.amend(error=wrong)
        return self._repair(prompt, request, first, wrong)

    def converse(self, conversation: Conversation) -> Turn:
        """The model's next turn (pipeline.llm.converse). Raises as `ask` does."""
        return converse(self._caller, conversation, self._replaced)

    def fetch(self, task: Task, request: str, usable: Callable[[str], bool]) -> str:
        """A system's reply, as it came, to a request as it is; one that its limit of tokens cut counts, and the call
        says so. Raises ModelError, ReplyMissing if mode is only. Where a failed question is asked again, a recorded
        reply must be usable."""
        options = self._caller.options(Options())
        sent = Request(task, (Message("user", request),), {}, options, self._caller.sample)
        came = self._caller.complete(sent, lambda recorded: usable(recorded.text))
        if came.cut:
            self._caller.amend(error=CUT)
        return came.text

    def _repair(self, prompt: Prompt[R], request: Request, first: Completion, wrong: str) -> R:
        again = replace(request, messages=(*request.messages, *_correction(request, first, wrong)))
        try:
            self._caller.check_fits(again)
        except ContextOverflow:  # the question itself fitted: an unusable reply, not a failed call
            self._caller.amend(fell_back=True, error=f"{wrong}; no room to ask for a correction")
            return prompt.fallback()
        try:
            second = self._complete(again, prompt)
        except Declined:
            self._caller.amend(fell_back=True)
            return prompt.fallback()
        try:
            reply = self._read(second, prompt)
        except Unusable as error:
            self._caller.amend(fell_back=True, error=_wrong(error, second, again))
            return prompt.fallback()
        self._caller.amend(repaired=True)
        return reply

    def _read(self, done: Completion, prompt: Prompt[R]) -> R:
        """The reply, which the call's record says was repaired where its JSON was damaged. Raises Unusable."""
        try:
            return parse(done.text, prompt.reply)
        except Unusable:
            if done.cut or (found := repair(done.text, prompt.reply)) is None:
                raise
            self._caller.amend(repaired=True)
            return found

    def _request(self, prompt: Prompt[R]) -> Request:
        form = form_of(prompt.reply)
        system, user = (in_words_of(self._replaced, text) for text in (prompt.system, prompt.user))
        return Request(
            task=prompt.task,
            messages=(Message("system", inert(f"{system}\n\n{form}")), Message("user", inert(user))),
            schema=reply_schema(prompt.reply),
            options=self._caller.options(options_of(self._replaced, agent_of(prompt.user), prompt.options)),
            sample=self._caller.sample,
        )

    def _complete(self, request: Request, prompt: Prompt[R]) -> Completion:
        return self._caller.complete(request, lambda recorded: _usable(recorded, prompt))


def _wrong(error: Unusable, reply: Completion, request: Request) -> str:
    """What is wrong with a reply, and the setting to raise if max_tokens cut it."""
    if reply.cut:
        return f"the reply was cut at max_tokens={request.options.max_tokens}; raise the agent's max_tokens"
    return str(error)


def _correction(request: Request, first: Completion, wrong: str) -> tuple[Message, Message]:
    """The reply, and what the model is told of it; of one that was cut the beginning, for it would be repeated."""
    if not first.cut:
        return Message("assistant", inert(first.text)), Message("user", inert(REPAIR.format(wrong=wrong)))
    request_to_shorten = SHORTEN.format(most=request.options.max_tokens)
    return Message("assistant", inert(f"{first.text[:BEGINNING]} ...")), Message("user", request_to_shorten)


def _usable(recorded: Completion, prompt: Prompt[Any]) -> bool:
    try:
        parse(recorded.text, prompt.reply)
    except Unusable:
        return not recorded.cut and repair(recorded.text, prompt.reply) is not None
    return True


def converse(caller: Caller, conversation: Conversation, replaced: Mapping[str, Any]) -> Turn:
    """The model's next turn; its tool calls get ids of our own. An empty turn is recorded as its call's error.
    `replaced`: see Asker.

    Raises ModelError without a reply, ContextOverflow before sending a request that may not fit, ReplyMissing if none
    is recorded and the model must not be asked.
    """
    agent = agent_of(*(message.content for message in conversation.messages))
    request = Request(
        task=conversation.task,
        messages=tuple(_inert(message, replaced) for message in conversation.messages),
        schema={},
        options=caller.options(options_of(replaced, agent, conversation.options)),
        sample=caller.sample,
        tools=conversation.tools,
    )
    caller.check_fits(request)

    def usable(done: Completion) -> bool:
        return bool(_words(done) or (conversation.tools and done.tool_calls))

    done = caller.complete(request, usable)
    if not usable(done):
        caller.amend(error="it said nothing" if conversation.tools else "it said nothing without calling a tool")
    before = sum(len(message.tool_calls) for message in conversation.messages)
    calls = enumerate(done.tool_calls if conversation.tools else (), before + 1)
    return Turn(_words(done), tuple(replace(call, id=_id(number)) for number, call in calls))


def _words(done: Completion) -> str:
    return after(done.text).strip()  # a reasoning model thinks first


def _id(number: int) -> str:
    """Of a call, by its place in the conversation: a server's own ids are random, and no two runs would be equal.
    Nine letters and digits, because Mistral's templates accept nothing else."""
    return f"call{number:05}"


def _inert(message: Message, replaced: Mapping[str, Any]) -> Message:
    calls = tuple(ToolCall(call.id, inert(call.name), inert(call.arguments)) for call in message.tool_calls)
    return replace(
        message,
        content=inert(in_words_of(replaced, message.content)),
        tool_calls=calls,
        tool_name=inert(message.tool_name),
    )
