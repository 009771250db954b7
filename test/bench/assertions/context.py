"""Asserts terms with ConText as medspaCy ships it. Reads and writes a JSON document a line.

Needs medspacy 1.3.1 (requirements.txt). In: {"text", "from", "to"}, in characters. Out: the attributes that are set.
"""

import json
import sys

import medspacy.context  # noqa: F401  registers the component
import spacy

nlp = spacy.blank("en")
nlp.add_pipe("sentencizer")
nlp.add_pipe("medspacy_context")
attributes = ["is_negated", "is_uncertain", "is_historical", "is_hypothetical", "is_family"]

for line in sys.stdin:
    asked = json.loads(line)
    doc = nlp.make_doc(asked["text"])
    span = doc.char_span(asked["from"], asked["to"], label="TERM", alignment_mode="expand")
    doc.set_ents([span])
    for _, component in nlp.pipeline:
        doc = component(doc)
    [term] = doc.ents
    print(json.dumps([name[3:] for name in attributes if getattr(term._, name)]))
