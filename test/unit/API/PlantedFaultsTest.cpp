//===- PlantedFaultsTest.cpp - faults in planner and rewriter -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a faulty planner would hand to the legality gate, and what a faulty
// rewriter would write: a list of named faults, each planted in the plan or in
// the text of a fusion that is right without it. Each must be caught, and where
// is the table in docs/TESTING.md, which this test writes
// (LOOPFUSE_UPDATE_TABLE=1) and otherwise compares.
//
//===----------------------------------------------------------------------===//
#include "API/CheckRegion.h"
#include "API/Fuse.h"
#include "Poly/AccessRelations.h"
#include "Poly/Legality.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace clang;
using namespace llvm;
using namespace loopfuse;

namespace {

struct Program {
  const char *Text;
  AliasPolicy Alias = AliasPolicy::Refuse;
  Granularity Grain = Granularity::Auto;
  const char *Flag = "-O2";
};

const Program Shifted{R"(void ahead(int n, const float *restrict x, float *restrict y, float *restrict z) {
  for (int i = 1; i < n; ++i)
    y[i] = x[i] * 2;
  for (int i = 0; i < n - 1; ++i)
    z[i] = y[i + 1] + 1;
}
)"};

const Program Scalar{R"(double scale(int n, const double *restrict x, double *restrict y, double *restrict z) {
  double t[1000];
  double last = 0;
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * 2;
  last = y[3];
  for (int j = 0; j < n; ++j) {
    y[j] = t[j] + 1;
    z[j] = t[j] - 1;
  }
  return last;
}
)"};

const Program Moved{R"(double moved(int n, const double *restrict x, double *restrict y, double *restrict z) {
  double first = x[0];
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * 2;
  const double scale = first + 1;
  double last = y[n - 1];
  for (int i = 0; i < n; ++i)
    z[i] = y[i] * scale;
  return last;
}
)"};

const Program Vanishing{R"(void vanish(int n, const double *restrict x, double *restrict y, int *restrict count) {
  double t[1000];
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * 2;
  *count += 1;
  const double scale = *count * 1.5;
  for (int i = 0; i < n; ++i)
    y[i] = t[i] * scale;
}
)"};

const Program Split{R"(void split(int n, const float *restrict x, float *restrict y, float *restrict z) {
  for (int i = 0; i < n + 40; ++i)
    y[i] = x[i] * 2;
  for (int i = 20; i < n + 60; ++i)
    z[i] = x[i] + 1;
}
)"};

const Program Guarded{R"(typedef unsigned long uintptr_t;
void guard(int n, const float *x, float *y, float *z) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * 2;
  for (int i = 0; i < n; ++i)
    z[i] = y[i] + 1;
}
)",
                      AliasPolicy::Guard};

const Program Rows{R"(void rows(const float *restrict x, float *restrict y) {
  float t[100][50];
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 50; ++j)
      t[i][j] = x[i * 50 + j] * 2;
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 50; ++j)
      y[i * 50 + j] = t[i][j] + t[i][49 - j];
}
)"};

const Program InStrips{R"(void strips(const float *restrict x, float *restrict y) {
  float t[4000];
  for (int i = 0; i < 4000; ++i)
    t[i] = x[i] * 2;
  for (int i = 0; i < 4000; ++i)
    y[i] = t[i] * 3;
}
)",
                       AliasPolicy::Refuse, Granularity::Strip};

const Program Backwards{R"(void back(int n, const float *restrict x, float *restrict y, float *restrict z) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    z[i] = x[i] + y[i];
}
)"};

const Program Conditional{R"(void cond(int n, int on, const float *restrict x, float *restrict y, float *restrict z) {
  if (on)
    for (int i = 0; i < n; ++i)
      y[i] = x[i] * 2;
  if (on)
    for (int i = 0; i < n; ++i)
      z[i] = x[i] + y[i];
}
)"};

const Program Plane{R"(void plane(float (*restrict a)[64], float (*restrict b)[64]) {
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] += 1;
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j)
      b[i][j] = a[i][j] * 2;
}
)"};

