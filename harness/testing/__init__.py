"""Conformance suites for users: is this a game, is this a machine?

`check_game` examines a rules module, `check_machine` a core. Hypothesis drives the first, so these
modules need the `test` extra; nothing else of the harness imports them.
"""
