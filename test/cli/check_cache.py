#!/usr/bin/env python3
"""Runs `check --cache` after all kinds of changes: each must be noticed, and what is kept must be what a run without the
cache prints. Usage: check_cache.py LOOPFUSE FOLDER"""
import json
import os
import re
import subprocess
import sys

loopfuse, folder = sys.argv[1:]
cache = folder + ".cache"


def database(*flags):
    entries = [{"directory": folder, "file": name,
                "arguments": ["clang++", "-Ifirst", "-Ilater", *flags, "-c", name]} for name in ("x.cpp", "y.cpp")]
    write("compile_commands.json", json.dumps(entries))


def write(name, text):
    os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def read(name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def run(*options):
    return subprocess.run([loopfuse, *options], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=ENV)


ENV = dict(os.environ)


def check(kept, what, *options):
    """Runs over both units and expects that of so many the findings were kept; then all are."""
    options = ["--refusals", "--format=json", *options]
    plain = run("check", *options)
    for expected in (kept, 2):
        result = run("check", f"--cache={cache}", *options)
        assert (result.returncode, result.stdout) == (plain.returncode, plain.stdout), (what, result.stderr)
        hits = int(re.search(r"(\d+) of them from the cache", result.stderr)[1])
        assert hits == expected, (what, hits, expected)


database()
check(0, "the first run")
check(2, "nothing changed")
os.utime(os.path.join(folder, "x.cpp"), (1, 1))
check(2, "only the time of a file")
for form in ("sarif", "fixes", "html", "rdjson"):
    options = ["check", "--refusals", "--quiet", f"--format={form}"]
    assert run(*options).stdout == run(*options, f"--cache={cache}").stdout, form
text = read("x.cpp")
write("x.cpp", "// A line more.\n" + text)
check(1, "a source")
write("x.cpp", text.replace("__restrict", ""))
check(1, "the findings of a source")
write("x.cpp", text)
check(1, "and back")
write("later/sub/h.h", "void declared(int);\n")
check(1, "a header")
write("first/sub/h.h", "void declared(long);\n")
check(1, "a header that now is found first")
os.remove(os.path.join(folder, "first/sub/h.h"))
check(1, "and is gone again")
write("maybe.h", "typedef int Maybe;\n")
check(1, "a header that was asked for and was not there")
database("-DX")
check(0, "the command")
check(0, "an option", "--alias=strict")
check(0, "the quota", "--isl-operations=100000")
write(".loopfuse.yaml", "CostModel: always\n")
check(0, "the configuration")
write(".loopfuse.yaml", "Exclude: ['.*/y.cpp']\n")
check(0, "what is excluded")
os.remove(os.path.join(folder, ".loopfuse.yaml"))
check(0, "no configuration")
write(".clang-format", "BasedOnStyle: GNU\n")
check(1, "the style of the edits")
os.remove(os.path.join(folder, ".clang-format"))
check(1, "and no style")
ENV["CPATH"] = folder + "/first"
check(0, "where the compiler looks")
del ENV["CPATH"]
os.link(os.path.join(folder, "x.cpp"), folder + ".link")
check(1, "that a file may not be edited")
os.remove(folder + ".link")
check(1, "and may be edited again")

# Damaged entries are as good as none.
entries = [os.path.join(path, name) for path, _, names in os.walk(cache) for name in names]
assert entries
for damage in (b"", b"{}", b"[", None):
    for entry in entries:
        data = open(entry, "rb").read()
        open(entry, "wb").write(data[:len(data) // 2] if damage is None else damage)
    check(0, f"entries that are {damage}")

# The clock is part of the text; a source with errors is read every time.
write("y.cpp", read("y.cpp") + "const char *when = __TIME__;\n")
run("check", f"--cache={cache}")
assert "1 of them from the cache" in run("check", f"--cache={cache}").stderr
write("y.cpp", "int x = missing;\n")
run("check", f"--cache={cache}")
again = run("check", f"--cache={cache}")
assert again.returncode == 3 and "1 of them from the cache" in again.stderr and "missing" in again.stderr, again.stderr

# A folder that cannot be written is no error.
blocked = run("check", f"--cache={folder}/x.cpp/no", "x.cpp")
assert blocked.returncode == 0 and "1 fusion possible" in blocked.stderr, blocked.stderr
