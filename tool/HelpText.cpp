//===- HelpText.cpp - what --help says first --------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HelpText.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace loopfuse {

static constexpr const char *Overview =
    R"(find loops that stand side by side in C and C++ sources, prove which may be fused, and fuse them

Temporaries that only carry values from one loop to the next become scalars. Your own text is edited, never reprinted.

  loopfuse [check] [-p build] [sources]         findings as a compiler would print them
  loopfuse fix     [-p build] [sources]         fuses in place
  loopfuse diff    [-p build] [sources]         shows what `fix` would do
  loopfuse verify  [-p build] [sources]         runs what `fix` would edit, before and after
  loopfuse explain [-p build] FILE:LINE         why the loops there can or cannot be fused
  loopfuse scan    [-p build] [sources]         what there is to gain, best first
  loopfuse measure [-p build] [sources]         times what `fix` would edit, before and after
  loopfuse merge   PARTS                        puts the parts of runs with --shard together
  loopfuse lsp                                  talks to an editor
  loopfuse machine                              describes and measures this computer
  loopfuse tour    FOLDER                       walks through small examples, copied to a new folder
  loopfuse … source.cpp -- [compiler] flags     without a compilation database

Sources are files, folders or regular expressions; without any, all files of compile_commands.json are done. A header
stands for a source that includes it.

Exit codes: 0 nothing found or all fixed; 1 findings (--fail-on); 2 usage or configuration; 3 a file did not parse (the
others were done); 4 a re-check failed, runs differ, or a file could not be written.
)";

static constexpr const char *Check =
    R"(print the loops that can be fused, as a compiler prints warnings; change nothing

  loopfuse check -p build                    all sources of the database
  loopfuse check --refusals src/mix.cpp      also what is not fused, and why
  loopfuse check --fail-on=fusable src/      for a build server: exit code 1 if there is something to fuse
  loopfuse check --diff-base=origin/main     only what was changed since then
  loopfuse check --format=sarif --output=x.sarif -p build    for other tools: docs/FORMATS.md
  loopfuse check mix.c -- -O2 -Iinclude      without a database

Exit codes: 0; 1 findings (--fail-on); 2 usage or configuration; 3 a file did not parse; 4 a re-check failed (forms with
edits) or the output could not be written.
)";

static constexpr const char *Fix =
    R"(fuse loops in place

Every new text is parsed again and compared with what was proved before a file is replaced. A second run changes nothing.

  loopfuse fix -p build                      everything that can be fused
  loopfuse fix src/mix.cpp                   one file
  loopfuse fix --alias=guard src/            also where pointers might overlap: the text tests it at run time
  loopfuse fix mix.c -- -O2 -Iinclude        without a database
  loopfuse fix --verify -p build             also run each edited function before and after: `loopfuse verify`
  loopfuse fix --verify-cmd "make test" -p build    run your tests, and take back the fusions that break them

Exit codes: 0; 1 something is left (--fail-on); 2 usage or configuration; 3 a file did not parse; 4 a re-check failed, runs
differ, or a file could not be written.
)";

static constexpr const char *Diff =
    R"(show what `fix` would do, as a patch on standard output; change nothing

  loopfuse diff -p build                     everything that can be fused
  loopfuse diff src/mix.cpp | patch -p1      the same as fix
  loopfuse diff mix.c -- -O2 -Iinclude       without a database

Exit codes: 0; 1 findings (--fail-on); 2 usage or configuration; 3 a file did not parse; 4 a re-check failed.
)";

static constexpr const char *Verify =
    R"(run each function that `fix` would edit, before and after, on made-up memory, and compare; change nothing

Each is built by its own compiler, under AddressSanitizer and UBSan and at -O3, and called with sizes around its bounds,
arrays that overlap and such that do not, NaNs and extremes. What cannot be run is told, with the reason. Runs the compilers
that the database names, and your code, in processes that can write no file and reach no network.

  loopfuse verify -p build                   everything that can be fused
  loopfuse verify src/mix.cpp                one file
  loopfuse verify mix.c -- gcc -O2           without a database

Exit codes: 0; 2 usage or configuration; 3 a file did not parse; 4 a re-check failed or runs differ.
)";

