#!/usr/bin/env bash
# What multi-gitter runs in every repository: rewrites the templates, and puts the report beside those of the others.
#
#   mkdir reports && export REPORTS=$PWD/reports
#   multi-gitter run "$PWD/multi-gitter.sh upgrade --to rocky" --org acme \
#     --branch templates-rocky --commit-message 'Upgrade the templates to rocky' --dry-run
#
# Without --dry-run it opens a pull request in each repository in which something changed.
set -euo pipefail

: "${REPORTS:?names the folder for the reports, with its whole path}"
: "${REPOSITORY:?is given by multi-gitter}"

code=0
hotshift "$@" --write --quiet --output "$REPORTS/${REPOSITORY//\//.}.json" || code=$?
# 3 leaves manual work, which the report names; what was written is complete. With any other code no pull request is opened.
[ "$code" -eq 0 ] || [ "$code" -eq 3 ]
