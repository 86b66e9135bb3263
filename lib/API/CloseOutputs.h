//===- CloseOutputs.h - a front end that only reads -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_CLOSEOUTPUTS_H
#define LOOPFUSE_API_CLOSEOUTPUTS_H

namespace clang {
class CompilerInvocation;
}

namespace loopfuse {

/// Takes away all by which the compile command of a stranger could make Clang write a file or load code into this
/// process, in whatever way it was said: plainly, through -Xclang, in a configuration file. Modules are not built;
/// their headers are read as text.
void closeOutputs(clang::CompilerInvocation &Settings);

} // namespace loopfuse

#endif
