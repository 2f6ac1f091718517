"""Tests of `harness.referee`: histories that are acquitted, and spoilt ones that are convicted."""
