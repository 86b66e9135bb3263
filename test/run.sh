#!/bin/sh
# Installs what is missing, builds loopfuse and runs every test. The last line is "N passed, N failed, N skipped".
#
#   sh test/run.sh          the ordinary run, some minutes
#   sh test/run.sh --long   also the long ones of docs/TESTING.md: many random programs, the mutation check
#
# CI=true makes warnings in our own code errors.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/test/setup.sh"

long=false
for argument in "$@"; do
  case $argument in
    --long) long=true ;;
    *) echo "usage: sh test/run.sh [--long]" >&2; exit 2 ;;
  esac
done

if ! install_packages || ! build; then
  echo "0 passed, 1 failed, 0 skipped"
  exit 1
fi

jobs=$(nproc)
counts=$(mktemp -d)
trap 'rm -rf "$counts"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# stage NAME COMMAND...: the command gets "--counts FILE" and writes "PASSED FAILED SKIPPED" there. One that ends
# without having written it counts as a failure.
stage() {
  name=$1
  shift
  echo "== $name"
  status=0
  "$@" --counts "$counts/$name" || status=$?
  if [ ! -s "$counts/$name" ]; then
    echo "0 1 0" >"$counts/$name"
  elif [ "$status" -ne 0 ] && grep -q ' 0 ' "$counts/$name"; then
    echo "0 1 0" >"$counts/$name-status"
  fi
}

stage lit python3 "$root/test/run_lit.py" -j "$jobs" "$root/build/test" "$root/build/test/unit"
stage random python3 "$root/test/random/run.py" --loopfuse "$root/build/tool/loopfuse" --count 500 --seed 1 --jobs "$jobs"
stage random-guard python3 "$root/test/random/run.py" --loopfuse "$root/build/tool/loopfuse" --count 200 --seed guard \
  --jobs "$jobs" --alias=guard
stage random-always python3 "$root/test/random/run.py" --loopfuse "$root/build/tool/loopfuse" --count 200 --seed always \
  --jobs "$jobs" --cost-model=always
stage random-strips python3 "$root/test/random/run.py" --loopfuse "$root/build/tool/loopfuse" --count 200 --seed strips \
  --jobs "$jobs" --cost-model=always --granularity=strip --strip-length=3
stage random-sums python3 "$root/test/random/run.py" --loopfuse "$root/build/tool/loopfuse" --count 200 --seed sums \
  --only sums --strip-length 3 --granularity=row --jobs "$jobs"
stage package-deb python3 "$root/test/packages/check_packages.py" --build "$root/build" deb
if $long; then
  stage package-static python3 "$root/test/packages/check_packages.py" --build "$root/build" static
  stage size env LOOPFUSE_LONG_RUNS=1 python3 "$root/test/run_lit.py" --filter="faults/size" "$root/build/test"
  stage random-long python3 "$root/test/random/run.py" --loopfuse "$root/build/tool/loopfuse" \
    --count 20000 --seed "$(date +%s)" --jobs "$jobs"
  stage vscode python3 "$root/test/vscode/check_vscode.py" --loopfuse "$root/build/tool/loopfuse" --work "$root/build/vscode"
  stage mutation sh "$root/test/random/mutation_check.sh"
fi

cat "$counts"/* | awk '{ p += $1; f += $2; s += $3 }
  END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 || p == 0 }'
