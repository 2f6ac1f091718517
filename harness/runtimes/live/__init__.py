"""The live world: parties against a real backend, over real sockets, in one process.

`run` plays any number of parties, `party` drives one of them, `client` is one WebSocket with its
faults, `lobby` makes the HTTP calls, `target` finds the backend and says whether it is there, `recorder`
is the clock and the way to the tap, `outage` ends the backend on purpose, `watch` notices a target that
died, `lag` how late our own loop is.
"""
