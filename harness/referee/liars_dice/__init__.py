"""What the referee knows and judges of Liar's Dice alone."""
