#!/bin/sh
# Runs some of the tests under lit and shows what failed; expects a finished build.
#
#   sh test/one.sh refuse/break.cpp layering/
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
for path in "$@"; do
  set -- "$@" "$root/build/test/$path"
  shift
done
exec /usr/lib/llvm-22/bin/lit -v "$@"