static constexpr const char *Explain =
    R"(say why the loops at one place can or cannot be fused: their form, the proof, the profit

  loopfuse explain src/mix.cpp:42            the loops at this line
  loopfuse explain mix.c:42 -- -O2           without a database
  loopfuse explain may-alias                 the page of a rule

Exit codes: 0; 2 usage or configuration; 3 the file did not parse.
)";

static constexpr const char *Merge =
    R"(put the parts of a run with --shard together: the same output as of `check` in one piece

Each machine has done one part: `loopfuse check --shard=1/2 -p build --output=1.json`, and so on.

  loopfuse merge 1.json 2.json                           findings as a compiler would print them
  loopfuse merge --format=sarif --output=all.sarif 1.json 2.json    in another form

The sources must be there; where they are elsewhere than the parts had them, name their root with --project-root.

Exit codes: 0; 1 findings (--fail-on); 2 usage or configuration; 3 a file did not parse; 4 a re-check failed or the output
could not be written.
)";

static constexpr const char *Scan =
    R"(rank what there is to gain, best first, and count: loops, pairs, what can be fused, what is refused and why

  loopfuse scan -p build                     the whole project
  loopfuse scan --refusals src/              also every refusal
  loopfuse scan mix.c -- -O2 -Iinclude       without a database

Exit codes: 0; 1 findings (--fail-on); 2 usage or configuration; 3 a file did not parse.
)";

static constexpr const char *Lsp =
    R"(speak the language server protocol with an editor, on standard input and output

Shows what can be fused as you type, why, and offers it as quick fixes. Writes no file and runs nothing of the project's.
docs/EDITORS.md has the set-up of editors, which start it by themselves.

  loopfuse lsp                               the database is searched upwards from each file
  loopfuse lsp -p build --alias=guard        as for the other subcommands; the editor's settings go over these

Exit codes: 0 after the editor's shutdown; 1 without one; 2 usage.
)";

static constexpr const char *Tour =
    R"(walk through the examples: what there is to gain, why, why not, the patch, the fused programs

Copies some small programs to a new folder and runs the other subcommands on the copies, one after the other; each shows
as you would type it. On a terminal it waits for Enter in between.

  loopfuse tour my-tour                      makes the folder my-tour
  loopfuse tour --alias=guard my-tour        the same, with pointers tested at run time

Exit codes: 0; 2 the folder cannot be made, or the examples are not installed; else as of the subcommands shown.
)";

static constexpr const char *Measure =
    R"(time each function that `fix` would edit, with and without one fusion, on made-up memory; change nothing

Each is built with its own compiler and flags (-O3 where they do not optimise) and called with sizes from what fits into the
first cache to what fits into none; both run in turn, and medians count. What cannot be run is told, with the reason. Runs
the compilers that the database names, and your code, in processes that can write no file and reach no network.

  loopfuse measure -p build                              everything that can be fused
  loopfuse measure src/mix.cpp:42                        what is at this line
  loopfuse measure --cost-model=always src/mix.cpp       also what the rules would leave alone
  loopfuse measure --record=times.jsonl -p build         adds the times to a file

`fix --cost-model=recorded --record=times.jsonl` then goes by these times.

Exit codes: 0; 2 usage or configuration; 3 a file did not parse; 4 the record could not be written.
)";

static constexpr const char *Machine =
    R"(describe this computer: caches, vectors, cores, and rates measured in about a second, as YAML on standard output

  loopfuse machine > server.yaml             of this computer
  loopfuse machine -- -march=x86-64-v3       vectors as these flags have them
  loopfuse machine --machine=sm_90           one that is compiled in: x86-64, sm_80, sm_90
  loopfuse scan --cost-model=roofline --machine=server.yaml -p build    ranks by the time saved on it

Exit codes: 0; 2 usage, or the file is no description of a machine.
)";

StringRef helpText(StringRef Subcommand) {
  return StringSwitch<StringRef>(Subcommand)
      .Case("check", Check)
      .Case("fix", Fix)
      .Case("diff", Diff)
      .Case("verify", Verify)
      .Case("explain", Explain)
      .Case("scan", Scan)
      .Case("lsp", Lsp)
      .Case("merge", Merge)
      .Case("machine", Machine)
      .Case("measure", Measure)
      .Case("tour", Tour)
      .Default(Overview);
}

} // namespace loopfuse
