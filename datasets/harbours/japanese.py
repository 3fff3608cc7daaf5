"""Japanese: the pages of a marina's rules, and its questions."""

from __future__ import annotations

from typing import Any

from harbours.facts import BERTHS, Marina

CODE, FONT, WIDTH = "ja", "HeiseiMin-W3", 45
NAMES = (
    "北浜", "白砂", "青凪", "松ヶ崎", "鶴見台", "笹島", "長瀬", "灘波", "浦賀根", "汐見",
    "千種", "渚丘", "朝霧", "磯辺", "帆立", "夕凪",
)  # fmt: skip
MASTERS = (
    "佐伯 健一", "森岡 直美", "田所 修", "野々村 恵", "早瀬 隆", "堀内 千代",
    "水谷 誠", "湯浅 明美", "吉川 弘", "若林 徹",
    "安西 由香", "井手 学",
    "上杉 妙子", "遠山 進", "岡部 玲子", "川端 昇",
)  # fmt: skip
PAPERS = (
    "売買契約書",
    "保険証券の写し",
    "船舶検査証書",
    "本人確認書類",
    "操縦免許証",
    "無線局免許状",
    "住民票",
    "所有者の委任状",
)
BANNED = ("溶接作業", "塗装のはく離", "釣り", "花火", "洗車", "たき火", "無許可の潜水", "ドローンの飛行")


def yen(amount: int) -> str:
    return f"{amount:,}円"


def fee(one: Marina, at: int) -> str:
    """Written out in ten thousands by every other marina."""
    amount = one.fees[at] // 1000 * 1000
    return f"{amount // 10_000}万{amount % 10_000:,}円" if one.style and amount % 10_000 else yen(amount)


def pages(one: Marina) -> list[list[str]]:
    """The paragraphs of each page."""
    name, day = f"{NAMES[one.at]}マリーナ", one.founded
    return [
        [
            f"{name} 利用規程",
            f"{name}は{day.year}年{day.month}月{day.day}日に開港し、それ以来、多くの帆船とその乗組員を迎えてきました。港長は{MASTERS[one.master]}です。",
            "この規程は、すべての船主、来客および見学者に適用されます。",
        ],
        [
            f"{name} 料金",
            *(
                f"全長{low}メートルから{high}メートルまでの艇の係留料は、年額{fee(one, at)}とします。"
                for at, (low, high) in enumerate(BERTHS)
            ),
            f"申込みのときに保証金として{yen(one.deposit)}を預けていただきます。",
            f"ヨットクラブの会員は、係留料が{one.discount / 10:.1f}パーセント割引になります。",
        ],
        [
            f"{name} 申込みと保険",
            "申込みには次の書類が必要です。",
            *(f"・{PAPERS[at]}" for at in one.papers),
            f"賠償責任保険の保険金額は{one.sum_insured // 100}億{one.sum_insured % 100 * 100:,}万円以上とします。",
            f"契約は{one.notice_weeks}週間前までの通知で解約できます。",
        ],
        [
            f"{name} 港内での行為",
            f"港内では{'、'.join(BANNED[at] for at in one.banned)}を禁止します。",
            "犬は、綱でつないでいれば桟橋に連れて入ることができます。"
            if one.dogs
            else "犬を桟橋に連れて入ることはできません。",
            "冬の間も艇を水面に置くことができます。"
            if one.winter
            else "冬の前に艇を陸に上げてください。冬の間、水面には置けません。",
        ],
    ]


def questions(one: Marina) -> list[dict[str, Any]]:
    """Gold records without id and file; `page` is where the evidence is, `quote` a part of it."""
    name = f"{NAMES[one.at]}マリーナ"
    low, high = BERTHS[1]
    return [
        {
            "kind": "number",
            "question": f"{name}で全長{low}〜{high}メートルの艇を係留すると、料金は一年でいくらですか。",
            "expected": fee(one, 1),
            "page": 2,
            "quote": fee(one, 1),
        },
        {
            "kind": "number",
            "question": f"{name}ではヨットクラブの会員に何パーセントの割引がありますか。",
            "expected": f"{one.discount / 10:.1f}％",
            "page": 2,
            "quote": f"{one.discount / 10:.1f}パーセント割引",
        },
        {
            "kind": "list",
            "question": f"{name}への申込みに必要な書類をすべて挙げてください。",
            "expected": [PAPERS[at] for at in one.papers],
            "page": 3,
        },
        {
            "kind": "list",
            "question": f"{name}の港内で禁止されている行為は何ですか。",
            "expected": [BANNED[at] for at in one.banned],
            "page": 4,
        },
        {
            "kind": "yes_no",
            "question": f"{name}では犬を桟橋に連れて入ってもよいですか。",
            "expected": "はい" if one.dogs else "いいえ",
            "page": 4,
            "quote": "連れて入ること",
        },
        {
            "kind": "text",
            "question": f"{name}の港長は誰ですか。",
            "expected": MASTERS[one.master],
            "page": 1,
            "quote": f"港長は{MASTERS[one.master]}です",
        },
    ]


UNANSWERABLE = tuple(f"{name}マリーナの水深は何メートルですか。" for name in NAMES[:2])
