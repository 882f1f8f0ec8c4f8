"""Which tables of papers on evaluation can be recomputed: the part *Papers* of docs/reproduction.md."""
# ruff: noqa: E501 (a row of a table is one line)

from __future__ import annotations

PAPERS = """\
## Papers

Tables of papers about evaluation. *Test* is the test that recomputes the printed figures by the command line, from the
counts that are printed: a key and a response are written that have these counts, and are scored. What is not printed
with its counts, or comes from texts that are not public, cannot be recomputed; the workbench makes the same table for
other texts. The figures stand in [published.md](reference/published.md).

| paper | table | reproduced | why not, or by which command |
|---|---|---|---|
| Barbu & Mitkov (2001) | Table 1, success rate and precision | yes, of WIN, BEO, CDR and of all files, from the only number of right answers that gives both; not ACC, nor CogNIAC's success rate on WIN (44.64), for which there is none | `score -m success_rate -m precision`; test `test_table_1_of_barbu_and_mitkov` |
| Barbu & Mitkov (2001) | Table 2, pronouns, distances, candidates | no | no texts. For other texts: `difficulty`; for the HOWTO files: [above](#side-by-side) |
| Kennedy & Boguraev (1996) | weights of the worked examples, 180, 165 and 360 | yes | test `test_salience.py`; `explain` shows the sum for any text. Not 75% of 306: no texts |
| Baldwin (1997) | rules of CogNIAC, 92% precision, 64% recall, resolve-all 77.9 | yes, from the counts of the rules | `score -m success_rate -m precision`; test `test_figures_of_baldwin`. Not Hobbs' 78.8 and MUC-6: no counts |
| Mitkov (1998) | 89.7, baselines, use of indicators | no | no counts, no texts |
| Lappin & Leass (1994) and other rule-based systems | success rates | no | no counts, no texts; figures of public corpora are in [results.md](results.md) |
| Màrquez et al. (2012) | Table 2, English: mentions, entities, singletons and their shares, sizes of entities | yes, from the printed counts; not tokens, distances and decayed density, which need the texts of SemEval-2010 | `difficulty`; test `test_tables_2_and_3_of_marquez_et_al` |
| Màrquez et al. (2012) | Table 3, English: classes of mentions in % | yes, all nine | the same |
| Màrquez et al. (2012) | Table 5, baselines | what holds for any corpus: CEAF = R of B³ = entities/mentions for singletons, R of MUC 1 and R of BLANC ½ for all in one | the rest needs the texts. Test `test_baselines_of_marquez_et_al` |
| Màrquez et al. (2012) | Tables 6 and 7, mention detection and systems | F of mention detection from the printed R and P | no counts are printed, no texts. Test `test_mention_detection_of_marquez_et_al`. For other texts: `compare --table marquez` |
| Màrquez et al. (2012) | Table 8, classes of mentions | no | no counts, no texts, and the paper does not say how it divides a measure. By [our reading](reference/metrics.md#25-corpus-statistics), for other texts: `compare --table classes`, `score --by mention-class` |
| Tuggener (2014) | README of the scripts 1.2: inferred antecedent of NOUN, PRP, PRP$ | yes, all 27 figures | `score -m arcs_inferred --by noun-or-pos`; test `test_inferred_antecedents_of_tuggener_by_class` |
| Tuggener (2014) | Table 3, immediate and inferred antecedent | F1 from the printed P and R, all six | no counts are printed, and OntoNotes is not public. Test `test_f1_of_table_3_of_tuggener`. For other texts: `score -m arcs_immediate -m arcs_inferred --by noun-or-pos`, the total in the last row |
| Tuggener (2014) | Table 4, anchor mentions by class of entity | no | no counts, no texts. For other texts: `score -m arcs_anchor --by entity-type`, with the shares of the classes |
| Tuggener (2014) | shares of chains without a nominal and with a cataphoric start | no | no texts. For other texts: `difficulty` |
| Žitkus et al. (2023) | Table 3, P, R, F of each class, macro, micro, scheme | yes; the scheme's R is 35.45, printed as 35.44 because the paper rounds early | `score -m typed --typed-attempted pgd --option typed_scheme=PGDAE`; test `test_table_3_of_zitkus_et_al`. The counts themselves do not come out of the public files |
| Žitkus et al. (2023) | Appendix C, P ¾, R ½ | yes | `score -m typed`; test `test_appendix_c_of_zitkus_et_al` |
| Webster et al. (2018) | recall with 191 of 2000 snippets missing, by the official scorer and by the plain definition | yes, both | `score -m gap --option gap_missing=official`; test `test_missing_snippets_of_gap` |
| Orăsan et al. (2008) | tables of the four tasks of ARE 2007 | no | means over texts of Reuters that are not public. For other texts: [are.md](are.md), which has them next to the paper's |
"""
