"""What a run leaves behind, as text: pure functions from an `Outcome` to documents and tables.

`outcome` is the value that all of them read, `union` merges what oracles said in many runs,
`documents` writes the JSON files, `junit` and `summary` what CI shows, `tables` what people see.
"""
