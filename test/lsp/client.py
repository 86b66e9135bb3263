"""A small client of the language server protocol, for tests. Shares nothing with the server."""
import json
import os
import queue
import subprocess
import threading
import urllib.parse

TIMEOUT = 120  # Only a server that hangs needs it.


def uri_of(path):
    return "file://" + urllib.parse.quote(os.path.realpath(path))


class Client:
    def __init__(self, loopfuse, folder, options=None, capabilities=None, arguments=()):
        self.process = subprocess.Popen([loopfuse, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        cwd=folder)
        self.replies = {}
        self.messages = queue.Queue()
        self.next_id = 0
        self.diagnostics = {}  # URI -> list of all that was published
        self.others = []  # other notifications and requests of the server
        threading.Thread(target=self._read, daemon=True).start()
        self.capabilities = self.request("initialize", {
            "processId": None, "rootUri": uri_of(folder), "capabilities": capabilities or {},
            "initializationOptions": options or {}})["capabilities"]
        self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline().strip()):
                name, value = line.split(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                self.messages.put(None)
                return
            self.messages.put(json.loads(stream.read(length)))

    def send_raw(self, data):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def send(self, message):
        self.send_raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def start_request(self, method, parameters):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": parameters})
        return self.next_id

    def step(self):
        """Takes one message of the server's."""
        message = self.messages.get(timeout=TIMEOUT)
        assert message is not None, "the server has ended"
        if "method" not in message:
            self.replies[message["id"]] = message
        elif message["method"] == "textDocument/publishDiagnostics":
            self.diagnostics.setdefault(message["params"]["uri"], []).append(message["params"])
        else:
            self.others.append(message)
            if "id" in message:
                self.send({"id": message["id"], "result": None})

    def reply(self, number):
        while number not in self.replies:
            self.step()
        return self.replies.pop(number)

    def request(self, method, parameters):
        reply = self.reply(self.start_request(method, parameters))
        assert "error" not in reply, reply["error"]
        return reply["result"]

    def open(self, uri, text, language="cpp", version=1):
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": language, "version": version, "text": text}})

    def change(self, uri, text, version):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics_of(self, uri, version=1):
        """The newest ones of a version, as soon as there are any."""
        while not any(p.get("version") == version for p in self.diagnostics.get(uri, [])):
            self.step()
        return [p for p in self.diagnostics[uri] if p.get("version") == version][-1]["diagnostics"]

    def actions(self, uri, first=0, last=10000, only=None):
        context = {"diagnostics": []}
        if only:
            context["only"] = only
        return self.request("textDocument/codeAction", {
            "textDocument": {"uri": uri}, "context": context,
            "range": {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}})

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=TIMEOUT)


def apply_edits(text, edits):
    """Applies text edits as an editor does: positions are lines and UTF-16 code units."""
    units = text.encode("utf-16-le")
    begins = [0]
    at = 0
    while at < len(text):
        if text[at] == "\n" or (text[at] == "\r" and text[at + 1:at + 2] != "\n"):
            begins.append(len(text[:at + 1].encode("utf-16-le")))
        at += 1

    def offset(position):
        if position["line"] >= len(begins):
            return len(units)
        return begins[position["line"]] + 2 * position["character"]

    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
        begin, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        units = units[:begin] + edit["newText"].encode("utf-16-le") + units[end:]
    return units.decode("utf-16-le")


def edits_of(action, uri):
    edit = action["edit"]
    if "documentChanges" in edit:
        return [e for change in edit["documentChanges"] if change["textDocument"]["uri"] == uri for e in change["edits"]]
    return edit["changes"].get(uri, [])
