"""Verifies a project on a Ray cluster.

The members are divided by `veriframe verify --shard I/N`; each shard is a task of Ray, which runs it
again if its worker dies. `veriframe merge` joins the reports, so that the result is that of a run on one
machine but for its times.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import ray

# The exit codes of a run that has a report: verified, not verified, refused.
HAS_REPORT = (0, 1, 2)

# A shard is started at most so many times again, if a worker or its process dies.
RETRIES = 3

# The exit code of a usage error and of an internal error, as those of `veriframe`.
USAGE, INTERNAL = 2, 3

# The exit code of an interrupted run.
INTERRUPTED = 128 + signal.SIGINT

# The signal that the kernel sends to a process whose parent has died; a constant of Linux.
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Shard:
    """A part of a run, and how to verify it."""

    index: int
    of: int
    program: str | None
    # The folder of the sources, if it is not the worker's.
    folder: str | None
    arguments: list[str]

    def command(self) -> list[str]:
        """The command for the machine on which it is called."""
        shard = f"{self.index}/{self.of}"
        options = ["--jobs", "1", "--shard", shard, "--format", "json"]
        return [executable(self.program), "verify", *options, *self.arguments]


class Refused(Exception):
    """`veriframe` has no report for the arguments; its message. Another try would not change it."""


class Crashed(Exception):
    """A process has ended without a report each time."""


@dataclass(frozen=True)
class Outcome:
    """How the process of a shard has ended.

    It is a value and no exception, since Ray writes the stack of each exception of a task to the
    terminal.
    """

    # The JSON report, if there is one.
    report: str | None = None
    # The message, if the arguments are refused.
    refused: str | None = None
    # What has happened, if there is neither.
    crashed: str = ""


def executable(named: str | None) -> str:
    """The path of `veriframe`: the one named, that of the wheel, or that of the path."""
    if named is not None:
        return named
    of_wheel = Path(sysconfig.get_path("scripts")) / "veriframe"
    found = str(of_wheel) if of_wheel.is_file() else shutil.which("veriframe")
    if found is None:
        raise Refused("there is no `veriframe` here: install its wheel, or name it by `--veriframe`")
    return found


def die_with_worker() -> None:
    """Lets the process end when the worker dies, so that it does not compete with its next try."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@ray.remote(num_cpus=1, max_retries=RETRIES)
def verify(shard: Shard) -> Outcome:
    """Verifies a shard."""
    try:
        command = shard.command()
    except Refused as error:
        return Outcome(refused=str(error))
    try:
        done = subprocess.run(
            command, cwd=shard.folder, capture_output=True, text=True, preexec_fn=die_with_worker
        )
    except OSError as error:
        return Outcome(refused=f"`veriframe` cannot be started: {error}")
    said = done.stderr.strip()
    if done.returncode in HAS_REPORT and done.stdout:
        return Outcome(report=done.stdout)
    if done.returncode == USAGE and said:
        return Outcome(refused=said)
    what = f"`veriframe` has ended with code {done.returncode} and without a report"
    return Outcome(crashed=f"{what}: {said}" if said else what)


def progress(shard: Shard, done: int, report: str) -> str:
    """What is told when a shard is done."""
    summary = json.loads(report)["summary"]
    verdicts = ", ".join(f"{summary[of]} {of}" for of in ("verified", "failed", "unknown"))
    return f"shard {shard.index}/{shard.of} ({done} done): {verdicts}"


def results(shards: list[Shard], folder: Path) -> list[Path]:
    """Verifies all shards, and writes each report as soon as it is there.

    What is not done is cancelled when this ends early, for whatever reason.
    """
    waiting = {verify.remote(shard): shard for shard in shards}
    files = [folder / f"{shard.index}.json" for shard in shards]
    crashes: Counter[int] = Counter()
    try:
        while waiting:
            ready, _ = ray.wait(list(waiting))
            for task in ready:
                outcome = ray.get(task)
                shard = waiting.pop(task)
                if outcome.refused is not None:
                    raise Refused(outcome.refused)
                if outcome.report is None:
                    crashes[shard.index] += 1
                    if crashes[shard.index] > RETRIES:
                        raise Crashed(outcome.crashed)
                    waiting[verify.remote(shard)] = shard
                    continue
                files[shard.index - 1].write_text(outcome.report, encoding="utf-8")
                done = len(shards) - len(waiting)
                print(progress(shard, done, outcome.report), file=sys.stderr, flush=True)
    finally:
        for task in waiting:
            ray.cancel(task, force=True)
    return files


