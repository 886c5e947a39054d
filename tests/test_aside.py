"""Computing aside: workers end with the server, even when it is killed."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ui.aside import Aside

ROOT = Path(__file__).parent.parent
SERVER = """
import asyncio, os
from ui.aside import Aside

async def main():
    print(await Aside().run(os.getpid), flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_a_function_is_called_in_another_process():
    aside = Aside()
    try:
        assert await aside.run(os.getpid) != os.getpid()
        assert await aside.run(divmod, 7, 3) == (2, 1)
    finally:
        aside.close()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when a process of others ends")
def test_a_worker_ends_when_its_server_is_killed(tmp_path):
    program = tmp_path / "server.py"
    program.write_text(SERVER, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        worker = os.pidfd_open(int(server.stdout.readline()))
        server.send_signal(signal.SIGKILL)
    try:
        ended, _, _ = select.select([worker], [], [], 20)
        assert ended, "the worker lives on"
    finally:
        os.close(worker)
