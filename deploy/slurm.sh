#!/bin/sh
# One part of a command for each task of a Slurm array. N is the number of parts.
#
#   parts=$PWD/parts; mkdir -p "$parts"
#   sbatch --wait --array=1-64 deploy/slurm.sh 64 "$parts" tisane match static greedy --games 100000
#   tisane match static greedy --games 100000 --merge "$parts"/*.json
#
# Tasks that failed can be submitted again with the same N: --array=7,12. The folder must be on a
# file system that all nodes share.
#SBATCH --job-name=tisane
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --requeue
set -eu
n=$1 folder=$2
shift 2
exec "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$n" --out "$folder/$SLURM_ARRAY_TASK_ID.json"
