//===- ParsedFunction.h - snippets for the tests of the front end -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TEST_UNIT_FRONTEND_PARSEDFUNCTION_H
#define LOOPFUSE_TEST_UNIT_FRONTEND_PARSEDFUNCTION_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <vector>

namespace loopfuse::test {

/// A parsed snippet, and its parts by name.
class Parsed {
public:
  explicit Parsed(const std::string &Code, std::vector<std::string> Flags = {"-std=c++17"},
                  const std::string &File = "input.cc")
      : Unit(clang::tooling::buildASTFromCodeWithArgs(Code, withResources(std::move(Flags)), File)) {
    if (!Unit || Unit->getDiagnostics().hasErrorOccurred())
      ADD_FAILURE() << "the snippet does not parse:\n" << Code;
  }

  clang::ASTContext &context() { return Unit->getASTContext(); }

  /// The (last) function of that name that has a body.
  const clang::FunctionDecl &function(llvm::StringRef Name) {
    const clang::FunctionDecl *Found = nullptr;
    visit([&](clang::Decl *D) {
      auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
      if (F && F->getNameAsString() == Name && F->doesThisDeclarationHaveABody() && !F->isDependentContext())
        Found = F;
    });
    EXPECT_NE(Found, nullptr) << Name.str();
    return *Found;
  }

  const clang::VarDecl &variable(llvm::StringRef Name) {
    const clang::VarDecl *Found = nullptr;
    visit([&](clang::Decl *D) {
      auto *V = llvm::dyn_cast<clang::VarDecl>(D);
      if (V && V->getName() == Name && !V->getDeclContext()->isDependentContext())
        Found = V;
    });
    EXPECT_NE(Found, nullptr) << Name.str();
    return *Found;
  }

  /// All nodes of a class inside \p S, in preorder.
  template <class Node> static std::vector<const Node *> all(const clang::Stmt &S) {
    std::vector<const Node *> Found;
    collect(&S, Found);
    return Found;
  }

private:
  static std::vector<std::string> withResources(std::vector<std::string> Flags) {
    Flags.insert(Flags.end(), {"-resource-dir", "/usr/lib/llvm-22/lib/clang/22", "-Wno-everything"});
    return Flags;
  }

  template <class Node> static void collect(const clang::Stmt *S, std::vector<const Node *> &Found) {
    if (!S)
      return;
    if (const auto *N = llvm::dyn_cast<Node>(S))
      Found.push_back(N);
    for (const clang::Stmt *Child : S->children())
      collect(Child, Found);
    if (const auto *Captured = llvm::dyn_cast<clang::CapturedStmt>(S))
      collect(Captured->getCapturedStmt(), Found);
  }

  template <class Function> void visit(Function F) {
    struct Visitor : clang::RecursiveASTVisitor<Visitor> {
      explicit Visitor(Function &F) : F(F) {}
      bool shouldVisitTemplateInstantiations() const { return true; }
      bool VisitDecl(clang::Decl *D) {
        F(D);
        return true;
      }
      Function &F;
    };
    Visitor(F).TraverseDecl(context().getTranslationUnitDecl());
  }

  std::unique_ptr<clang::ASTUnit> Unit;
};

} // namespace loopfuse::test

#endif
