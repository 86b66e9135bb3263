#!/usr/bin/env python3
"""--diff-base, --diff and --baseline in a repository. Usage: check_changes.py LOOPFUSE FOLDER"""
import json
import os
import subprocess
import sys

loopfuse, folder = sys.argv[1:]
ENV = dict(os.environ, GIT_CEILING_DIRECTORIES=os.path.dirname(folder), GIT_CONFIG_GLOBAL="/dev/null",
           GIT_CONFIG_NOSYSTEM="1")


def git(*arguments):
    return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments], cwd=folder,
                          check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV, text=True).stdout


def read(name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def write(name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def run(*options, stdin=None, where=folder):
    result = subprocess.run([loopfuse, "check", "--format=json", "--refusals", *options], cwd=where, env=ENV, text=True,
                            input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found = []
    for line in result.stdout.splitlines():
        line = json.loads(line)
        if line["type"] == "finding":
            found.append(line["function"].split("(")[0])
        if line["type"] == "summary":
            found.append(line["files"])
    return result.returncode, found, result.stderr


def expect(found, *options, code=0, **more):
    result = run(*options, **more)
    assert (result[0], sorted(result[1][:-1]), result[1][-1]) == (code, sorted(found[:-1]), found[-1]), (options, result)


def diff():
    return git("diff", "HEAD")


def both(found, **more):
    """By the revision, and by the diff from there."""
    expect(found, "--diff-base=HEAD", **more)
    expect(found, "--diff", "-", stdin=diff(), **more)
    expect(found, "--diff=-", stdin=git("diff", "-U0", "--no-prefix", "HEAD"), **more)


write("compile_commands.json", json.dumps([{"directory": folder, "file": f"src/{n}.cpp",
                                            "arguments": ["clang++", "-c", f"src/{n}.cpp"]} for n in "xy"]))
git("init", "-q", "-b", "main")
git("add", ".")
git("commit", "-q", "-m", "first")
x, y, h = read("src/x.cpp"), read("src/y.cpp"), read("src/h.h")
expect(["first", "second", "third", "shared", 2])

both([0])  # Nothing changed, nothing analysed.
write("notes.txt", "changed\n")
both([0])
write("src/x.cpp", "// a line above\n" + x)
both([1])  # No finding has a changed line, though all their lines moved.
write("src/x.cpp", x.replace("int unused", "int other"))
both(["first", 1])  # A line between the loops.
write("src/x.cpp", x.replace("  int unused;\n", ""))
both(["first", 1])  # One that is gone.
write("src/x.cpp", x.replace("z[i] = x[i] + 1;\n}\nvoid second", "z[i] = x[i] + 2;\n}\nvoid second"))
both(["first", 1])  # The last line.
write("src/x.cpp", x)
write("src/y.cpp", y.replace("a[i] = i;", "a[i] = 2 * i;"))
both(["third", 1])
write("src/h.h", h.replace("+ 1", "+ 3"))
both(["third", "shared", 2])
write("src/y.cpp", y)
both(["shared", 2])  # A header through one unit; the other is asked whether it minds the edit.
assert "2 files analysed" in subprocess.run([loopfuse, "check", "--diff-base=HEAD"], cwd=folder, env=ENV, text=True,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE).stderr
expect(["shared", 2], "--diff-base=HEAD", "src")
expect(["shared", 2], "--diff-base=HEAD", "--fail-on=fusable", code=1)
# Others' files as the names of nothing; from a folder below.
expect([0], "--diff=-", stdin="--- a/none.cpp\n+++ b/none.cpp\n@@ -1 +1 @@\n-a\n+b\n")
expect(["shared", 2], "--diff=-", "-p", "..", stdin=diff(), where=folder + "/src")
# A commit on the other side is none of this branch's.
git("commit", "-q", "-a", "-m", "second")
git("checkout", "-q", "-b", "side", "HEAD~1")
write("src/y.cpp", y.replace("a[i] = i;", "a[i] = 3 * i;"))
expect(["third", 1], "--diff-base=main")
# Files that git does not know yet are new as a whole.
os.rename(os.path.join(folder, "src/x.cpp"), os.path.join(folder, "src/z.cpp"))
write("compile_commands.json", read("compile_commands.json").replace("src/x.cpp", "src/z.cpp"))
expect(["first", "second", "third", 2], "--diff-base=HEAD")

# A finding has one fingerprint, whether its like in the same function is looked at or not.
write("src/y.cpp", y)
pair = "  for (int i = 0; i < n; ++i)\n    y[i] = x[i] * 2;\n  for (int i = 0; i < n; ++i)\n    z[i] = x[i] + 1;\n"
write("src/z.cpp", "void opaque();\nvoid alike(int n, const double *__restrict x, double *__restrict y, double *__restrict z) {\n"
      + pair + "  opaque();\n" + pair + "}\n")


def fingerprints(*options, stdin=None):
    out = subprocess.run([loopfuse, "check", "--format=json", *options, "src/z.cpp"], cwd=folder, env=ENV, text=True,
                         input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout
    lines = [json.loads(line) for line in out.splitlines()]
    return {line["place"]["line"]: line["fingerprint"] for line in lines if line["type"] == "finding"}


whole = fingerprints()
part = fingerprints("--diff=-", stdin="--- a/src/z.cpp\n+++ b/src/z.cpp\n@@ -9 +9 @@\n-x\n+y\n")
assert len(whole) == 2 and len(set(whole.values())) == 2 and part == {8: whole[8]}, (whole, part)
git("checkout", "-q", "-f", "side")

# What is wrong is usage.
for options, text in ((["--diff-base=nowhere"], "--diff-base: git"), (["--diff-base=-x"], "'-x' is no revision"),
                      (["--diff-base="], "--diff-base needs a revision"), (["--diff=none.patch"], "cannot read 'none.patch'"),
                      (["--diff-base=HEAD", "--diff=-"], "exclude each other"), (["--baseline=none.json"], "cannot read"),
                      (["--baseline=notes.txt"], "--baseline: 'notes.txt':"), (["--baseline-use=write"], "goes with --baseline"),
                      (["--baseline=b.json", "--baseline-use=write", "--diff-base=HEAD"], "a baseline is of all findings")):
    code, _, errors = run(*options)
    assert code == 2 and text in errors, (options, code, errors)
code, _, errors = run("--diff=-", stdin="+++ b/x\n@@ -1,3 +1,3 @@\n a\n")
assert code == 2 and "the diff is cut short" in errors, errors

# Baselines.
git("checkout", "-q", "-f", "main")
os.remove(os.path.join(folder, "src/z.cpp"))
write("src/x.cpp", x), write("src/h.h", h), write("src/y.cpp", y)
expect([2], "--baseline=base.json", "--baseline-use=write")
known = json.loads(read("base.json"))["findings"]
assert sorted(f["function"] for f in known) == ["first", "second", "shared", "third"], known
expect([2], "--baseline=base.json", "--fail-on=any")
write("src/x.cpp", "\n\n" + x.replace("  for", "\tfor").replace("* 2", "* 3"))
expect([2], "--baseline=base.json", "--fail-on=any")  # Lines, blanks and bodies do not count.
write("src/x.cpp", x.replace("void second", "void renamed"))
expect(["renamed", 2], "--baseline=base.json", "--fail-on=any", code=1)
before = read("base.json")
expect([2], "--baseline=base.json", "--baseline-use=prune", "src/y.cpp")
assert read("base.json") == before, "what was not looked at stays"
expect(["renamed", 2], "--baseline=base.json", "--baseline-use=prune")
assert sorted(f["function"] for f in json.loads(read("base.json"))["findings"]) == ["first", "shared", "third"]
os.remove(os.path.join(folder, "src/x.cpp"))
write("compile_commands.json", json.dumps([{"directory": folder, "file": "src/y.cpp",
                                            "arguments": ["clang++", "-c", "src/y.cpp"]}]))
expect([1], "--baseline=base.json", "--baseline-use=prune")
assert sorted(f["function"] for f in json.loads(read("base.json"))["findings"]) == ["shared", "third"]
