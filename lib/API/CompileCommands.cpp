//===- CompileCommands.cpp - commands of the database, made safe ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CompileCommands.h"
#include "API/CudaHeaders.h"
#include "API/HostMachine.h"
#include "API/NvccCommand.h"
#include "API/VectorizerFlags.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Driver/Types.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using Strings = std::vector<std::string>;

namespace loopfuse {

/// "ccache g++ …": drops the wrappers in front of the compiler.
static void dropLaunchers(Strings &Arguments) {
  auto IsLauncher = [](StringRef Program) {
    return StringSwitch<bool>(sys::path::filename(Program))
        .Cases({"ccache", "distcc", "sccache", "icecc", "gomacc", "buildcache", "cachepot", "firebuild"}, true)
        .Default(false);
  };
  while (Arguments.size() > 1 && IsLauncher(Arguments[0]) && !StringRef(Arguments[1]).starts_with("-"))
    Arguments.erase(Arguments.begin());
}

/// Whether an option of the driver or of cc1 must go: outputs, plugins, warnings, files of other compilers, chatter.
static bool isDropped(const opt::Option &O) {
  using namespace clang::options;
  if (O.getKind() == opt::Option::UnknownClass || O.hasFlag(Unsupported))
    return true;
  for (unsigned Group : {OPT_M_Group, OPT_W_Group, OPT_R_Group, OPT_Action_Group, OPT_Link_Group})
    if (O.matches(Group))
      return true;
  switch (O.getUnaliasedOption().getID()) {
  case OPT_INPUT:
  case OPT_o:
  case OPT_MJ:
  case OPT_v:
  case OPT__HASH_HASH_HASH:
  case OPT_H:
  case OPT_P:
  case OPT_pipe:
  case OPT_save_temps:
  case OPT_save_temps_EQ:
  case OPT_save_stats:
  case OPT_save_stats_EQ:
  case OPT_ftime_report:
  case OPT_ftime_report_EQ:
  case OPT_ftime_trace:
  case OPT_ftime_trace_EQ:
  case OPT_fproc_stat_report:
  case OPT_fproc_stat_report_EQ:
  case OPT_gen_cdb_fragment_path:
  case OPT_pedantic_errors:
  case OPT_mllvm:
  case OPT_fplugin_EQ:
  case OPT_fplugin_arg:
  case OPT_fpass_plugin_EQ:
  case OPT_load:
  case OPT_plugin:
  case OPT_add_plugin:
  case OPT_plugin_arg:
  case OPT_include_pch:
  case OPT_pch_through_hdrstop_create:
  case OPT_pch_through_hdrstop_use:
  case OPT__serialize_diags:
  case OPT_diagnostic_serialized_file:
  case OPT_fsave_optimization_record:
  case OPT_fsave_optimization_record_EQ:
  case OPT_foptimization_record_file_EQ:
  case OPT_fprofile_use_EQ:
  case OPT_fprofile_instr_use_EQ:
  case OPT_fprofile_sample_use_EQ:
  case OPT_fmodule_output:
  case OPT_fmodule_output_EQ:
  case OPT_fcrash_diagnostics_dir:
  case OPT_gen_reproducer:
  case OPT_gen_reproducer_eq:
  case OPT_dumpdir:
  case OPT_fdiagnostics_format_EQ:
  case OPT_resource_dir:
  case OPT_resource_dir_EQ:
  case OPT_mfpmath_EQ: // Clang refuses what GCC may be told.
    return true;
  default:
    return false;
  }
}

/// "-Wp,-MMD,file,-DX": what is left of it as plain arguments without the dependency outputs.
static void addPreprocessorArguments(const opt::Arg &A, Strings &Out) {
  for (StringRef Part : A.getValues())
    if (Part.starts_with("-D") || Part.starts_with("-U") || Part.starts_with("-I"))
      Out.push_back(Part.str());
}

static void parse(ArrayRef<std::string> Arguments, unsigned Visibility,
                  function_ref<void(const opt::Arg &, ArrayRef<std::string>)> Visit) {
  std::vector<const char *> Pointers;
  for (const std::string &A : Arguments)
    Pointers.push_back(A.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  opt::InputArgList Parsed =
      clang::getDriverOptTable().ParseArgs(Pointers, MissingIndex, MissingCount, opt::Visibility(Visibility));
  for (auto It = Parsed.begin(), End = Parsed.end(); It != End; ++It) {
    size_t First = (*It)->getIndex();
    size_t Behind =
        std::next(It) == End ? (MissingCount ? MissingIndex : Arguments.size()) : (*std::next(It))->getIndex();
    Visit(**It, Arguments.slice(First, Behind - First));
  }
}

/// What stays of the compiler's arguments, and what they tell about rounding.
static Strings keptArguments(ArrayRef<std::string> Arguments, UnitCommand &Unit) {
  Strings Out, ForCc1;
  parse(Arguments, clang::options::ClangOption, [&](const opt::Arg &A, ArrayRef<std::string> Spelling) {
    const opt::Option &O = A.getOption();
    if (O.matches(clang::options::OPT_Xclang))
      ForCc1.insert(ForCc1.end(), A.getValues().begin(), A.getValues().end());
    else if (O.matches(clang::options::OPT_Wp_COMMA))
      addPreprocessorArguments(A, Out);
    else if (!isDropped(O))
      Out.insert(Out.end(), Spelling.begin(), Spelling.end());
    if (O.matches(clang::options::OPT_ffp_contract))
      Unit.ContractFlag = A.getValue();
    else if (O.matches(clang::options::OPT_mfpmath_EQ))
      Unit.FpUnit = A.getValue();
  });
  parse(ForCc1, clang::options::CC1Option, [&](const opt::Arg &A, ArrayRef<std::string> Spelling) {
    if (isDropped(A.getOption()))
      return;
    for (const std::string &S : Spelling)
      Out.insert(Out.end(), {"-Xclang", S});
  });
  return Out;
}

static bool namesCuda(StringRef File, ArrayRef<std::string> Arguments) {
  StringRef Extension = sys::path::extension(File);
  if (Extension == ".cu" || Extension == ".cuh")
    return true;
  for (size_t I = 0; I < Arguments.size(); ++I)
    if (Arguments[I] == "-xcuda" || (Arguments[I] == "-x" && I + 1 < Arguments.size() && Arguments[I + 1] == "cuda"))
      return true;
  return false;
}

static bool holdsToolkit(StringRef Folder) {
  SmallString<256> Header(Folder);
  sys::path::append(Header, "include", "cuda_runtime.h");
  return sys::fs::exists(Header);
}

/// Where the toolkit is that the command compiles with; "" if there is none.
static std::string toolkitOf(StringRef Program, ArrayRef<std::string> Arguments) {
  std::vector<std::string> Folders;
  for (StringRef A : Arguments)
    if (A.consume_front("--cuda-path="))
      Folders.push_back(A.str());
  if (!Folders.empty()) // Then it is nowhere else.
    return holdsToolkit(Folders.back()) ? Folders.back() : "";
  SmallString<256> Real;
  if (isNvcc(Program) && sys::path::is_absolute(Program) && !sys::fs::real_path(Program, Real))
    Folders.push_back(sys::path::parent_path(sys::path::parent_path(Real)).str());
  Folders.push_back("/usr/local/cuda");
  auto Found = find_if(Folders, holdsToolkit);
  return Found == Folders.end() ? "" : *Found;
}

/// The host's side of a CUDA unit, which holds the text of the kernels too.
static void addCudaArguments(StringRef Program, UnitCommand &Unit, Strings &Arguments) {
  erase_if(Arguments, [](StringRef A) {
    return A == "--cuda-device-only" || A == "--cuda-host-only" || A == "--cuda-compile-host-device" ||
           A.starts_with("--cuda-gpu-arch=") || A.starts_with("--offload-arch=");
  });
  Arguments.insert(Arguments.end(), {"--cuda-host-only", "-Wno-unknown-cuda-version"});
  if (is_contained(Arguments, "-nocudainc"))
    return; // The command brings headers of its own.
  std::string Toolkit = toolkitOf(Program, Arguments);
  erase_if(Arguments, [](StringRef A) { return A.starts_with("--cuda-path="); });
  if (!Toolkit.empty()) {
    Arguments.push_back("--cuda-path=" + Toolkit);
    return;
  }
  Unit.NeedsCudaHeaders = true;
  Arguments.insert(Arguments.end(),
                   {"--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-foffload-implicit-host-device-templates",
                    "-isystem", CudaHeaderFolder.str(), "-include", "cuda_runtime.h"});
}

/// What the build runs when it says \p Program: "cc" and "c++" are often links to a compiler. Nothing is run to find
/// out.
static std::string compilerName(StringRef Program, StringRef Directory) {
  SmallString<256> Path(Program), Real;
  if (!Program.contains('/')) {
    ErrorOr<std::string> Found = sys::findProgramByName(Program);
    if (!Found)
      return Program.str();
    Path = *Found;
  }
  sys::path::make_absolute(Directory, Path);
  StringRef Name = sys::path::filename(Program);
  bool IsFound = !Name.contains("clang") && !sys::fs::real_path(Path, Real);
  return IsFound ? sys::path::filename(Real).str() : Name.str();
}

/// The major version in a name like "x86_64-linux-gnu-g++-12"; 0 if it is no such name.
static unsigned gccVersion(StringRef Name) {
  SmallVector<StringRef> Parts;
  unsigned Version = 0;
  bool Has = Regex("(^|-)(gcc|g\\+\\+)-(mp-)?([0-9]+)(\\.[0-9.]+)?$").match(Name, &Parts);
  return Has && !Parts[4].getAsInteger(10, Version) ? Version : 0;
}

UnitCommand adjustCommand(const clang::tooling::CompileCommand &Command, const CommandOptions &Options) {
  UnitCommand Unit;
  Unit.Directory = Command.Directory;
  SmallString<256> Path(Command.Filename);
  sys::path::make_absolute(Command.Directory, Path);
  sys::path::remove_dots(Path);
  SmallString<256> Real;
  if (sys::fs::real_path(Path, Real)) {
    Real = Path;
    sys::path::remove_dots(Real, /*remove_dot_dot=*/true);
  }
  Unit.File = std::string(Real);

  Strings Arguments = Command.CommandLine;
  if (Arguments.empty())
    Arguments.push_back("clang-tool");
  dropLaunchers(Arguments);
  std::string Program = Arguments.front();
  std::string Compiler = compilerName(Program, Unit.Directory);
  Unit.IsGcc = !StringRef(Compiler).contains("clang");
  Unit.HasBarrier = gccVersion(Compiler) >= 12;

  Strings Whole = Options.ExtraArgumentsBefore, Own(Arguments.begin() + 1, Arguments.end());
  Unit.IsCuda = namesCuda(Path, Own);
  if (isNvcc(Program)) {
    NvccCommand Nvcc = translateNvcc(Own, Command.Directory);
    // "-x cu" makes any file one; otherwise nvcc goes by the file's name, too.
    for (size_t I = 0; I + 1 < Own.size(); ++I)
      Unit.IsCuda |= (Own[I] == "-x" || Own[I] == "--x") && Own[I + 1] == "cu";
    Own = std::move(Nvcc.Arguments);
    Unit.DeviceContracts = Nvcc.Contracts;
    Unit.DeviceRegroups = Nvcc.Regroups;
    if (Unit.IsCuda)
      Own.insert(Own.begin(), {"-x", "cuda", "-D__NVCC__=1"});
  }
  Whole.insert(Whole.end(), Own.begin(), Own.end());
  Whole.insert(Whole.end(), Options.ExtraArguments.begin(), Options.ExtraArguments.end());
  Unit.CommandLine = {Program};
  Unit.CommandLine.insert(Unit.CommandLine.end(), Whole.begin(), Whole.end());
  Unit.Vectorizer = vectorizerFlags(Whole, Unit.IsGcc);
  Unit.Arguments = {Program};
  for (std::string &A : keptArguments(Whole, Unit))
    Unit.Arguments.push_back(std::move(A));
  if (Unit.IsCuda)
    addCudaArguments(Program, Unit, Unit.Arguments);
  if (!Options.ResourceDirectory.empty())
    Unit.Arguments.push_back("-resource-dir=" + Options.ResourceDirectory);
  // Without carets clang counts no errors on standard error either.
  Unit.Arguments.insert(Unit.Arguments.end(), {"-fsyntax-only", "-Wno-everything", "-fno-caret-diagnostics"});
  if (Unit.IsGcc) // Clang has no such function, and fences are made of it.
    Unit.Arguments.push_back("-D__builtin_assoc_barrier(...)=(__VA_ARGS__)");
  if (isNvcc(Program))
    Unit.Arguments.front() = "clang++";
  clang::tooling::addTargetAndModeForProgramName(Unit.Arguments, Program);
  // As the build names it: includes are looked up beside a symbolic link, not beside its target.
  Unit.Arguments.insert(Unit.Arguments.end(), {"--", std::string(Path)});
  return Unit;
}

bool compilesCFamily(const clang::tooling::CompileCommand &Command) {
  namespace types = clang::driver::types;
  StringRef Extension = sys::path::extension(Command.Filename);
  Extension.consume_front(".");
  types::ID Type = types::lookupTypeForExtension(Extension);
  if (Type == types::TY_INVALID)
    return true; // Clang will say what is wrong with it.
  return types::isDerivedFromC(Type);
}

/// Whether the target has fused multiply-add instructions.
static bool hasFma(const clang::TargetInfo &Target) {
  const Triple &T = Target.getTriple();
  if (T.isX86())
    return Target.hasFeature("fma") || Target.hasFeature("fma4");
  if (T.isRISCV())
    return Target.hasFeature("f") || Target.hasFeature("zfinx");
  return !T.isWasm();
}

static unsigned vectorBytes(const clang::TargetInfo &Target, ArrayRef<std::string> Arguments) {
  if (!Target.getTriple().isX86())
    return 16;
  unsigned PreferredBits = is_contained(Arguments, "-mprefer-vector-width=128")   ? 128
                           : is_contained(Arguments, "-mprefer-vector-width=512") ? 512
                                                                                  : 0;
  return usedVectorBytes(Target.hasFeature("avx"), Target.hasFeature("avx512f"), PreferredBits);
}

/// Whether single functions may be compiled for another target ("#pragma GCC target", __attribute__((target))).
static bool namesTargets(const clang::ASTContext &Context) {
  const clang::SourceManager &SM = Context.getSourceManager();
  StringRef Text = SM.getBufferData(SM.getMainFileID());
  return Text.contains("target_clones") || Text.contains("GCC target") || Text.contains("target(");
}

/// Whether values in registers may have more bits than their types: x87.
static bool hasExcessPrecision(const UnitCommand &Command, const clang::TargetInfo &Target) {
  if (!Target.getTriple().isX86())
    return false;
  if (!Command.FpUnit.empty())
    return Command.FpUnit != "sse";
  // GCC's default, whatever the instruction set.
  return (Command.IsGcc && Target.getTriple().isX86_32()) ||
         Target.getFPEvalMethod() != clang::LangOptions::FPEvalMethodKind::FEM_Source;
}

/// Whether the compiler of the device's code may contract products and sums of different statements. Headers without
/// the functions that prevent it are not those of such a compiler.
static bool contractsInDevice(const UnitCommand &Command, const clang::ASTContext &Context) {
  if (!Context.getLangOpts().CUDA || !Command.DeviceContracts || Command.DeviceRegroups ||
      Command.ContractFlag == "off" || Command.ContractFlag == "on")
    return false;
  clang::DeclarationName Product(&Context.Idents.get("__fmul_rn"));
  return !Context.getTranslationUnitDecl()->lookup(Product).empty();
}

TargetFlags targetFlags(const UnitCommand &Command, const clang::ASTContext &Context) {
  TargetFlags Flags;
  Flags.IsGcc = Command.IsGcc;
  Flags.HasBarrier = Command.HasBarrier;
  Flags.Vectorizer = Command.Vectorizer;
  Flags.RoundsFreely = hasExcessPrecision(Command, Context.getTargetInfo());
  Flags.Regroups = Context.getLangOpts().AllowFPReassoc;
  Flags.Vectorizer.Regroups = Flags.Regroups;
  Flags.Vectorizer.AddsInOrder = Flags.IsGcc;
  Flags.Vectorizer.VectorBytes = vectorBytes(Context.getTargetInfo(), Command.Arguments);
  Flags.DeviceContracts = contractsInDevice(Command, Context);
  if (!hasFma(Context.getTargetInfo()) && !namesTargets(Context))
    return Flags;
  using Mode = clang::LangOptions::FPModeKind;
  Mode Contract = Context.getLangOpts().getDefaultFPContractMode();
  Flags.HonoursPragmas = Contract != Mode::FPM_Fast;
  // GCC knows no contraction inside a statement only; what it does not know to be off is on.
  Flags.ContractsAcross = Command.IsGcc ? Command.ContractFlag.empty() || Command.ContractFlag == "fast"
                                        : Contract == Mode::FPM_Fast || Contract == Mode::FPM_FastHonorPragmas;
  return Flags;
}

} // namespace loopfuse
