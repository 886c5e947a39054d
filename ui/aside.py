"""Computes in processes of their own, which give way to the server, so that it goes on answering meanwhile.

A process imports only the module of the function that it runs (and `main.py`, which imports next to nothing): with
NiceGUI's own pool it would carry all of NiceGUI, a second to start and fifty megabytes.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Aside:
    """A few processes that are started when they are first needed, and again if one of them was killed."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function of a module with values that can be sent; what waits its turn can be cancelled.

        Raises:
            BrokenProcessPool: if its process was killed; the next call has a new one.
        """
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max(1, (os.cpu_count() or 1) - 1), multiprocessing.get_context("spawn"), initializer=_give_way
            )
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, partial(function, *args, **kwargs))
        except BrokenProcessPool:
            if self._pool is pool:
                self.close()
            raise

    def close(self) -> None:
        """Let the processes end; a later call starts new ones."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    """Prepare a process: the server comes first, Ctrl+C is its business, and without it there is nothing to do."""
    Thread(target=_end_with_server, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


def _end_with_server() -> None:
    """End when the server does, however it ends: a worker that waits for work would else live on for ever."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
