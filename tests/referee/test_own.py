"""What private frames show their receiver of his own."""

from __future__ import annotations

from harness.referee.own import OWN, own_deal
from harness.wire import events as ev


def test_each_private_frame_names_its_deal() -> None:
    """Cards as they are, dice as digits; Bluff deals once."""
    assert own_deal(ev.Cards(match="m", hand=3, cards=("K", "*"))) == (3, ("K", "*"))
    assert own_deal(ev.Dice(match="m", round=2, dice=(1, 6))) == (2, ("1", "6"))
    assert own_deal(ev.BluffHand(match="m", cards=("7h",))) == (1, ("7h",))
    assert own_deal(ev.WizardHand(match="m", round=4, cards=("Wz",), bid=1)) == (4, ("Wz",))
    assert len(OWN) == 4
