#!/bin/bash
# A study as a SLURM array: every task takes its share, the last step puts them together. No Redis, no network.
#   sbatch --array=0-31 deploy/slurm-array.sh spec.json /scratch/me/study
#   then, when all have ended:   npx bestiary merge /scratch/me/study --out /scratch/me/study
# All tasks share the folder: each writes a file of its own. A task that was killed is simply submitted again.
#SBATCH --job-name=bestiary
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=1G
#SBATCH --time=04:00:00
#SBATCH --requeue
set -euo pipefail

if [ "$#" -ne 2 ]; then
  echo "Usage: sbatch --array=0-31 $0 SPEC.json DIR" >&2
  exit 2
fi
# Where the clone is; a container's `bestiary` does as well.
BESTIARY="${BESTIARY:-npx bestiary}"

# shellcheck disable=SC2086  # Two words on purpose.
exec $BESTIARY sweep "$1" --out "$2" --executor shard --threads "${SLURM_CPUS_PER_TASK:-1}" --yes --quiet
