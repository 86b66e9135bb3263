//===- RuntimeChecks.cpp - error checks between launches ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/RuntimeChecks.h"
#include "Frontend/Accesses.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/OpaqueMember.h"
#include "Model/DeviceOrder.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool isStatus(QualType T) {
  const auto *Enum = T.getNonReferenceType().getUnqualifiedType()->getAs<EnumType>();
  return Enum && Enum->getDecl()->getIdentifier() && Enum->getDecl()->getName() == "cudaError" && !T->isReferenceType();
}

/// The name of the runtime's function that \p E calls: one of the toolkit's headers, no part of a program's own text.
static StringRef runtimeCall(const ASTContext &Context, const Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(E.IgnoreParenImpCasts());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier() || !Callee->getName().starts_with("cuda") ||
      !Callee->getDeclContext()->getRedeclContext()->isTranslationUnit() ||
      Context.getSourceManager().isInMainFile(Callee->getLocation()))
    return "";
  return Callee->getName();
}

namespace {
/// Reads the statements of one function.
class CheckReader {
public:
  /// \p Given: a parameter that is given the state of the runtime.
  CheckReader(const FunctionDecl &Function, const ParmVarDecl *Given, unsigned Depth)
      : Function(Function), Context(Function.getASTContext()), Given(Given), Depth(Depth) {}

  bool isCheck(const Stmt &S);
  bool Waits = false;                                               ///< What was read may wait for the device.
  std::vector<std::pair<const CallExpr *, const VarDecl *>> Memory; ///< Allocations and releases, with their pointers.

private:
  bool isQuestion(const Expr &E);
  bool isMemory(const Expr &E);
  bool isState(const Expr &E);
  bool isStateVariable(const VarDecl &V);
  bool isFailure(const Expr &Condition);
  bool isPlainArgument(const Expr &E) const;
  bool isCheckingCall(const CallExpr &Call);

  const FunctionDecl &Function;
  const ASTContext &Context;
  const ParmVarDecl *Given;
  unsigned Depth;
  static constexpr unsigned MaxDepth = 3;
};
} // namespace

/// Numbers and texts that are handed over: lines, names of files.
bool CheckReader::isPlainArgument(const Expr &E) const {
  const Expr *Plain = E.IgnoreParenCasts();
  return isa<clang::StringLiteral, IntegerLiteral, CXXBoolLiteralExpr, PredefinedExpr, CXXDefaultArgExpr,
             SourceLocExpr>(Plain);
}

/// "cudaMalloc(&p, n * sizeof *p)", "cudaFree(p)", which waits for the device, of a local pointer.
bool CheckReader::isMemory(const Expr &E) {
  StringRef Name = runtimeCall(Context, E);
  bool Frees = Name == "cudaFree";
  if (!Frees && Name != "cudaMalloc" && Name != "cudaMallocManaged")
    return false;
  const auto *Call = cast<CallExpr>(E.IgnoreParenImpCasts());
  const Expr *Pointer = Call->getNumArgs() ? Call->getArg(0)->IgnoreParenCasts() : nullptr;
  if (const auto *Address = dyn_cast_or_null<UnaryOperator>(Pointer); Address && !Frees)
    Pointer = Address->getOpcode() == UO_AddrOf ? Address->getSubExpr()->IgnoreParens() : nullptr;
  else if (!Frees)
    return false;
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Pointer);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  auto IsPlain = [&](const Expr *Argument) {
    return isa<CXXDefaultArgExpr>(Argument) || !Argument->HasSideEffects(Context);
  };
  if (Depth || !V || !V->hasLocalStorage() || isa<ParmVarDecl>(V) || !V->getType()->isPointerType() ||
      V->getType()->isVoidPointerType() || !all_of(drop_begin(Call->arguments()), IsPlain))
    return false;
  Memory.push_back({Call, V});
  Waits |= Frees;
  return true;
}

/// A call that tells how the runtime is, having waited for the device or not.
bool CheckReader::isQuestion(const Expr &E) {
  static const StringRef Questions[] = {"cudaGetLastError", "cudaPeekAtLastError", "cudaDeviceSynchronize",
                                        "cudaThreadSynchronize", "cudaStreamSynchronize"};
  if (!is_contained(Questions, runtimeCall(Context, E)))
    return isMemory(E);
  Waits |= runtimeCall(Context, E).ends_with("Synchronize");
  auto IsName = [](const Expr *Argument) {
    const Expr *Plain = Argument->IgnoreParenCasts();
    return isa<DeclRefExpr, IntegerLiteral, GNUNullExpr, CXXNullPtrLiteralExpr, CXXDefaultArgExpr>(Plain);
  };
  return all_of(cast<CallExpr>(E.IgnoreParenImpCasts())->arguments(), IsName);
}

