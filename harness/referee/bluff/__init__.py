"""What the referee knows and judges of Bluff alone."""
