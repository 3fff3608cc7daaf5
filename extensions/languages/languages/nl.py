"""Dutch. Compounds are not split."""

from ragatta.pipeline.text.languages import Language

_STOP_WORDS = """
    aan al als bij dat de deze die dit door een en er geen had heb heeft hem het hij hoe hoeveel hun ik in is je kan
    maar me meer met mijn na naar niet nog nu of om onder ook op over te tegen tot uit van voor waar wanneer was wat
    we welke werd wie wij wordt worden zal ze zich zij zijn zo zonder zou
"""
_WORDING = r"""
    geen (?:[\w-]+ ){0,3}?(?:informatie|gegevens|vermelding|antwoord), (?:deze informatie|het antwoord) niet = no information
    (?:is|zijn|wordt|worden|kan|kunnen) (?:[\w-]+ ){0,5}?niet (?:\w+ )?(?:vermeld|gegeven|genoemd|opgenomen|bekend|gespecificeerd|beschikbaar|beantwoord)\w* = is not specified
    niet (?:vermeld|gegeven|genoemd|bekend|gespecificeerd|beschikbaar|in de (?:tekst|documenten)), niets (?:\w+ )?(?:gevonden|te vinden|over in de \w+), (?:vermeld|noem)(?:t|en) (?:\w+ )?niet, kan ik niet (?:zeggen|beantwoorden) = not specified
    ik weet het niet, onbekend = unknown
    helaas = unfortunately
    antwoord, resultaat = answer
    dus, daarom, derhalve = therefore
    in totaal = in total
    niet meer dan = not more than
    niet minder dan = not less than
    niet alleen = not only
    ja, juist, klopt, inderdaad, zeker = yes
    nee, neen, onjuist, geenszins = no
    geen = no
    niet, nooit = not
    verboden = forbidden
    zonder = without
    behalve, uitgezonderd, met uitzondering van = except
    misschien, mogelijk = perhaps
    waarschijnlijk = probably
    of = or
    en, alsmede, evenals = and
    maar, echter = but
    in plaats van = instead of
    omdat, want = because
    opmerking = note
    ongeveer, circa, ca\. = about
    bedraagt, bedragen = is
    hoeveel = how many
    wanneer = when is
    in welk jaar = in which year
    welke?, wat = which
    wie = who
    omvat(?:ten)?, bevat(?:ten)? = includes
    zijn, worden, wordt = are
    was, waren, werd, werden = was
    heeft, hebben = has
    moet, moeten = must
    kan, kunnen, mag, mogen = can
    percentage = percentage
    procent = percent
    euros? = euros
    duizend = thousand
    miljoen(?:en)?, mln\.? = million
    miljard(?:en)?, mld\.? = billion
    jaar, jaren = years
    maand(?:en)? = months
    we(?:ek|ken) = weeks
    dag(?:en)? = days
    u(?:ur|ren) = hours
    twee = 2
    drie = 3
    vier = 4
    vijf = 5
    zes = 6
    zeven = 7
    acht = 8
    negen = 9
    tien = 10
    per = per
    van = of
    voor = for
    bij, op, aan = at
    (?<=\d )tot(?: en met)?(?= \d) = to
    daling, afname, vermindering = decrease
    daalde[n]?, gedaald, afgenomen = decreased
    min(?= \d) = minus
    tot = up to
    minstens, ten minste = at least
    hoogstens, ten hoogste, maximaal = at most
    meer dan = more than
    minder dan = less than
    naar, te = to
    met = with
    de, het = the
    een = a
    dit, deze, dat = this
"""
_MONTHS = (
    "januari|jan", "februari|feb", "maart|mrt", "april|apr", "mei", "juni|jun", "juli|jul", "augustus|aug",
    "september|sep", "oktober|okt", "november|nov", "december|dec",
)  # fmt: skip
LANGUAGE = Language("Dutch", frozenset(_STOP_WORDS.split()), _WORDING, stemmer="dutch", months=_MONTHS)
