"""Scenarios: files that say who plays, what happens when, and what has to hold; unrolled to plain plans.

`model` has the typed shape of a file, `load` reads files and reports every problem with its line,
`plan` unrolls a scenario to the plans of one case (plans are data, DESIGN rule 5).
"""
