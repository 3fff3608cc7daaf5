"""French."""

from ragatta.pipeline.text.languages import Language

_STOP_WORDS = """
    à au aux avec ce ces cet cette c d dans de des du elle elles en est et être été il ils j je l la le les leur
    leurs lui m mais même n ne nous on ont ou où par pas pour qu que quel quelle quelles quels qui s sa sans se ses
    si son sont sur t un une vous y quand comment combien
"""
_WORDING = r"""
    (?:aucune? (?:\w+ )?|pas (?:de |d['’]))(?:information|renseignement|mention|donnée|précision|indication|réponse)s? = no information
    (?:ne |n['’])(?:\w+['’ ]){1,3}?(?:pas|rien) (?:\w+ ){0,2}?(?:précis|indiqu|mentionn|spécifi|fourni|donnée|connu|disponible|répond|cette information)\w* = is not specified
    non (?:précis|indiqu|mentionn|spécifi|fourni|connu|disponible)\w* = not specified
    (?:ne |n['’])(?:\w+ )?(?:précise|indique|mentionne|dit|disent|en parle|figure)(?:nt)? (?:pas|rien), ne permet(?:tent)? pas de (?:le )?(?:savoir|dire|déterminer) = it does not specify
    ne (?:\w+ )?(?:contient|contiennent|donnent?|permet|permettent) pas = does not specify
    rien n['’]est (?:dit|indiqué|précisé|mentionné) = it is not specified
    je ne sais pas, je n['’]ai (?:pas|rien) trouvé, inconnue? = unknown
    malheureusement = unfortunately
    réponse(?: finale)?, résultat = answer
    donc, ainsi, par conséquent, en conclusion = therefore
    au total, en tout = in total
    pas plus de = not more than
    pas moins de = not less than
    non seulement = not only
    oui, exact, vrai, correct, certainement = yes
    non, faux, incorrect, nullement = no
    n['’]\w+ (?:pas|plus|jamais), ne \w+ (?:pas|plus|jamais) = does not
    aucune?s? = no
    pas, jamais = not
    interdite?s? = forbidden
    sans = without
    sauf, hormis, excepté, à l['’]exception (?:de|du|des) = except
    peut-être, possiblement = perhaps
    probablement = probably
    soit = either
    ou, ou bien = or
    et, ainsi que = and
    ni = nor
    mais, cependant, toutefois = but
    au lieu (?:de|du|des), plutôt que = instead of
    parce que, car, puisque = because
    remarque, note = note
    baisse, diminution, recul, réduction = decrease
    (?:a|ont) (?:baissé|diminué|reculé|chuté) = decreased
    moins(?= \d) = minus
    environ, à peu près = about
    s['’]élève à, s['’]élèvent à, est égale? à = is
    combien de = how many
    combien = how much
    quand = when is
    en quelle année = in which year
    quelle?s?, que, qu['’]est-ce que = which
    qui = who
    comprend, comprennent, inclut, incluent, contient, contiennent, comporte = includes
    est = is
    sont = are
    était, étaient = was
    a, ont = has
    doit, doivent = must
    peut, peuvent = can
    pourcentage = percentage
    pour cent, pourcent = percent
    mille, milliers = thousand
    millions? = million
    milliards? = billion
    billions? = trillion
    dollars? = dollars
    euros? = euros
    ans?, années? = years
    mois = months
    semaines? = weeks
    jours? = days
    heures? = hours
    deux = 2
    trois = 3
    quatre = 4
    cinq = 5
    six = 6
    sept = 7
    huit = 8
    neuf = 9
    dix = 10
    onze = 11
    douze = 12
    par = per
    de, du, des = of
    pour = for
    en, dans = in
    au, aux, à = to
    (?<=\d )à(?= \d) = to
    jusqu['’]à = up to
    au moins = at least
    au plus = at most
    plus de, supérieure? à = more than
    moins de, inférieure? à = less than
    avec = with
    d['’](?=\w) = of
    l['’](?=\w) = the
    le, la, les = the
    une? = a
    il, elle, ils, elles, ce, c['’] = it
    cette, cet, ces = this
"""
_MONTHS = (
    "janvier|janv", "février|févr", "mars", "avril|avr", "mai", "juin", "juillet|juil", "août", "septembre|sept",
    "octobre|oct", "novembre|nov", "décembre|déc",
)  # fmt: skip
LANGUAGE = Language("French", frozenset(_STOP_WORDS.split()), _WORDING, stemmer="french", months=_MONTHS)
