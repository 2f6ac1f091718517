"""The embedded backend on real sockets: Starlette on uvicorn around the `Gate` machine.

`run` starts and stops it, `app` has the HTTP routes, `sockets` the one socket route, `driver` hands
every input to the gate and carries out what it says, `outlet` is one client's outgoing queue, `store`
keeps settled matches in SQLite, `meters` are the Prometheus metrics, `openapi` and `asyncapi` describe
the interface, `embedded` runs the whole in a process of its own for `make swarm` and the tests.
"""
