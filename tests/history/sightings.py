"""Observations of every kind, drawn by Hypothesis."""

from __future__ import annotations

from inspect import get_annotations
from typing import get_args

from hypothesis import strategies as st

from harness.history.observation import Observation

_RAW = st.one_of(st.binary(max_size=40), st.text(max_size=20).map(lambda text: text.encode(errors="surrogatepass")))

_BY_TYPE: dict[object, st.SearchStrategy[object]] = {
    "Instant": st.integers(0, 2**62),
    "int": st.integers(0, 2**31),
    "str": st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    "bytes": _RAW,
    "bool": st.booleans(),
    "tuple[int, ...]": st.lists(st.integers(0, 99), max_size=4).map(tuple),
}


def _fields(kind: type) -> dict[str, st.SearchStrategy[object]]:
    """A strategy for every field of this kind of observation, those of its bases too."""
    annotations = {name: text for base in reversed(kind.__mro__) for name, text in get_annotations(base).items()}
    return {name: _BY_TYPE[annotations[name]] for name in kind.__struct_fields__}


def observations() -> st.SearchStrategy[Observation]:
    """Any observation; no field keeps its default, so one that a journal forgets is missed."""
    return st.one_of([st.builds(kind, **_fields(kind)) for kind in get_args(Observation)])
