"""Worker processes that end when they should: at once when they are stopped, and with their parent. And files that
only one process works on."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

UNKNOWN = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS)  # how a disk says that it has no locks


def workers(jobs: int) -> ProcessPoolExecutor:
    """So many processes, started afresh rather than forked, which threads would not survive."""
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=obey_the_parent)


def end(pool: ProcessPoolExecutor) -> None:
    """Leave at once: what is underway is lost."""
    processes = list((pool._processes or {}).values())  # the pool has no other way to stop its workers now
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def obey_the_parent() -> None:
    """In a worker: leave Ctrl-C to the parent, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def alone(path: Path) -> Iterator[bool]:
    """While this lasts, a file (made if it is missing) is held by this process; False if another one holds it.
    Systems and disks that know no such locks let everybody in."""
    with path.open("a") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError as error:
            if error.errno not in UNKNOWN:
                yield False
                return
        yield True
