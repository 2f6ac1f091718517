"""Our canonical events and commands: what every dialect translates to and from.

`events` and `commands` are the messages (with `events_dice`, `events_bluff` and `events_wizard` for what
one game alone says, `picture` for what snapshots and results are made of, `framing` for what all frames
share), `options` what can be chosen for a match, `refusals` the documented ways to say no, `policy` what
a backend promises about time and points, `session` which message may come when, `caps` what a
backend can do. All decoding is strict: an unknown field is an error (DESIGN rule 3).
"""
