"""Wizard: rules, and the decisions that show on the wire."""

from __future__ import annotations

from typing import Final

from harness.referee.rulebook.entry import Entry, entry

_LAWS: Final = "tests/rules/test_wizard_laws.py"
_MOVES: Final = "tests/rules/test_wizard_moves.py"
_POSITIONS: Final = "tests/rules/test_wizard_positions.py"
_TABLE: Final = "tests/backend/test_table_wizard.py"

RULES: Final[dict[str, Entry]] = {
    "WIZ-01": entry("Foretell your tricks exactly; most points in the end win.", _LAWS),
    "WIZ-02": entry("Sixty cards: four suits of thirteen, four Wizards, four Jesters.", _LAWS),
    "WIZ-03": entry("Jester lowest, then two to ace, Wizard highest.", _POSITIONS),
    "WIZ-04": entry("Three to six players.", "tests/backend/test_lobby.py"),
    "WIZ-05": entry("Round r deals r cards each, until all are dealt.", _LAWS),
    "WIZ-06": entry("The card turned up gives the trump suit.", _MOVES),
    "WIZ-07": entry("A Jester turned up: no trump.", _MOVES),
    "WIZ-08": entry("A Wizard turned up: the dealer picks the trump suit.", _MOVES),
    "WIZ-09": entry("All cards dealt: no trump.", _POSITIONS),
    "WIZ-10": entry("The card turned up is not played.", _LAWS),
    "WIZ-11": entry("Bids go round from the dealer's left, and are shown.", _MOVES),
    "WIZ-12": entry("A bid is a whole number from nothing to all tricks.", _MOVES),
    "WIZ-13": entry("Any card is led; the suit must be followed if it can be.", _POSITIONS),
    "WIZ-14": entry("Wizards and Jesters may be played at any time.", _POSITIONS),
    "WIZ-15": entry(
        "The first Wizard takes the trick, else the highest trump, else the highest of the suit.", _POSITIONS
    ),
    "WIZ-16": entry("Whoever takes a trick leads the next.", _MOVES),
    "WIZ-17": entry("A Wizard led wins, and the others play what they like.", _POSITIONS),
    "WIZ-18": entry("A Jester led is nothing; the next card sets the suit.", _POSITIONS),
    "WIZ-19": entry("Jesters lose, but of Jesters alone the first wins.", _POSITIONS),
    "WIZ-20": entry("Made: 20 and 10 per trick; missed: -10 per trick off.", _POSITIONS),
    "WIZ-21": entry("Hidden: all bids are shown at once, before play.", _TABLE),
    "WIZ-22": entry("Plus/minus 1: the bids may not add up to the tricks.", _POSITIONS),
    "WIZ-23": entry("Secret: bids are shown when the round is over.", _TABLE),
    "WIZ-24": entry("A game of five rounds.", _POSITIONS),
    "WIZ-25": entry("The Amigo tournament: ten rounds from its own list.", _POSITIONS),
    "WIZ-26": entry("All sixty cards are shuffled for each round.", "tests/rules/test_wizard_odds.py"),
}

DECISIONS: Final[dict[str, Entry]] = {
    "WIZ-E01": entry("The dealer picks trump and bids last; his left neighbour bids and leads first.", _POSITIONS),
    "WIZ-E02": entry("The dealer moves one seat to the left each round.", _MOVES),
    "WIZ-E03": entry("Trump is picked before any bid, and must be a suit.", _MOVES),
    "WIZ-E04": entry("No card left to turn up decides about trump, not the last round.", _POSITIONS),
    "WIZ-E05": entry("Jester led, then a Wizard: no suit for the rest.", _POSITIONS),
    "WIZ-E06": entry("A suit led must be followed also after a Wizard.", _POSITIONS),
    "WIZ-E07": entry("Wizards and Jesters are of no suit.", _POSITIONS),
    "WIZ-E08": entry("Five rounds are of one to five cards; all cards five times is a choice of its own.", _POSITIONS),
    "WIZ-E09": entry("Plus/minus 1 binds the last bidder only.", _POSITIONS),
    "WIZ-E10": entry("Of the ways to bid exactly one is chosen.", "tests/backend/test_lobby.py"),
    "WIZ-E11": entry("Hidden and secret bids come in no order; only who has bid is shown.", _TABLE),
    "WIZ-E12": entry("A bid stays.", _MOVES),
    "WIZ-E13": entry("Bids out of range are refused.", _POSITIONS),
    "WIZ-E14": entry("Amigo with six is the standard game.", _POSITIONS),
    "WIZ-E15": entry("Totals may be negative.", _LAWS),
    "WIZ-E16": entry("Equal totals share the place.", _POSITIONS),
    "WIZ-E17": entry("Two players are refused.", "tests/backend/test_lobby.py"),
    "WIZ-E18": entry("The first suit card after Jesters sets the suit, also a trump.", _POSITIONS),
    "WIZ-E19": entry("Out of time: bid nothing if allowed, play any legal card.", _MOVES),
    "WIZ-E20": entry("A bot takes a leaver's seat; the leaver is last.", _TABLE),
    "WIZ-E21": entry("A round is scored once.", _TABLE),
    "WIZ-E23": entry("Of Jesters alone the first wins and leads.", _POSITIONS),
}
