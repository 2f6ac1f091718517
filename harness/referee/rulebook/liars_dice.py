"""Liar's Dice: rules, and the decisions that show on the wire."""

from __future__ import annotations

from typing import Final

from harness.referee.rulebook.entry import Entry, entry

_LAWS: Final = "tests/rules/test_liars_dice_laws.py"
_MOVES: Final = "tests/rules/test_liars_dice_moves.py"
_POSITIONS: Final = "tests/rules/test_liars_dice_positions.py"
_TABLE: Final = "tests/backend/test_table_dice.py"

RULES: Final[dict[str, Entry]] = {
    "LDC-01": entry("Two to six players, five dice each.", _LAWS),
    "LDC-02": entry("The last one with dice wins.", _LAWS),
    "LDC-03": entry("All shake at once, and see their own dice only.", _LAWS),
    "LDC-04": entry("The host opens; then the loser of the round, or who sits next if he is out.", _POSITIONS),
    "LDC-05": entry("A bid is a quantity and a face, of all dice at the table.", _MOVES),
    "LDC-06": entry("A bid beats the last: more dice, or as many of a higher face.", _MOVES),
    "LDC-07": entry("No bid is above the dice in play.", _MOVES),
    "LDC-08": entry("Twos to sixes are ordinary; ones are special.", _MOVES),
    "LDC-09": entry("Ones are wild until somebody bids ones.", _POSITIONS),
    "LDC-10": entry("From then on they are ones only, to the end of the round.", _POSITIONS),
    "LDC-11": entry("A challenge opens all cups and counts the face.", _MOVES),
    "LDC-12": entry("Count reached: the challenger loses a die; else the bidder.", _POSITIONS),
    "LDC-13": entry("A challenge is settled once; the loser has one die fewer.", _MOVES),
    "LDC-14": entry("Without dice one is out; one left is the end.", _LAWS),
    "LDC-15": entry("Turns go round the seats.", _LAWS),
    "LDC-16": entry("AI players take empty seats; who lost his connection gets his seat back.", _TABLE),
    "LDC-17": entry("The game of Big Talk Dice: ones on top.", _POSITIONS),
}

DECISIONS: Final[dict[str, Entry]] = {
    "LDC-E01": entry("Ones are the highest face, or the lowest: a choice.", _POSITIONS),
    "LDC-E02": entry("After ones another face may be bid; the lock stays.", _POSITIONS),
    "LDC-E03": entry("One may open with ones.", _POSITIONS),
    "LDC-E04": entry("A bid of ones must beat the last one, too.", _MOVES),
    "LDC-E06": entry("The smallest opening is one die.", _MOVES),
    "LDC-E07": entry("All dice as ones can only be challenged.", _POSITIONS),
    "LDC-E08": entry("More dice of a lower face is a raise.", _POSITIONS),
    "LDC-E09": entry("Only the player to move challenges.", _POSITIONS),
    "LDC-E10": entry("Who opens has nothing to challenge.", _POSITIONS),
    "LDC-E11": entry("After an elimination the next seat still in opens.", _POSITIONS),
    "LDC-E12": entry("The owner of the room opens the first round.", _TABLE),
    "LDC-E14": entry("Out of time: challenge, or open with one two.", _POSITIONS),
    "LDC-E15": entry("An AI takes the seat and dice of a leaver.", _TABLE),
    "LDC-E16": entry("An AI moves for whoever is away.", _TABLE),
    "LDC-E17": entry("Two players with one die each play by the same rules.", _POSITIONS),
    "LDC-E18": entry("Resends and reconnects cost no second die.", "single_move", _TABLE),
    "LDC-E19": entry("Quantities and faces that are none are refused.", _MOVES),
    "LDC-E20": entry("All dice are shown at a challenge, with the count and the lock.", _TABLE),
    "LDC-E21": entry(
        "Four seats unless the host says otherwise; empty ones get an AI at Start.", "tests/backend/test_lobby.py"
    ),
    "LDC-E22": entry("Codes of four letters, of any case, with a limit on guesses.", "room_codes", "expectations"),
    "LDC-E23": entry("Places follow the order of elimination.", _LAWS),
}
