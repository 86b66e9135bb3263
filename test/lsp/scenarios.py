#!/usr/bin/env python3
"""Conversations with the language server.   scenarios.py --loopfuse LOOPFUSE NAME...; without a name, all."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from client import Client, apply_edits, edits_of, uri_of

VERTICAL = """#include <vector>
void scale(int n, const double *__restrict x, double *__restrict y) {
  std::vector<double> t(n);
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * 2;
  for (int i = 0; i < n; ++i)
    y[i] = t[i] + 1;
}
"""
HORIZONTAL = """
void both(int n, const double *__restrict x, double *__restrict a, double *__restrict b) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * 2;
  for (int i = 0; i < n; ++i)
    b[i] = x[i] + 1;
}
"""
REFUSED = """
void shifted(int n, double *__restrict a, double *__restrict b) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int i = 0; i < n; ++i)
    b[i] = a[n - 1 - i];
}
"""


class Scene:
    """A folder with sources, and what `loopfuse fix` makes of them."""

    def __init__(self, loopfuse, folder):
        self.loopfuse, self.folder = loopfuse, os.path.realpath(folder)

    def write(self, name, text, command=None):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(text.encode())
        if command:
            database = os.path.join(self.folder, "compile_commands.json")
            entries = json.load(open(database)) if os.path.exists(database) else []
            entries.append({"directory": self.folder, "file": name, "arguments": [*command, "-c", name]})
            with open(database, "w") as file:
                json.dump(entries, file)
        return path, uri_of(path)

    def fixed(self, name, text, flags=("clang++", "-std=c++20")):
        with tempfile.TemporaryDirectory() as other:
            path = os.path.join(other, name)
            with open(path, "wb") as file:
                file.write(text.encode())
            subprocess.run([self.loopfuse, "fix", "--quiet", path, "--", *flags], check=True, stdout=subprocess.DEVNULL)
            with open(path, "rb") as file:
                return file.read().decode()

    def client(self, **more):
        return Client(self.loopfuse, self.folder, **more)


def equal(actual, expected):
    assert actual == expected, f"\n--- got\n{actual}\n--- expected\n{expected}"


def basics(scene):
    """Diagnostics, hover, lens, quick fix; nothing is written."""
    path, uri = scene.write("x.cpp", VERTICAL, ["clang++", "-std=c++20"])
    client = scene.client()
    equal(client.capabilities["textDocumentSync"]["change"], 1)
    client.open(uri, VERTICAL)
    [found] = client.diagnostics_of(uri)
    equal(found["message"], "these 2 loops can be fused: 't' becomes a scalar")
    equal((found["code"], found["source"]), ("loopfuse-vertical", "loopfuse"))
    equal(found["range"], {"start": {"line": 3, "character": 2}, "end": {"line": 3, "character": 29}})
    assert os.path.exists(found["codeDescription"]["href"].split("#")[0][len("file://"):]), found
    equal([n["message"] for n in found["relatedInformation"]], ["this loop joins it", "'t' becomes the scalar 't_i'"])
    equal(found["relatedInformation"][0]["location"]["range"]["start"], {"line": 5, "character": 2})

    at = {"textDocument": {"uri": uri}, "position": {"line": 4, "character": 6}}
    hover = client.request("textDocument/hover", at)["contents"]["value"]
    for words in ("**these 2 loops can be fused", "*Form:* 2 loops merged", "*Legality:*", "*Profit:*"):
        assert words in hover, hover
    equal(client.request("textDocument/hover", {**at, "position": {"line": 0, "character": 0}}), None)

    fuse, suppress, fix_all = client.actions(uri)
    equal((fuse["title"], fuse["kind"], fuse["isPreferred"]), ("Fuse these 2 loops", "quickfix", True))
    equal(fuse["diagnostics"][0]["range"], found["range"])
    expected = scene.fixed("x.cpp", VERTICAL)
    assert expected != VERTICAL
    equal(apply_edits(VERTICAL, edits_of(fuse, uri)), expected)
    equal(fix_all["kind"], "source.fixAll.loopfuse")
    equal(apply_edits(VERTICAL, edits_of(fix_all, uri)), expected)
    equal([a["title"] for a in client.actions(uri, only=["source.fixAll"])], ["Fuse all loops in this file"])
    equal([a["kind"] for a in client.actions(uri, only=["quickfix"])], ["quickfix", "quickfix"])
    equal(client.actions(uri, only=["refactor"]), [])
    equal(client.actions(uri, 0, 0, ["quickfix"]), [])

    equal(suppress["title"], "Suppress with NOLINT")
    silent = apply_edits(VERTICAL, edits_of(suppress, uri))
    assert "  // NOLINTNEXTLINE(loopfuse-vertical)\n  for (int i" in silent, silent
    client.change(uri, silent, 2)
    equal(client.diagnostics_of(uri, 2), [])
    client.change(uri, expected, 3)
    equal(client.diagnostics_of(uri, 3), [])
    equal(client.actions(uri), [])
    equal(open(path).read(), VERTICAL)
    equal(sorted(os.listdir(scene.folder)), ["compile_commands.json", "x.cpp"])
    equal(client.stop(), 0)


def lenses(scene):
    """The lens carries the saving, and its command sends the edit."""
    text = VERTICAL.replace("int n,", "").replace("(n)", "(4096)").replace("< n", "< 4096")
    _, uri = scene.write("x.cpp", text, ["clang++", "-std=c++20"])
    client = scene.client(capabilities={"workspace": {"codeLens": {"refreshSupport": True}}})
    client.open(uri, text)
    client.diagnostics_of(uri)
    [lens] = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert lens["command"]["title"].startswith("Fuse these 2 loops: saves "), lens
    equal(lens["range"]["start"], {"line": 3, "character": 2})
    client.request("workspace/executeCommand", lens["command"])
    while not any(m["method"] == "workspace/applyEdit" for m in client.others):
        client.step()
    [sent] = [m for m in client.others if m["method"] == "workspace/applyEdit"]
    equal(apply_edits(text, edits_of(sent["params"], uri)), scene.fixed("x.cpp", text))
    assert any(m["method"] == "workspace/codeLens/refresh" for m in client.others)
    old = dict(lens["command"], arguments=[uri, 0, 0])
    reply = client.reply(client.start_request("workspace/executeCommand", old))
    equal(reply["error"]["code"], -32801)
    reply = client.reply(client.start_request("workspace/executeCommand", {"command": "rm", "arguments": []}))
    equal(reply["error"]["code"], -32602)
    equal(client.stop(), 0)


def utf16(scene):
    """Characters of two, three and four bytes in front of the loop, on its line and in the file."""
    text = ("/* \u00e4\u20ac\U0001F600 */ void f(const double *__restrict x, double *__restrict y) { double t[64]; "
            "/* \U0001F600\u00e9 */ for (int i = 0; i < 64; ++i) t[i] = x[i]; "
            "/* \u00fc */ for (int i = 0; i < 64; ++i) y[i] = t[i]; /* \U0001F600 */ }\n")
    _, uri = scene.write("x.cpp", text, ["clang++", "-std=c++20"])
    client = scene.client()
    client.open(uri, text)
    [found] = client.diagnostics_of(uri)
    before = text[:text.index("for (")]
    equal(found["range"]["start"]["character"], len(before.encode("utf-16-le")) // 2)
    fuse = client.actions(uri)[0]
    fixed = apply_edits(text, edits_of(fuse, uri))
    equal(fixed, scene.fixed("x.cpp", text))
    assert fixed.count("for (") == 1 and fixed.count("\U0001F600") == 3
    client.open(uri, "\ufeff" + text, version=2)
    equal(len(client.diagnostics_of(uri, 2)), 1)
    equal(client.stop(), 0)


def crlf(scene):
    text = VERTICAL.replace("\n", "\r\n")
    _, uri = scene.write("x.cpp", text, ["clang++", "-std=c++20"])
    client = scene.client()
    client.open(uri, text)
    equal(len(client.diagnostics_of(uri)), 1)
    fuse, suppress, fix_all = client.actions(uri)
    for action in (fuse, fix_all):
        equal(apply_edits(text, edits_of(action, uri)), scene.fixed("x.cpp", text))
    silent = apply_edits(text, edits_of(suppress, uri))
    equal(silent.count("\r\n"), text.count("\r\n") + 1)
    equal(silent.count("\n"), silent.count("\r\n"))
    equal(client.stop(), 0)


def files(scene):
    """Two files at once, C and C++; a file without a database; one that is nowhere on disk."""
    c_text = HORIZONTAL.replace("__restrict", "restrict")
    _, cpp = scene.write("x.cpp", VERTICAL, ["clang++", "-std=c++20"])
    _, c = scene.write("y.c", c_text, ["clang", "-std=c99"])
    client = scene.client()
    client.open(cpp, VERTICAL)
    client.open(c, c_text, "c")
    equal([d["code"] for d in client.diagnostics_of(cpp)], ["loopfuse-vertical"])
    equal([d["code"] for d in client.diagnostics_of(c)], ["loopfuse-horizontal"])
    equal(apply_edits(c_text, edits_of(client.actions(c)[0], c)), scene.fixed("y.c", c_text, ["clang", "-std=c99"]))
    assert "/* NOLINTNEXTLINE(loopfuse-horizontal) */\n" in edits_of(client.actions(c)[1], c)[0]["newText"]
    equal(client.stop(), 0)

    with tempfile.TemporaryDirectory() as elsewhere:
        client = Client(scene.loopfuse, elsewhere, options={"fallbackFlags": ["-DN=64"]})
        for uri, language in (("untitled:Untitled-1", "cpp"), (uri_of(elsewhere + "/new file.c"), "c")):
            text = VERTICAL if language == "cpp" else c_text.replace("int n, ", "").replace("< n", "< N")
            client.open(uri, text, language)
            equal(len(client.diagnostics_of(uri)), 1)
            fixed = apply_edits(text, edits_of(client.actions(uri)[0], uri))
            equal(fixed.count("for ("), 1)
            client.change(uri, fixed, 2)
            equal(client.diagnostics_of(uri, 2), [])
        equal(os.listdir(elsewhere), [])
        equal(client.stop(), 0)


def unsaved(scene):
    """What is in the editor counts, of headers too."""
    header = "#define STEP 1\n"
    text = '#include "step.h"\n' + HORIZONTAL.replace("++i)\n    b", "i += STEP)\n    b")
    _, uri = scene.write("x.cpp", text, ["clang++", "-std=c++20"])
    _, other = scene.write("step.h", header)
    client = scene.client(options={"reportRefusals": True})
    client.open(uri, text)
    equal([d["severity"] for d in client.diagnostics_of(uri)], [2])
    client.open(other, "#define STEP 2\n")
    client.change(uri, text + "// x\n", 2)
    [refused] = client.diagnostics_of(uri, 2)
    equal(refused["severity"], 4)
    assert refused["message"].startswith("not fused: ") and "REFUSALS.md#" + refused["code"] in str(refused), refused
    client.change(other, "#define STEP 1 // again\n", 2)
    client.change(uri, text, 3)
    equal([d["severity"] for d in client.diagnostics_of(uri, 3)], [2])
    client.change(uri, text.replace("a[i]", "unknown[i]"), 4)
    equal(client.diagnostics_of(uri, 4), [])
    equal(client.stop(), 0)


def headers(scene):
    """A header is seen through a unit that includes it, and every such unit is asked before it is changed."""
    text = HORIZONTAL.replace("void both", "inline void both").replace("x[i] + 1", "AT(x, i) + 1").lstrip()
    _, uri = scene.write("both.h", text)
    scene.write("one.cpp", '#define AT(X, I) X[I]\n#include "both.h"\n', ["clang++", "-std=c++20", "-fno-vectorize"])
    client = scene.client()
    client.open(uri, text)
    equal([d["code"] for d in client.diagnostics_of(uri)], ["loopfuse-horizontal"])
    fixed = apply_edits(text, edits_of(client.actions(uri)[0], uri))
    equal(fixed.count("for ("), 1)
    equal(client.stop(), 0)
    scene.write("two.cpp", '#define AT(X, I) a[n - 1 - I]\n#include "both.h"\n', ["clang++", "-std=c++20"])
    client = scene.client(options={"reportRefusals": True})
    client.open(uri, text)
    equal([a["title"] for a in client.actions(uri)], ["Why not fused? (instances-disagree)"])
    equal([d["code"] for d in client.diagnostics_of(uri)], ["instances-disagree"])
    equal(client.stop(), 0)


def refusals(scene):
    """Refusals are hints where they are asked for; hover says why with the witness in any case."""
    text = REFUSED.lstrip()
    _, uri = scene.write("x.cpp", text, ["clang++", "-std=c++20"])
    client = scene.client()
    client.open(uri, text)
    equal(client.diagnostics_of(uri), [])
    hover = client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 0}})
    value = hover["contents"]["value"]
    assert "**not fused: " in value and "a[" in value and "iteration" in value, value
    assert "REFUSALS.md#" in value, value
    seen = len(client.diagnostics[uri])
    client.notify("workspace/didChangeConfiguration", {"settings": {"loopfuse": {"reportRefusals": True}}})
    while len(client.diagnostics[uri]) == seen:
        client.step()
    equal([d["severity"] for d in client.diagnostics_of(uri)], [4])
    equal([a["title"] for a in client.actions(uri)], ["Why not fused? (dependence-reversed)"])
    client.notify("workspace/didChangeConfiguration", {"settings": {"loopfuse": {"alias": "gard"}}})
    while not client.others:
        client.step()
    equal(client.others[-1]["params"]["message"], "loopfuse: 'gard' is no value of 'alias'")
    equal(client.stop(), 0)


def guard(scene):
    """Settings of the client stand over .loopfuse.yaml."""
    text = HORIZONTAL.replace("__restrict ", "").replace("double *a", "double *p").replace("a[i]", "p[i]").lstrip()
    text = text.replace("x[i] + 1", "p[i] + 1")
    _, uri = scene.write("x.cpp", text, ["clang++", "-std=c++20", "-fno-vectorize"])
    client = scene.client(options={"alias": "guard"})
    client.open(uri, text)
    [found] = client.diagnostics_of(uri)
    assert "do not overlap" in found["message"], found
    fixed = apply_edits(text, edits_of(client.actions(uri)[0], uri))
    assert "if (" in fixed, fixed
    equal(client.stop(), 0)
    scene.write(".loopfuse.yaml", "Alias: gard\n")
    client = scene.client()
    client.open(uri, text)
    [wrong] = client.diagnostics_of(uri)
    assert wrong["severity"] == 1 and ".loopfuse.yaml:1:8: error:" in wrong["message"], wrong
    equal(client.stop(), 0)


MAY_ALIAS = HORIZONTAL.replace("__restrict ", "").replace("x[i] + 1", "a[i] + 1").lstrip()


def alternatives(scene):
    """Where pointers may overlap: the same loops with a test at run time, and the page that says why not."""
    path, uri = scene.write("x.cpp", MAY_ALIAS, ["clang++", "-std=c++20", "-fno-vectorize"])
    client = scene.client(capabilities={"window": {"showDocument": {"support": True}}})
    client.open(uri, MAY_ALIAS)
    equal(client.diagnostics_of(uri), [])
    test, why = client.actions(uri, 2, 2)
    equal((test["title"], test["kind"]), ("Fuse these 2 loops, with a test at run time", "refactor.rewrite"))
    shutil.copy(path, path + ".copy.cpp")
    subprocess.run([scene.loopfuse, "fix", "--quiet", "--alias=guard", path + ".copy.cpp", "--", "clang++", "-std=c++20", "-fno-vectorize"],
                   check=True, stdout=subprocess.DEVNULL)
    guarded = open(path + ".copy.cpp").read()
    assert "if (" in guarded, guarded
    equal(apply_edits(MAY_ALIAS, edits_of(test, uri)), guarded)
    equal((why["title"], why["kind"]), ("Why not fused? (may-alias)", "refactor.rewrite"))
    client.request("workspace/executeCommand", why["command"])
    while not any(m["method"] == "window/showDocument" for m in client.others):
        client.step()
    [shown] = [m["params"] for m in client.others if m["method"] == "window/showDocument"]
    page = open(shown["uri"][len("file://"):]).read().splitlines()
    equal(page[shown["selection"]["start"]["line"]], "## may-alias")
    reply = client.reply(client.start_request("workspace/executeCommand",
                                              {"command": "loopfuse.explainRule", "arguments": ["no-such"]}))
    equal(reply["error"]["message"], "there is no rule 'no-such'")
    # Elsewhere, and where only other kinds are asked for, there is nothing.
    equal(client.actions(uri, 0, 0), [])
    equal(client.actions(uri, only=["quickfix"]), [])
    equal(client.actions(uri, only=["source"]), [])
    # Once it is written the original loops stand for the overlap, and nothing more is offered.
    client.change(uri, guarded, 2)
    equal([a["title"] for a in client.actions(uri) if "run time" in a["title"]], [])
    # Loops that need no test are fused without one; those that no test helps are not.
    both = VERTICAL + REFUSED
    client.change(uri, both, 3)
    titles = [a["title"] for a in client.actions(uri)]
    equal([t for t in titles if "run time" in t], [])
    equal(titles[0], "Fuse these 2 loops")
    assert "Why not fused? (dependence-reversed)" in titles, titles
    equal(client.stop(), 0)

    # A client that shows no documents gets the words, and refusals that are shown have their actions as quick fixes.
    client = scene.client(options={"reportRefusals": True})
    client.open(uri, MAY_ALIAS)
    [shown] = client.diagnostics_of(uri)
    test, why = client.actions(uri)
    equal((test["kind"], why["kind"]), ("quickfix", "quickfix"))
    equal(why["diagnostics"][0]["code"], shown["code"])
    client.request("workspace/executeCommand", why["command"])
    while not any(m["method"] == "window/showMessage" for m in client.others):
        client.step()
    equal(client.stop(), 0)


class Configured(Client):
    """A client that answers questions about its settings."""

    def __init__(self, *arguments, settings, **more):
        self.settings = settings
        super().__init__(*arguments, **more)

    def send(self, message):
        if "result" in message and message["id"] == self.asked:
            message = dict(message, result=[self.settings])
        super().send(message)

    asked = None

    def step(self):
        message = self.messages.queue[0] if self.messages.queue else None
        if message is None:
            message = self.messages.get(timeout=60)
            self.messages.queue.appendleft(message)
        if message.get("method") == "workspace/configuration":
            equal(message["params"], {"items": [{"section": "loopfuse"}]})
            self.asked = message["id"]
        super().step()


def configuration(scene):
    """Settings that the server asks for; all of them take effect, and again when they change."""
    _, uri = scene.write("x.cpp", MAY_ALIAS, ["clang++", "-std=c++20", "-fno-vectorize"])
    able = {"workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}}
    client = Configured(scene.loopfuse, scene.folder, settings={"alias": "guard"}, capabilities=able)
    client.open(uri, MAY_ALIAS)
    while not client.diagnostics.get(uri) or not client.diagnostics[uri][-1]["diagnostics"]:
        client.step()
    assert "do not overlap" in client.diagnostics[uri][-1]["diagnostics"][0]["message"]
    [registered] = [m for m in client.others if m["method"] == "client/registerCapability"]
    equal([r["method"] for r in registered["params"]["registrations"]], ["workspace/didChangeConfiguration"])
    client.settings = {"alias": "refuse"}
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    while client.diagnostics[uri][-1]["diagnostics"]:
        client.step()
    client.settings = None
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.change(uri, VERTICAL, 2)
    equal(len(client.diagnostics_of(uri, 2)), 1)
    equal(client.stop(), 0)

    # Each setting by what it changes.
    strips = """#include <cmath>
