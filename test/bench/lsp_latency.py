#!/usr/bin/env python3
"""How long the language server takes from a keystroke to new diagnostics, in a file of 1,000 lines that includes
<vector>, <algorithm> and <cmath>. Prints the median; is no test.

    lsp_latency.py --loopfuse LOOPFUSE [--keys 40]
"""
import argparse
import os
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "lsp"))
from client import Client, uri_of

# Of each kind one: what fuses, what does not, what holds no loop.
FUNCTIONS = """
void scale{0}(int n, const double *__restrict x, double *__restrict y) {{
  std::vector<double> t(n);
  for (int i = 0; i < n; ++i)
    t[i] = std::sqrt(x[i] * {0});
  for (int i = 0; i < n; ++i)
    y[i] = t[i] + 1;
}}

void shifted{0}(int n, double *__restrict a, double *__restrict b) {{
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int i = 0; i < n; ++i)
    b[i] = a[n - 1 - i];
}}

double middle{0}(std::vector<double> v) {{
  if (v.empty())
    return {0};
  auto at = v.begin() + v.size() / 2;
  std::nth_element(v.begin(), at, v.end());
  return *at;
}}
"""
INCLUDES = "#include <algorithm>\n#include <cmath>\n#include <vector>\n"


def source(lines):
    text = INCLUDES
    number = 0
    while text.count("\n") < lines:
        text += FUNCTIONS.format(number)
        number += 1
    return text


def cpu_seconds(process):
    """What the server has computed so far: on a busy machine the better measure."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loopfuse", required=True, type=os.path.abspath)
    parser.add_argument("--keys", type=int, default=40)
    options = parser.parse_args()
    text = source(1000)
    with tempfile.TemporaryDirectory() as folder:
        client = Client(options.loopfuse, folder, options={"fallbackFlags": ["-std=c++20", "-O2"]})
        uri = uri_of(os.path.join(folder, "big.cpp"))
        begin = time.monotonic()
        client.open(uri, text)
        expected = len(client.diagnostics_of(uri))
        print(f"{text.count(chr(10))} lines, {expected} findings; first diagnostics after {time.monotonic() - begin:.2f} s")
        times = []
        used = cpu_seconds(client.process)
        at = text.index("t[i] + 1") + len("t[i] + 1")
        for key in range(options.keys):
            typed = text[:at] + "0" * (key % 8 + 1) + text[at:]
            begin = time.monotonic()
            client.change(uri, typed, key + 2)
            assert len(client.diagnostics_of(uri, key + 2)) == expected
            times.append(1000 * (time.monotonic() - begin))
        used = cpu_seconds(client.process) - used
        begin = time.monotonic()
        actions = client.actions(uri)
        checked = time.monotonic() - begin
        client.stop()
    times.sort()
    print(f"keystroke to diagnostics: median {statistics.median(times):.0f} ms, "
          f"90% within {times[int(len(times) * 0.9)]:.0f} ms, worst {times[-1]:.0f} ms; "
          f"{1000 * used / options.keys:.0f} ms of computing each")
    print(f"edits of all {len(actions)} actions ready {checked:.2f} s after that")


if __name__ == "__main__":
    main()
