"""How one backend speaks: lobby calls and frames, in both directions, without input or output.

`http` has the shapes of lobby calls, `dialect` the interface, `native` the embedded backend's own
way, `registry` the names.
"""
