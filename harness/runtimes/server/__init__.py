"""The embedded backend on real sockets: Starlette on uvicorn around the `Gate` machine.

`run` starts and stops it, `app` has the HTTP routes, `sockets` the one socket route, `driver` hands
every input to the gate and carries out what it says, `outlet` is one client's outgoing queue, `store`
keeps what survives a restart (in SQLite or in PostgreSQL, as `store_address` finds out), `meters` are the
Prometheus metrics, `openapi` and `asyncapi` describe the interface, `embedded` runs the whole in a process of
its own for runs that bring their backend with them.
"""
