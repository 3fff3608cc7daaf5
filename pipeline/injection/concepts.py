"""The vocabulary of orders to a model, in six languages: common words of each concept, as stems if that is safe.

A rule (rules.py) names concepts, so it is not written once per language. Letters have no accents. The lists are not
complete; `python -m benchmarks.orders` measures what the rules find and miss.
"""

from __future__ import annotations

CONCEPTS = {
    # What the model was told before.
    "ignore": r"""ignore|disregard|forget|bypass|override|overrule|disobey|pay no attention to|ignorier\w*|vergiss
        |vergessen sie|missachte\w*|befolge\w* nicht|ignorez|ignora|ignorate|oublie[sz]?|ne ti?en\w+ pas compte
        |ne sui\w+ p(?:as|lus)|olvid[ae]|no (?:haga|siga)s?(?: caso)?|deja de seguir|dimentica\w*|non seguire|negeer
        |vergeet|volg niet|(?:do not|don.t|dont|stop|never) (?:follow|obey)(?:ing)?""",
    "leave": r"set|skip|cancel|drop|delete|discard|setze\w*|laisse\w*|deja|lascia|laat",
    "earlier": r"""previous|prior|preceding|earlier|above|foregoing|former|past|original|initial|existing|system
        |safety|your|remaining|vorherig\w*|vorig\w*|bisherig\w*|fruher\w*|obig\w*|deine\w*|precedent\w*|anterieur\w*
        |anterior\w*|previ[ao]s|tes|tus|tuoi|tue|eerdere|vorige""",
    "instructions": r"""instruct\w*|guidelines?|directives?|(?:system)?prompts?|rules|guardrails|programming
        |restrictions|context|[a-z]*anweisung\w*|regeln|richtlinien|consignes|regles|message systeme|instruccion\w*
        |indicacion\w*|reglas|mensaje del sistema|istruzion\w*|regole|regels""",
    "told": r"""(?:that )?you (?:were|have been|are|had been) (?:told|given|instructed)|you (?:received|were)
        |came before|written above|dir \w* ?(?:gesagt|gegeben)\w*|du \w* ?\w* ?\w* ?(?:erhalten|bekommen) ha\w+
        |(?:tu as|vous avez) recu\w*|t a ete dit|recibiste|te dij\w+|te di\w+|(?:hai ricevuto|ti e stat\w)
        |je \w* ?\w* ?\w* ?(?:kreeg|verteld)""",
    "void": r"""no longer|void|replaced|cancell?ed|revoked|suspended|(?:do|does) not apply|matters?|nicht mehr
        |aufgehoben|ungultig|ne sont plus|annule\w*|ya no|anulad[ao]s|non \w+ piu|annullat\w*|niet meer|ingetrokken""",
    "prompt": r"""(?:system ?)?prompts?|systeemprompt|systemanweisung|system message|message systeme
        |mensaje del sistema|(?:hidden|secret|initial) (?:rules|instructions?)|versteckte\w* \w+|\w+ cachees
        |\w+ ocultas|\w+ nascoste|verborgen \w+""",
    "show": r"""reveal|show|print|repeat|output|display|leak|disclose|recite|tell|translate|gib|zeig\w*|nenn\w*
        |wiederhol\w*|revele\w*|montre\w*|affiche\w*|repete\w*|revela|muestra\w*|repite|rivela|mostra\w*|ripeti|toon
        |herhaal""",
    "above": "above|uber|oberhalb|au dessus|encima|sopra|boven",
    # Who reads.
    "reader": r"""(?:(?:an?|the|any|all|large|die|de[nrm]?|das|het|eine?[nm]?|l|la|una?|une|des|les|aux?|los|las
        |el|gli|il|al) )*(?:(?:ai|ki|ia|llm|gpt|chatgpt)|(?:large )?(?:language|ai) models?|sprachmodelle?
        |taalmodel(?:len)?|modeles? de lang\w+|modelos? de lenguaje|modell[io] linguistic[io]|chatbots?
        |(?:automat\w+|machine) (?:readers?|leser|lezers?|system that)|(?:lecteurs?|lectores?
        |lettor[ei]) automati\w+|assist\w+ (?:d )?(?:de )?ia|search assistants?|llms)\W?(?:assist\w+|agents?
        |systems?|models?)?""",
    "role": "system|assistant|developer|systeme|sistema|systeem",
    "assistant": "assistant|assistent|asistente|assistente",
    "addressed": """note|notice|message|correction|attention|instructions?|important|hinweis|nachricht|nota|bericht
        |remarque|mensaje|messaggio|aviso|avis|directive|warning""",
    "to": "is for|to|for|an|fur|a|au|aux|pour|para|al|alla|per|agli|aan|voor",
    "if_you_are": "(?:if|falls|wenn|si|se|als) (?:you are|you re|du|sie|tu es|vous etes|eres|usted es|sei|je|u)",
    "reading": r"""read\w*|pars\w*|process\w*|summari\w*|lies\w*|lesen|verarbeit\w*|li(?:t|s|sent)|trait\w*
        |le[ae]n?|proces\w*|legg\w*|elabor\w*|leest|lezen|verwerk\w*""",
    "user": """(?:(?:the|dem|den|der|l|al|il|la|las|de|the) )*(?:user|nutzer|benutzer|utilisateur|usuario|utente
        |gebruiker|someone|anyone|iemand|jemand|quelqu un|alguien|qualcuno)""",
    # What the model writes.
    "this": r"this|these|dies\w*|ce|cet|cette|est[ea]|quest[oa]|deze|dit",
    "text": r"""document\w*|dokument\w*|pages?|pagina|seite|text\w*|testo|tekst|report|rapport|informe|line|ligne
        |linea|regel|zeile|riga|paragra\w+|parrafo|absatz|contract|vertrag|contrat\w*|letter|paper|passage|excerpt""",
    "must": r"(?:must|should|shall|has to|have to|will|mus(?:s|t)|mussen|soll\w*|hat|doi\w+|deb\w+|dev\w+|moet\w*)",
    "you_must": "(?:you (?:must|should|shall|have to|need to)|du musst|tu dois|debes|devi|je moet)",
    "reply": r"(?:answer|reply|respond|(?:be)?antworte\w*|repond\w*|respond\w+|contesta|rispond\w+|(?:be)?antwoord)",
    "say": r"""answer|reply|respond|output|say|state|print|write|quote|(?:be)?antworte\w*|sagen?|sage|schreibe?
        |gib|repond\w*|dis|dire|ecris|affiche|affirme|respond\w+|contesta|di|decir|escribe|imprime|afirma|rispond\w+
        |scrivi|stampa|(?:be)?antwoord|zeg|zeggen|schrijf""",
    "answer": r"""answers?|repl(?:y|ies)|responses?|outputs?|summar(?:y|ies)|antwort\w*|zusammenfassung\w*
        |reponses?|resumes?|respuestas?|risposta|risposte|resumen|riassunto|antwoord\w*|samenvatting\w*""",
    "your": r"your|deine\w*|ta|tes|tu|tus|tua|je|jouw",
    "every": r"every|each|any|all|jede\w*|alle|toutes?|chaque|toda|todas|cada|cualquier|ogni|qualsiasi|elke|iedere",
    "question": "questions?|quer(?:y|ies)|fragen?|preguntas?|domand[ae]|vra(?:ag|gen)",
    "asked": r"""asked|asks|mentions|question is about|gefragt|fragt|demande\w*|interroge\w*|pregunt[ae]\w*
        |chied\w+|vraagt""",
    "when": r"when|whenever|if|should|wenn|falls|sobald|wirst|quand|si|lorsqu\w*|cuando|se|quando|als|wanneer|zodra",
    "while": "when|while|in|beim?|bei der|lors d[eu]|en|al|nel|bij|quand|cuando|quando|wenn|wanneer",
    "write_up": r"""(?:you )?(?:summari\w+|answering (?:any )?questions?|generating)|zusammenfass\w*
        |(?:tu )?resum\w+|repond\w+ aux questions|contestar preguntas|riassum\w+|rispond\w+ alle domande|samenvat\w*""",
    "whatever": r"""whatever|no matter|regardless of|unabhangig von|egal|quel\w* que soit|peu importe|sea cual sea
        |no importa|qualunque sia|wat|ongeacht""",
    "only": "only|just|exactly|nothing but|nur|ausschliesslich|seulement|uniquement|solo|unicamente|soltanto|alleen",
    "with": "with|mit|par|con|met",
    "word": """(?:the |single |exact |one |das |le |la |il |het |de )*(?:words?|phrase|string|wort|mots?
        |palabras?|frase|parol[ae]|woord)""",
    # Words that are said as they stand: in quotes, in capitals, or of letters and figures.
    "literal": r'(?-i:"[^"]{1,80}"|[A-Z][A-Z0-9-]{3,}|[A-Za-z]+-?\d[\w-]*)',
    "begin": "begin|start|end|close|beginne|beende|commence|termine|empieza|comienza|inizia|eindig",
    "not": "do not|don.t|dont|never|nicht|ne|no|non|niet",
    "mention": r"mention\w*|cite|quote|reveal|tell|use|erwahn\w*|verwend\w*|menci\w*|menzion\w*|noem|zeg",
    "sources": """(?:other|remaining|rest of the|anderen|ubrigen|autres|demas|otr[ao]s|altr[ei]
        |andere) (?:passages?|sources?|context|excerpts?|quellen|abschnitte|fuentes|pasajes|fonti|bronnen)""",
    "correct": "correct|right|only|final|richtige|einzige|bonne|seule|correcta|unica|corretta|giusta|juiste|enige",
    "that": "that|dass|que|qu|che|dat",
    # Whom the model is to be.
    "be": r"""you are (?:now|no longer)|pretend|imagine|act as|play|switch to|enter|enable|du bist|wechs\w+|tu es
        |passe en|ahora eres|pasa al|ora sei|passa|je bent|schakel""",
    "unbound": r"""(?:without|no|ohne|sans|sin|senza|zonder) \w* ?(?:rules|restrictions?|limits|filters?
        |einschrankungen|restricciones|restrizioni|beperkingen)|unrestricted|unfiltered|(?:developer
        |jailbreak) ?mode|\w+ ?(?:developpeur|desarrollador|sviluppatore)|entwicklermodus|ontwikkelaarsmodus""",
    "feign": "pretend|act as (?:if|though)|tu so|fais comme si|haz como si|fai come se|doe alsof",
    "from_now": r"""from now on|from (?:this|that) point \w+|from here on|ab (?:sofort|jetzt|hier)|desormais
        |a partir de (?:ahora|aqui)|d ora in poi|vanaf (?:nu|hier)""",
    "new": "new|updated|neue|nouvelle|nueva|nuova|nieuwe",
}
