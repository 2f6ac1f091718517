"""Cards are neither made nor lost, and a call tells the truth. Plain counting, without the rules engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from harness.clock import Instant
from harness.referee.bluff.match import BluffMatch
from harness.referee.connection import Connection
from harness.referee.holding import Holding
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev


class AllCards(Holding):
    """R2: the cards in the hands, in the pile and out of the game are together the cards dealt.

    Observes: deals, plays, piles taken and swept, private cards, snapshots, acknowledged plays.
    Statement: all cards of the decks and jokers agreed upon are dealt, the odd ones to the leader and the seats
        after him (CHT-03, CHT-E01, CHT-E02); as many cards leave a hand as are named (CHT-05), at least one (CHT-04),
        and only faces that it can hold, each as often as it is there (CHT-E25); a pile is taken or swept as a whole
        (CHT-12, CHT-13, CHT-10); who is shown his cards holds as many as everybody was told, and none of those that
        he is known to hold has vanished; all faces that are known for sure, in hands, in the pile and out of the
        game, fit into the cards of the match.
    Alarm: hands that are not known for sure are judged by number only.
    Cost: O(cards) per event.
    """

    name = "conservation"
    checks = ("R2",)
    plays = cmd.Lay
    held_rule = "CHT-E25"
    game = "bluff"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.Dealt: self.on_dealt,
            ev.Laid: self.on_laid,
            ev.TurnedUp: self.on_turned_up,
            ev.Swept: self.on_swept,
        }
        self.frames = {ev.BluffHand: self.on_hand, ev.Snapshot: self.on_snapshot, ev.Ok: self.on_ok}

    # -- by number ---------------------------------------------------------------------------

    def on_dealt(self, room: Room, event: ev.Dealt, moment: Moment) -> None:
        """All cards, as evenly as can be."""
        match = BluffMatch.at(room)
        assert match is not None
        self.evaluated += 1
        total = match.all_cards().total()
        if sum(event.sizes) != total:
            self._no(room, "CHT-03", f"{sum(event.sizes)} cards are dealt, there are {total}")
            return
        if event.leader not in event.ring:
            return  # No order of turns at all.
        each, odd = divmod(total, len(match.seats))
        place = event.ring.index(event.leader)
        first = (event.ring[place:] + event.ring[:place])[:odd]
        expected = tuple(each + (seat in first) for seat in range(len(match.seats)))
        if event.sizes != expected:
            self._no(room, "CHT-E01", f"dealt are {event.sizes}, it should be {expected}")

    def on_laid(self, room: Room, event: ev.Laid, moment: Moment) -> None:
        """Cards leave a hand."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        held, play = match.sizes[event.seat], match.plays.get(event.number)
        if event.count < 1:
            self._no(room, "CHT-04", f"{event.count} cards were laid", event.seat)
        if event.left != held - event.count:
            what = f"seat {event.seat} held {held} cards, laid {event.count} and holds {event.left}"
            self._no(room, "CHT-05", what, event.seat)
        if play is not None and len(play.cards) != event.count:
            what = f"seat {event.seat} laid {len(play.cards)} cards, named are {event.count}"
            self._no(room, "CHT-05", what, event.seat)

    def on_turned_up(self, room: Room, event: ev.TurnedUp, moment: Moment) -> None:
        """The whole pile is taken, and what is turned up was among the cards of the claimant."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if event.taken != match.pile:
            rule = "CHT-12" if event.truth else "CHT-13"
            what = f"seat {event.taker} takes {event.taken} cards of a pile of {match.pile}"
            self._no(room, rule, what, event.taker)
        hand = match.hands.get(event.claimant)
        if hand is not None and hand.whole and not hand.had(event.cards):
            what = f"{' '.join(event.cards)} were turned up, seat {event.claimant} never held all of them"
            self._no(room, "CHT-E25", what, event.claimant)
        else:
            self._fit(room, match, event.cards, pile=match.lays[:-1])

    def on_swept(self, room: Room, event: ev.Swept, moment: Moment) -> None:
        """The whole pile leaves."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if event.count != match.pile:
            self._no(room, "CHT-10", f"{event.count} cards leave the game, the pile had {match.pile}")

    # -- by face -----------------------------------------------------------------------------

    def on_hand(self, connection: Connection, event: ev.BluffHand, at: Instant) -> None:
        """Somebody is told what he holds."""
        room = connection.room
        match = BluffMatch.at(room)
        if room is None or match is None or match.match != event.match or connection.player not in match.seats:
            self.undecidable += 1
            return
        seat = match.seats.index(connection.player)
        self._own(connection, room, event.cards, seat=seat, number=connection.number)

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """A picture counts all cards, and shows its receiver his own."""
        room = self.scene.rooms.get(event.room)
        match, table = BluffMatch.at(room), event.table
        if not isinstance(table, ev.BluffView) or room is None or match is None or match.match != table.match:
            return
        self.evaluated += 1
        counted = sum(table.sizes) + table.pile + table.discarded
        total = match.all_cards().total()
        if counted != total:
            what = f"hands, pile and cards out of the game are {counted} cards, there are {total}"
            self.convict("R2", "CHT-03", what, at=at, room=room, connections=(connection,))
        if event.seat is not None:
            self._own(connection, room, table.cards, seat=event.seat, number=event.number)

    def _own(self, connection: Connection, room: Room, cards: Sequence[str], *, seat: int, number: int) -> None:
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole or not match.deal or not match.is_settled(seat, number, room.number):
            self.undecidable += 1
            return
        self.evaluated += 1
        hand, size = match.hands.get(seat), match.sizes[seat]
        what = ""
        if len(cards) != size:
            what = f"seat {seat} is shown {len(cards)} cards, it should hold {size}"
        elif hand is not None and hand.cards.total() + hand.unseen == size and hand.cards - Counter(cards):
            lost = " ".join((hand.cards - Counter(cards)).elements())
            what = f"seat {seat} is shown {' '.join(cards)}, gone without a play are {lost}"
        if what:
            self.convict("R2", "CHT-03", what, at=self.scene.now, room=room, seats=(seat,), connections=(connection,))
        else:
            self._fit(room, match, cards, seat=seat, pile=match.lays)

    def _fit(self, room: Room, match: BluffMatch, cards: Sequence[str], *, seat: int = -1, pile: Sequence[int]) -> None:
        """These cards, and all others that are known for sure, are no more than there are."""
        self.evaluated += 1
        seen = Counter(cards) + match.gone
        for other in match.hands:
            if other != seat:
                seen += match.exact(other) or Counter()
        seen.update(match.faces_in_pile(pile))
        surplus = seen - match.all_cards()
        if surplus:
            what = f"there are more cards than were dealt: {' '.join(surplus.elements())} too many"
            self._no(room, "CHT-03", what, *match.hands)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R2", rule, what, at=self.scene.now, room=room, seats=sorted(set(seats)))


