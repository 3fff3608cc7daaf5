"""How a model may word a right and a wrong answer, by language and kind of question: templates of the expected answer
{0} and a wrong one {1}; lists are joined by each language's own marks."""

from __future__ import annotations

RIGHT = {
    "de": {
        "number": (
            "{0}",
            "Die Antwort lautet {0}.",
            "Laut Hafenordnung sind es **{0}** [Source 1].",
            "Nicht {1}, sondern {0}.",
            "Für andere Boote sind es {1}. Antwort: {0}",
        ),
        "yes_no": ("{0}", "{0}, das steht in der Ordnung.", "Antwort: {0}.", "**{0}** – siehe Abschnitt 4."),
        "text": (
            "{0}",
            "Die Aufsicht führt {0}.",
            "Das ist nicht {1}, sondern {0}.",
            "Im Hafen führt {0} die Aufsicht.",
        ),
    },
    "ja": {
        "number": (
            "{0}",
            "{0}です。",
            "規程によると、{0}になります。",
            "回答：{0}",
            "{1}ではなく、{0}です。",
        ),
        "yes_no": ("{0}", "{0}。", "{0}、規程にそう書かれています。", "回答：{0}"),
        "text": ("{0}", "{0}です。", "港長は{0}です。", "規程では、{0}が港長とされています。"),
    },
}
WRONG = {
    "de": {
        "number": (
            "{1}",
            "Die Antwort lautet {1}.",
            "Nicht {0}, sondern {1}.",
            "Das Dokument enthält dazu keine Angaben.",
        ),
        "yes_no": ("{1}", "{1}, das steht in der Ordnung.", "Antwort: {1}.", "Dazu ist nichts bekannt."),
        "text": (
            "{1}",
            "Die Aufsicht führt {1}.",
            "Das ist nicht {0}, sondern {1}.",
            "Das geht aus den Unterlagen nicht hervor.",
        ),
    },
    "ja": {
        "number": ("{1}", "{1}です。", "{0}ではなく、{1}です。", "文書には記載がありません。"),
        "yes_no": ("{1}", "{1}、規程にそう書かれています。", "回答：{1}", "わかりません。"),
        "text": ("{1}", "港長は{1}です。", "{0}ではなく、{1}です。", "文書には記載がありません。"),
    },
}
LISTS = {
    "de": (
        lambda items: "\n".join(f"- {item}" for item in items),
        lambda items: "\n".join(f"{number}. **{item}**" for number, item in enumerate(items, 1)),
        lambda items: f"Es sind {', '.join(items[:-1])} und {items[-1]}.",
        lambda items: f"Dazu gehören: {', '.join(items[:-1])} sowie {items[-1]}.",
    ),
    "ja": (
        lambda items: "\n".join(f"・{item}" for item in items),
        lambda items: "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1)),
        lambda items: f"{'、'.join(items)}です。",
        lambda items: f"次のとおりです：{'、'.join(items[:-1])}および{items[-1]}。",
        lambda items: f"{items[0]}と{'、'.join(items[1:])}が含まれます。",
    ),
}
EXTRA = {"de": "Taucherflasche", "ja": "潜水用具"}
NO_INFORMATION = {
    "de": (
        "Dazu enthält das Dokument keine Angaben.",
        "Das ist in den Unterlagen nicht angegeben.",
        "Leider kann ich das nicht beantworten.",
        "Die Tiefe geht aus der Hafenordnung nicht hervor.",
    ),
    "ja": (
        "この文書には記載がありません。",
        "水深については記載されていません。",
        "提供された情報からはわかりません。",
        "水深は不明です。",
    ),
}
