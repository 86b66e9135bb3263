//===- CudaHeaders.h - what CUDA units include without a toolkit -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_CUDAHEADERS_H
#define LOOPFUSE_API_CUDAHEADERS_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace loopfuse {

/// A folder that is on no disk.
inline constexpr llvm::StringLiteral CudaHeaderFolder = "/loopfuse-cuda-headers";

/// \p Below with headers in CudaHeaderFolder that declare what kernels and launches are made of, so that units can be
/// parsed where no toolkit is installed. Only declarations; nothing of the toolkit's own text.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withCudaHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Below);

} // namespace loopfuse

#endif
