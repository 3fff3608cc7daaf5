"""Japanese. Words are cut by janome (Apache-2.0); without it, BM25 counts pairs of characters."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from ragatta.pipeline.text.languages import Language

_STOP_WORDS = """
    の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など
    なっ ない この ため その あっ よう また もの という あり まで られ なる へ か だ これ によって
    により おり より による ず なり られる において なかっ なく しかし について せ だっ できる それ う
    ので なお のみ でき き つ における および 及び いう さらに でも ら たり その他 に関する ます です
    まし でし どの 何 どれ いくら いつ
"""
_WORDING = r"""
    (?:回)?答え(?=[:は]), 回答(?=[:は]), 結論(?=[:は]) = answer
    (?:記載|記述|情報|言及|説明)(?:は|が|も)?(?:含まれて|記載されて|見つかり|示されて)?(?:い|あり|でき)?(?:ませんでした|ません|ない|なかった) = not specified
    (?:記載|言及|明記|説明|規定)(?:は|が)?されて(?:いません|いない|おりません) = not specified
    (?:分|わ)かりません, (?:分|わ)からない, 不明(?:です)?, 見つかりません(?:でした)?, (?:お答え|回答|確認)できません(?:でした)? = not specified
    したがって, よって, つまり, 以上より = therefore
    合計(?:で)?, 全部で = in total
    正しくは = correction:
    は(?:いけ|なり)ません, は(?:いけない|ならない) = must not
    はい, ええ, そのとおりです, そうです = yes,
    いいえ, いえ, 違います = no,
    禁止(?:されて|です)? = forbidden
    おそらく, 多分, たぶん, かもしれ(?:ません|ない) = perhaps
    (?:ではなく|じゃなく)て? = is not right, but
    (?:では|じゃ)(?:ありません|ない) = is not
    (?:でき|られ|され|なり|し|い|含まれ|あり|要り|必要あり)(?:ませんでした|ません|ない(?![いがくけ])|ず(?=[ ,.])) = not
    を除(?:く|いて|き)  = except
    ただし, しかし = but
    および, 及び, ならびに, 並びに, かつ = ,
    または, 又は, もしくは, 若しくは = or
    何年(?=[にでまか]) = which year is
    の?(?:減少|低下|下落|減益|減収) = decrease
    いつ = when is
    いくら = how much
    いくつ, 何(?=[人件個名回枚台社か]) = how many
    何(?:パーセント|%), 何割 = what percentage
    約, およそ = about
    以上 = or more
    以下 = or less
    未満 = or less
    パーセント, 百分率 = percent
    兆(?=円|ドル| |$) = trillion
    年間(?!の) = years
    か月(?:間)?, ヶ月(?:間)?, カ月(?:間)?, ヵ月(?:間)? = months
    週間 = weeks
    日間 = days
    時間 = hours
    平方メートル, ㎡ = m²
"""


@cache
def _words() -> Any:
    from janome.tokenizer import Tokenizer  # its dictionary takes a quarter of a second to open

    return Tokenizer(wakati=True).tokenize


def cut(text: str) -> Iterable[str]:
    """The words of a text."""
    found: Iterable[str] = _words()(text)
    return found


LANGUAGE = Language(
    "Japanese",
    frozenset(_STOP_WORDS.split()),
    _WORDING,
    decimal=".",
    spaced=False,
    joins="と|や",
    ends=r"です|でした|である|になり|となり|が(?:含まれ|必要|あり|該当|挙げ|対象)|など|等|の\s?[\d一二三四五六七八九十]",
    package="janome",
    cut=cut,
)