void f(const float *__restrict x, float *__restrict y, float *__restrict z, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * 2;
  for (int i = 0; i < n; ++i)
    z[i] = std::tanh(y[i]);
}
"""
    products = """void g(const float *__restrict x, float *__restrict y, float *__restrict z, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * 2;
  for (int i = 0; i < n; ++i)
    z[i] = y[i] + x[i];
}
"""
    for name, value, text, flags in (("granularity", "iteration", strips, ["clang++", "-O2"]),
                                     ("fp", "exact", products, ["g++", "-O2", "-march=haswell"])):
        _, other = scene.write(name + ".cpp", text, flags)
        told = []
        for options in {}, {name: value}:
            client = scene.client(options=options)
            client.open(other, text)
            told.append([d["message"] for d in client.diagnostics_of(other)])
            equal(client.stop(), 0)
        assert told[0] and told[0] != told[1], (name, told)
    client = scene.client(options={"granularity": "strips"})
    while not any(m["method"] == "window/showMessage" for m in client.others):
        client.step()
    assert "'strips' is no value of 'granularity'" in client.others[0]["params"]["message"], client.others
    equal(client.stop(), 0)


def stale(scene):
    """What is older than the text never arrives: changes in a row, close while analysing, actions of an old text."""
    _, uri = scene.write("x.cpp", VERTICAL, ["clang++", "-std=c++20"])
    client = scene.client()
    client.open(uri, VERTICAL)
    waiting = client.start_request("textDocument/codeAction", {
        "textDocument": {"uri": uri}, "context": {"diagnostics": []},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}})
    for version in range(2, 30):
        client.change(uri, VERTICAL + "// %d\n" % version, version)
    client.change(uri, VERTICAL + HORIZONTAL, 30)
    equal(client.reply(waiting)["error"]["code"], -32801)
    equal(len(client.diagnostics_of(uri, 30)), 2)
    versions = [p["version"] for p in client.diagnostics[uri]]
    equal(versions, sorted(versions))
    client.change(uri, VERTICAL, 31)
    client.close(uri)
    client.open(uri, VERTICAL + HORIZONTAL, version=1)
    client.close(uri)
    waiting = client.start_request("textDocument/codeAction", {
        "textDocument": {"uri": uri}, "context": {"diagnostics": []},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}})
    equal(client.reply(waiting)["error"]["code"], -32801)
    equal(client.diagnostics[uri][-1]["diagnostics"], [])
    time.sleep(0.5)
    equal(client.stop(), 0)
    while not client.messages.empty() and client.messages.queue[0] is not None:
        client.step()
    equal(client.diagnostics[uri][-1]["diagnostics"], [])


def several(scene):
    """Each fix stands alone; all together are what `loopfuse fix` makes, rounds that need each other included."""
    text = VERTICAL + HORIZONTAL + """
