#!/bin/sh
# Trains a model in N parts per round with GNU parallel. All parts of a round must be done before
# the next round starts: one for each generation of boards, then one for the games.
#
#   deploy/train.sh 64 parts my.model tisane train --ruleset german --lexicon mine.txt
#
# Run it again after an interruption: parts that are done are not done again.
set -eu
n=$1 folder=$2 model=$3
shift 3
mkdir -p "$folder"
round=1
while :; do
    seq "$n" | parallel --quote --halt soon,fail=1 \
        "$@" --threads 1 --shard "{}/$n" --out "$folder/round-$round-{}.json"
    "$@" --merge $(seq -f "$folder/round-$round-%.0f.json" "$n") --out "$folder/next"
    # The last round makes a model; the others make a state from which the next round starts.
    if [ "$(head -c 8 "$folder/next")" = TISANEMD ]; then
        mv "$folder/next" "$model"
        exit
    fi
    mv "$folder/next" "$folder/state"
    [ "$round" -gt 1 ] || set -- "$@" --after "$folder/state"
    round=$((round + 1))
done
