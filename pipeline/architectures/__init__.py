"""One whole pipeline a file. Each has:

- `USES`, the parts of settings.architecture that it reads; the agent that writes the answer comes last.
- `calls(settings, documents) -> int`, the model calls of a question at most, without repairs.
- `answer(asked, tools) -> Answer`.
- `retrieve(asked, tools) -> ExecutionResult`, optional: all that is searched before an answer is written
  (`make ask STOP=retrieval`).
- `UNSUPPORTED`, optional: the kinds of questions (eval/groups.py) that it is not made for. A sweep over this
  architecture alone does not ask them.
- `TAKES_REPLIES = True`, optional: it clarifies, and reads in AskedQuestion.replies what the user said to that. Without
  it a reply is put behind the question, which is asked anew.

What is in its run key, it says: `USES` names the parts of settings.architecture that it reads, `UNREAD` (where it has
one) the settings of settings.retrieval that it does not, since its agents search by settings of their own.
"""
