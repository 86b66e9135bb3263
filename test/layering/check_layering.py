#!/usr/bin/env python3
"""Reads the #include lines under lib/ and tool/ and reports every one that the architecture forbids.

Usage: check_layering.py TOP-FOLDER.   The rules are docs/ARCHITECTURE.md's, as the tables below.
"""
import os
import re
import sys

# Library -> the libraries whose headers it may include, besides its own.
CORE = {"Support", "Model"}
MAY_INCLUDE = {
    "Support": set(),
    "Model": {"Support"},
    "Poly": CORE,
    "Plan": CORE,
    "Cost": CORE,
    "Frontend": CORE,
    "Rewrite": CORE | {"Frontend", "Poly"},
    "Report": CORE,
    "Verify": CORE | {"Poly"},
    # Runs what the proofs are about, and shares nothing with them.
    "Harness": CORE | {"Frontend"},
    "Measure": CORE | {"Poly", "Plan", "Cost", "Rewrite"},
}
MAY_INCLUDE["API"] = set(MAY_INCLUDE)
MAY_INCLUDE["tool"] = set(MAY_INCLUDE)

# Who may know Clang's AST, and the only file that may name isl.
CLANG_USERS = {"Frontend", "Rewrite", "Harness", "API", "tool"}
ISL_HEADER = "lib/Model/Isl.h"

INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|import)[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)


def sources(top):
    for root in ("lib", "tool"):
        for folder, folders, files in os.walk(os.path.join(top, root)):
            folders.sort()
            for name in sorted(files):
                if name.endswith((".h", ".cpp", ".def", ".inc")):
                    yield os.path.relpath(os.path.join(folder, name), top)


def layer_of(path):
    parts = path.split("/")
    return parts[1] if parts[0] == "lib" else "tool"


def breach(path, included):
    """Why \\p path may not include \\p included, or None."""
    layer = layer_of(path)
    if layer not in MAY_INCLUDE:
        return f"lib/{layer} is not in the table of layers"
    if included.startswith(("clang/", "clang-c/", "clang-tidy/")) and layer not in CLANG_USERS:
        return f"{layer} may not know Clang"
    if included.startswith(("isl/", "polly/")) and path != ISL_HEADER:
        return f"only {ISL_HEADER} includes isl"
    target = included.split("/")[0]
    if "/" in included and target in MAY_INCLUDE and target != layer and target not in MAY_INCLUDE[layer]:
        return f"{layer} may not depend on {target}"
    if included.startswith(".."):
        return "includes are written from the include root lib/"
    return None


def main():
    top = sys.argv[1]
    breaches = files = 0
    for path in sources(top):
        files += 1
        with open(os.path.join(top, path), encoding="utf-8") as file:
            text = file.read()
        for match in INCLUDE.finditer(text):
            reason = breach(path, match.group(1))
            if reason:
                line = text.count("\n", 0, match.start(1)) + 1
                print(f"{path}:{line}: {match.group(1)}: {reason}")
                breaches += 1
    print(f"{files} files, {breaches} breaches")
    return 1 if breaches or not files else 0


if __name__ == "__main__":
    sys.exit(main())
