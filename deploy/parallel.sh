#!/bin/sh
# Runs a command in N parts with GNU parallel, one thread each, and puts the parts together.
#
#   deploy/parallel.sh 64 parts tisane match static greedy --games 100000
#
# Run it again after an interruption: parts that are done are not done again. To use several
# machines, add --sshloginfile and --return to the options in PARALLEL (see `man parallel`).
set -eu
n=$1 folder=$2
shift 2
mkdir -p "$folder"
seq "$n" | parallel --quote --halt soon,fail=1 \
    "$@" --threads 1 --shard "{}/$n" --out "$folder/{}.json"
"$@" --merge $(seq -f "$folder/%.0f.json" "$n")