/// Whether all that the variable is ever given are answers of functions that fail or not.
bool CheckReader::isStateVariable(const VarDecl &V) {
  if (&V == Given)
    return true;
  if (!isStatus(V.getType()) || V.getType().isVolatileQualified() || !V.hasLocalStorage() || isa<ParmVarDecl>(V))
    return false;
  // "Not yet" is no failure.
  auto IsAnswer = [&](const Expr &Value) {
    static const StringRef Failing[] = {"cudaMalloc",      "cudaMallocHost", "cudaMallocManaged", "cudaFree",
                                        "cudaFreeHost",    "cudaMemcpy",     "cudaMemcpyAsync",   "cudaMemset",
                                        "cudaMemsetAsync", "cudaSetDevice",  "cudaDeviceReset"};
    const auto *Ref = dyn_cast<DeclRefExpr>(Value.IgnoreParenImpCasts());
    return isQuestion(Value) || is_contained(Failing, runtimeCall(Context, Value)) ||
           (Ref && Ref->getDecl()->getIdentifier() && Ref->getDecl()->getName() == "cudaSuccess");
  };
  // What those elsewhere do is their business.
  SaveAndRestore KeepWaits(Waits);
  SaveAndRestore KeepMemory(Memory);
  if (V.hasInit() && !IsAnswer(*V.getInit()))
    return false;
  // Each mention is a read, or an assignment of such an answer.
  DenseSet<const Expr *> Understood;
  return !anyStmt(*Function.getBody(), [&](const Stmt &At) {
    auto IsIt = [&](const Expr *E) {
      const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
      return Ref && Ref->getDecl() == &V ? Ref : nullptr;
    };
    if (const auto *B = dyn_cast<BinaryOperator>(&At); B && B->getOpcode() == BO_Assign && IsIt(B->getLHS())) {
      Understood.insert(IsIt(B->getLHS()));
      return !IsAnswer(*B->getRHS());
    }
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&At); Cast && Cast->getCastKind() == CK_LValueToRValue)
      if (const auto *Ref = IsIt(Cast->getSubExpr()))
        Understood.insert(Ref);
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    return Ref && Ref->getDecl() == &V && !Understood.contains(Ref);
  });
}

/// "cudaGetLastError()", "err", "err = cudaGetLastError()"
bool CheckReader::isState(const Expr &E) {
  const Expr *Plain = E.IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(Plain); B && B->getOpcode() == BO_Assign) {
    const auto *Ref = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && isStateVariable(*V) && isQuestion(*B->getRHS());
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Plain);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V ? isStateVariable(*V) : isQuestion(*Plain);
}

/// A condition that holds if the runtime has failed.
bool CheckReader::isFailure(const Expr &Condition) {
  const Expr *E = Condition.IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || B->getOpcode() == BO_Assign)
    return isState(*E); // cudaSuccess is 0.
  if (B->getOpcode() != BO_NE)
    return false;
  for (bool Swapped : {false, true}) {
    const Expr &State = Swapped ? *B->getRHS() : *B->getLHS(), &Other = Swapped ? *B->getLHS() : *B->getRHS();
    Expr::EvalResult Number;
    if (Other.EvaluateAsInt(Number, Context) && Number.Val.getInt() == 0)
      return isState(State);
  }
  return false;
}

/// "check(cudaGetLastError(), __FILE__, __LINE__)", whose body is made of checks of its parameter.
bool CheckReader::isCheckingCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee(), *Definition = nullptr;
  if (!Callee || !Callee->hasBody(Definition) || Definition == &Function || isa<CXXMethodDecl>(Callee) ||
      Callee->isVariadic() || Depth >= MaxDepth || Call.getNumArgs() != Definition->getNumParams())
    return false;
  const ParmVarDecl *State = nullptr;
  for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
    const Expr &Argument = *Call.getArg(I);
    if (isPlainArgument(Argument))
      continue;
    if (State || !isStatus(Definition->getParamDecl(I)->getType()) || !isState(Argument))
      return false;
    State = Definition->getParamDecl(I);
  }
  // A parameter that is given something else in there is no longer the state.
  bool Changes = State && anyStmt(*Definition->getBody(), [&](const Stmt &At) {
                   const auto *B = dyn_cast<BinaryOperator>(&At);
                   const auto *U = dyn_cast<UnaryOperator>(&At);
                   const Expr *Target = B && B->isAssignmentOp()           ? B->getLHS()
                                        : U && U->getOpcode() == UO_AddrOf ? U->getSubExpr()
                                                                           : nullptr;
                   const auto *Ref = Target ? dyn_cast<DeclRefExpr>(Target->IgnoreParens()) : nullptr;
                   return Ref && Ref->getDecl() == State;
                 });
  CheckReader Inside(*Definition, State, Depth + 1);
  bool Result = !Changes && Inside.isCheck(*Definition->getBody());
  Waits |= Inside.Waits;
  append_range(Memory, Inside.Memory);
  return Result;
}

