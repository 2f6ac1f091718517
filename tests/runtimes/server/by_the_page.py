"""A client written by hand from docs/protocol.md alone: plain JSON, nothing of the harness.

It plays simply: it must get through a whole match of each game without ever being refused.
"""

from __future__ import annotations

import json
import threading
import urllib.request
from typing import Any

from websockets.sync.client import connect

Frame = dict[str, Any]

PATIENCE_S = 20.0


def http(url: str, path: str, body: Frame, token: str = "") -> Frame:
    """One POST with JSON, answered with JSON."""
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        text = answer.read()
    return json.loads(text) if text else {}


class Client(threading.Thread):
    """One player: a session, a seat, a socket.

    Args:
        url, ws: The server's addresses.
        name: Display name.
        room: Code of the room to join; None to open one.
        options: Of the room that is opened.
    """

    def __init__(self, url: str, ws: str, name: str, room: str | None, options: Frame) -> None:
        super().__init__(name=name, daemon=True)
        self.url, self.ws = url, ws
        self.token = http(url, "/v1/sessions", {"name": name})["token"]
        path = "/v1/rooms" if room is None else f"/v1/rooms/{room}/members"
        seating = http(url, path, options if room is None else {}, self.token)
        self.room, self.me, self.secret = seating["room"], seating["player"], seating["secret"]
        self.seated = threading.Event()
        self.frames: list[Frame] = []
        self.result: Frame | None = None
        self.problem = ""
        self.game = ""
        self.seat = -1
        self.cards: list[Any] = []
        self.bid: Frame | None = None
        self.claim: Frame | None = None
        self.trick: list[str] = []
        self.moves = 0

    def begin(self) -> str:
        """The owner starts the match."""
        return str(http(self.url, f"/v1/rooms/{self.room}/start", {}, self.token)["match"])

    def run(self) -> None:
        """Play until the match is over; what goes wrong is kept in `problem`."""
        try:
            with connect(self.ws, proxy=None) as socket:
                socket.send(json.dumps({"type": "hello", "secret": self.secret}))
                while self.result is None:
                    frame = json.loads(socket.recv(timeout=PATIENCE_S))
                    self.frames.append(frame)
                    if frame["seq"] != len(self.frames):
                        raise AssertionError(f"seq {frame['seq']} is frame number {len(self.frames)}")
                    for move in self.take(frame):
                        self.moves += 1
                        socket.send(json.dumps({"id": f"m{self.moves}", **move}))
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}; last frames {self.frames[-3:]}"

    def take(self, frame: Frame) -> list[Frame]:
        """One frame in, the moves that follow from it out."""
        kind = frame["type"]
        if kind == "snapshot":
            self.seated.set()
        elif kind == "refused":
            raise AssertionError(f"refused: {frame}")
        elif kind == "ping":
            return [{"type": "pong", "id": frame["id"]}]
        elif kind == "match_started":
            self.game, self.seat = frame["game"], frame["seats"].index(self.me)
        elif kind in ("cards", "hand", "wizard_hand", "dice"):
            self.cards = list(frame["dice" if kind == "dice" else "cards"])
        elif kind in ("hand_started", "round_started", "dealt", "round_dealt"):
            self.bid = self.claim = None
            self.trick = []
            self.started = frame
        elif kind == "bid_made":
            self.bid = frame
        elif kind in ("played", "laid"):
            self.claim = frame
        elif kind in ("called", "turned_up", "swept"):
            self.claim = None
        elif kind == "card_played":
            self.trick.append(frame["card"])
        elif kind == "trick_taken":
            self.trick = []
        elif kind == "match_over":
            self.result = frame["result"]
        elif kind == "turn" and frame["seat"] == self.seat:
            return [{"turn": frame["turn"], **getattr(self, f"play_{self.game}")(frame)}]
        elif kind == "bidding" and self.seat in frame["seats"]:
            return [{"turn": frame["turn"], "type": "bid_tricks", "tricks": 0}]
        return []

    def play_bluffers(self, turn: Frame) -> Frame:
        """Call when there is nothing else, and every third time; else play a card."""
        if turn["legal"] == ["call"] or ("call" in turn["legal"] and turn["turn"] % 3 == 0):
            return {"type": "call"}
        return {"type": "play", "cards": [self.cards.pop()]}

    def play_liars_dice(self, turn: Frame) -> Frame:
        """Raise by a die until a third of the table is named, then challenge."""
        if self.bid is None:
            return {"type": "bid", "quantity": 1, "face": 2}
        if "bid" in turn["legal"] and self.bid["quantity"] < sum(self.started["sizes"]) // 3:
            return {"type": "bid", "quantity": self.bid["quantity"] + 1, "face": self.bid["face"]}
        return {"type": "challenge"}

    def play_bluff(self, turn: Frame) -> Frame:
        """Lead with all cards of a rank; add what is of the rank, or pass; now and then call."""
        if self.claim is None:
            rank = next((card for card in self.cards if card != "*"), "A")
            laid = [card for card in self.cards if card == rank] or ["*"]
            named: Frame = {"named": rank}
        else:
            rank = self.claim["rank"]
            if "call" in turn["legal"] and turn["turn"] % 7 == 0:
                return {"type": "call"}
            laid = [card for card in self.cards if card == rank]
            named = {}
            if not laid or "play" not in turn["legal"]:
                return {"type": "pass"}
        for card in laid:
            self.cards.remove(card)
        return {"type": "lay", "cards": laid, **named}

    def play_wizard(self, turn: Frame) -> Frame:
        """Choose hearts, bid nothing, follow suit."""
        if turn["legal"] == ["choose_trump"]:
            return {"type": "choose_trump", "suit": "H"}
        if turn["legal"] == ["bid"]:
            return {"type": "bid_tricks", "tricks": 0}
        first = next((card for card in self.trick if card != "E"), "E")
        suit = "" if first in ("W", "E") else first[0]
        bound = [card for card in self.cards if suit and card not in ("W", "E") and card[0] == suit]
        card = (bound or self.cards)[0]
        self.cards.remove(card)
        return {"type": "play_card", "card": card}
