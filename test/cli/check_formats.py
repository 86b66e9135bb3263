#!/usr/bin/env python3
"""Runs `check` with every --format over the project of formats.test and holds the output against what the form's own
standard asks for. Edits are carried out by other programs or by a few lines here, and must lead where `fix` leads.

Usage: check_formats.py LOOPFUSE FOLDER [--empty SOURCE]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse

loopfuse, folder = sys.argv[1:3]
sources = ["src/" + sys.argv[4]] if "--empty" in sys.argv else []
LOOPS = {"loopfuse-vertical", "loopfuse-horizontal"}
REFUSED = "dependence-reversed"


def run(form, *extra):
    result = subprocess.run([loopfuse, "check", f"--format={form}", "--refusals", *extra, *sources], cwd=folder,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert result.returncode == (0 if sources else 3), (form, result.returncode, result.stderr)
    # The same into a file, and a second time: the bytes are equal.
    path = os.path.join(folder, "out." + form)
    again = subprocess.run([loopfuse, "check", f"--format={form}", "--refusals", *extra, "--quiet", f"--output={path}",
                            *sources], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert again.stdout == b"" and open(path, "rb").read() == result.stdout, form
    return result.stdout.decode("utf-8")


def text_of(path):
    with open(os.path.join(folder, path), encoding="utf-8", newline="") as file:
        return file.read()


def fixed_texts():
    """What `fix` makes of each file."""
    copy = folder + ".fixed"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    database = os.path.join(copy, "compile_commands.json")
    text = open(database, encoding="utf-8").read().replace(folder, copy)
    open(database, "w", encoding="utf-8").write(text)
    subprocess.run([loopfuse, "fix", "--quiet"], cwd=copy, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return {"src/" + name: open(os.path.join(copy, "src", name), encoding="utf-8", newline="").read()
            for name in os.listdir(os.path.join(copy, "src"))}


def place(text, line, column):
    """Offset in characters of a line and a column in code points."""
    lines = text.splitlines(keepends=True) + [""]
    assert 1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1, (line, column)
    return sum(map(len, lines[:line - 1])) + column - 1


def replaced(text, edits):
    for begin, end, new in sorted(edits, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def check_json():
    lines = [json.loads(line) for line in run("json").splitlines()]
    assert lines[0] == {"type": "run", "schema": 1, "tool": "loopfuse", "version": lines[0]["version"]}, lines[0]
    findings = [line for line in lines if line["type"] == "finding"]
    kinds = [line["type"] for line in lines]
    assert kinds == ["run"] + ["finding"] * len(findings) + ["error"] * kinds.count("error") + ["summary"], kinds
    summary = lines[-1]
    if sources:
        assert not findings and summary["files"] == 1, lines
        return
    assert summary == {"type": "summary", "files": 4, "filesWithErrors": 1, "fusable": 3, "refused": 1,
                       "suppressed": 1}, summary
    assert {f["rule"] for f in findings} == LOOPS | {REFUSED}, findings
    assert [f["suppressed"] for f in findings].count(True) == 1
    assert len({f["fingerprint"] for f in findings}) == len(findings)
    error = next(line for line in lines if line["type"] == "error")
    assert (error["file"], error["line"]) == ("src/broken.cpp", 1) and "missing" in error["message"], error
    texts = {}
    for f in findings:
        assert ("edits" in f) == ("refused" not in f and not f["suppressed"]), f
        header = text_of(f["place"]["file"]).encode()[f["place"]["offset"]:][:f["place"]["length"]]
        assert header.startswith(b"for (") and header.endswith(b")"), header
        for e in f.get("edits", []):
            texts.setdefault(e["file"], []).append((e["offset"], e["offset"] + e["length"], e["text"].encode()))
    for file, text in fixed_texts().items():
        assert replaced(text_of(file).encode(), texts.get(file, [])).decode() == text, file


def check_sarif():
    log = json.loads(run("sarif"))
    assert log["version"] == "2.1.0" and log["$schema"].startswith("https://") and len(log["runs"]) == 1
    (the_run,) = log["runs"]
    assert the_run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = the_run["tool"]["driver"]
    assert driver["name"] == "loopfuse" and re.fullmatch(r"\d+\.\d+\.\d+", driver["semanticVersion"])
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    for rule in driver["rules"]:
        for key in ("shortDescription", "fullDescription", "help"):
            assert rule[key]["text"].strip(), rule
        assert rule["help"]["markdown"] and rule["defaultConfiguration"]["level"] in ("warning", "note")
        assert rule["shortDescription"]["text"].endswith(".")
    results = the_run["results"]
    (invocation,) = the_run["invocations"]
    if sources:
        assert results == [] and invocation["executionSuccessful"] is True
        return
    assert invocation["executionSuccessful"] is False
    assert "missing" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    assert sorted(r["ruleId"] for r in results) == sorted(
        [REFUSED, "loopfuse-vertical", "loopfuse-vertical", "loopfuse-horizontal", "loopfuse-horizontal"])
    edits = {}

    def location(l, whole_header=True):
        artifact = l["physicalLocation"]["artifactLocation"]
        assert artifact["uriBaseId"] in the_run["originalUriBaseIds"]
        uri = artifact["uri"]
        assert re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri) and not uri.startswith("/"), uri
        path = urllib.parse.unquote(uri)
        region = l["physicalLocation"]["region"]
        text = text_of(path)
        begin = place(text, region["startLine"], region["startColumn"])
        end = place(text, region["endLine"], region["endColumn"])
        assert text[begin:end] == region["snippet"]["text"] and begin < end, region
        return path, text[begin:end]

    for r in results:
        assert driver["rules"][r["ruleIndex"]]["id"] == r["ruleId"]
        assert r["level"] == ("note" if r["ruleId"] == REFUSED else "warning")
        assert r["message"]["text"].endswith(".")
        (primary,) = r["locations"]
        assert primary["logicalLocations"][0]["fullyQualifiedName"]
        assert location(primary)[1].startswith("for (")
        assert primary["physicalLocation"]["region"]["startLine"] == primary["physicalLocation"]["region"]["endLine"]
        numbers = [l["id"] for l in r.get("relatedLocations", [])]
        assert len(set(numbers)) == len(numbers)
        for l in r.get("relatedLocations", []):
            location(l)
            assert l["message"]["text"]
        assert re.fullmatch(r"[0-9a-f]{32}:1", r["partialFingerprints"]["primaryLocationLineHash"])
        assert r["suppressions"] in ([], [{"kind": "inSource"}])
        assert ("fixes" in r) == (r["ruleId"] != REFUSED and not r["suppressions"]), r
        for change in (c for fix in r.get("fixes", []) for c in fix["artifactChanges"]):
            path = urllib.parse.unquote(change["artifactLocation"]["uri"])
            for replacement in change["replacements"]:
                d = replacement["deletedRegion"]
                edits.setdefault(path, []).append(
                    (place(text_of(path), d["startLine"], d["startColumn"]),
                     place(text_of(path), d["endLine"], d["endColumn"]), replacement["insertedContent"]["text"]))
    assert [bool(r["suppressions"]) for r in results].count(True) == 1
    (flow,) = next(r for r in results if r["ruleId"] == REFUSED)["codeFlows"]
    steps = flow["threadFlows"][0]["locations"]
    assert [location(s["location"])[1] for s in steps] == ["a[i]", "a[n - 1 - i]"], steps
    assert "writes a[" in steps[0]["location"]["message"]["text"] and "reads a[" in steps[1]["location"]["message"]["text"]
    for file, text in fixed_texts().items():
        assert replaced(text_of(file), edits.get(file, [])) == text, file


def check_fixes():
    run("fixes")
    copy = folder + ".applied"
    shutil.rmtree(copy, ignore_errors=True)
    os.makedirs(copy + "/fixes")
    # The paths in there are absolute, so it is the project itself that is changed, and put back.
    shutil.copytree(folder + "/src", copy + "/src")
    shutil.copy(folder + "/out.fixes", copy + "/fixes/x.yaml")
    result = subprocess.run(["clang-apply-replacements", copy + "/fixes"], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    assert result.returncode == 0, result.stdout
    found = {"src/" + name: text_of("src/" + name) for name in os.listdir(folder + "/src")}
    for name in found:
        shutil.copy(os.path.join(copy, name), os.path.join(folder, name))
    for file, text in fixed_texts().items():
        assert found[file] == text, (file, found[file])


def check_patch():
    patch = subprocess.run([loopfuse, "check", "--format=patch", "--quiet", *sources], cwd=folder,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    if sources:
        assert patch == b""
        return
    copy = folder + ".patched"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder + "/src", copy + "/src")
    subprocess.run(["git", "apply", "-p1"], cwd=copy, input=patch, check=True,
                   env=dict(os.environ, GIT_CEILING_DIRECTORIES=os.path.dirname(copy), GIT_DIR=copy + "/none"))
    for file, text in fixed_texts().items():
        assert open(os.path.join(copy, file), encoding="utf-8", newline="").read() == text, file


def check_gitlab():
    issues = json.loads(run("gitlab"))
    assert len(issues) == (0 if sources else 4)
    for issue in issues:
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        lines = issue["location"]["lines"]
        assert 1 <= lines["begin"] <= lines["end"] <= len(text_of(issue["location"]["path"]).splitlines())
        assert issue["description"] and issue["check_name"]
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)


def check_rdjson():
    report = json.loads(run("rdjson"))
    assert report["source"]["name"] == "loopfuse" and len(report["diagnostics"]) == (0 if sources else 4)
    edits = {}
    for d in report["diagnostics"]:
        assert d["severity"] in ("UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO") and d["message"] and d["code"]["value"]
        path = d["location"]["path"]
        lines = text_of(path).encode().splitlines(keepends=True)

        def offset(p):
            assert 1 <= p["line"] <= len(lines) + 1
            return sum(map(len, lines[:p["line"] - 1])) + p["column"] - 1  # Columns count bytes.

        start, end = d["location"]["range"]["start"], d["location"]["range"]["end"]
        assert text_of(path).encode()[offset(start):offset(end)].startswith(b"for ("), d
        for s in d.get("suggestions", []):
            edits.setdefault(path, []).append((offset(s["range"]["start"]), offset(s["range"]["end"]),
                                               s["text"].encode()))
    if not sources:
        for file, text in fixed_texts().items():
            assert replaced(text_of(file).encode(), edits.get(file, [])).decode() == text, file


def check_github():
    lines = run("github").splitlines()
    pattern = (r"::(warning|notice|error) file=([^,:]+),line=(\d+)(,endLine=\d+)?(,col=\d+,endColumn=\d+)?,"
               r"title=([^,:]+)::.+")
    matches = [re.fullmatch(pattern, line) for line in lines]
    assert all(matches) and len(lines) == (0 if sources else 5), lines
    if not sources:
        assert [m[1] for m in matches].count("warning") == 3 and [m[1] for m in matches].count("error") == 1
        files = {m[2] for m in matches}
        assert "src/scale ö %2520.cpp" in files, files


for check in (check_json, check_sarif, check_fixes, check_patch, check_gitlab, check_rdjson, check_github):
    if not (sources and check is check_fixes):
        check()
