# The suite of GoogleTest binaries: every case counts as a test.
import os

import lit.formats

config.name = "loopfuse-unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.suffixes = []
config.test_source_root = config.test_exec_root = config.loopfuse_unit_binary_dir
