"""Our canonical events and commands: what every dialect translates to and from.

`events` and `commands` are the messages, `refusals` the documented ways to say no, `policy` what
a backend promises about time and points, `session` which message may come when, `caps` what a
backend can do. All decoding is strict: an unknown field is an error (DESIGN rule 3).
"""
