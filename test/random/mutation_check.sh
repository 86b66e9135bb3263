#!/bin/sh
# The mutation check: with the legality test switched off (CMake preset "mutant") the random programs must notice.
#
#   sh test/random/mutation_check.sh [--counts FILE]
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
counts=/dev/null
[ "${1:-}" != --counts ] || counts=$2

(cd "$root" && cmake --preset mutant >/dev/null)
ninja -C "$root/build-mutant" --quiet loopfuse
log=$(mktemp)
trap 'rm -rf "$log" "$log.keep"' EXIT
if python3 "$root/test/random/run.py" --loopfuse "$root/build-mutant/tool/loopfuse" --count 60 --seed 1 \
  --keep "$log.keep" >"$log" 2>&1; then
  tail -n 3 "$log"
  echo "the mutant was not noticed"
  echo "0 1 0" >"$counts"
  exit 1
fi
if ! grep -q 'output after.cpp' "$log"; then
  tail -n 20 "$log"
  echo "the mutant failed, but not by its output"
  echo "0 1 0" >"$counts"
  exit 1
fi
echo "the mutant was noticed: $(tail -n 1 "$log")"
echo "1 0 0" >"$counts"
