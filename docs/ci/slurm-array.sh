#!/bin/sh
# One shard for each task of a job array, then the joined results:
#   job=$(sbatch --parsable --array=1-8 slurm-array.sh)
#   sbatch --dependency="afterany:$job" --wrap 'veriframe merge --output joined.json shard-*.json'
set -eu
shard="$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
# What a checkout has there is no result of this run.
rm -f "shard-$SLURM_ARRAY_TASK_ID.json"
# A code of 1 or 2 is told by the joined results; another one is a failure of the task.
veriframe verify --shard "$shard" --output "json=shard-$SLURM_ARRAY_TASK_ID.json" || [ $? -le 2 ]
