"""What a wheel costs in speed: the stable ABI beside the engine compiled for this Python.

    make wheel && python bench/stable_abi.py [--rounds 9] [--json]

The engine of the wheel in dist/ and the one that `make build` compiled play the same games, by
turns, each time in a new process. Each piece of work takes less than a tenth of a second and is
done a dozen times a process; the quickest counts, by CPU time, so that a busy machine gives the
same answer as a quiet one.
Exit code 1 if the wheel is more than 5 % slower in any of them.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = 0.05


def measure() -> dict[str, float]:
    """Seconds of CPU for each kind of work, the quickest of a dozen."""
    import ilos
    from ilos.engine import api
    from ilos.engine.position import IS_COMPILED
    from ilos.engine.search.playouts import random_playout
    from ilos.records.tile_sets import default_tile_set
    from ilos.rules.setup import Options
    from ilos.simulation.games import bot_setup

    if not IS_COMPILED:
        sys.exit("this engine is not compiled: make build")

    def in_the_engine(players: int) -> None:
        tables = bot_setup(["random"] * players, Options(), default_tile_set()).printed
        for seed in range(400):
            random_playout(api.new_position(tables, seed))

    def through_objects() -> None:
        luck = random.Random(1)
        for seed in range(4):
            game = ilos.new_game(["Ana", "Bo", "Cy"], seed=seed)
            while not game.is_over:
                game.play(luck.choice(game.legal_moves))

    work = {f"random games of {n}": lambda n=n: in_the_engine(n) for n in range(2, 6)}
    work["moves through Python objects"] = through_objects
    found = dict.fromkeys(work, float("inf"))
    for _ in range(12):
        for name, task in work.items():
            start = time.process_time()
            task()
            found[name] = min(found[name], time.process_time() - start)
    return found


def run(package: Path) -> dict[str, float]:
    """Measure the package in a folder, in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(package), "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, "--measure"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    if not found["path"].startswith(str(package)):
        sys.exit(f"{found['path']} was measured instead of {package}")
    times: dict[str, float] = found["times"]
    return times


def wheel() -> Path:
    """The wheel in dist/ that runs here."""
    from packaging.tags import sys_tags
    from packaging.utils import parse_wheel_filename

    ours = set(sys_tags())
    for path in sorted((ROOT / "dist").glob("*.whl")):
        if parse_wheel_filename(path.name)[3] & ours:
            return path
    sys.exit("There is no wheel for this machine in dist/: make wheel")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        import ilos

        print(json.dumps({"path": ilos.__file__, "times": measure()}))
        return 0
    best: dict[str, dict[str, float]] = {"wheel": {}, "here": {}}
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel()) as archive:
            archive.extractall(folder)
        places = {"wheel": Path(folder), "here": ROOT / "src"}
        for number in range(args.rounds):
            for side in ("wheel", "here") if number % 2 else ("here", "wheel"):
                for name, seconds in run(places[side]).items():
                    best[side][name] = min(seconds, best[side].get(name, float("inf")))
    costs = {name: best["wheel"][name] / here - 1 for name, here in best["here"].items()}
    if args.json:
        print(json.dumps(costs))
    else:
        for name, cost in costs.items():
            print(f"{name:32} {cost:+6.1%}   {'kept' if cost <= MOST else 'MISSED'}")
    return 0 if max(costs.values()) <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
