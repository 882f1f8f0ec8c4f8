"""The reference cases of metrics.md, section 19: 36 of the CoNLL scorer's test suite and more edge cases.

Columns: case, key, response, then recall and precision of MUC, B-cubed, CEAF-m, CEAF-e, LEA, and
recall, precision and F1 of BLANC. Source: Pradhan et al. (2014); LEA after Moosavi & Strube (2016).
"""

METRICS = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc")
CASES = """
A1 | a bc def | a bc def | 1 1 | 1 1 | 1 1 | 1 1 | 1 1 | 1 1 1
A2 | a bc def | a de | 1/3 1 | 7/18 1 | 1/2 1 | 3/5 9/10 | 1/3 1 | 19/88 1 23/65
A3 | a bc def | a bcz dyef x | 1 3/5 | 1 55/108 | 1 2/3 | 31/35 93/140 | 1 4/9 | 1 23/54 295/494
A4 | a bc def | a bcz dx y | 1/3 1/3 | 5/9 17/42 | 2/3 4/7 | 11/15 11/20 | 1/2 2/7 | 31/88 37/136 17/56
A5 | a bc def | a zbcy dw x | 1/3 1/4 | 5/9 5/16 | 2/3 1/2 | 31/45 31/60 | 1/2 5/24 | 31/88 4/21 87/352
A6 | a bc def | a bcy zx dw | 1/3 1/4 | 5/9 17/48 | 2/3 1/2 | 11/15 11/20 | 1/2 1/4 | 31/88 24/115 79/306
A7 | a bc def | a bbcz dx y | 1/3 1/3 | 5/9 17/42 | 2/3 4/7 | 11/15 11/20 | 1/2 2/7 | 31/88 37/136 17/56
A8 | a bc def | a bcz by dx | 1/3 1/3 | 5/9 17/42 | 2/3 4/7 | 11/15 11/20 | 1/2 2/7 | 31/88 37/136 17/56
A9 | a bc def | a bcz bbbbbbbbbby dx | 1/3 1/3 | 5/9 17/42 | 2/3 4/7 | 11/15 11/20 | 1/2 2/7 | 31/88 37/136 17/56
A10 | a bc def | a b c d e f | 0 0 | 1/2 1 | 1/2 1/2 | 13/18 13/36 | 1/6 1/6 | 1/2 11/30 11/26
A11 | a bc def | abcdef | 1 3/5 | 1 7/18 | 1/2 1/2 | 2/9 2/3 | 5/6 4/15 | 1/2 2/15 4/19
A12 | a bc def | a z y c d e x | 0 0 | 13/36 4/7 | 1/2 3/7 | 13/18 13/42 | 1/6 1/7 | 5/22 5/42 5/32
A13 | a bc def | azycdex | 1/3 1/6 | 17/36 6/49 | 1/3 2/7 | 2/15 2/5 | 1/6 1/21 | 1/8 1/42 1/25
B1 | ac bde | bcz de | 1/3 1/3 | 13/30 8/15 | 3/5 3/5 | 3/5 3/5 | 1/5 2/5 | 7/24 7/24 7/24
C1 | ac bde fg | bcz de fg | 1/2 1/2 | 25/42 2/3 | 5/7 5/7 | 11/15 11/15 | 3/7 4/7 | 41/80 41/80 41/80
D1 | abcde fg hijkl | abcde fghijkl | 1 9/10 | 1 16/21 | 5/6 5/6 | 11/18 11/12 | 1 13/18 | 8/9 26/31 175/208
E1 | abcde fg hijkl | abcdehijkl fg | 1 9/10 | 1 7/12 | 7/12 7/12 | 5/9 5/6 | 1 29/54 | 13/18 67/92 541/871
F1 | abcd | ab cd | 2/3 1 | 1/2 1 | 1/2 1/2 | 2/3 1/3 | 1/3 1 | 1/3 1 1/2
G1 | ab cd | abcd | 1 2/3 | 1 1/2 | 1/2 1/2 | 1/3 2/3 | 1 1/3 | 1/2 1/6 1/4
H1 | abcd | abcd | 1 1 | 1 1 | 1 1 | 1 1 | 1 1 | 1 1 1
I1 | abcd | ab cd | 2/3 1 | 1/2 1 | 1/2 1/2 | 2/3 1/3 | 1/3 1 | 1/3 1 1/2
J1 | abc | ac | 1/2 1 | 4/9 1 | 2/3 1 | 4/5 4/5 | 1/3 1 | 1/3 1 1/2
K1 | abcdefg | zab cdy efx | 1/2 1/2 | 12/49 4/9 | 2/7 2/9 | 2/5 2/15 | 1/7 1/3 | 1/7 1/3 1/5
L1 | abc defg | ab cd fgz | 2/5 1/2 | 5/12 13/21 | 4/7 4/7 | 24/35 16/35 | 5/21 3/7 | 4/9 9/20 3/7
M1 | abcdef | abcdef | 1 1 | 1 1 | 1 1 | 1 1 | 1 1 | 1 1 1
M2 | abcdef | a b c d e f | 0 0 | 1/6 1 | 1/6 1/6 | 2/7 1/21 | 0 0 | 0 0 0
M3 | abcdef | ab cde f | 3/5 1 | 7/18 1 | 1/2 1/2 | 2/3 2/9 | 4/15 5/6 | 4/15 1 8/19
M4 | abcdef | abczyx | 2/5 2/5 | 1/4 1/4 | 1/2 1/2 | 1/2 1/2 | 1/5 1/5 | 1/5 1/5 1/5
M5 | abcdef | a b c z y x | 0 0 | 1/12 1/2 | 1/6 1/6 | 2/7 1/21 | 0 0 | 0 0 0
M6 | abcdef | ab czy x | 1/5 1/3 | 5/36 7/18 | 1/3 1/3 | 1/2 1/6 | 1/15 1/3 | 1/15 1/4 2/19
N1 | a b c d e f | a b c d e f | 0 0 | 1 1 | 1 1 | 1 1 | 1 1 | 1 1 1
N2 | a b c d e f | abcdef | 0 0 | 1 1/6 | 1/6 1/6 | 1/21 2/7 | 0 0 | 0 0 0
N3 | a b c d e f | ab cde f | 0 0 | 1 1/2 | 1/2 1/2 | 13/36 13/18 | 1/6 1/6 | 11/15 1 11/13
N4 | a b c d e f | a b c z y x | 0 0 | 1/2 1/2 | 1/2 1/2 | 1/2 1/2 | 1/2 1/2 | 1/5 1/5 1/5
N5 | a b c d e f | abczyx | 0 0 | 1/2 1/12 | 1/6 1/6 | 1/21 2/7 | 0 0 | 0 0 0
N6 | a b c d e f | ab czy x | 0 0 | 1/2 2/9 | 1/3 1/3 | 7/36 7/18 | 0 0 | 2/15 2/11 2/13
empty response | abc de | (none) | 0 0 | 0 0 | 0 0 | 0 0 | 0 0 | 0 0 0
empty key | (none) | abc | 0 0 | 0 0 | 0 0 | 0 0 | 0 0 | 0 0 0
both empty | (none) | (none) | 0 0 | 0 0 | 0 0 | 0 0 | 0 0 | 0 0 0
one mention, equal | a | a | 0 0 | 1 1 | 1 1 | 1 1 | 1 1 | 0 0 0
one mention, other | a | b | 0 0 | 0 0 | 0 0 | 0 0 | 0 0 | 0 0 0
split chain | abcd e | ab cd e | 2/3 1 | 3/5 1 | 3/5 3/5 | 5/6 5/9 | 7/15 1 | 2/3 3/4 7/12
twinless on both sides | abc d | abx cd y zw | 1/2 1/4 | 2/3 7/24 | 3/4 3/8 | 2/3 1/3 | 1/4 1/8 | 1/2 33/230 21/104
one entity, split | abc | a bc | 1/2 1 | 5/9 1 | 2/3 2/3 | 4/5 2/5 | 1/3 2/3 | 1/3 1 1/2
""".strip().splitlines()
