#!/usr/bin/env bash
# Runs a command of hotshift in parts on this machine, with GNU parallel, and makes one report of them:
#
#   docs/ci/parallel.sh check templates
#
# PARTS is how many parts there are (default: one for each processor), REPORT where the report goes, in JSON.
set -euo pipefail

parts=${PARTS:-$(nproc)}
report=${REPORT:-hotshift.json}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Codes from 1 to 3 say what was found; merge says it of all parts, and does not take a part that was not finished.
seq "$parts" |
  parallel --quote hotshift "$@" --quiet --shard "{}/$parts" --output "$folder/part-{}.json" >"$folder/log" 2>&1 ||
  true
# What a part has to say that made no report.
[ "$(find "$folder" -name 'part-*.json' | wc -l)" -eq "$parts" ] || cat "$folder/log" >&2

hotshift merge "$folder"/part-*.json --output "$report"
