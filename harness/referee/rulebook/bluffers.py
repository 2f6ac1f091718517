"""Bluffers: rules, and the decisions that show on the wire."""

from __future__ import annotations

from typing import Final

from harness.referee.rulebook.entry import Entry, entry

RULES: Final[dict[str, Entry]] = {
    "BLF-01": entry("Two to four players.", "occupancy", "tests/backend/test_lobby.py"),
    "BLF-02": entry("The aim is to be the last one at the table.", "placement"),
    "BLF-03": entry("Twenty cards: six kings, six queens, six aces, two jokers.", "conservation"),
    "BLF-04": entry("A joker counts as the table card, whichever that is.", "call_verdict"),
    "BLF-05": entry("Five cards for everybody still in, at the start of each hand.", "conservation"),
    "BLF-06": entry("All twenty are shuffled anew for each hand.", "conservation", "tests/rules/test_bluffers_odds.py"),
    "BLF-07": entry("What is not dealt with three or two players is seen by nobody.", "hand_privacy", "conservation"),
    "BLF-08": entry("You see your own cards only.", "hand_privacy"),
    "BLF-09": entry("King, queen or ace is drawn as table card, for the whole hand.", "fold", "call_verdict"),
    "BLF-10": entry("A turn plays one to three cards face down, as a claim.", "conservation", "turn_order"),
    "BLF-11": entry("The claim is always the number played, of the table card.", "turn_order", "conservation"),
    "BLF-12": entry("Play or call, never pass; who opens a hand can only play.", "turn_order"),
    "BLF-13": entry("Only the player to move calls, and only the last cards.", "turn_order", "call_verdict"),
    "BLF-14": entry("Thirty seconds for a move.", "timer_early", "timer_late", "late_accept", "early_refusal"),
    "BLF-15": entry("Out of time: one random card is played.", "timer_late", "turn_order"),
    "BLF-16": entry("A call turns up the last cards and no others.", "call_verdict", "hand_privacy"),
    "BLF-17": entry("All true: the caller pulls; else the one who played them.", "call_verdict"),
    "BLF-18": entry("Own revolver, six chambers, one bullet; the drum goes on from hand to hand.", "elimination"),
    "BLF-19": entry("The sixth pull is certain; a new match has fresh revolvers.", "elimination"),
    "BLF-20": entry("Who is shot is out; else the match goes on.", "elimination"),
    "BLF-21": entry(
        "After the pull cards are collected, dealt, and a table card is drawn.", "elimination", "conservation"
    ),
    "BLF-22": entry("The puller opens the next hand, or who sits next if he is out.", "turn_order"),
    "BLF-23": entry("Who has no cards is skipped; his last cards can still be called.", "turn_order"),
    "BLF-24": entry("The only one with cards must call.", "turn_order"),
    "BLF-25": entry("Lost connections do not stop the match; the seat is there on return.", "continuity", "timer_late"),
    "BLF-26": entry("Who leaves gets no points, and the others play on.", "points", "progress"),
    "BLF-27": entry("The last one standing wins.", "placement"),
    "BLF-28": entry("The place is fixed at the moment of elimination.", "placement"),
    "BLF-29": entry("Points 10/6/3/1, 8/4/1 or 5/1.", "points"),
    "BLF-30": entry("The size of the table is that at Start, bots included.", "points"),
    "BLF-31": entry("Matches of one human with bots do not reach the boards.", "eligibility", "board_sums"),
    "BLF-32": entry("Matches of two real players or more do, bots or not.", "eligibility", "board_sums"),
    "BLF-33": entry("A month is a season, with its own points and a tier.", "month", "ranking"),
    "BLF-34": entry("The server computes points; nobody can send any.", "client_values", "points"),
    "BLF-35": entry("Turns go round the seats in one direction.", "turn_order"),
    "BLF-36": entry("Every hand ends in one pull.", "elimination", "progress"),
}

