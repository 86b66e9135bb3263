//===- MachineCommand.cpp - the subcommand machine ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MachineCommand.h"
#include "API/CostData.h"
#include "API/HostMachine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace loopfuse {

/// Of a command line the flags without the compiler's name.
static std::vector<std::string> flagsOf(const Options &O) {
  return O.Project.FixedFlags.value_or(std::vector<std::string>());
}

ExitCode runMachine(const Options &O) {
  Machine M;
  if (O.Settings.OnMachine) {
    if (StringRef Text = builtinMachineText(*O.Settings.OnMachine); !Text.empty() && !O.Project.FixedFlags) {
      outs() << Text; // With what it says of its sources.
      return ExitOk;
    }
    std::vector<std::string> Errors;
    std::shared_ptr<const Machine> Named = loadMachine(*O.Settings.OnMachine, Errors);
    for (const std::string &E : Errors)
      errs() << E << '\n';
    if (!Named)
      return ExitUsage;
    M = *Named;
  } else {
    M = describeHost("/sys/devices/system/cpu", "/proc/cpuinfo");
    measureRates(M);
  }
  if (O.Project.FixedFlags && M.Kind == MachineKind::Cpu)
    setVectors(M, flagsOf(O));
  outs() << dumpMachine(M);
  outs().flush();
  if (!O.Quiet && !O.Settings.OnMachine)
    errs() << "next: loopfuse scan --cost-model=roofline --machine=FILE   where FILE is what was printed\n";
  return ExitOk;
}

} // namespace loopfuse