const Program Carried{R"(void carried(int n, float *restrict y, float *restrict z) {
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] * 2;
  for (int i = 1; i < n; ++i)
    z[i] = y[i] + 1;
}
)"};

const Program Threads{R"(void par(int n, const float *restrict x, float *restrict y, float *restrict z) {
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    y[i] = x[i] * 2;
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    z[i] = x[i] + y[i];
}
)",
                      AliasPolicy::Refuse, Granularity::Auto, "-fopenmp"};

/// A fault of the planner. \p Plant changes a legal plan.
struct PlanFault {
  const char *Name;
  const Program &In;
  void (*Plant)(FusionPlan &Plan, const Scop &S);
};

unsigned arrayNamed(const Scop &S, StringRef Name) {
  auto It = find_if(S.Arrays, [&](const Array &A) { return A.Name == Name && !A.ElementType.empty(); });
  return It - S.Arrays.begin();
}

/// All accesses to \p Array, the first write in front.
Contraction contractionOf(const Scop &S, unsigned Array) {
  Contraction C;
  C.Array = Array;
  C.Scalar = "planted";
  bool HasDefinition = false;
  for (unsigned St = 0; St < S.Statements.size(); ++St)
    for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A)
      if (const Access &X = S.Statements[St].Accesses[A]; X.Array == Array && !X.Subscripts.empty()) {
        C.Accesses.push_back({St, A});
        if (X.Kind == AccessKind::Write && !std::exchange(HasDefinition, true))
          C.Definition = {St, A};
      }
  return C;
}

const PlanFault PlanFaults[] = {
    {"shift off by one, towards the values that are not there yet", Shifted,
     [](FusionPlan &P, const Scop &) { --P.Groups[0].Members[1].Shift[0]; }},
    {"shift left out", Shifted, [](FusionPlan &P, const Scop &) { P.Groups[0].Members[1].Shift[0] = 0; }},
    {"shift of the wrong sign", Shifted, [](FusionPlan &P, const Scop &) { P.Groups[0].Members[1].Shift[0] *= -1; }},
    {"shift in an inner dimension", Plane, [](FusionPlan &P, const Scop &) { P.Groups[0].Members[1].Shift[1] = -1; }},
    {"bodies in the wrong order", Carried,
     [](FusionPlan &P, const Scop &) { std::swap(P.Groups[0].Members[0], P.Groups[0].Members[1]); }},
    {"shift of a loop whose iterations run in parallel", Threads,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Members[1].Shift[0] = 1; }},
    {"one level too many is merged", Rows,
     [](FusionPlan &P, const Scop &) {
       ++P.Groups[0].Depth;
       for (Placement &M : P.Groups[0].Members)
         M.Shift.push_back(0);
     }},
    {"a statement between the loops goes to the wrong side", Scalar,
     [](FusionPlan &P, const Scop &) { std::swap(P.Groups[0].Before, P.Groups[0].After); }},
    {"a statement between the loops is forgotten", Scalar,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Before = P.Groups[0].After = {}; }},
    {"an array that lives on becomes a scalar", Carried,
     [](FusionPlan &P, const Scop &S) { P.Groups[0].Contractions.push_back(contractionOf(S, arrayNamed(S, "y"))); }},
    {"an array becomes a scalar where a row is needed", Rows,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Contractions[0].Kept = 0; }},
    {"an access to a contracted array is forgotten", Scalar,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Contractions[0].Accesses.pop_back(); }},
    {"a contracted array is defined by a read", Scalar,
     [](FusionPlan &P, const Scop &) {
       P.Groups[0].Contractions[0].Definition = P.Groups[0].Contractions[0].Accesses.back();
     }},
    {"the guards are left out", Guarded, [](FusionPlan &P, const Scop &) { P.Groups[0].Guards.clear(); }},
    {"one guard is left out", Guarded, [](FusionPlan &P, const Scop &) { P.Groups[0].Guards.pop_back(); }},
    {"a guard's range ends too early", Guarded,
     [](FusionPlan &P, const Scop &) {
       for (AliasGuard &G : P.Groups[0].Guards)
         G.Second.High = G.Second.Low;
     }},
    {"a guard of the wrong array", Guarded,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Guards[0].First = P.Groups[0].Guards[0].Second; }},
    {"different iterations as if they were the same", Split,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Common.reset(); }},
    {"the shared iterations begin too early", Split,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Common->First = 0; }},
    {"the shared iterations end too late", Split,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Common->Bounds = {1}; }},
    {"the loop in front is forgotten", Split,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Common->Prologues.clear(); }},
    {"the loop behind is forgotten", Split, [](FusionPlan &P, const Scop &) { P.Groups[0].Common->Epilogues.clear(); }},
    {"the shared part is said never to be empty", Split,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Common->MayBeEmpty = false; }},
    {"opposite directions as if they were the same", Backwards,
     [](FusionPlan &P, const Scop &) {
       for (Placement &M : P.Groups[0].Members)
         M.Reversed.clear();
     }},
    {"a loop that carries values runs the other way", Carried,
     [](FusionPlan &P, const Scop &) {
       for (Placement &M : P.Groups[0].Members)
         M.Reversed = {true};
     }},
    {"a member twice in a group", Carried,
     [](FusionPlan &P, const Scop &) { P.Groups[0].Members.push_back(P.Groups[0].Members[1]); }},
    {"strips of no length", InStrips, [](FusionPlan &P, const Scop &) { P.Groups[0].ByStrips->Length = 0; }},
    {"strips of a loop whose inner loops do not begin with the first member", InStrips,
     [](FusionPlan &P, const Scop &) { P.Groups[0].ByStrips->Begins = {1}; }},
};

