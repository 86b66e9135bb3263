//===- FuseText.h - the whole way from a text to the fused text -*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TEST_REWRITE_FUSETEXT_H
#define LOOPFUSE_TEST_REWRITE_FUSETEXT_H

#include "Frontend/ExtractScop.h"
#include "Frontend/FindRegions.h"
#include "Poly/AccessRelations.h"
#include "Poly/Legality.h"
#include "Rewrite/EmitLoop.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include <gtest/gtest.h>

namespace loopfuse::test {

/// What to fuse: by default all nests of the first region, as deep as they go, with everything contracted that can be.
struct FuseRequest {
  std::vector<unsigned> Before;
  std::vector<unsigned> After;
  std::vector<unsigned> Members; ///< Empty: all nests.
  unsigned Depth = 0;            ///< 0: the smallest perfect depth.
  unsigned Region = 0;
  bool Contract = true;
  EmitOptions Options;
  std::vector<std::string> Flags = {"-std=c++17"};
  std::string FileName = "/no/such/folder/input.cpp"; ///< Where no .clang-format file is.
};

/// The members between the first and the last nest go in front and behind.
inline FuseRequest between(std::vector<unsigned> Before, std::vector<unsigned> After) {
  FuseRequest Q;
  Q.Before = std::move(Before);
  Q.After = std::move(After);
  return Q;
}

inline FuseRequest only(std::vector<unsigned> Members) {
  FuseRequest Q;
  Q.Members = std::move(Members);
  return Q;
}

inline std::unique_ptr<clang::ASTUnit> parse(const std::string &Code, const FuseRequest &Q) {
  auto Ast = clang::tooling::buildASTFromCodeWithArgs(Code, Q.Flags, Q.FileName);
  EXPECT_FALSE(Ast->getDiagnostics().hasErrorOccurred()) << Code;
  return Ast;
}

inline FusionGroup groupOf(IslContext &Isl, const RegionRelations &R, const FuseRequest &Q) {
  const Scop &S = *R.Region;
  FusionGroup G;
  G.Depth = ~0u;
  for (unsigned M = 0; M < S.Members.size(); ++M)
    if (S.Members[M].Kind == MemberKind::Nest && (Q.Members.empty() || llvm::is_contained(Q.Members, M))) {
      G.Members.push_back({M, {}});
      G.Depth = std::min(G.Depth, S.Members[M].PerfectDepth);
    }
  if (Q.Depth)
    G.Depth = Q.Depth;
  for (Placement &P : G.Members)
    P.Shift =
        alignDomains(Isl, R, G.Members.front().Member, P.Member, G.Depth).value_or(std::vector<int64_t>(G.Depth, 0));
  G.Before = Q.Before;
  G.After = Q.After;
  if (Q.Contract)
    for (unsigned A = 0; A < S.Arrays.size(); ++A)
      if (std::optional<Contraction> C = findContraction(Isl, R, G, A))
        G.Contractions.push_back(*C);
  return G;
}

/// The fused text, which was parsed again; or "refused by <stage>: <id>".
inline std::string fuseText(const std::string &Code, const FuseRequest &Q = {}) {
  std::unique_ptr<clang::ASTUnit> Ast = parse(Code, Q);
  std::vector<Region> Regions = findRegions(Ast->getASTContext(), [](llvm::StringRef) { return true; });
  if (Regions.size() <= Q.Region)
    return "no region";
  if (Regions[Q.Region].Refused)
    return "refused by findRegions: " + refusalName(Regions[Q.Region].Refused->Id).str();
  ExtractedRegion Extracted = extractScop(Regions[Q.Region], {standardContainers()});
  IslContext Isl(500000);
  RegionRelations Relations = buildAccessRelations(Isl, Extracted.Model, AliasPolicy::Refuse);
  FusionPlan Plan;
  Plan.Groups.push_back(groupOf(Isl, Relations, Q));
  if (Plan.Groups.front().Members.size() < 2) {
    for (const Member &M : Extracted.Model.Members)
      for (const Refusal &R : M.Refusals)
        return "refused by extractScop: " + refusalName(R.Id).str() + ": " + R.message();
    return "less than two nests";
  }
  auto Legal = checkLegality(Isl, Relations, Plan);
  if (auto *R = std::get_if<Refusal>(&Legal))
    return "refused by checkLegality: " + refusalName(R->Id).str() + ": " + R->message();
  auto Written = emitFusion(Extracted, std::get<LegalPlan>(Legal), 0, Q.Options);
  if (auto *R = std::get_if<Refusal>(&Written))
    return "refused: " + refusalName(R->Id).str() + ": " + R->message();
  const EditGroup &Edits = std::get<Emission>(Written).Edits;
  EXPECT_FALSE(Edits.empty());
  llvm::Expected<std::string> New = applyEdits(Code, Extracted.Model.Span.File, Edits);
  if (!New) {
    ADD_FAILURE() << llvm::toString(New.takeError());
    return "";
  }
  parse(*New, Q);
  return *New;
}

/// \p Body as the body of a function with the usual arrays in scope.
inline std::string inFunction(const std::string &Body) {
  return "void f(const double *__restrict in, double *__restrict a, double *__restrict b, double *__restrict c, int n) "
         "{\n" +
         Body + "}\n";
}

inline std::string fuseBody(const std::string &Body, const FuseRequest &Q = {}) {
  std::string Head = inFunction(""), New = fuseText(inFunction(Body), Q);
  llvm::StringRef Text = New;
  if (!Text.consume_front(llvm::StringRef(Head).drop_back(2)))
    return New;
  Text.consume_back("}\n");
  return Text.str();
}

} // namespace loopfuse::test

#endif
