"""Keys of seats are known to those who hold them: here only their hashes are kept and compared.

A key is 128 random bits, so its plain hash tells nothing about it, and nothing about it can be guessed.
"""

from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Final

GIVEN_AGAIN: Final = 600.0
"""How long a command that is sent again may give a fresh key to the same seat, in seconds."""


def new_key() -> str:
    """Give a key that nobody has."""
    return token_urlsafe(16)


def hash_of(key: str) -> str:
    """Give what is kept of a key, or of the id of a command that gives one."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def is_key(key_hash: str, key: str) -> bool:
    """Whether this is the key of which a hash was kept; how long it takes tells nothing."""
    return compare_digest(key_hash, hash_of(key))
