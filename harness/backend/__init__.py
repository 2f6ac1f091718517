"""The embedded backend as a value: lobby, tables, bots, results and points, without input or output.

`gate` is the outermost machine: it takes connections, raw frames and HTTP calls, checks limits,
decodes strictly and hands commands to rooms. `room` is one room with its lobby, `match` one match of
any game with its clock, automatic moves and leavers; `table` is that of Bluffers, with `chance` and
`bots`, and `table_dice`, `table_bluff` and `table_wizard` are those of the other games, with chance and
bots in `house_dice`, `house_bluff` and `house_wizard`. `ledger` keeps points.

What goes into a room is written to its `journal`, and `rebuild` plays journals again after a restart; `gathering` is
the part of a room that knows its people.
"""
