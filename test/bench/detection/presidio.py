"""Reads JSON strings, a line each, and answers each with the findings of Presidio's analyzer as it is installed.

Without a spaCy model the names are left to a blank pipeline: pattern recognizers alone. The last line is the CPU time in seconds.
Needs `pip install presidio-analyzer`.
"""
import json
import sys
import time

import spacy
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import SpacyNlpEngine


class BlankNlpEngine(SpacyNlpEngine):
    def __init__(self):
        super().__init__(models=[{"lang_code": "en", "model_name": "blank"}])
        self.nlp = {"en": spacy.blank("en")}

    def load(self):
        pass


model = sys.argv[1] if len(sys.argv) > 1 else ""
engine = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": model}]) if model else BlankNlpEngine()
if model:
    engine.load()
analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
texts = [json.loads(line) for line in sys.stdin]
started = time.process_time()
for text in texts:
    found = analyzer.analyze(text=text, language="en")
    print(json.dumps([[one.start, one.end, one.entity_type] for one in found]))
print(json.dumps(time.process_time() - started))
