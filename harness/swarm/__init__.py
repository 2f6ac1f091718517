"""Parties of fake players: who sits down with whom, what the script makes them do, and when.

A `party` is a machine for one room: it opens sessions, creates and joins the room, connects,
plays through its players, fires the script's steps and plays again by rematch. The runtime
executes its `effects` and tells it what came of them.

Its parts: `lobby` brings the actors together, `seat` is one actor with its connections, `scene` what
they know together, `script` which step comes next, `prompter` fires it, `deeds` does it for a `cast` of
actors (`moves` of every game, `sockets`, `calls`, `forging`), `desk` keeps calls and alarms, `errand` is
a call that is tried again.
"""