static void half(int n, const double *x, double *__restrict y) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] / 2;
}
void chain(int n, const double *__restrict x, double *__restrict y) {
  half(n, x, y);
  for (int i = 0; i < n; ++i)
    y[i] += x[i];
}
"""
    _, uri = scene.write("x.cpp", text, ["clang++", "-std=c++20"])
    client = scene.client(capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}})
    client.open(uri, text, version=7)
    equal(len(client.diagnostics_of(uri, 7)), 3)
    actions = client.actions(uri)
    fuses = [a for a in actions if a["title"].startswith("Fuse the") and a["kind"] == "quickfix"]
    equal(actions[0]["edit"]["documentChanges"][0]["textDocument"], {"uri": uri, "version": 7})
    for action in fuses:
        one = apply_edits(text, edits_of(action, uri))
        assert one != text and scene.fixed("x.cpp", one) == scene.fixed("x.cpp", text), one
    assert len(fuses) >= 2
    equal(apply_edits(text, edits_of(actions[-1], uri)), scene.fixed("x.cpp", text))
    equal(client.stop(), 0)


def typing(scene):
    """What a keystroke in one function shows at once is what a fresh look at the text shows, line numbers in texts too."""
    text = VERTICAL.replace("#include <vector>\n", "").replace("std::vector<double> t(n)", "double t[64]").replace("< n", "< 64")
    text += REFUSED + HORIZONTAL + "namespace inner {" + REFUSED.replace("shifted", "last") + "}\n"
    _, uri = scene.write("x.cpp", text, ["clang++", "-std=c++20"])
    client = scene.client(options={"reportRefusals": True})
    fresh = scene.client(options={"reportRefusals": True})
    client.open(uri, text)
    equal(len(client.diagnostics_of(uri)), 4)
    edits = [("a[i] = i;", "a[i] = i; //\n\n"), ("b[n - 1 - i];", "b[i];"), ("a[n - 1 - i]", "a[i]"), ("t[i] + 1", "t[i] +"),
             ("t[i] +;", "t[i] + 2;"), ("y[i] = t", "\n\n  y[i] = t"), ("x[i] + 1", "a[i] + x[i]"),
             ("a[n - 1 - i]", "a[n -\n 1 - i]"), ("namespace", "\n\nnamespace"), ("void both", "int g;\nvoid both")]
    for version, (old, new) in enumerate(edits, 2):
        text = text.replace(old, new, 1)
        client.change(uri, text, version)
        fresh.open(uri, text, version=version)
        client.diagnostics_of(uri, version)
        first = next(p for p in client.diagnostics[uri] if p["version"] == version)["diagnostics"]
        equal(json.dumps(first, indent=1), json.dumps(fresh.diagnostics_of(uri, version), indent=1))
        fresh.close(uri)
    # Nothing may be left out for good: what a change does to other functions comes with the check.
    text = "static inline int at(int i) {\n  return i;\n}\n" + HORIZONTAL.replace("x[i] + 1", "a[at(i)] + 1")
    client.change(uri, text, 50)
    equal([d["severity"] for d in client.diagnostics_of(uri, 50)], [2])
    client.change(uri, text.replace("return i;", "return 9 - i;"), 51)
    while [d["severity"] for d in client.diagnostics_of(uri, 51)] != [4]:
        client.step()
    client.change(uri, text, 52)
    while [d["severity"] for d in client.diagnostics_of(uri, 52)] != [2]:
        client.step()
    equal(client.stop(), 0)
    equal(fresh.stop(), 0)


def broken(scene):
    """Nonsense on the wire does not end the server; exit codes."""
    _, uri = scene.write("x.cpp", VERTICAL, ["clang++", "-std=c++20"])
    client = scene.client()
    client.send_raw(b"{ this is no JSON")
    client.send_raw(b"[]")
    client.send_raw(b"7")
    client.notify("textDocument/didOpen", {})
    client.notify("textDocument/didOpen", [1])
    client.notify("textDocument/didChange", {"textDocument": 3, "contentChanges": {}})
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere"}, "contentChanges": [{"text": "x"}]})
    client.notify("$/unknown", {})
    for method, parameters in (("textDocument/hover", None), ("textDocument/codeAction", {}),
                               ("textDocument/codeLens", {"textDocument": {}}), ("no/such", {}),
                               ("workspace/executeCommand", {"command": 3})):
        assert "id" in client.reply(client.start_request(method, parameters))
    client.open(uri, VERTICAL)
    equal(len(client.diagnostics_of(uri)), 1)
    equal(client.stop(), 0)

    client = scene.client()
    client.notify("exit", None)
    equal(client.process.wait(timeout=60), 1)
    client = scene.client()
    client.process.stdin.close()
    equal(client.process.wait(timeout=60), 1)


def scan(scene):
    """The whole project, best first, with progress."""
    big = VERTICAL.replace("int n, ", "").replace("(n)", "(4096)").replace("< n", "< 4096")
    scene.write("big.cpp", big, ["clang++", "-std=c++20"])
    scene.write("small.cpp", HORIZONTAL.replace("int n, ", "").replace("< n", "< 64"), ["clang++", "-std=c++20"])
    client = scene.client(capabilities={"window": {"workDoneProgress": True}})
    entries = client.request("workspace/executeCommand", {"command": "loopfuse.scanProject", "arguments": []})
    equal([(os.path.basename(e["uri"]), e["code"]) for e in entries],
          [("big.cpp", "loopfuse-vertical"), ("small.cpp", "loopfuse-horizontal")])
    assert entries[0]["bytesSaved"] > entries[1]["bytesSaved"]
    equal(entries[0]["range"]["start"]["line"], 3)
    kinds = lambda: [m["params"]["value"]["kind"] for m in client.others if m["method"] == "$/progress"]
    while "end" not in kinds():
        client.step()
    equal(client.others[0]["method"], "window/workDoneProgress/create")
    equal(kinds(), ["begin", "report", "report", "end"])
    equal(client.stop(), 0)
    with tempfile.TemporaryDirectory() as elsewhere:
        client = Client(scene.loopfuse, elsewhere)
        reply = client.reply(client.start_request("workspace/executeCommand", {"command": "loopfuse.scanProject"}))
        assert "no compile_commands.json" in reply["error"]["message"], reply
        equal(client.stop(), 0)


SCENARIOS = [basics, lenses, utf16, crlf, files, unsaved, headers, refusals, guard, alternatives, configuration, stale, several, typing, broken,
             scan]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    for scenario in SCENARIOS:
        if not options.names or scenario.__name__ in options.names:
            with tempfile.TemporaryDirectory() as folder:
                scenario(Scene(options.loopfuse, folder))
            print(scenario.__name__, "passed", flush=True)


if __name__ == "__main__":
    sys.exit(main())
