//===- Jumps.cpp - jumps that make text order say little ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Jumps.h"
#include "Frontend/AnyStmt.h"
#include "clang/AST/Decl.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class JumpSearch {
public:
  Jumps Found;

  /// In text order.
  void search(const Stmt &S) {
    const auto *Assembly = dyn_cast<GCCAsmStmt>(&S);
    if (const auto *E = dyn_cast<Expr>(&S);
        E ? jumpsInside(*E) : isa<IndirectGotoStmt>(S) || (Assembly && Assembly->isAsmGoto()))
      Found = {true, true};
    if (isa<Expr>(S))
      return;
    if (const auto *Jump = dyn_cast<GotoStmt>(&S)) {
      From[Jump->getLabel()].push_back(Loops);
      auto Passed = LoopsAround.find(Jump->getLabel());
      Found.ComesBack |= Passed != LoopsAround.end();
      Found.EntersLoop |= Passed != LoopsAround.end() && enters(Loops, Passed->second);
    } else if (const auto *Label = dyn_cast<LabelStmt>(&S)) {
      LoopsAround[Label->getDecl()] = Loops;
      for (const LoopList &Outside : From[Label->getDecl()])
        Found.EntersLoop |= enters(Outside, Loops);
    } else if (isa<SwitchCase>(S)) {
      Found.EntersLoop |= !Switches.empty() && Loops.size() > Switches.back();
    }
    if (isa<SwitchStmt>(S))
      Switches.push_back(Loops.size());
    bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(&S);
    if (IsLoop)
      Loops.push_back(&S);
    forEachPart(S, [&](const Stmt &Part) { search(Part); });
    if (IsLoop)
      Loops.pop_back();
    if (isa<SwitchStmt>(S))
      Switches.pop_back();
  }

private:
  static bool enters(ArrayRef<const Stmt *> Outside, ArrayRef<const Stmt *> Inside) {
    return any_of(Inside, [&](const Stmt *Loop) { return !is_contained(Outside, Loop); });
  }
  /// Statements in an expression may hold anything; those of a lambda are another function's.
  static bool jumpsInside(const Expr &E) {
    return anyStmt(
        E,
        [](const Stmt &S) {
          const auto *Call = dyn_cast<CallExpr>(&S);
          const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
          const auto *Assembly = dyn_cast<GCCAsmStmt>(&S);
          return isa<GotoStmt, IndirectGotoStmt, LabelStmt>(&S) || (Assembly && Assembly->isAsmGoto()) ||
                 (Callee && Callee->hasAttr<ReturnsTwiceAttr>());
        },
        [](const Stmt &S) { return !isa<LambdaExpr>(&S); });
  }

  using LoopList = SmallVector<const Stmt *, 4>;
  SmallVector<size_t> Switches;                            ///< Around the place: how many loops are around each.
  LoopList Loops;                                          ///< Around the place.
  DenseMap<const LabelDecl *, LoopList> LoopsAround;       ///< Of labels that were passed.
  DenseMap<const LabelDecl *, std::vector<LoopList>> From; ///< The loops around each jump to it so far.
};
} // namespace

Jumps jumpsIn(const Stmt &Body) {
  JumpSearch Search;
  Search.search(Body);
  return Search.Found;
}

} // namespace loopfuse
