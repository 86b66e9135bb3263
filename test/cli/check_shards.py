#!/usr/bin/env python3
"""Compares `merge` of all parts of a run with the run in one piece. Usage: check_shards.py LOOPFUSE FOLDER"""
import os
import shutil
import subprocess
import sys

loopfuse, folder = sys.argv[1:]


def run(*arguments, where=folder):
    result = subprocess.run([loopfuse, *arguments], cwd=where, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return result.returncode, result.stdout


def parts(count, *sources):
    names = []
    for index in range(1, count + 1):
        names.append(f"part{index}of{count}.json")
        code, out = run("check", f"--shard={index}/{count}", "--quiet", f"--output={names[-1]}", *sources)
        assert code in (0, 3) and out == b"", (code, out)
    return names


whole = run("check", "--quiet", "--refusals")
assert whole[0] == 3 and b"a.cpp:4" in whole[1] and b"instances-disagree" in whole[1], whole
forms = ["text", "json", "sarif", "fixes", "gitlab", "rdjson", "github", "html"]
VARIANTS = [["--quiet", f"--format={form}", *extra] for form in forms for extra in ([], ["--refusals", "--fail-on=any"])]
expected = [run("check", *options) for options in VARIANTS]
assert len({out for _, out in expected}) > len(forms)
for count in (1, 2, 3, 7):
    names = parts(count)
    # All forms of one partition, which does not keep the files' order; of the others the two that say most.
    for options, wanted in zip(VARIANTS, expected):
        if count == 3 or options[1:3] in (["--format=json", "--refusals"], ["--format=text", "--refusals"]):
            assert run("merge", *options, *names[::-1]) == wanted, (count, options)

# Only some sources: for a header's edits its other readers are asked, and by whichever part they were.
names = parts(2, "src/a.cpp", "src/c.cpp")
for form in ("text", "json"):
    options = ["--quiet", "--refusals", f"--format={form}"]
    assert run("merge", *options, *names) == run("check", *options, "src/a.cpp", "src/c.cpp"), form

# A baseline, and a diff.
assert run("check", "--quiet", "--baseline=base.json", "--baseline-use=write", "src/a.cpp")[0] == 0
with open(os.path.join(folder, "change.patch"), "w", encoding="utf-8") as file:
    file.write("--- a/src/a.cpp\n+++ b/src/a.cpp\n@@ -5 +5 @@\n-x\n+y\n")
names = parts(3)
for options in (["--baseline=base.json"], ["--diff=change.patch"]):
    options = ["--quiet", "--refusals", "--format=json", *options]
    one = run("check", *options)[1]
    two = run("merge", *options, *names)[1]
    # Of a diff only changed sources are analysed in one piece: what is found is the same, the counts are not.
    strip = lambda text: [line for line in text.splitlines() if b'"type":"finding"' in line]
    assert strip(one) == strip(two) and strip(one), options

# In another checkout.
moved = folder + ".moved"
shutil.rmtree(moved, ignore_errors=True)
shutil.copytree(folder + "/src", moved + "/src")
names = [os.path.join(folder, name) for name in names]
options = ["--quiet", "--refusals", "--format=sarif"]
assert run("merge", f"--project-root={moved}", *options, *names, where=moved)[1] == run("check", *options)[1]
