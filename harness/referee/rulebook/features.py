"""The platform around the games."""

from __future__ import annotations

from typing import Final

from harness.referee.rulebook.entry import Entry, entry, off_the_wire

_ROUTES: Final = "tests/backend/test_routes.py"
_PERSONAL: Final = "tests/backend/test_personal.py"

FEATURES: Final[dict[str, Entry]] = {
    "FEAT-01": entry("Create Room: a new room, owned by who asked.", "owner", "room_codes"),
    "FEAT-02": entry("The room's code, its own while it is open.", "room_codes"),
    "FEAT-03": entry("The invite link opens the same room, with no session, too.", "expectations", _ROUTES),
    "FEAT-04": entry(
        "Join by code; a wrong, expired, full or started one each has its answer.",
        "occupancy",
        "expectations",
        parts=("joined", "wrong", "expired", "full", "started"),
    ),
    "FEAT-05": entry(
        "Four letters, of any case, with a limit on guesses.",
        "room_codes",
        "expectations",
        parts=("letters", "any-case", "limit"),
    ),
    "FEAT-06": entry("A seat without an account: a token for the device.", "seat_binding", "credential_secrecy"),
    "FEAT-07": entry(
        "Add Bot, by the owner, until the table is full.",
        "owner",
        "occupancy",
        parts=("added", "by-a-guest", "full", "started"),
    ),
    "FEAT-08": entry(
        "Remove a bot before the start, never a human.", "owner", "expectations", parts=("removed", "human")
    ),
    "FEAT-09": entry(
        "Start with two or more, by the owner.", "owner", "expectations", parts=("started", "alone", "by-a-guest")
    ),
    "FEAT-10": entry("AI fills the empty seats at Start.", "occupancy", "expectations"),
    "FEAT-11": entry(
        "Each game has its fewest and most players.",
        "occupancy",
        "tests/backend/test_lobby.py",
        parts=("bluffers", "bluff", "liars_dice", "wizard", "refused"),
    ),
    "FEAT-12": entry("The server deals, rolls and shoots; no input of a client decides.", "client_values"),
    "FEAT-13": entry(
        "Each player sees only his own cards or dice.",
        "hand_privacy",
        "resume_privacy",
        "public_log",
        parts=("bluffers", "bluff", "liars_dice", "wizard"),
    ),
    "FEAT-14": entry("Thirty seconds for a move, then one automatic move.", "timer_early", "timer_late", "single_move"),
    "FEAT-15": entry("A forced call: playing is refused.", "turn_order"),
    "FEAT-16": entry("The match goes on without whoever is disconnected.", "timer_late", "progress"),
    "FEAT-17": entry(
        "Back to the own seat as it stands, also from another device; no second seat.",
        "continuity",
        "fold",
        "occupancy",
        parts=("socket", "device"),
    ),
    "FEAT-18": entry("A lost connection comes back without the user.", "resumable", "continuity"),
    "FEAT-19": entry("Leave Table: no points, and the match goes on.", "points", "placement"),
    "FEAT-20": entry("Points by place and by seats at Start.", "points", parts=("2", "3", "4")),
    "FEAT-21": off_the_wire("Total points on the device."),
    "FEAT-22": entry(
        "The world board counts matches of two or more real players.",
        "eligibility",
        "board_sums",
        parts=("counted", "left-out"),
    ),
    "FEAT-23": entry("Points come from the server; forged ones are refused.", "client_values", "board_sums"),
    "FEAT-24": entry("A season is a month, and begins empty.", "month"),
    "FEAT-25": entry(
        "Tiers follow from season points.",
        "ranking",
        "tests/backend/test_tiers.py",
        parts=("bronze", "silver", "gold", "diamond"),
    ),
    "FEAT-26": entry("The tier is the same in the profile and on the board.", "ranking"),
    "FEAT-27": entry("From the results on to a new match.", "occupancy", "eligibility"),
    "FEAT-28": off_the_wire("Play against bots without internet."),
    "FEAT-29": entry(
        "The Tutorial Match, with two bots, offered once.",
        "expectations",
        "tests/backend/test_tutorial.py",
        parts=("begun", "resumed", "over", "skipped"),
    ),
    "FEAT-30": off_the_wire("How to Play?, at any time."),
    "FEAT-31": entry(
        "Block a player, in lobby or at the table.",
        "expectations",
        "tests/backend/test_blocks.py",
        parts=("blocked", "kept-out", "let-in", "taken-back"),
    ),
    "FEAT-32": entry(
        "Report a player; it changes nothing at the table.",
        "expectations",
        "tests/backend/test_reports.py",
        parts=("filed", "limited"),
    ),
    "FEAT-33": off_the_wire("Questions and answers."),
    "FEAT-34": entry("The table card stays visible, also after a reconnect.", "fold"),
    "FEAT-35": off_the_wire("The claim is spoken."),
    "FEAT-36": off_the_wire("Green and red cards at the reveal."),
    "FEAT-37": off_the_wire("The cartoon revolver."),
    "FEAT-38": off_the_wire("For players aged 16 and over."),
    "FEAT-39": off_the_wire("Button names stay English."),
    "FEAT-40": off_the_wire("Several languages."),
    "FEAT-41": entry("A challenge is settled once.", "single_move", "expectations"),
    "FEAT-42": entry(
        "All cups are opened on a challenge, and only then.", "hand_privacy", "tests/backend/test_table_dice.py"
    ),
    "FEAT-43": entry(
        "Whether ones are wild is visible, also after a reconnect.",
        "fold",
        "tests/backend/test_table_dice.py",
        parts=("bid", "snapshot"),
    ),
    "FEAT-44": entry(
        "The score sheet shows bids and totals, and no bid too early.",
        "hand_privacy",
        "tests/backend/test_table_wizard.py",
    ),
    "FEAT-45": entry(
        "The length of the game is fixed at Start.",
        "tests/backend/test_table_wizard.py",
        parts=("standard", "five", "five_full", "amigo"),
    ),
    "FEAT-46": entry(
        "One way to bid is chosen.",
        "tests/backend/test_table_wizard.py",
        parts=("standard", "hidden", "plusminus", "secret"),
    ),
    "FEAT-47": off_the_wire("Choice of card style."),
    "FEAT-48": entry(
        "A turned-up Wizard: one of four suits is chosen.", "turn_order", "tests/backend/test_table_wizard.py"
    ),
    "FEAT-49": entry(
        "Decks and jokers are fixed at Start.", "tests/backend/test_table_bluff.py", parts=("decks", "jokers")
    ),
    "FEAT-50": entry(
        "End at the first winner or play on, fixed at Start.",
        "tests/backend/test_table_bluff.py",
        parts=("first_out", "play_on"),
    ),
    "FEAT-51": entry("Seats change between matches, when so chosen.", "occupancy", "tests/backend/test_room.py"),
    "FEAT-52": entry("When the owner goes, the room has a new one.", "owner", parts=("lobby", "playing")),
    "FEAT-53": entry(
        "Late joiners, full rooms and closed rooms are told so.",
        "occupancy",
        "room_codes",
        "expectations",
        parts=("started", "full", "closed"),
    ),
    "FEAT-54": entry(
        "A match's public log is kept, for those who sat there.",
        "public_log",
        "tests/backend/test_logs.py",
        parts=("read", "refused"),
    ),
    "FEAT-55": entry("From opening the page to the first turn within thirty seconds.", "timer_late", "expectations"),
}
