"""What the games and the platform promise, id by id: a sentence for each, and who judges it."""
