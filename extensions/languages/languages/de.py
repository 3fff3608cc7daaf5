"""German. Compounds are not split: "Hausrat" does not find "Hausratversicherung"."""

from ragatta.pipeline.text.languages import Language

_STOP_WORDS = """
    aber als am an auch auf aus bei beim bis da damit dann das dass daß dem den denn der des die dies diese diesem
    diesen dieser dieses durch ein eine einem einen einer eines er es für gegen hat haben hier ich im in ins ist
    kann kein keine keinen keiner man mit muss nach nicht noch nur ob oder ohne sein seine sich sie sind so sowie
    über um und unter vom von vor war waren was welche welcher welches wenn werden wer wie wird wo wurde wurden zu
    zum zur zwischen
"""
_WORDING = r"""
    z\. ?b\. = e.g.
    d\. ?h\. = i.e.
    (?:nr|ziff)\. = No.
    abs\., §+ = section
    keine(?:r|rlei|n)? (?:[\w-]+ ){0,3}?(?:angaben?|informationen|information|hinweise?|auskunft|daten|aussagen?|antwort) = no information
    (?:ist|sind|wird|werden|wurde) (?:[\w-]+ ){0,6}?nicht (?:\w+ )?(?:angegeben|genannt|erwähnt|aufgeführt|enthalten|ersichtlich|vermerkt|bekannt|dokumentiert) = is not specified
    angaben? fehl(?:t|en) = no information
    nichts? (?:gesagt|angegeben|genannt|erwähnt|aufgeführt|ersichtlich|vermerkt|bekannt|beantworte(?:n|t)) = not specified
    (?:geht|gehen|lässt sich|lassen sich|kann ich|ich kann) [^.,;:!?]{0,80}?nicht (?:hervor|entnehmen|beantworten|bestimmen|feststellen|ermitteln|sagen) = is not specified
    (?:enthalten|finde|finden|steht|sagen|sagt) (?:[\w-]+ ){0,2}?(?:nichts|nicht (?:im|in de[mnr]) (?:text|dokument|unterlage)\w*) = is not specified
    in kein(?:em|er) (?:[\w-]+ ){0,3}?(?:genannt|erwähnt|angegeben|enthalten|aufgeführt) = is not specified
    (?:ich )?weiß (?:ich )?(?:\w+ ){0,2}?nicht, keine ahnung = unknown
    leider = unfortunately
    (?:endgültige |kurze )?antwort, ergebnis, fazit = answer
    das heißt = that is
    also, daher, deshalb, somit, demnach, folglich = therefore
    insgesamt, zusammen = in total
    nicht mehr als = not more than
    nicht weniger als = not less than
    nicht nur = not only
    ja, jawohl, stimmt, richtig, zutreffend, selbstverständlich, natürlich = yes
    nein, falsch, unzutreffend, keineswegs, keinesfalls = no
    nicht aber, aber nicht = but not
    kein(?:e[mnrs]?)? = no
    nicht, nie, niemals = not
    verboten, untersagt = forbidden
    ohne = without
    außer, ausgenommen, mit ausnahme (?:von|des|der) = except
    vielleicht, möglicherweise, eventuell, vermutlich = perhaps
    wahrscheinlich = probably
    unklar, ungewiss = unclear
    korrektur = correction
    entweder = either
    sowohl = both
    als auch = and
    oder, bzw\., beziehungsweise = or
    und, sowie = and
    sondern, aber, jedoch, allerdings, doch = but
    statt, anstelle, anstatt = instead of
    weil, da = because
    hinweis, anmerkung = note
    (?:rückg[aä]ng|abnahme|senkung|verringerung|minderung)(?:e?s|en)? = decrease
    (?:ging(?:en)?|gehen|geht)(?=(?:[^.;!?\n]|\.\d){0,60}\bzurück\b), zurückgegangen, fiel(?:en)?, fällt, gefallen, sanken, sinkt, gesunken, verringerte, gesenkt = decreased
    minus = minus
    ca\., circa, ungefähr, etwa, rund = about
    beträgt, betragen, beläuft sich auf, lautet, lauten = is
    wie viele = how many
    wie viel, wieviel, wie hoch = how much
    wann = when is
    in welchem jahr = in which year
    welche[mnrs]?, was = which
    wer, wem, wen = who
    gehör(?:t|en) (?:zu|dazu), gehör(?:t|en), umfass(?:t|en), enthält, enthalten, beinhalte[tn] = includes
    ist, sind = are
    war, waren, wurden? = was
    wird, werden = are
    hat, haben, hatten? = has
    (?:muss|müssen|soll|sollen) = must
    kann, können, darf, dürfen = can
    prozentpunkten? = percentage points
    prozentsatz, prozentsätze = percentage
    prozent, v\. ?h\. = percent
    tsd\., tausend = thousand
    mio\.?, million(?:en)? = million
    mrd\.?, milliarden? = billion
    billion(?:en)? = trillion
    us-dollar = US dollars
    euros? = euros
    franken = CHF
    jahr(?:e[ns]?)? = years
    monat(?:e[ns]?)? = months
    wochen? = weeks
    tag(?:e[ns]?)? = days
    stunden? = hours
    minuten? = minutes
    quadratmetern? = m²
    zwei = 2
    drei = 3
    vier = 4
    fünf = 5
    sechs = 6
    sieben = 7
    acht = 8
    neun = 9
    zehn = 10
    elf = 11
    zwölf = 12
    pro, je = per
    von, vom, des = of
    für = for
    bei, beim, am = at
    im, in, ins = in
    (?<=\d )bis(?= \d) = to
    bis(?: zu)? = up to
    mindestens = at least
    höchstens = at most
    mehr als = more than
    weniger als = less than
    zu, zum, zur, nach = to
    mit = with
    der, die, das, den, dem = the
    ein(?:e[mnrs]?)? = a
    es, sie, er = it
    diese[mnrs]?, dies = this
"""
_MONTHS = (
    "Januar|Jänner|Jan", "Februar|Feber|Feb", "März|Mrz", "April|Apr", "Mai", "Juni|Jun", "Juli|Jul", "August|Aug",
    "September|Sept|Sep", "Oktober|Okt", "November|Nov", "Dezember|Dez",
)  # fmt: skip
LANGUAGE = Language("German", frozenset(_STOP_WORDS.split()), _WORDING, stemmer="german", months=_MONTHS, capitals=True)
