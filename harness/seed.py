"""Named, seeded streams of chance.

Every random choice of a run comes from a stream with a name: `derive(root, "room", code, "deal")`.
Streams with different names are independent, so one can be fixed without moving the others
(BLF-E21), and the order in which rooms are served changes nothing. A stream is BLAKE2b in
counter mode: reproducible from a seed, and unpredictable to players when the root is secret.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def root_of(seed: int | bytes | str) -> bytes:
    """Turn a seed as people write it into the 32 bytes that streams derive from."""
    raw = seed if isinstance(seed, bytes) else str(seed).encode()
    return blake2b(raw, digest_size=32, person=b"harness-root").digest()


def derive(root: bytes, *names: str | int) -> bytes:
    """The 32-byte key of the stream with this name under this root."""
    path = "\x1f".join(str(name) for name in names).encode()
    return blake2b(path, key=root, digest_size=32, person=b"harness-name").digest()


class Stream:
    """One stream of uniform choices.

    Args:
        key: 32 bytes from `derive`. Equal keys give equal streams.
    """

    __slots__ = ("_block", "_counter", "_key", "_left")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._block = 0
        self._left = 0

    def bits(self, count: int) -> int:
        """`count` random bits as an integer, 1 <= count <= 512."""
        if self._left < count:
            digest = blake2b(self._counter.to_bytes(8, "big"), key=self._key).digest()
            self._counter += 1
            self._block = int.from_bytes(digest, "big")
            self._left = 512
        value = self._block & ((1 << count) - 1)
        self._block >>= count
        self._left -= count
        return value

    def below(self, bound: int) -> int:
        """A uniform integer in range(bound), without modulo bias; `bound` is at least 1."""
        assert bound >= 1
        width = bound.bit_length()
        while True:
            value = self.bits(width)
            if value < bound:
                return value

    def unit(self) -> float:
        """A uniform float in [0, 1) with 53 bits."""
        return self.bits(53) / (1 << 53)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.unit() < probability

    def between(self, low: int, high: int) -> int:
        """A uniform integer, both ends included."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        """One item, uniformly; `items` must not be empty."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """`count` items without replacement, in random order."""
        pool = list(items)
        self.shuffle(pool)
        return tuple(pool[:count])

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place (Fisher-Yates from the top)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def token(self, length: int, alphabet: str) -> str:
        """A random word over an alphabet: room codes, ids, secrets."""
        return "".join(self.choice(alphabet) for _ in range(length))


def stream(root: bytes, *names: str | int) -> Stream:
    """Shorthand for `Stream(derive(root, *names))`."""
    return Stream(derive(root, *names))
