"""Bluff: rules, and the decisions that show on the wire."""

from __future__ import annotations

from typing import Final

from harness.referee.rulebook.entry import Entry, entry

_LAWS: Final = "tests/rules/test_bluff_laws.py"
_MOVES: Final = "tests/rules/test_bluff_moves.py"
_POSITIONS: Final = "tests/rules/test_bluff_positions.py"

RULES: Final[dict[str, Entry]] = {
    "CHT-01": entry("One deck or more, with jokers or without.", _MOVES),
    "CHT-02": entry("The aim is to have no cards left.", _POSITIONS),
    "CHT-03": entry("All cards are dealt, as evenly as can be.", _LAWS),
    "CHT-04": entry("Who leads lays cards face down and names one rank for all.", _MOVES),
    "CHT-05": entry("The number named is the number laid; only the rank can lie.", _MOVES),
    "CHT-06": entry("The next one adds to the same rank, passes, or calls bluff.", _MOVES),
    "CHT-07": entry("It goes round until a call, or until everybody has passed in a row.", _POSITIONS),
    "CHT-08": entry("The last adder has his own turn after the others' passes.", _POSITIONS),
    "CHT-09": entry("After a round of passes the last adder leads any rank.", _POSITIONS),
    "CHT-10": entry("The pile then leaves unseen and for good.", _LAWS),
    "CHT-11": entry("A call turns up the last cards, for all to see.", _MOVES),
    "CHT-12": entry("True: the caller takes the pile and the claimant leads.", _POSITIONS),
    "CHT-13": entry("Not true: the claimant takes it and the caller leads.", _POSITIONS),
    "CHT-14": entry("Who passed may join in again.", _MOVES),
    "CHT-15": entry("Only the last cards can be called, until somebody lays on top.", _POSITIONS),
    "CHT-16": entry("A call only in one's own turn.", _MOVES),
    "CHT-17": entry("Seats can change between deals.", "tests/backend/test_table_bluff.py"),
    "CHT-18": entry("Jokers stand for any rank.", _POSITIONS),
    "CHT-19": entry('Nobody leads "a joker".', _MOVES),
    "CHT-20": entry("Whoever lays his last cards wins, if they stand a call.", _POSITIONS),
    "CHT-21": entry("It ends there, or goes on for the other places.", _POSITIONS),
    "CHT-22": entry("Suits do not matter.", _LAWS),
}

DECISIONS: Final[dict[str, Entry]] = {
    "CHT-E01": entry("Extra cards go to the leader and the seats after him.", _LAWS),
    "CHT-E02": entry("One deck up to four players, else two; two jokers each.", _MOVES),
    "CHT-E03": entry("A claim may be larger than the deck allows.", _POSITIONS),
    "CHT-E04": entry("Who leads cannot pass.", _POSITIONS),
    "CHT-E05": entry("The last adder's own pass ends the round.", _POSITIONS),
    "CHT-E06": entry("He may add again; then his earlier cards are covered.", _POSITIONS),
    "CHT-E07": entry("Nobody calls himself.", _POSITIONS),
    "CHT-E08": entry("Out with true last cards: the seat after him leads.", _POSITIONS),
    "CHT-E09": entry("Going out is final when the cards cannot be called any more.", _POSITIONS),
    "CHT-E10": entry("The last cards can be called by a later player, too.", _POSITIONS),
    "CHT-E11": entry("The last adder is out: the others' passes end the round.", _POSITIONS),
    "CHT-E12": entry("End at the first winner, or play on: a choice.", _POSITIONS),
    "CHT-E13": entry("Two never go out at once.", _POSITIONS),
    "CHT-E14": entry("Nobody is left to call: the finish stands at once.", _POSITIONS),
    "CHT-E15": entry("The dealer is drawn, and moves on by one seat.", "tests/rules/test_bluff_odds.py"),
    "CHT-E16": entry("Turns go round in one direction, which is a choice.", _MOVES),
    "CHT-E17": entry("Jokers alone, named as a rank, are true.", _POSITIONS),
    "CHT-E19": entry("Turned-up cards are seen by everybody.", "agreement"),
    "CHT-E20": entry("Those who passed are counted, not their passes.", _POSITIONS),
    "CHT-E21": entry("Out of time: pass, or lead one card truthfully.", _POSITIONS),
    "CHT-E22": entry("A leaver's hand leaves the game unseen.", _POSITIONS),
    "CHT-E24": entry("Sizes, the claim and the passes are public; faces are not.", _LAWS),
    "CHT-E25": entry("Equal cards of two decks are two cards.", _MOVES),
}