/// A fault of the rewriter: \p Right in the fused text becomes \p Wrong.
struct TextFault {
  const char *Name;
  const Program &In;
  const char *Right, *Wrong;
};

const TextFault TextFaults[] = {
    {"first iteration lost", Scalar, "int i = 0;", "int i = 1;"},
    {"one iteration too many", Scalar, "i < n", "i <= n"},
    {"every other iteration", Scalar, "++i", "i += 2"},
    {"store dropped", Scalar, "    z[i] = t_i - 1;\n", ""},
    {"store done twice", Scalar, "    y[i] = t_i + 1;\n", "    y[i] = t_i + 1;\n    y[i] = t_i + 1 + t_i;\n"},
    {"wrong renaming of a loop variable", Scalar, "z[i] = ", "z[n] = "},
    {"wrong renaming of an array", Scalar, "z[i] = ", "y[i] = "},
    {"scalar of another type", Scalar, "const double t_i", "const float t_i"},
    {"scalar shared by all iterations", Scalar, "    const double t_i = x[i] * 2;\n",
     "    static double t_i; t_i += x[i] * 2;\n"},
    {"scalar used before it is set", Scalar, "    const double t_i = x[i] * 2;\n    y[i] = t_i + 1;\n",
     "    double t_i = 0;\n    y[i] = t_i + 1;\n    t_i = x[i] * 2;\n"},
    {"an operation of another kind", Scalar, "t_i - 1", "t_i + 1"},
    {"operands exchanged", Scalar, "t_i - 1", "1 - t_i"},
    {"shift in the wrong direction", Shifted, "i - 1", "i + 1"},
    {"shift forgotten in a subscript", Shifted, "z[i - 1]", "z[i]"},
    {"bodies swapped", Carried, "    y[i] = y[i - 1] * 2;\n    z[i] = y[i] + 1;\n",
     "    z[i] = y[i] + 1;\n    y[i] = y[i - 1] * 2;\n"},
    {"loop in front lost", Split, "  for (int i = 0; i < n + 40 && i < 20; ++i)\n    y[i] = x[i] * 2;\n", ""},
    {"loop in front one too long", Split, "i < 20;", "i < 21;"},
    {"loop in front without the other end", Split, "i < n + 40 && i < 20", "i < 20"},
    {"loop behind begins wrong where nothing is shared", Split, "n + 40 < 20 ? 20 : n + 40", "n + 40"},
    {"loop behind ends early", Split, "i < n + 60", "i < n + 59"},
    {"guard missing", Guarded, "if (((uintptr_t)x", "if (1 || ((uintptr_t)x"},
    {"guard in elements, not bytes", Guarded, "n * sizeof(*x)", "n"},
    {"guard of the wrong array", Guarded, "(uintptr_t)x + n * sizeof(*x) <=", "(uintptr_t)y + n * sizeof(*y) <="},
    {"guard with one test for two", Guarded, "&&", "||"},
    {"guard's other branch runs the fused loop", Guarded,
     "    for (int i = 0; i < n; ++i)\n      y[i] = x[i] * 2;\n    for (int i = 0; i < n; ++i)\n      z[i] = y[i] + "
     "1;\n",
     "    for (int i = 0; i < n; ++i) {\n      y[i] = x[i] * 2;\n      z[i] = y[i] + 1;\n    }\n"},
    {"row of the wrong length", Rows, "float t[50]", "float t[49]"},
    {"row with the subscript of the wrong dimension", Rows, "t[49 - j]", "t[i % 50]"},
    {"row kept over all iterations", Rows, "      t[j] = x[i * 50 + j] * 2;\n", "      t[j] += x[i * 50 + j] * 2;\n"},
    {"strip ends one late", InStrips, "i < iEnd", "i <= iEnd"},
    {"strips overlap", InStrips, "i0 += strip", "i0 += strip - 1"},
    {"last strip runs over the end", InStrips, "i0 + strip < 4000 ? i0 + strip : 4000", "i0 + strip"},
    {"last strip lost", InStrips, "i0 < 4000", "i0 + strip < 4000"},
    {"condition lost", Conditional, "  if (on)\n", ""},
    {"condition of the other kind", Conditional, "if (on)", "if (!on)"},
    {"both directions up, one body with the old subscript", Backwards, "z[i] = x[i]", "z[n - 1 - i] = x[n - 1 - i]"},
    {"dimensions exchanged", Plane, "b[i][j]", "b[j][i]"},
    {"statement lost on its way in front of the loops", Moved, "  const double scale = first + 1;\n",
     "  double scale;\n"},
    {"statement in front of the loops changed", Moved, "scale = first + 1", "scale = first - 1"},
    {"statement lost on its way behind the loops", Moved, "  double last = y[n - 1];\n", "  double last;\n"},
    {"statement done twice beside the loops", Moved, "  double last = y[n - 1];\n",
     "  double last = y[n - 1];\n  last = y[n - 1];\n"},
    {"statement done twice where a declaration vanishes", Vanishing, "  *count += 1;\n",
     "  *count += 1;\n  *count += 1;\n"},
    {"statement behind the loops changed", Moved, "y[n - 1]", "z[n - 1]"},
    {"directive lost", Threads, "#pragma omp parallel for\n", ""},
};

