"""The games and their cards: pure values, no chance of their own, no time."""