def arguments(args: list[str] | None) -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="veriframe-ray", description="Verifies a project on a Ray cluster."
    )
    add = parser.add_argument
    add("--address", help="the cluster, as `ray://HOST:PORT` or `auto`; without it, one on this machine")
    add("--shards", type=int, metavar="N", help="the number of parts; default: two a processor")
    add("--shared", action="store_true", help="workers see this folder under its path: copy nothing")
    add("--veriframe", metavar="PATH", help="the program, here and on workers; default: the wheel's")
    add("--output", metavar="FILE", help="write the JSON report to a file, not to standard output")
    add("verify", nargs="*", metavar="ARGUMENT", help="arguments of `veriframe verify`, after `--`")
    parsed = parser.parse_args(args)
    if parsed.shards is not None and parsed.shards < 1:
        parser.error("the number of shards must be positive")
    return parsed


def environment(shared: bool) -> dict[str, object]:
    """What the workers need of this machine: this package, and the sources unless they see them."""
    package = {"py_modules": [str(Path(__file__).parent)]}
    return package if shared else {**package, "working_dir": os.getcwd()}


def connect(address: str | None, needed: dict[str, object]) -> None:
    """Connects to a cluster, or starts one that only this machine can reach."""
    quiet = {"log_to_driver": False, "logging_level": "error"}
    if address is not None:
        ray.init(address, runtime_env=needed, **quiet)
        return
    alone = {"include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    ray.init("local", runtime_env=needed, **alone, **quiet)


def run(args: argparse.Namespace) -> int:
    """Verifies, and joins the reports; the exit code of the undivided run."""
    connect(args.address, environment(args.shared))
    processors = int(ray.cluster_resources().get("CPU", 1))
    count = args.shards or 2 * processors
    folder = os.getcwd() if args.shared else None
    shards = [Shard(n, count, args.veriframe, folder, args.verify) for n in range(1, count + 1)]
    with tempfile.TemporaryDirectory() as reports:
        files = results(shards, Path(reports))
        output = ["--output", args.output] if args.output else []
        return subprocess.run([executable(args.veriframe), "merge", *output, *files]).returncode


def drive(parsed: argparse.Namespace) -> int:
    """Verifies in this process; the exit code."""
    try:
        # Ray tells of workers that die on standard output, which is the report's.
        with contextlib.redirect_stdout(sys.stderr):
            return run(parsed)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    except Crashed as error:
        print(f"error: {error}", file=sys.stderr)
        return INTERNAL
    except Exception as error:  # Of a cluster that does not start, Ray tells by any exception.
        print(f"error: the cluster does not answer: {error}", file=sys.stderr)
        return INTERNAL
    finally:
        if ray.is_initialized():
            ray.shutdown()


def main(args: list[str] | None = None) -> int:
    """Runs the command; its exit code.

    Ray ends the process of a driver, without an exception, when the control store of the cluster is
    gone. So the driver is a process of its own, which says how it has ended.
    """
    parsed = arguments(args)
    reader, writer = os.pipe()
    passed_on = (signal.SIGINT, signal.SIGTERM)
    signal.pthread_sigmask(signal.SIG_BLOCK, passed_on)
    driver = os.fork()
    if driver == 0:
        os.close(reader)
        # Ctrl-C is passed on: it must not arrive twice.
        os.setpgrp()
        die_with_worker()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, passed_on)
        # Whatever happens, this process does not go on as its parent does.
        try:
            os.write(writer, bytes([drive(parsed)]))
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(INTERNAL)
    os.close(writer)
    for number in passed_on:
        signal.signal(number, lambda number, _: os.kill(driver, number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, passed_on)
    with os.fdopen(reader, "rb") as said:
        code = said.read(1)
    _, status = os.waitpid(driver, 0)
    if code:
        return code[0]
    if os.WIFSIGNALED(status):
        return 128 + os.WTERMSIG(status)
    print("error: the cluster does not answer: its control store is gone", file=sys.stderr)
    return INTERNAL


if __name__ == "__main__":
    sys.exit(main())
