"""Italian."""

from ragatta.pipeline.text.languages import Language

_STOP_WORDS = """
    a ad agli ai al alla alle allo anche c che chi ci come con cui d da dagli dai dal dalla dalle dallo degli dei
    del della delle dello di dove e è ed era essere fra gli ha hanno i il in io l la le lei li lo loro ma mi ne
    negli nei nel nella nelle nello no noi non nostro o per perché più quale quali quando quanto quanti quante
    quella quelle quelli quello questa queste questi questo se si sono su sua sue sugli sui sul sulla sulle sullo
    suo suoi tra un una uno un' voi
"""
_WORDING = r"""
    (?:nessuna?|non (?:conten|contien|ci sono|c['’]è|ho|abbiamo|trov|dispon)\w*) (?:\w+ ){0,3}?(?:informazion|menzion|indicazion|dat[oi]\b|rispost)\w* = no information
    non (?:\w+ ){0,3}?(?:specific|indic|menzion|riporta|fornit|precisat|disponibil|(?:posso|possibile|grado di) (?:rispond|determin))\w* = not specified
    non (?:precisa|fornisce|dice)(?:no|ono)?, non (?:è|sono) not[oaie] = not specified
    non (?:lo so|si sa|lo dice|lo dicono), sconosciut[oa] = unknown
    purtroppo = unfortunately
    risposta(?: finale)?, risultato = answer
    quindi, pertanto, dunque, perciò, in conclusione = therefore
    in totale, complessivamente = in total
    non più di = not more than
    non meno di = not less than
    non solo = not only
    sì, certo, esatto, corretto, vero = yes
    no, falso, sbagliato, errato = no
    non, mai = not
    nessun[oa]?, alcun[oa]? = no
    vietat[oaie] = forbidden
    senza = without
    tranne, eccetto, salvo, ad eccezione (?:di|del|dei|delle|della) = except
    forse, possibilmente = perhaps
    probabilmente = probably
    oppure, o = or
    ed?, nonché = and
    né = nor
    su, su(?:l|lla|llo|i|gli|lle) = on
    ma, però, bensì, tuttavia = but
    invece di, anziché = instead of
    perché, poiché = because
    nota = note
    circa, approssimativamente = about
    ammonta a, ammontano a, equivale a = is
    quant[ie] = how many
    quant[oa] = how much
    quando = when is
    in quale anno, in che anno = in which year
    qual[ei]?, che cosa, cosa = which
    chi = who
    comprende, comprendono, include, includono, contiene, contengono = includes
    è = is
    sono = are
    era, erano = was
    ha, hanno = has
    deve, devono = must
    può, possono = can
    percentuale = percentage
    per cento = percent
    mille, mila = thousand
    milion[ei] = million
    miliard[oi] = billion
    bilion[ei] = trillion
    dollar[oi] = dollars
    euros? = euros
    ann[oi] = years
    mes[ei] = months
    settiman[ae] = weeks
    giorn[oi] = days
    or[ae] = hours
    due = 2
    tre = 3
    quattro = 4
    cinque = 5
    sei = 6
    sette = 7
    otto = 8
    nove = 9
    dieci = 10
    undici = 11
    dodici = 12
    per = for
    di, del, dello, della, dei, degli, delle = of
    in, nel, nella, nei, nelle = in
    al?, alla, ai, agli, alle = to
    (?<=\d )a(?= \d) = to
    diminuzione, calo, riduzione, flessione = decrease
    (?:è |sono )?(?:diminuit|calat|sces)[oaie] = decreased
    meno(?= \d) = minus
    fino a = up to
    almeno = at least
    al massimo = at most
    più di, superiore a = more than
    meno di, inferiore a = less than
    con = with
    (?:l|un|dell|all|nell)['’](?=\w) = the
    il, lo, la, i, gli, le = the
    un[ao]? = a
    quest[oaei] = this
"""
_MONTHS = (
    "gennaio|gen", "febbraio|feb", "marzo|mar", "aprile|apr", "maggio|mag", "giugno|giu", "luglio|lug", "agosto|ago",
    "settembre|set", "ottobre|ott", "novembre|nov", "dicembre|dic",
)  # fmt: skip
LANGUAGE = Language("Italian", frozenset(_STOP_WORDS.split()), _WORDING, stemmer="italian", months=_MONTHS)
