"""Tests of `harness.mutants`: each planted bug is found, and is the only thing that is wrong."""
