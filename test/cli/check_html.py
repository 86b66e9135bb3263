#!/usr/bin/env python3
"""Runs `check --format=html` on copies of chain.cpp with ordinary and hostile names, and reads the page with Python's
parser. Usage: check_html.py LOOPFUSE FOLDER"""
import html.parser
import os
import re
import shutil
import subprocess
import sys

loopfuse, folder = sys.argv[1:]
VOID = {"meta", "br", "rect", "path"}
ALLOWED = {"html", "head", "meta", "title", "style", "body", "h1", "h3", "p", "div", "table", "thead", "tbody", "tr", "th",
           "td", "button", "a", "details", "summary", "span", "dl", "dt", "dd", "pre", "svg", "g", "rect", "path", "text",
           "script"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.texts, self.counts = [], [], [], {}, {}

    def handle_starttag(self, tag, attributes):
        assert tag in ALLOWED, tag
        self.counts[tag] = self.counts.get(tag, 0) + 1
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("src", "srcset", "style", "xlink:href"), (tag, name)
            if name == "href":
                self.links.append(value)
            if name == "id":
                self.ids.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.open)

    def handle_data(self, data):
        tag = self.open[-1] if self.open else ""
        self.texts[tag] = self.texts.get(tag, "") + data


def check(name):
    path = os.path.join(folder, name)
    if name != "chain.cpp":
        shutil.copy(os.path.join(folder, "chain.cpp"), path)
    result = subprocess.run([loopfuse, "check", "--format=html", "--refusals", name, "--", "-x", "c++", "-fno-vectorize"], cwd=folder,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert result.returncode == 0, result.stderr
    text = result.stdout.decode("utf-8")
    page = Page()
    page.feed(text)
    page.close()
    assert page.open == [], page.open
    # Nothing is loaded: no address but those of the page's own parts.
    assert not re.search(r"https?:|//[a-z]|url\(|@import", text.split("<body>")[0]), "an address in the style"
    assert page.links and all(link.startswith("#") and link[1:] in page.ids for link in page.links), page.links
    assert len(set(page.ids)) == len(page.ids)
    assert page.counts["script"] == 1 and "alert(1)" not in page.texts["script"]
    # Two fusions, one refusal: each with its row, its part, its picture.
    assert len(page.links) == 3 and page.counts["svg"] == 3, (page.links, page.counts)
    assert "dependence-reversed" in page.texts["td"] and page.texts["td"].count("loopfuse-") == 2
    assert name + ":3" in page.texts["a"], page.texts["a"]
    assert "2 fusions possible, 1 refused" in page.texts["p"]
    assert "+  for (int i = 0; i < n; ++i) {" in page.texts["span"] and "-  for (int i" in page.texts["span"]
    assert "reads its values, distance 0" in page.texts["text"] and "dependence-reversed" in page.texts["text"]
    assert "<T>" not in text and "3: for (int i = 0; i < n; ++i)"[:20] in page.texts["text"]
    assert "// é" in page.texts["span"] and 'name="viewport"' in text


for name in ("chain.cpp", "<img src=x onerror=alert(1)>.cpp", "a\"b'&amp;c.cpp", "</title></pre><script>.cpp".replace("/", "\u2044")):
    check(name)
