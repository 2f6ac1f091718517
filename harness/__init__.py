"""A load-testing and simulation harness for turn-based, hidden-information game backends.

The words, used in the same sense everywhere:

- *room* (code, owner, members), *table* (one match in progress), *seat*; *match* → *hand* → *turn* → *move*;
  *deadline*, *auto-move*, *away* (no connection for longer than the grace), *leave*; *place*, *points*,
  *season*, *tier*.
- *scenario*, *script*, *persona*, *mischief*, *swarm*, *party* (the fake players of one room), *fault*.
- *tap*, *observation*, *history*, *oracle*, *finding*, *verdict*; *mutant* (a backend with one planted bug),
  *control*, *canary*.
- *dialect* (how one backend speaks), *target* (where it listens), *world* (virtual, live or load), *tape*.

Importing this package imports nothing that opens sockets, patches modules or reads clocks.
"""
