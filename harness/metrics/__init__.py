"""Figures of a run: how long things took and how often they happened, read off the observations.

`catalogue` names every metric, `histogram` keeps times, `glimpse` reads the few fields that are
needed, `meter` is the tap's consumer, `thresholds` holds figures against limits.
"""
