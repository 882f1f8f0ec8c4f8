"""The stages a pronoun passes: windows, filters, binding, choices; one file each, shared by all resolvers.

A window is a function from a case and the positions so far to positions; a filter is a ``Filter``; a choice is a
function from a case to a position. What each does in words is the first line of its docstring.
"""
