"""Backends with one planted bug each, so that it can be shown that the referee convicts it.

One small module per bug; `catalogue` names them all.
"""
