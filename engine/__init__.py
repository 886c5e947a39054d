"""The game of Manipulation: rules, rounds, drafts, views and the log.

Pure values and functions; standard library only. Nothing here knows about browsers, sockets or languages.
"""
