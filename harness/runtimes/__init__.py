"""The worlds: the only places with input and output, tasks, real clocks and stores.

Each runtime drives the same machines (parties of `harness.swarm`, the gate of `harness.backend`):
it hands them messages with the time, obeys their effects, wakes them when they asked for it, and
shows what happened at the client edge to a tap. `virtual` simulates clock and network, `live` uses
real sockets, `server` puts the gate on real sockets.
"""
