"""Builds a library behind play: a process of its own, which needs nothing but this file.

It is started in the folder's name with where the library will stand and how the compiler is
called: the folder is where the compiler writes. It holds a lock on it that whoever started it has
taken. The library is moved to its place when it is whole. Whatever ends this process, but for what
it cannot know of, ends the compiler and deletes the folder; what is left then is deleted by the
next who builds, since the lock ends with the process.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress


def main(path: str, *command: str) -> int:
    made = command[command.index("-o") + 1]
    place = os.path.dirname(made)
    for ended in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(ended, lambda *_: sys.exit(1))
    process = None
    try:
        os.nice(5)
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=place, start_new_session=True)
        code = process.wait()
        if code == 0:
            os.replace(made, path)
        return code
    finally:
        if process is not None and process.poll() is None:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
