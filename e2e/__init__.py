"""Tests that play in real browsers against a running server."""