bool CheckReader::isCheck(const Stmt &S) {
  if (isa<NullStmt>(&S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(&S))
    return all_of(Block->body(), [&](const Stmt *Child) { return isCheck(*Child); });
  if (const auto *Do = dyn_cast<DoStmt>(&S)) {
    Expr::EvalResult Again;
    return Do->getCond()->EvaluateAsInt(Again, Context) && Again.Val.getInt() == 0 && isCheck(*Do->getBody());
  }
  if (const auto *If = dyn_cast<IfStmt>(&S)) {
    // Nobody comes to what is done then, but from elsewhere.
    auto IsEntered = [](const Stmt &At) { return isa<LabelStmt, SwitchCase>(&At); };
    return !If->getElse() && !If->getInit() && !If->getConditionVariable() && isFailure(*If->getCond()) &&
           !anyStmt(*If->getThen(), IsEntered);
  }
  if (const auto *D = dyn_cast<DeclStmt>(&S))
    return all_of(D->decls(), [&](const Decl *Child) {
      const auto *V = dyn_cast<VarDecl>(Child);
      return V && V->hasInit() && isStateVariable(*V) && isState(*V->getInit());
    });
  const auto *E = dyn_cast<Expr>(&S);
  if (!E)
    return false;
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr();
  E = E->IgnoreParenCasts();
  const auto *Call = dyn_cast<CallExpr>(E);
  return isQuestion(*E) || (isa<BinaryOperator>(E) && isState(*E)) || (Call && isCheckingCall(*Call));
}

bool isRuntimeCheck(const Stmt &S, const FunctionDecl &Function) {
  return Function.getASTContext().getLangOpts().CUDA && Function.getBody() && !isa<NullStmt>(&S) &&
         CheckReader(Function, nullptr, 0).isCheck(S);
}

/// The variables that a check reads and writes as long as nothing has failed: states and streams.
static void touchVariables(Extraction &X, const Stmt &S, AccessList &List) {
  DenseSet<const VarDecl *> Seen;
  auto Touch = [&](const VarDecl &V, AccessKind Kind) {
    Place P;
    P.Array = nameArray(X, V);
    P.IsExact = false;
    addAccess(X, P, Kind, false, nullptr, List);
  };
  anyStmt(
      S,
      [&](const Stmt &At) {
        if (const auto *D = dyn_cast<DeclStmt>(&At); D && D == &S)
          for (const Decl *Child : D->decls())
            Touch(*cast<VarDecl>(Child), AccessKind::Write);
        const auto *Ref = dyn_cast<DeclRefExpr>(&At);
        const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        if (!V || X.isPrivate(*V) || !Seen.insert(V).second)
          return false;
        Touch(*V, AccessKind::Read);
        if (X.Variables.isModifiedIn(*V, S))
          Touch(*V, AccessKind::Write);
        return false;
      },
      [&](const Stmt &At) {
        // What is done about a failure is not done.
        if (const auto *If = dyn_cast<IfStmt>(&At))
          touchVariables(X, *If->getCond(), List);
        return !isa<IfStmt>(&At);
      });
}

void extractRuntimeCheck(Extraction &X, const Stmt &S, Member &M) {
  M.Kind = MemberKind::Plain;
  AccessList List;
  touchVariables(X, S, List);
  CheckReader Reader(*X.Where.Function, nullptr, 0);
  Reader.isCheck(S);
  for (auto [Call, V] : Reader.Memory) {
    bool Frees = runtimeCall(X.Context, *Call) == "cudaFree";
    Place P;
    P.Array = Frees ? pointeeArray(X, *V, V->getType()->getPointeeType()) : objectArray(X, *V);
    P.IsExact = false;
    addAccess(X, P, AccessKind::Write, false, nullptr, List);
  }
  Term Text;
  Text.Text = "check";
  if (M.Span.isValid())
    Text.Text += tokensOf(X.Context, M.Span); // As it is written: __LINE__ may change.
  else
    S.printPretty(*std::make_unique<raw_string_ostream>(Text.Text), nullptr, X.Context.getPrintingPolicy());
  addWholeStatement(X, S, M, std::move(List), {std::move(Text)});
}

/// Whether a statement of the host touches memory that the device may reach as well.
static bool mayMeetDevice(const Scop &S, const Statement &St) {
  return any_of(St.Accesses, [&](const Access &A) {
    return S.Arrays[A.Array].Base != BaseKind::LocalObject || S.Arrays[A.Array].Escapes;
  });
}

static bool mayMeetDevice(const Scop &S, const Member &M) {
  return M.TouchesUnknown || any_of(M.Statements, [&](unsigned St) { return mayMeetDevice(S, S.Statements[St]); });
}

/// Whether the default stream waits for all others: nobody here makes one for which it does not.
static bool isOneQueue(const ASTContext &Context) {
  auto Macro = Context.Idents.find("CUDA_API_PER_THREAD_DEFAULT_STREAM");
  if (Macro != Context.Idents.end() && Macro->second->hasMacroDefinition())
    return false;
  const SourceManager &Sources = Context.getSourceManager();
  for (unsigned I = 1; I < Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile() || SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    FileID File = Sources.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (!Sources.getFileEntryRefForID(File))
      continue;
    StringRef Text = Sources.getBufferData(File);
    for (StringRef Name :
         {"cudaStreamCreateWith", "cudaStreamNonBlocking", "cudaStreamPerThread", "PER_THREAD_DEFAULT"})
      if (Text.contains(Name))
        return false;
  }
  return true;
}

void orderRuntimeChecks(Extraction &X) {
  auto Touch = [&](unsigned Statement, unsigned Array, AccessKind Kind) {
    AccessList List;
    Place P;
    P.Array = Array;
    P.IsExact = false;
    addAccess(X, P, Kind, false, nullptr, List);
    append_range(X.Model.Statements[Statement].Accesses, List.Accesses);
    append_range(X.Ast.Accesses[Statement], List.Text);
    append_range(X.OfAccesses[Statement], List.Facts);
  };
  if (none_of(X.Model.Members, [](const Member &M) { return M.Launch.has_value(); }))
    return;
  // What is not known may wait, too.
  auto IsUnknown = [&](unsigned M) { return X.Model.Members[M].TouchesUnknown && !launchOf(*X.Ast.Members[M]); };
  std::vector<unsigned> Checks;
  for (unsigned M = 0; M < X.Ast.Members.size(); ++M)
    if (IsUnknown(M) || isRuntimeCheck(*X.Ast.Members[M], *X.Where.Function))
      Checks.push_back(M);
  bool IsOneQueue = !Checks.empty() && isOneQueue(X.Context);
  std::vector<bool> MeetsDevice; // Before the checks' own accesses come in.
  for (const Member &M : X.Model.Members)
    MeetsDevice.push_back(M.Launch ? mayMeetDevice(X.Model, X.Model.Statements[M.Statements.front()])
                                   : mayMeetDevice(X.Model, M));
  for (unsigned Check : Checks) {
    CheckReader Reader(*X.Where.Function, nullptr, 0);
    bool Waits = IsUnknown(Check) || !Reader.isCheck(*X.Ast.Members[Check]) || Reader.Waits;
    if (!Waits && !Reader.Memory.empty())
      continue; // It asks for memory only.
    // An object of its own for each, written by the check: whoever reads it stays on its side.
    Array Device;
    Device.Name = DeviceOrder.str();
    Device.Base = BaseKind::LocalObject;
    Device.Escapes = false;
    unsigned Number = X.Model.Arrays.size();
    X.Model.Arrays.push_back(std::move(Device));
    X.Ast.Arrays.push_back(nullptr);
    for (unsigned M = 0; M < X.Model.Members.size(); ++M) {
      const Member &Other = X.Model.Members[M];
      bool Stays = M == Check || MeetsDevice[M];
      if (Other.Launch)
        Stays = M < Check || (Waits && (MeetsDevice[M] || !IsOneQueue || !Other.Launch->Stream.empty()));
      if (Stays && !Other.Statements.empty())
        Touch(Other.Statements.front(), Number, M == Check ? AccessKind::Write : AccessKind::Read);
    }
  }
}

} // namespace loopfuse
