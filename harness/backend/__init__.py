"""The embedded backend as a value: lobby, tables, bots, results and points, without input or output.

`gate` is the outermost machine: it takes connections, raw frames and HTTP calls, checks limits,
decodes strictly and hands commands to rooms. `room` is one room with its lobby, `table` one match
with its clock, `bots` play from their own view, `ledger` keeps points, `chance` draws.
"""
