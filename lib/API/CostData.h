//===- CostData.h - machines and records that are named ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_COSTDATA_H
#define LOOPFUSE_API_COSTDATA_H

#include "Cost/Machine.h"
#include "Cost/RecordedTimes.h"
#include <memory>

namespace loopfuse {

/// The machine of a file, or of that name if one is compiled in. What is wrong is told in \p Errors, a line each.
std::shared_ptr<const Machine> loadMachine(llvm::StringRef NameOrFile, std::vector<std::string> &Errors);

std::shared_ptr<const RecordedTimes> loadRecord(llvm::StringRef File, std::vector<std::string> &Errors);

/// \p NameOrFile as it is seen from anywhere: a file of \p Folder unless a machine of that name is compiled in.
std::string absoluteMachine(llvm::StringRef NameOrFile, llvm::StringRef Folder);
std::string absoluteFile(llvm::StringRef File, llvm::StringRef Folder);

} // namespace loopfuse

#endif
