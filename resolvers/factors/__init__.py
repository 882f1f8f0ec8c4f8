"""What speaks for a candidate, one file a factor; the first line of a docstring says what it rewards.

Those of salience (``grammatical_function.py`` …) say whether a mention satisfies them; antecedent indicators give the
candidate of a case a value.
"""
