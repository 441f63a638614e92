#!/usr/bin/env bash
# A part of a run of hotshift, as a task of a Slurm array; the parts leave their reports in hotshift-parts/:
#
#   mkdir hotshift-parts
#   parts=$(sbatch --parsable --array=1-16 docs/ci/slurm.sh check templates)
#   sbatch --dependency="afterany:$parts" --wrap 'hotshift merge hotshift-parts/part-*.json --output hotshift.md'
#
#SBATCH --job-name=hotshift
#SBATCH --array=1-4
#SBATCH --cpus-per-task=1
#SBATCH --output=hotshift-parts/part-%a.log
set -euo pipefail

part=$SLURM_ARRAY_TASK_ID
code=0
hotshift "$@" --quiet --shard "$part/$SLURM_ARRAY_TASK_COUNT" --output "hotshift-parts/part-$part.json" || code=$?
# Codes from 1 to 3 say what was found; merge says it of all parts.
[ "$code" -le 3 ]
