"""A model server within its limits: each call is paced, and counted within a budget."""

from __future__ import annotations

from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.meter import Meter, Price
from ragatta.pipeline.llm.pace import Pace
from ragatta.pipeline.llm.seam import Backend, Completion, InvalidReply, ModelBusy, ModelTimeout, Request
from ragatta.pipeline.llm.wrapped import Wrapped


class Endpoint(Wrapped):
    """Calls `backend` within the limits of `pace`, and counts each call in `meter`."""

    def __init__(self, backend: Backend, pace: Pace, meter: Meter, price: Price) -> None:
        super().__init__(backend)
        self.pace, self._meter, self._price = pace, meter, price

    def complete(self, request: Request) -> Completion:
        """One try. Raises ModelError; BudgetSpent before a call that the budget has no room for."""
        prompt, reply = tokens.of_request(request), request.options.max_tokens
        with self._meter.call(prompt, reply, self._price) as book, self.pace.admitted(prompt + reply) as turn:
            try:
                done = self.backend.complete(request)
            except ModelBusy as busy:
                turn.refused(busy.after or 0.0)
                raise
            except (InvalidReply, ModelTimeout):  # the reply may have been made, and charged
                book(None)
                raise
            book(done)
            turn.answered(done.tokens_in + done.tokens_out)
            return done
