#!/usr/bin/env python3
"""Takes the commands out of .pre-commit-hooks.yaml, tool/ci/action.yml and tool/ci/gitlab-ci.yml and runs them.
Usage: check_ci.py LOOPFUSE SOURCE-TREE FOLDER"""
import json
import os
import re
import shlex
import subprocess
import sys

loopfuse, top, folder = sys.argv[1:]
ENV = dict(os.environ, GIT_CEILING_DIRECTORIES=os.path.dirname(folder), GIT_CONFIG_GLOBAL="/dev/null",
           GIT_CONFIG_NOSYSTEM="1", PATH=os.path.dirname(loopfuse) + os.pathsep + os.environ["PATH"])


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def git(*arguments):
    return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments], cwd=folder,
                          check=True, stdout=subprocess.PIPE, env=ENV, text=True).stdout


def block(text, key):
    """The lines of the YAML block scalar `key |`, without their indentation."""
    lines = text.split("\n")
    start = next(i for i, line in enumerate(lines) if line.strip() == key + " |" or line.strip() == key + "|")
    indent = len(lines[start + 1]) - len(lines[start + 1].lstrip())
    out = []
    for line in lines[start + 1:]:
        if line.strip() and len(line) - len(line.lstrip()) < indent:
            break
        out.append(line[indent:])
    return "\n".join(out)


def run(command, **variables):
    return subprocess.run(command, cwd=folder, env=dict(ENV, **variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)


os.makedirs(folder + "/build")
with open(folder + "/build/compile_commands.json", "w", encoding="utf-8") as file:
    json.dump([{"directory": folder, "file": "x.cpp", "arguments": ["clang++", "-c", "x.cpp"]}], file)
git("init", "-q", "-b", "main")
git("add", "x.cpp")
git("commit", "-q", "-m", "first")
base = git("rev-parse", "HEAD").strip()

# The hook: nothing where nothing differs, and then what does.
hook = read(os.path.join(top, ".pre-commit-hooks.yaml"))
assert re.search(r"^- id: loopfuse$", hook, re.MULTILINE) and "language: system" in hook
entry = shlex.split(re.search(r"^  entry: (.*)$", hook, re.MULTILINE)[1])
result = run(entry)
assert (result.returncode, result.stdout, result.stderr) == (0, "", ""), result
text = read(folder + "/x.cpp")
with open(folder + "/x.cpp", "w", encoding="utf-8") as file:
    file.write("z[i] = x[i] + 2;".join(text.rsplit("z[i] = x[i] + 1;", 1)))
git("add", "x.cpp")
result = run(entry)
assert result.returncode == 1 and "x.cpp:8:3: warning:" in result.stdout and "x.cpp:2:" not in result.stdout, result
git("commit", "-q", "-m", "second")

# The action: every input has its variable.
action = read(os.path.join(top, "tool/ci/action.yml"))
inputs = re.findall(r"^  ([a-z-]+):\n    description:", action, re.MULTILINE)
assert len(inputs) == 5 and all("${{ inputs." + name + " }}" in action for name in inputs), inputs
script = block(action, "run:")
variables = {"LOOPFUSE_BUILD": "build", "LOOPFUSE_BASE": base, "LOOPFUSE_FAIL_ON": "fusable",
             "LOOPFUSE_SARIF": "x.sarif", "LOOPFUSE_CACHE": ".cache"}
assert set(variables) == set(re.findall(r"^        (LOOPFUSE_\w+):", action, re.MULTILINE))
result = run(["bash", "-e", "-o", "pipefail", "-c", script], **variables)
assert result.returncode == 1 and result.stdout.startswith("::warning file=x.cpp,line=8,"), result
assert len(result.stdout.splitlines()) == 1
assert len(json.loads(read(folder + "/x.sarif"))["runs"][0]["results"]) == 1
result = run(["bash", "-e", "-o", "pipefail", "-c", script], **dict(variables, LOOPFUSE_BASE="", LOOPFUSE_SARIF="",
                                                                    LOOPFUSE_FAIL_ON="nothing"))
assert result.returncode == 0 and len(result.stdout.splitlines()) == 2, result

# The job of GitLab.
gitlab = read(os.path.join(top, "tool/ci/gitlab-ci.yml"))
script = block(gitlab, "-")
assert "codequality: gl-code-quality-report.json" in gitlab
variables = {"LOOPFUSE_BUILD": "build", "LOOPFUSE_FAIL_ON": "nothing", "LOOPFUSE_CACHE": ".cache"}
for extra, count in (({}, 2), ({"CI_MERGE_REQUEST_DIFF_BASE_SHA": base}, 1)):
    result = run(["sh", "-e", "-c", script], **variables, **extra)
    assert result.returncode == 0, result
    report = json.loads(read(folder + "/gl-code-quality-report.json"))
    assert len(report) == count and all(issue["location"]["path"] == "x.cpp" for issue in report), report
