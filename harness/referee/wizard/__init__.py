"""What the referee knows about Wizard, and judges there."""
