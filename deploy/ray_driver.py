"""Runs a command in N parts on a Ray cluster, and puts the parts together.

    python3 deploy/ray_driver.py 64 tisane match static greedy --games 100000

Every machine of the cluster needs `tisane` and the same lexicons and models. Parts travel through
Ray, so no shared file system is needed. Ray starts on this machine alone unless RAY_ADDRESS names
a cluster.
"""

import pathlib
import subprocess
import sys
import tempfile

import ray


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def part(command: list[str], number: int, of: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "part.json")
        shard = ["--threads", "1", "--shard", f"{number}/{of}", "--out", str(out)]
        subprocess.run([*command, *shard], check=True)
        return out.read_bytes()


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    of, command = int(sys.argv[1]), sys.argv[2:]
    ray.init(log_to_driver=False)
    with tempfile.TemporaryDirectory() as folder:
        running = {part.remote(command, number, of): number for number in range(1, of + 1)}
        while running:
            [done], _ = ray.wait(list(running))
            out = pathlib.Path(folder, f"{running.pop(done)}.json")
            out.write_bytes(ray.get(done))
        parts = [str(pathlib.Path(folder, f"{number}.json")) for number in range(1, of + 1)]
        return subprocess.run([*command, "--merge", *parts]).returncode


if __name__ == "__main__":
    sys.exit(main())
