"""Wizard: rules, and the decisions that show on the wire."""

from __future__ import annotations

from typing import Final

from harness.referee.rulebook.entry import Entry, entry

_LAWS: Final = "tests/rules/test_wizard_laws.py"
_MOVES: Final = "tests/rules/test_wizard_moves.py"
_POSITIONS: Final = "tests/rules/test_wizard_positions.py"
_TABLE: Final = "tests/backend/test_table_wizard.py"

RULES: Final[dict[str, Entry]] = {
    "WIZ-01": entry("Foretell your tricks exactly; most points in the end win.", "placement", _LAWS),
    "WIZ-02": entry("Sixty cards: four suits of thirteen, four Wizards, four Jesters.", "conservation", _LAWS),
    "WIZ-03": entry("Jester lowest, then two to ace, Wizard highest.", "call_verdict", _POSITIONS),
    "WIZ-04": entry("Three to six players.", "occupancy", "tests/backend/test_lobby.py"),
    "WIZ-05": entry("Round r deals r cards each, until all are dealt.", "conservation", "turn_order", _LAWS),
    "WIZ-06": entry("The card turned up gives the trump suit.", "call_verdict", _MOVES),
    "WIZ-07": entry("A Jester turned up: no trump.", "call_verdict", _MOVES),
    "WIZ-08": entry("A Wizard turned up: the dealer picks the trump suit.", "call_verdict", "turn_order", _MOVES),
    "WIZ-09": entry("All cards dealt: no trump.", "call_verdict", _POSITIONS),
    "WIZ-10": entry("The card turned up is not played.", "conservation", _LAWS),
    "WIZ-11": entry("Bids go round from the dealer's left, and are shown.", "turn_order", _MOVES),
    "WIZ-12": entry("A bid is a whole number from nothing to all tricks.", "turn_order", _MOVES),
    "WIZ-13": entry(
        "Any card is led; the suit must be followed if it can be.", "turn_order", "conservation", _POSITIONS
    ),
    "WIZ-14": entry("Wizards and Jesters may be played at any time.", "turn_order", _POSITIONS),
    "WIZ-15": entry(
        "The first Wizard takes the trick, else the highest trump, else the highest of the suit.",
        "call_verdict",
        _POSITIONS,
    ),
    "WIZ-16": entry("Whoever takes a trick leads the next.", "turn_order", _MOVES),
    "WIZ-17": entry("A Wizard led wins, and the others play what they like.", "call_verdict", "turn_order", _POSITIONS),
    "WIZ-18": entry("A Jester led is nothing; the next card sets the suit.", "turn_order", _POSITIONS),
    "WIZ-19": entry("Jesters lose, but of Jesters alone the first wins.", "call_verdict", _POSITIONS),
    "WIZ-20": entry("Made: 20 and 10 per trick; missed: -10 per trick off.", "points", _POSITIONS),
    "WIZ-21": entry("Hidden: all bids are shown at once, before play.", "hand_privacy", "call_verdict", _TABLE),
    "WIZ-22": entry("Plus/minus 1: the bids may not add up to the tricks.", "turn_order", _POSITIONS),
    "WIZ-23": entry("Secret: bids are shown when the round is over.", "hand_privacy", "points", _TABLE),
    "WIZ-24": entry("A game of five rounds.", "conservation", _POSITIONS),
    "WIZ-25": entry("The Amigo tournament: ten rounds from its own list.", "conservation", _POSITIONS),
    "WIZ-26": entry("All sixty cards are shuffled for each round.", "conservation", "tests/rules/test_wizard_odds.py"),
}

DECISIONS: Final[dict[str, Entry]] = {
    "WIZ-E01": entry(
        "The dealer picks trump and bids last; his left neighbour bids and leads first.", "turn_order", _POSITIONS
    ),
    "WIZ-E02": entry("The dealer moves one seat to the left each round.", "turn_order", _MOVES),
    "WIZ-E03": entry("Trump is picked before any bid, and must be a suit.", "turn_order", _MOVES),
    "WIZ-E04": entry("No card left to turn up decides about trump, not the last round.", "call_verdict", _POSITIONS),
    "WIZ-E05": entry("Jester led, then a Wizard: no suit for the rest.", "turn_order", _POSITIONS),
    "WIZ-E06": entry("A suit led must be followed also after a Wizard.", "turn_order", _POSITIONS),
    "WIZ-E07": entry("Wizards and Jesters are of no suit.", "turn_order", _POSITIONS),
    "WIZ-E08": entry(
        "Five rounds are of one to five cards; all cards five times is a choice of its own.", "conservation", _POSITIONS
    ),
    "WIZ-E09": entry("Plus/minus 1 binds the last bidder only.", "turn_order", _POSITIONS),
    "WIZ-E10": entry("Of the ways to bid exactly one is chosen.", "tests/backend/test_lobby.py"),
    "WIZ-E11": entry(
        "Hidden and secret bids come in no order; only who has bid is shown.",
        "hand_privacy",
        "resume_privacy",
        "turn_order",
        _TABLE,
    ),
    "WIZ-E12": entry("A bid stays.", "turn_order", _MOVES),
    "WIZ-E13": entry("Bids out of range are refused.", "turn_order", _POSITIONS),
    "WIZ-E14": entry("Amigo with six is the standard game.", "conservation", _POSITIONS),
    "WIZ-E15": entry("Totals may be negative.", "points", _LAWS),
    "WIZ-E16": entry("Equal totals share the place.", "placement", _POSITIONS),
    "WIZ-E17": entry("Two players are refused.", "tests/backend/test_lobby.py"),
    "WIZ-E18": entry("The first suit card after Jesters sets the suit, also a trump.", "turn_order", _POSITIONS),
    "WIZ-E19": entry("Out of time: bid nothing if allowed, play any legal card.", "turn_order", _MOVES),
    "WIZ-E20": entry("A bot takes a leaver's seat; the leaver is last.", "turn_order", "placement", _TABLE),
    "WIZ-E21": entry("A round is scored once.", "points", _TABLE),
    "WIZ-E23": entry("Of Jesters alone the first wins and leads.", "call_verdict", _POSITIONS),
}
