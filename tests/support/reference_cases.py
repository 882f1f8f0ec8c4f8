"""The reference cases of metrics.md, section 19: 36 of the CoNLL scorer's test suite and more edge cases.

Each has a name, key, response, recall and precision of MUC, B-cubed, CEAF-m, CEAF-e, LEA, and recall, precision and
F1 of BLANC. Source: Pradhan et al. (2014); LEA after Moosavi & Strube (2016).
"""

import csv
from pathlib import Path

METRICS = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc")
_TABLE = Path(__file__).parents[2] / "docs" / "data" / "reference-cases.csv"
CASES = [" | ".join(row) for row in csv.reader(_TABLE.read_text(encoding="utf-8").splitlines())][1:]
