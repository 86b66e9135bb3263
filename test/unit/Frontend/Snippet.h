//===- Snippet.h - regions of a piece of code for the tests -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TEST_FRONTEND_SNIPPET_H
#define LOOPFUSE_TEST_FRONTEND_SNIPPET_H

#include "Frontend/ExtractScop.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <vector>

namespace loopfuse::test {

/// A parsed piece of C++20 (or C) code with its regions. Standard headers may be included.
class Snippet {
public:
  explicit Snippet(const std::string &Code, std::vector<std::string> Flags = {}, const char *File = "/snippet.cpp") {
    bool IsC = llvm::StringRef(File).ends_with(".c");
    Flags.insert(Flags.begin(),
                 {IsC ? "-std=c11" : "-std=c++20", "-w", "-resource-dir", "/usr/lib/llvm-22/lib/clang/22"});
    Unit = clang::tooling::buildASTFromCodeWithArgs(Code, Flags, File);
    if (Unit)
      Regions = findRegions(Unit->getASTContext(), [](llvm::StringRef) { return true; });
  }

  clang::ASTContext &context() const { return Unit->getASTContext(); }

  /// The region number \p Index, extracted.
  ExtractedRegion extract(unsigned Index = 0, const ContainerTable &Containers = standardContainers()) const {
    if (Index >= Regions.size()) {
      ADD_FAILURE() << "the code has " << Regions.size() << " regions";
      return {};
    }
    return extractScop(Regions[Index], {Containers});
  }
  Scop scop(unsigned Index = 0) const { return extract(Index).Model; }

  std::vector<Region> Regions;

private:
  std::unique_ptr<clang::ASTUnit> Unit;
};

/// The Scop of the first region of a function with these parameters and body, as print() shows it.
inline std::string printed(const std::string &Code) { return print(Snippet(Code).scop()); }

} // namespace loopfuse::test

#endif
