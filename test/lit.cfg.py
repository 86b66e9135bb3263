# The suite of all that runs as shell commands: fuse/, refuse/, print/, exec/, layering/ … (docs/TESTING.md).
# GoogleTest binaries are the suite of unit/lit.cfg.py.
import os
import shutil

import lit.formats

config.name = "loopfuse"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".cu", ".test"]
config.excludes = ["Inputs", "CheckSets.cpp", "unit", "random", "bench", "reach", "cpu"]
config.test_source_root = os.path.join(config.loopfuse_source_dir, "test")
config.test_exec_root = os.path.join(config.loopfuse_binary_dir, "test")

if "LOOPFUSE_LONG_RUNS" in os.environ:
    config.environment["LOOPFUSE_LONG_RUNS"] = os.environ["LOOPFUSE_LONG_RUNS"]

loopfuse = os.path.join(config.loopfuse_binary_dir, "tool", "loopfuse")
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools_dir, config.environment.get("PATH", "")])

if shutil.which("cc"):
    config.available_features.add("cc")
if shutil.which("g++"):
    config.available_features.add("gcc")


def script(name):
    path = os.path.join(config.test_source_root, name)
    return f'"{config.python}" "{path}" --loopfuse "{loopfuse}"'


config.substitutions += [
    ("%loopfuse_src", f'"{config.loopfuse_source_dir}"'),
    ("%unit", os.path.join(config.test_exec_root, "unit")),
    ("%check_sets", f'"{config.test_exec_root}/check_sets"'),
    ("%check_fuse", script("check_fuse.py")),
    ("%check_exec", script("exec/check_exec.py")),
    ("%check_cuda", script("cuda/check_cuda.py") + f' --cache "{config.test_exec_root}/cuda/runtime"'),
    ("%loopfuse", f'"{loopfuse}"'),
    ("%tidy_plugin", os.path.join(config.loopfuse_binary_dir, "tool", "tidy", "LoopfuseTidy.so")),
    ("%tidy", os.path.join(config.loopfuse_binary_dir, "tool", "tidy", "loopfuse-tidy")),
    ("%llvm_tools", config.llvm_tools_dir),
    ("%diff_tidy", os.path.join(os.path.dirname(config.llvm_tools_dir), "share", "clang", "clang-tidy-diff.py")),
    ("%python", f'"{config.python}"'),
]
