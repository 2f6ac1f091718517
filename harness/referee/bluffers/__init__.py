"""What the referee knows and judges of Bluffers alone."""
