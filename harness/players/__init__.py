"""Fake players: brains without sockets, who see nothing but their own seat's events.

`view` is what a player knows, `odds` how likely a claim is, `personas` the ways to play and
`mischief` the ways to cheat (with `tampering` and `garbage` for the bytes); `memory` is what the
client program keeps besides the game, `acts` what a player may want, `player` puts them together,
`names` gives display names. The games besides Bluffers are known by `known` and its modules, played
by `play_dice`, `play_bluff` and `play_wizard` as `temper` says, and spoken by `speech`. Everything random
comes from named streams; nothing here reads a clock.
"""
