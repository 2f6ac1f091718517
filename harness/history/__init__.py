"""The history of a run: every observation of the tap, in order, as a journal that can be read back."""
