"""The command line: one file per verb, and the only place where all floors meet.

`main` finds the verb and owns the one exit, `options` reads flags and their environment variables,
`exit_code` is the table of exits, `folder` keeps the run folder.
"""
