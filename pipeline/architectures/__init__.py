"""One whole pipeline a file, each with `answer(asked, tools) -> Answer` and `calls(settings, documents) -> int`.

What is in its run key, it says: `USES` names the parts of settings.architecture that it reads, `UNREAD` (where it has
one) the settings of settings.retrieval that it does not, since its agents search by settings of their own.
"""
