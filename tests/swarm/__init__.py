"""Tests of `harness.swarm`."""