class TurnedUpVerdict(Oracle):
    """R3: a call turns up the cards that were laid last, and the verdict follows from the rank named.

    Observes: calls, and the plays of our own seats.
    Statement: the rank is the one claimed and the faces are those of the acknowledged play (CHT-11); `truth` is
        that all of them are of that rank or jokers (CHT-12, CHT-13, CHT-18); the caller takes the pile when it is
        true, else the claimant.
    Alarm: automatic plays and those of bots are seen only when turned up.
    Cost: O(cards) per call.
    """

    name = "call_verdict"
    checks = ("R3",)
    game = "bluff"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.TurnedUp: self.on_turned_up}

    def on_turned_up(self, room: Room, event: ev.TurnedUp, moment: Moment) -> None:
        """Judge the reveal."""
        match = BluffMatch.at(room)
        assert match is not None
        self.evaluated += 1
        faces = " ".join(event.cards)
        truth = all(card in (event.rank, "*") for card in event.cards)
        if event.truth != truth:
            what = f"{faces} as {event.rank} was judged {'true' if event.truth else 'a lie'}"
            self._no(room, "CHT-18" if "*" in event.cards else "CHT-12" if truth else "CHT-13", what, event.claimant)
        taker = event.seat if event.truth else event.claimant
        if event.taker != taker:
            what = f"seat {event.taker} takes the pile, it should be seat {taker}"
            self._no(room, "CHT-12" if event.truth else "CHT-13", what, event.taker)
        claim, play = match.claim, match.plays.get(match.claimed)
        if not match.whole or claim is None:
            self.undecidable += 1
            return
        if claim.rank != event.rank:
            self._no(room, "CHT-06", f"claimed was {claim.rank}, called is {event.rank}", event.claimant)
        if play is None:
            self.undecidable += 1
        elif Counter(play.cards) != Counter[str](event.cards):
            what = f"seat {event.claimant} laid {' '.join(play.cards)}, turned up were {faces}"
            self._no(room, "CHT-11", what, event.claimant)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R3", rule, what, at=self.scene.now, room=room, seats=seats)
