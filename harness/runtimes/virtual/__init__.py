"""The virtual world: parties and gate in one process, on a simulated clock and network.

`network` has the link and the state of one connection, `run` the loop. Nothing here reads a clock
or draws from anything but named streams, so equal inputs give equal histories, byte for byte.
"""
