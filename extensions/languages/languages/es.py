"""Spanish, with a comma between units and tenths; for Mexico and Central America, which write a point, a question's
numbers need `language: en`."""

from ragatta.pipeline.text.languages import Language

_STOP_WORDS = """
    a al ante como con cual cuales cuál cuáles cuando cuándo de del desde donde dónde e el él ella ellas ellos en
    entre era es esa ese eso esta este esto estos estas está están fue ha han hasta hay la las le les lo los más me
    mi muy ni no nos o para pero por que qué quien quién se ser si sí sin sobre son su sus también u un una uno unos
    unas y ya
"""
_WORDING = r"""
    (?:ninguna?|no (?:he |hemos |se )?(?:hay|exist|contien|inclu|dispon|ten[eg]|encuentr|encontr)\w*) (?:\w+ ){0,3}?(?:informaci|menci[oó]n|indicaci|datos?\b|referencia|respuesta)\w* = no information
    no (?:\w+ ){0,3}?(?:especific|indic|mencion|detall|consta|aparec|figur|dice|disponible|puedo respond|posible (?:respond|determin)|encuentro)\w* = not specified
    no lo sé, se desconoce, desconocid[oa] = unknown
    lamentablemente, desafortunadamente = unfortunately
    respuesta(?: final)?, resultado = answer
    por lo tanto, por tanto, así que, en conclusión, por consiguiente = therefore
    en total = in total
    no más de = not more than
    no menos de = not less than
    no solo, no sólo = not only
    sí, correcto, verdadero, cierto, así es = yes
    falso, incorrecto, en absoluto = no
    si = if
    no(?=[\s]*(?:$|[,.;:!])) = no
    no, nunca, jamás = not
    ning[uú]n(?:a|o|as|os)? = no
    prohibid[oa]s? = forbidden
    sin = without
    excepto, salvo, con excepción de = except
    quizás?, tal vez, posiblemente = perhaps
    probablemente = probably
    o bien = either
    o, u = or
    y, e, así como = and
    ni = nor
    pero, sino, sin embargo = but
    en lugar de, en vez de = instead of
    porque, ya que, puesto que = because
    nota = note
    aproximadamente, alrededor de, unos, cerca de = about
    asciende a, ascienden a, equivale a = is
    cuánt[ao]s = how many
    cuánt[ao] = how much
    cuándo = when is
    en qué año = in which year
    cuál(?:es)?, qué = which
    quién(?:es)? = who
    incluye, incluyen, comprende, comprenden, contiene, contienen = includes
    es, está = is
    son, están = are
    era, fue, eran, fueron = was
    ha, han = has
    debe, deben = must
    puede, pueden = can
    porcentaje = percentage
    por ciento, por cien = percent
    miles de millones, mil millones = billion
    mil, miles = thousand
    millón, millones = million
    bill[oó]n(?:es)? = trillion
    dólar(?:es)? = dollars
    euros? = euros
    años?, anual(?:es)? = years
    mes(?:es)? = months
    semanas? = weeks
    días? = days
    horas? = hours
    dos = 2
    tres = 3
    cuatro = 4
    cinco = 5
    seis = 6
    siete = 7
    ocho = 8
    nueve = 9
    diez = 10
    once = 11
    doce = 12
    por = per
    del?, de los, de las = of
    para = for
    en = in
    a, al = to
    (?<=\d )a(?= \d) = to
    disminución, descenso, caída, bajada, reducción = decrease
    disminuy(?:ó|eron), baj(?:ó|aron), cayó, cayeron, descendi(?:ó|eron) = decreased
    menos(?= \d) = minus
    hasta = up to
    al menos, como mínimo, por lo menos = at least
    como máximo, a lo sumo = at most
    más de, superior a = more than
    menos de, inferior a = less than
    con = with
    el, la, los, las, lo = the
    un[ao]?s? = a
    este, esta, esto, estos, estas = this
"""
_MONTHS = (
    "enero|ene", "febrero|feb", "marzo|mar", "abril|abr", "mayo", "junio|jun", "julio|jul", "agosto|ago",
    "septiembre|setiembre|sept|sep", "octubre|oct", "noviembre|nov", "diciembre|dic",
)  # fmt: skip
LANGUAGE = Language("Spanish", frozenset(_STOP_WORDS.split()), _WORDING, stemmer="spanish", months=_MONTHS)