DECISIONS: Final[dict[str, Entry]] = {
    "BLF-E01": entry("The clock of a forced caller runs out: he calls.", "turn_order", "timer_late"),
    "BLF-E02": entry("A forced caller who is away calls, too.", "turn_order", "timer_late"),
    "BLF-E03": entry("An automatic move is one card, never more.", "turn_order"),
    "BLF-E04": entry(
        "Away after the grace, then moved for soon after the turn begins.", "presence", "timer_early", "timer_late"
    ),
    "BLF-E05": entry("Coming back gives no new time, and takes none.", "timer_reconnect", "continuity"),
    "BLF-E06": entry("Seats are in the order of arrival, for the whole match.", "fold", "turn_order"),
    "BLF-E07": entry("Who leaves on his turn leaves the claim before him callable.", "turn_order"),
    "BLF-E08": entry("A claimant who leaves takes his claim with him.", "turn_order", "call_verdict"),
    "BLF-E09": entry("Only the claimant has cards: the hand is void.", "turn_order", "elimination"),
    "BLF-E10": entry("The forced caller leaves: the hand is void.", "turn_order", "elimination"),
    "BLF-E11": entry(
        "A leaver can turn a free move into a forced call, on the same clock.", "turn_order", "timer_late"
    ),
    "BLF-E12": entry("Call, reveal, pull and elimination are one step.", "elimination", "call_verdict"),
    "BLF-E13": entry("The last cards of a player can be called until somebody plays over them.", "call_verdict"),
    "BLF-E15": entry("Nobody calls out of turn.", "turn_order"),
    "BLF-E16": entry("Who opens can neither call nor pass.", "turn_order"),
    "BLF-E17": entry("The table card may come again.", "tests/rules/test_bluffers_odds.py"),
    "BLF-E18": entry("The first opener is drawn.", "turn_order", "tests/rules/test_bluffers_odds.py"),
    "BLF-E19": entry("Undealt cards are never shown, not even at the end.", "hand_privacy", "audience"),
    "BLF-E20": entry(
        "Everybody sees how often was pulled; where the bullet lies, nobody.", "elimination", "hand_privacy"
    ),
    "BLF-E22": entry("A leaver gets the lowest open place and no points; nobody else moves.", "placement", "points"),
    "BLF-E23": entry("A table does not shrink when somebody leaves.", "points"),
    "BLF-E24": entry("All others leave: the last one is first, with full points.", "placement", "points"),
    "BLF-E25": entry("Who leaves after his elimination keeps his points.", "points"),
    "BLF-E26": entry("No human left: the match stops and nothing is awarded.", "progress", "settled_once"),
    "BLF-E27": entry("All humans away: the match goes on by automatic moves.", "progress", "timer_late"),
    "BLF-E28": entry(
        "Events take effect in one order; a stale command is refused.", "late_accept", "early_refusal", "turn_order"
    ),
    "BLF-E29": entry("Nothing but the end of a turn touches its clock.", "timer_junk"),
    "BLF-E30": entry("Equal points share a rank; who had them first stands first.", "ranking"),
    "BLF-E31": entry("Real players are counted at Start.", "eligibility"),
    "BLF-E32": entry("A match counts in the UTC month of its end.", "month"),
    "BLF-E34": entry("The tier follows the season points.", "ranking"),
    "BLF-E35": entry(
        "Whom the owner blocked finds no room; at the table a block changes nothing.",
        "expectations",
        "tests/backend/test_blocks.py",
    ),
    "BLF-E36": entry("The owner leaves: the human who was there longest owns.", "owner"),
    "BLF-E37": entry("Bots come and go in the lobby, by the owner, and count for Start.", "owner", "occupancy"),
    "BLF-E38": entry("Late joiners are told that the match has begun.", "expectations", "tests/backend/test_routes.py"),
    "BLF-E39": entry("Names may be equal; nobody gets a seat by a name.", "seat_binding"),
    "BLF-E40": entry("A rematch seats those who asked for it, in the same room.", "occupancy", "eligibility"),
    "BLF-E41": entry(
        "The Tutorial Match is fixed, worth nothing, and over once finished or skipped.",
        "expectations",
        "tests/backend/test_tutorial.py",
    ),
    "BLF-E43": entry("A move says how many cards, not which slots of the hand.", "hand_privacy"),
}
