"""Comments in every place of a C++ source, and which of them a changed text has lost."""
import re

TOKEN = re.compile(
    rb"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<directive>^[ \t]*\#(?:\\\r?\n|[^\n])*)|(?P<blank>\s+)"""
    rb"""|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\.?\d(?:[eEpP][-+]|'\w|[\w.])*"""
    rb"""|<<=|>>=|<=>|\.\.\.|->\*?|\.\*|\+\+|--|&&|\|\||::|<<|[-+*/%&|^<>=!]=|.""", re.DOTALL | re.MULTILINE)


def tokens(text):
    """Pairs of a kind (None: code) and bytes."""
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def code(text):
    """Without comments and blanks."""
    return b" ".join(word for kind, word in tokens(text) if kind not in ("blank", "comment"))


def commented(text):
    """A comment of its own behind every token that stands in braces."""
    out, depth, number = [], 0, 0
    for kind, word in tokens(text):
        out.append(word)
        depth += (word == b"{") - (word == b"}") if kind is None else 0
        if kind is None and depth:
            number += 1
            out.append(b" /*c%d*/ " % number)
    return b"".join(out)


def statements(text):
    """Triples of code, comments and whether it belongs to a loop, cut at semicolons and braces. The comments behind one
    on its line belong to it."""
    out, words, comments, loops, parens, braces = [], [], [], [], 0, 0
    trailing = comments
    for kind, word in tokens(text):
        if kind == "comment":
            trailing.append(b" ".join(word.split()))
        if kind is not None:
            trailing = comments if b"\n" in word else trailing
            continue
        words.append(word)
        trailing = comments
        parens += (word == b"(") - (word == b")")
        if word == b"for" and not parens:
            loops.append(braces)  # Of the statement that the loop is.
        if parens or word not in (b";", b"{", b"}"):
            continue
        out.append((b" ".join(words), comments, bool(loops)))
        words, comments = [], []
        braces += (word == b"{") - (word == b"}")
        while loops and loops[-1] >= braces and word != b"{":
            loops.pop()
    return out


def lost(before, after):
    """The comments of one text that the other does not have, but for those in statements outside of loops that have
    gone themselves. A call that becomes a comment takes those in it along."""
    kept = {b" ".join(word.split()) for kind, word in tokens(after) if kind == "comment"}
    kept |= {inner for word in kept if word.startswith(b"//") for inner in re.findall(rb"/\*.*?\*/", word)}
    old, new = code(before), code(after)
    return [comment for statement, comments, in_loop in statements(before) for comment in comments
            if comment not in kept and (in_loop or new.count(statement) >= old.count(statement))]
