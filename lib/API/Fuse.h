//===- Fuse.h - the pipeline over one translation unit ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_FUSE_H
#define LOOPFUSE_API_FUSE_H

#include "Cost/CostModel.h"
#include "Cost/Machine.h"
#include "Cost/RecordedTimes.h"
#include "Frontend/ExtractScop.h"
#include "Model/Scop.h"
#include "Poly/AliasClasses.h"
#include "Report/Finding.h"
#include "Rewrite/EmitLoop.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace loopfuse {

/// Whether the compiler may contract a product and a sum that fusion brings together (--fp). docs/LEGALITY.md.
enum class FpPolicy { Source, Exact, Relaxed };

/// Whether calls are taken apart so that their loops fuse (--calls). A unit that may gain is parsed again for it.
enum class CallPolicy { Fuse, Keep };

/// What a stage's output is dumped of (--print).
enum class PrintStage { None, Regions, Scop, Deps, Graph, Plan, Edits };

/// What the compile command says that matters here.
struct TargetFlags {
  bool IsGcc = false;           ///< The command's compiler is GCC.
  bool HasBarrier = false;      ///< A GCC that is known to have __builtin_assoc_barrier.
  bool ContractsAcross = false; ///< Products and sums of different statements may become one FMA.
  bool RoundsFreely = false;    ///< Values may be kept with more bits than their types have: x87.
  bool Regroups = false;        ///< The user lets the compiler regroup: -ffast-math, -fassociative-math.
  bool DeviceContracts = false; ///< The same in CUDA's device code, which has compilers and flags of its own.
  bool HonoursPragmas = true;   ///< "fp contract" pragmas hold; clang's -ffp-contract=fast passes over them.
  VectorizerFlags Vectorizer;
};

struct FuseOptions {
  AliasPolicy Alias = AliasPolicy::Refuse;
  FpPolicy Fp = FpPolicy::Source;
  CostModel Cost = CostModel::Rules;
  std::shared_ptr<const Machine> OnMachine; ///< What times are computed for; none: one of those compiled in.
  std::shared_ptr<const RecordedTimes> Record;
  Granularity Grain = Granularity::Auto;
  CallPolicy Calls = CallPolicy::Fuse;
  ContainerTable Containers = standardContainers();
  unsigned long IslOperations = 50000; ///< A region's pair may not take more.
  PrintStage Print = PrintStage::None;
};

/// One carried-out plan, for the re-check of the text it leads to.
struct ProvedFusion {
  std::shared_ptr<const Scop> Before; ///< One for all fusions of its region.
  FusionPlan Plan;                    ///< Legal; reduced to the one group.
  SourceSpan Region;                  ///< The compound statement.
  OuterTexts Outer;                   ///< Its statements that are no members.
  unsigned Finding = 0;
};

/// What came of one region of one instance of its function.
struct RegionReport {
  SourceSpan Span; ///< The compound statement: instances of a template have the same.
  std::vector<Finding> Findings;
  std::vector<Finding> Suppressed; ///< Fusions that a comment of the user's took away, without edits.
  std::vector<ProvedFusion> Fusions;
  std::string Dump;
};

struct UnitReport {
  std::vector<Finding> Findings; ///< In source order.
  std::vector<Finding> Suppressed;
  std::vector<ProvedFusion> Fusions;
  std::string Dump; ///< What --print asked for.
};

/// Whether the user does not want the fusion \p F of that loop, one of its.
using LoopSuppression = llvm::function_ref<bool(const Finding &F, const SourceSpan &Loop)>;

/// Proves, judges and rewrites (in memory) one region. A loop that \p IsSuppressed for what would be done with it is
/// kept out; the others may still fuse around it.
RegionReport fuseRegion(const Region &R, const FuseOptions &Options, const TargetFlags &Target,
                        LoopSuppression IsSuppressed);

/// Finds, proves, judges and rewrites (in memory) every region of the parsed unit whose file \p WantsFile accepts.
UnitReport fuseUnit(clang::ASTContext &Context, const FuseOptions &Options, const TargetFlags &Target,
                    llvm::function_ref<bool(llvm::StringRef File)> WantsFile);

} // namespace loopfuse

#endif
