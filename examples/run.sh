#!/bin/sh
# Installs what is missing, builds loopfuse, and shows what it does to the examples: the diff, then both versions built
# and run, whether their outputs are identical, and the speed-up. Works on copies under build/examples.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/test/setup.sh"

install_packages
build loopfuse
exec python3 "$root/examples/compare.py" "$root/build/tool/loopfuse" "$root/build/examples"