/// One program, fused.
class Fused {
public:
  explicit Fused(const Program &P) : P(P) {
    std::unique_ptr<ASTUnit> Ast = parse(P.Text);
    FuseOptions Options;
    Options.Alias = P.Alias;
    Options.Grain = P.Grain;
    Options.Cost = CostModel::Always;
    UnitReport Report = fuseUnit(Ast->getASTContext(), Options, TargetFlags(), [](StringRef) { return true; });
    if (Report.Fusions.empty())
      return;
    Proved = Report.Fusions.front();
    const EditGroup &Edits = Report.Findings[Proved->Finding].Edits;
    After = cantFail(applyEdits(P.Text, Proved->Region.File, Edits));
    Offset = Proved->Region.Offset;
    for (const TextEdit &E : Edits)
      if (E.Offset < Proved->Region.Offset)
        Offset += E.Text.size() - E.Length;
  }

  bool isLegal(const FusionPlan &Plan) const {
    IslContext Isl(FuseOptions().IslOperations);
    RegionRelations R = buildAccessRelations(Isl, *Proved->Before, P.Alias);
    R.LeavesToGuards = Proved->Plan.Groups.front().isGuarded();
    return std::holds_alternative<LegalPlan>(checkLegality(Isl, R, Plan));
  }

  /// "" if the text passes, else who turns it down.
  std::string whoTurnsDown(StringRef Text) const {
    std::unique_ptr<ASTUnit> Ast = parse(Text);
    if (!Ast)
      return "compiler";
    RegionCheck Check{Proved->Region.File, Offset, Proved->Before, Proved->Outer, Proved->Plan, {}};
    return checkRegion(Ast->getASTContext(), Check, standardContainers()).Failure ? "re-check" : "";
  }

