"""The judge: it sees what the tap saw and shares no code with the judged.

`referee` takes observations one by one, decodes each received frame once and puts the public events
of every room into their one order; `scene` and `match` keep what is known (connections, rooms,
matches, who holds what); `moment` bounds the instants at which the server acted; every other module holds
oracles. `catalogue` names them all. An oracle's docstring is its manual page.
"""
