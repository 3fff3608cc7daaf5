"""Chinese. Words are cut by rjieba (MIT); without it, BM25 counts pairs of characters."""

from collections.abc import Iterable

from ragatta.pipeline.text.languages import Language

_STOP_WORDS = """
    的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 这 那
    与 及 以及 或 或者 等 为 为了 对 对于 于 由 从 向 以 其 该 此 被 把 将 之 而 并 且 但 但是
    如果 则 所 中 内 哪些 什么 多少 如何 怎么 哪 几 何 吗 呢 的话 我们 他们 它
"""
_WORDING = r"""
    答案(?=[:是为]), 结论(?=[:是为]), 最终答案 = answer
    (?:没有|并未|未|无)(?:明确)?(?:提及|提到|提供|说明|记载|包含|列出|给出|找到|规定)(?:相关|有关|该|此|任何)?(?:的)?(?:信息|内容|资料)? = not specified
    (?:没有|无|缺乏)(?:相关|有关|该|任何)(?:的)?(?:信息|内容|资料|说明|记载) = not specified
    无法(?:确定|回答|得知|找到|判断|获知), 不知道, 不清楚, 未知, 不详 = not specified
    禁止 = forbidden
    因此, 所以, 综上(?:所述)? = therefore
    共计, 总计, 合计, 一共 = in total
    更正 = correction:
    (?:^|(?<=[\s,.:;!?*"(]))(?:是的|对的|正确|可以|需要|会的|是(?=[\s,.!*")]|$)|有(?=[\s,.!*")]|$)) = yes,
    (?:^|(?<=[\s,.:;!?*"(]))(?:否|不是的|不对|错误|不可以|不需要|不会|不是|没有|不能)(?=[\s,.!*")]|$) = no,
    不是(?!的) = is not
    而是 = but
    可能, 也许, 大概 = perhaps
    而不是, 而非 = rather than
    (?:不(?=[包可能会是需予适承负得在属必允准支提])|并非|没有|未(?=[包列含被予])) = not
    除了, 除外 = except
    但是, 然而, 但 = but
    以及 = ,
    或者, 或 = or
    下降(?:了)?, 减少(?:了)?, 降低(?:了)?, 下跌(?:了)? = decrease of
    什么时候, 何时 = when is
    哪一?年 = which year is
    多少(?=[人个件名次台家项天年月]), 几(?=[人个件名次台家项天年月]) = how many
    多少 = how much
    百分比, 比例 = percentage
    约, 大约 = about
    以上 = or more
    以下, 以内 = or less
    百分点 = percentage points
    个月 = months
    小时 = hours
    平方米 = m²
"""


def cut(text: str) -> Iterable[str]:
    """The words of a text, and for search also the words within long ones."""
    import rjieba

    found: Iterable[str] = rjieba.cut_for_search(text)
    return found


LANGUAGE = Language(
    "Chinese",
    frozenset(_STOP_WORDS.split()),
    _WORDING,
    decimal=".",
    spaced=False,
    joins="和|与|及|跟",
    ends=r"等|这|[\d一二三四五六七八九十]+\s?[种项类个]",
    package="rjieba",
    cut=cut,
)