  std::optional<ProvedFusion> Proved;
  std::string After;

private:
  std::unique_ptr<ASTUnit> parse(StringRef Text) const {
    IgnoringDiagConsumer Ignored;
    auto Ast = tooling::buildASTFromCodeWithArgs(
        Text, {"-std=c17", P.Flag}, "/no/such/folder/x.c", "clang-tool", std::make_shared<PCHContainerOperations>(),
        tooling::getClangStripDependencyFileAdjuster(), tooling::FileContentMappings(), &Ignored);
    return Ast && !Ast->getDiagnostics().hasErrorOccurred() ? std::move(Ast) : nullptr;
  }

  const Program &P;
  unsigned Offset = 0;
};

} // namespace

/// The rows of the table: fault, where it is planted, who catches it. Faults that nobody catches are failures.
static std::vector<std::string> plantAll() {
  std::vector<std::string> Rows;
  std::map<const Program *, Fused> Known;
  auto Make = [&](const Program &P) -> Fused & { return Known.try_emplace(&P, P).first->second; };
  for (const PlanFault &Fault : PlanFaults) {
    Fused &F = Make(Fault.In);
    if (!F.Proved) {
      ADD_FAILURE() << Fault.Name << ": nothing was fused";
      continue;
    }
    EXPECT_TRUE(F.isLegal(F.Proved->Plan)) << Fault.Name;
    FusionPlan Plan = F.Proved->Plan;
    Fault.Plant(Plan, *F.Proved->Before);
    EXPECT_FALSE(F.isLegal(Plan)) << Fault.Name;
    Rows.push_back(std::string("| ") + Fault.Name + " | planner | legality |");
  }
  for (const TextFault &Fault : TextFaults) {
    Fused &F = Make(Fault.In);
    EXPECT_EQ(F.whoTurnsDown(F.After), "") << F.After;
    std::string Text = F.After;
    size_t At = Text.find(Fault.Right);
    if (At == std::string::npos) {
      ADD_FAILURE() << Fault.Name << ": '" << Fault.Right << "' is not in\n" << Text;
      continue;
    }
    Text.replace(At, StringRef(Fault.Right).size(), Fault.Wrong);
    std::string By = F.whoTurnsDown(Text);
    EXPECT_EQ(By, "re-check") << Fault.Name << ":\n" << Text;
    Rows.push_back(std::string("| ") + Fault.Name + " | rewriter | " + By + " |");
  }
  return Rows;
}

TEST(PlantedFaults, AllAreCaughtAsTheTableSays) {
  std::vector<std::string> Rows = plantAll();
  EXPECT_GE(Rows.size(), 30u);
  std::string Table = "| Fault | Planted in | Caught by |\n|---|---|---|\n";
  for (const std::string &R : Rows)
    Table += R + "\n";

  std::string Path = LOOPFUSE_SOURCE_DIR "/docs/TESTING.md";
  auto Page = MemoryBuffer::getFile(Path);
  ASSERT_TRUE(Page);
  std::string Text = (*Page)->getBuffer().str();
  size_t Begin = Text.find("| Fault | Planted in |");
  ASSERT_NE(Begin, std::string::npos);
  size_t End = std::min(Text.find("\n\n", Begin) + 1, Text.size());
  if (std::getenv("LOOPFUSE_UPDATE_TABLE")) {
    std::error_code EC;
    raw_fd_ostream(Path, EC) << Text.replace(Begin, End - Begin, Table);
    return;
  }
  EXPECT_EQ(Text.substr(Begin, End - Begin), Table) << "LOOPFUSE_UPDATE_TABLE=1 writes it";
}
