#!/usr/bin/env python3
"""Makes the packages, installs each into a clean root and runs what is in there.

Usage: check_packages.py --build BUILD [--keep FOLDER] [--counts FILE] deb|static...

deb     a root of the files of Debian's essential packages, and of those that the .deb names, and of theirs, as they are
        installed here; dpkg itself installs it there. What the .deb forgets to name is not there.
static  an empty root: no library, no shell.

Both are entered with chroot, as root or in a user namespace. The closing line is "N passed, N failed, N skipped"."""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

SAMPLE = """#include <stddef.h>
void f(size_t n, const double *restrict x, double *restrict y) {
  for (size_t i = 0; i < n; ++i)
    y[i] = x[i] * 2;
  for (size_t i = 0; i < n; ++i)
    y[i] = y[i] + 1;
}
"""
FUSED = """  for (size_t i = 0; i < n; ++i) {
    y[i] = x[i] * 2;
    y[i] = y[i] + 1;
  }
"""
CHROOT = shutil.which("chroot", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") or "chroot"
# Who is not root is, among files of its own.
AS_ROOT = [] if os.geteuid() == 0 else [shutil.which("unshare") or "unshare", "--map-root-user", "--mount"]


class Skip(Exception):
    pass


def run(*command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert result.returncode == 0, f"$ {' '.join(command)}\n{result.stdout}exit code {result.returncode}"
    return result.stdout


def inside(root, *command):
    return run(*AS_ROOT, CHROOT, root, *command, env={"PATH": "/usr/bin:/bin"})


def make_package(build, generator, folder, pattern):
    """The path of the package that cpack makes."""
    run("cpack", "-G", generator, "--config", os.path.join(build, "CPackConfig.cmake"), "-B", folder)
    made = glob.glob(os.path.join(folder, pattern))
    assert len(made) == 1, made
    print(f"{os.path.basename(made[0])}: {os.path.getsize(made[0]) / 1e6:.1f} MB")
    return made[0]


def installed_packages():
    """{name: (what it depends on, as lists of alternatives)}, virtual packages under their providers."""
    form = "${db:Status-Status}\t${Package}\t${Pre-Depends}\t${Depends}\t${Provides}\n"
    packages = {}
    for line in run("dpkg-query", "-W", "-f", form).splitlines():
        status, name, before, depends, provides = line.split("\t")
        if status == "installed":
            needs = parse_depends(before) + parse_depends(depends)
            packages[name] = (name, needs)
            for alternatives in parse_depends(provides):
                packages.setdefault(alternatives[0], (name, needs))
    return packages


def parse_depends(text):
    groups = [group.split("|") for group in text.split(",") if group.strip()]
    return [[re.split(r"[ (:]", one.strip())[0] for one in group] for group in groups]


def closure(packages, wanted):
    """All packages that those need, by name."""
    found, open_groups = set(), list(wanted)
    while open_groups:
        group = open_groups.pop()
        one = next((packages[name] for name in group if name in packages), None)
        if one is None:
            raise Skip(f"none of {group} is installed here")
        if one[0] not in found:
            found.add(one[0])
            open_groups += one[1]
    return found


def copy_packages(names, root):
    """The files of installed packages, and dpkg's word that they are installed."""
    for folder in ("usr/bin", "usr/sbin", "usr/lib", "usr/lib64", "tmp", "var/lib/dpkg/info", "var/lib/dpkg/updates"):
        os.makedirs(os.path.join(root, folder), exist_ok=True)
    for merged in ("bin", "sbin", "lib", "lib64"):
        if not os.path.lexists(os.path.join(root, merged)):
            os.symlink(f"usr/{merged}", os.path.join(root, merged))
    with open(os.path.join(root, "var/lib/dpkg/status"), "a", encoding="utf-8") as status:
        for name in sorted(names):
            status.write(run("dpkg-query", "-s", name) + "\n")
            for path in run("dpkg-query", "-L", name).splitlines():
                target = root + path
                if path.startswith("/usr/share/") or os.path.lexists(target) or not os.path.lexists(path):
                    continue
                if os.path.isdir(path) and not os.path.islink(path):
                    os.makedirs(target, exist_ok=True)
                elif os.path.islink(path) or os.path.isfile(path):
                    os.makedirs(os.path.dirname(target), exist_ok=True)
                    shutil.copy2(path, target, follow_symlinks=False)


def write_sample(root):
    os.makedirs(os.path.join(root, "tmp"), exist_ok=True)
    with open(os.path.join(root, "tmp/x.c"), "w", encoding="utf-8") as out:
        out.write(SAMPLE)


def check_tool(root, tool):
    """What the tool finds, explains, writes, and brings along."""
    write_sample(root)
    told = inside(root, tool, "/tmp/x.c", "--")
    assert "x.c:3:3: warning: these 2 loops can be fused" in told, told
    assert "__restrict" in inside(root, tool, "explain", "may-alias")
    inside(root, tool, "fix", "--check-vectorization", "/tmp/x.c", "--", "-O2")
    with open(os.path.join(root, "tmp/x.c"), encoding="utf-8") as text:
        assert FUSED in text.read(), text
    write_sample(root)
    # The examples want headers of a C++ library, which need not be here.
    subprocess.run([*AS_ROOT, CHROOT, root, tool, "tour", "/tmp/tour"], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    assert os.path.exists(os.path.join(root, "tmp/tour/before/signal_chain.cpp"))


def need_chroot():
    probe = subprocess.run([*AS_ROOT, CHROOT, "/", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if probe.returncode:
        raise Skip("no chroot for this user")


def check_deb(build, work):
    need_chroot()
    if not shutil.which("dpkg-shlibdeps"):
        raise Skip("no dpkg-shlibdeps here")
    deb = make_package(build, "DEB", os.path.join(work, "cpack"), "*.deb")
    depends = run("dpkg-deb", "-f", deb, "Depends")
    assert re.search(r"\blibllvm22\b", depends) and re.search(r"\blibclang-cpp22\b", depends), depends
    packages = installed_packages()
    root = os.path.join(work, "root")
    essential = run("dpkg-query", "-W", "-f", "${Essential} ${Package}\n").splitlines()
    base = closure(packages, parse_depends(depends) + [[line[4:]] for line in essential if line.startswith("yes ")])
    copy_packages(base, root)
    run(*AS_ROOT, "dpkg", f"--root={root}", "--install", deb)
    check_tool(root, "/usr/bin/loopfuse")
    told = inside(root, "/usr/bin/loopfuse-tidy", "/tmp/x.c", "--")
    assert "[loopfuse-vertical]" in told, told

    recommends = parse_depends(run("dpkg-deb", "-f", deb, "Recommends"))
    copy_packages(closure(packages, recommends) - base, root)
    told = inside(root, "/usr/bin/clang-tidy-22", "-load", "/usr/lib/LoopfuseTidy.so", "-checks=-*,loopfuse-*", "/tmp/x.c",
                  "--")
    assert "[loopfuse-vertical]" in told, told


def check_static(build, work):
    need_chroot()
    for archive in ("libzstd.a", "libz.a"):
        if not glob.glob(f"/usr/lib/*/{archive}"):
            raise Skip(f"no {archive} here")
    run("cmake", "--build", build, "--target", "loopfuse-static")
    tarball = make_package(build, "TXZ", os.path.join(work, "cpack"), "*.tar.xz")
    root = os.path.join(work, "root")
    os.makedirs(root)
    run("tar", "-C", root, "-xf", tarball)
    (folder,) = os.listdir(root)
    check_tool(root, f"/{folder}/bin/loopfuse")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--keep", help="make packages and roots in here and leave them")
    parser.add_argument("--counts")
    parser.add_argument("kinds", nargs="+", choices=["deb", "static"])
    arguments = parser.parse_args()
    passed = failed = skipped = 0
    for kind in arguments.kinds:
        work = os.path.join(arguments.keep, kind) if arguments.keep else tempfile.mkdtemp(prefix=f"loopfuse-{kind}-")
        os.makedirs(work, exist_ok=True)
        try:
            {"deb": check_deb, "static": check_static}[kind](os.path.abspath(arguments.build), work)
            passed += 1
            print(f"PASS: {kind}")
        except Skip as why:
            skipped += 1
            print(f"SKIP: {kind}: {why}")
        except AssertionError as why:
            failed += 1
            print(f"FAIL: {kind}: {why}")
        if not arguments.keep:
            shutil.rmtree(work)
    if arguments.counts:
        with open(arguments.counts, "w", encoding="utf-8") as out:
            out.write(f"{passed} {failed} {skipped}\n")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
