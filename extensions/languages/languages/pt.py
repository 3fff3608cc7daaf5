"""Portuguese."""

from ragatta.pipeline.text.languages import Language

_STOP_WORDS = """
    a à ao aos as às com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse esta está este
    eu foi há isso isto já lhe mais mas me mesmo muito na não nas nem no nos nós o os ou para pela pelas pelo pelos
    por qual quais quando que quem são se sem ser seu seus só sua suas também te um uma você
"""
_WORDING = r"""
    (?:nenhuma?|não (?:há|cont[ée]m|cont[êe]m|tenho|temos|encontr\w*)) (?:\w+ ){0,3}?(?:informaç|menção|indicaç|dados?\b|resposta)\w* = no information
    não (?:\w+ ){0,3}?(?:especific|indic|mencion|informad|fornec|conhecid|consta|diz|disponíve|(?:posso|possível|consigo) (?:respond|determin))\w* = not specified
    não sei, não se sabe, desconhecid[oa] = unknown
    infelizmente = unfortunately
    resposta(?: final)?, resultado = answer
    portanto, assim, logo, em conclusão = therefore
    no total, ao todo = in total
    não mais (?:de|do) que = not more than
    não menos (?:de|do) que = not less than
    não só, não apenas = not only
    sim, correto, verdadeiro, certo = yes
    falso, incorreto, de modo algum = no
    não(?=[\s]*(?:$|[,.;:!])) = no
    não, nunca, jamais = not
    nenhuma?, nenhuns = no
    proibid[oa]s? = forbidden
    sem = without
    exceto, salvo, com exceção d[eoa]s? = except
    talvez, possivelmente = perhaps
    provavelmente = probably
    ou = or
    e, bem como = and
    mas, porém, contudo = but
    em vez de, ao invés de = instead of
    porque, pois = because
    nota, observação = note
    aproximadamente, cerca de = about
    é de, equivale a = is
    quant[oa]s = how many
    quant[oa] = how much
    quando = when is
    em que ano = in which year
    qual, quais = which
    quem = who
    inclui, incluem, compreende, compreendem, contém, abrange = includes
    é, está = is
    são, estão = are
    era, foi, eram, foram = was
    deve, devem = must
    pode, podem = can
    percentagem, porcentagem = percentage
    por cento = percent
    mil = thousand
    milhão, milhões = million
    bilhão, bilhões, mil milhões = billion
    trilhão, trilhões = trillion
    dólar(?:es)? = dollars
    euros? = euros
    anos? = years
    mês, meses = months
    semanas? = weeks
    dias? = days
    horas? = hours
    dois, duas = 2
    três = 3
    quatro = 4
    cinco = 5
    seis = 6
    sete = 7
    oito = 8
    nove = 9
    dez = 10
    por = per
    d[eoa]s? = of
    para = for
    em, n[oa]s? = in
    ao, aos, à, às = to
    (?<=\d )a(?= \d) = to
    diminuição, queda, redução, descida = decrease
    diminui(?:u|ram), ca(?:iu|íram), desce(?:u|ram), recu(?:ou|aram) = decreased
    menos(?= \d) = minus
    até = up to
    pelo menos, no mínimo = at least
    no máximo = at most
    mais de = more than
    menos de = less than
    com = with
    [oa]s? = the
    uma?, uns = a
    est[ea]s?, isto = this
"""
_MONTHS = (
    "janeiro|jan", "fevereiro|fev", "março|mar", "abril|abr", "maio", "junho|jun", "julho|jul", "agosto|ago",
    "setembro|set", "outubro|out", "novembro|nov", "dezembro|dez",
)  # fmt: skip
LANGUAGE = Language("Portuguese", frozenset(_STOP_WORDS.split()), _WORDING, stemmer="portuguese", months=_MONTHS)
