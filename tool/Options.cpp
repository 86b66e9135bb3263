//===- Options.cpp - the command line -------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "API/CostData.h"
#include "HelpText.h"
#include "Report/RulePages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace loopfuse {

namespace {

/// Says which values there are where none of them is given.
template <class T> struct ChoiceParser : cl::parser<T> {
  using cl::parser<T>::parser;
  bool parse(cl::Option &O, StringRef, StringRef Given, T &Value) {
    std::string Choices;
    for (const auto &Choice : this->Values) {
      if (Choice.Name == Given) {
        Value = Choice.V.getValue();
        return false;
      }
      if (!Choice.Name.empty())
        Choices += (Choices.empty() ? "" : ", ") + Choice.Name.str();
    }
    return O.error("'" + Given + "' is none of " + Choices);
  }
};
template <class T> using Choice = cl::opt<T, false, ChoiceParser<T>>;

/// The options. A member of one object, made after the foreign options are gone: LLVM's libraries register hundreds.
struct OptionSet {
  cl::SubCommand CheckCommand{"check", "findings as a compiler would print them (the default)"};
  cl::SubCommand FixCommand{"fix", "fuse loops in place"};
  cl::SubCommand DiffCommand{"diff", "show what `fix` would do as a patch"};
  cl::SubCommand VerifyCommand{"verify", "run what `fix` would edit, before and after, and compare"};
  cl::SubCommand ExplainCommand{"explain", "why the loops at FILE:LINE can or cannot be fused: form, legality, profit"};
  cl::SubCommand ScanCommand{"scan", "rank what there is to gain"};
  cl::SubCommand LspCommand{"lsp", "speak the language server protocol with an editor"};
  cl::SubCommand MergeCommand{"merge", "put the parts of a run with --shard together"};
  cl::SubCommand TourCommand{"tour", "walk through the examples, in a copy"};
  cl::SubCommand MeasureCommand{"measure", "time what `fix` would edit, before and after"};
  cl::SubCommand MachineCommand{"machine", "describe and measure this computer, for the roofline model"};
  cl::SubCommand &Top = cl::SubCommand::getTopLevel();

  cl::OptionCategory Category{"loopfuse options"};
  cl::sub All{cl::SubCommand::getAll()};
  cl::SubCommandGroup ManySources{&Top,           &CheckCommand, &FixCommand,  &DiffCommand,
                                  &VerifyCommand, &ScanCommand,  &MergeCommand};
  cl::SubCommandGroup TakesSources{&Top,           &CheckCommand, &FixCommand,   &DiffCommand,
                                   &VerifyCommand, &ScanCommand,  &MergeCommand, &MeasureCommand};
  cl::SubCommandGroup ListsRefusals{&Top, &CheckCommand, &FixCommand, &VerifyCommand, &ScanCommand, &MergeCommand};
  cl::SubCommandGroup PrintsFindings{&Top, &CheckCommand, &ScanCommand, &MergeCommand};
  cl::SubCommandGroup Caches{&Top, &CheckCommand, &ScanCommand};
  cl::SubCommandGroup WritesOnly{&Top, &CheckCommand, &DiffCommand, &ScanCommand, &MergeCommand};
  cl::SubCommandGroup Changes{&Top, &FixCommand, &DiffCommand};
  cl::SubCommandGroup Fixes{&Top, &FixCommand};
  cl::SubCommandGroup Configures{&Top, &CheckCommand};

  cl::list<std::string> Sources{cl::Positional, cl::desc("[sources]"), cl::sub(TakesSources), cl::cat(Category)};
  cl::opt<std::string> TourFolder{cl::Positional, cl::desc("FOLDER"), cl::sub(TourCommand), cl::cat(Category)};
  cl::list<std::string> Places{cl::Positional, cl::desc("FILE:LINE"), cl::sub(ExplainCommand), cl::cat(Category)};
  cl::opt<std::string> BuildPath{"p",
                                 cl::desc("Folder of compile_commands.json; default: searched upwards, also in build/"),
                                 cl::value_desc("folder"), All, cl::cat(Category)};
  cl::opt<unsigned> Jobs{
      "j", cl::Prefix,       cl::desc("Number of threads; default: all cores"), cl::value_desc("N"), cl::init(0),
      All, cl::cat(Category)};
  cl::opt<bool> Quiet{"quiet", cl::desc("No progress and no summary"), All, cl::cat(Category)};
  Choice<Colour> Colours{"color",
                         cl::desc("Colours; default: on terminals"),
                         cl::ValueOptional,
                         cl::init(Colour::Auto),
                         cl::values(clEnumValN(Colour::Auto, "auto", "on terminals"),
                                    clEnumValN(Colour::Always, "always", ""), clEnumValN(Colour::Never, "never", ""),
                                    clEnumValN(Colour::Always, "", "")),
                         All,
                         cl::cat(Category)};
  cl::list<std::string> ExtraArguments{"extra-arg", cl::desc("Further argument for every compile command"),
                                       cl::value_desc("flag"), All, cl::cat(Category)};
  cl::list<std::string> ExtraArgumentsBefore{"extra-arg-before", cl::desc("The same, in front of the others"),
                                             cl::value_desc("flag"), All, cl::cat(Category)};
  cl::opt<std::string> ProjectRoot{"project-root", cl::desc("Edit files in this folder only; default: the checkout"),
                                   cl::value_desc("folder"), All, cl::cat(Category)};
  cl::opt<std::string> HeaderFilter{"header-filter",
                                    cl::desc("Headers to report on; default: all in the project. Never system headers"),
                                    cl::value_desc("regex"), All, cl::cat(Category)};
  Choice<AliasPolicy> Alias{
      "alias", cl::desc("What to believe about pointers:"),
      cl::values(clEnumValN(AliasPolicy::Refuse, "refuse", "only what is proved (default)"),
                 clEnumValN(AliasPolicy::Guard, "guard", "only what is proved; the rest is tested at run time"),
                 clEnumValN(AliasPolicy::Strict, "strict", "also the language's type-based rules"),
                 clEnumValN(AliasPolicy::AssumeNoAlias, "assume-noalias", "different pointers never overlap")),
      All, cl::cat(Category)};
  Choice<FpPolicy> Fp{"fp", cl::desc("Where the compiler may contract a product and a sum across statements:"),
                      cl::values(clEnumValN(FpPolicy::Source, "source", "fence what fusion brings together (default)"),
                                 clEnumValN(FpPolicy::Exact, "exact", "do not fuse there"),
                                 clEnumValN(FpPolicy::Relaxed, "relaxed", "leave the fences out")),
                      All, cl::cat(Category)};
  Choice<CostModel> Cost{
      "cost-model", cl::desc("Which legal fusions are worth it:"),
      cl::values(clEnumValN(CostModel::Rules, "rules", "those that the rules say pay (default)"),
                 clEnumValN(CostModel::Roofline, "roofline", "those of them that take less time on the machine"),
                 clEnumValN(CostModel::Recorded, "recorded",
                            "those that were measured to be faster; the rules for the others"),
                 clEnumValN(CostModel::Always, "always", "all, for trials")),
      All, cl::cat(Category)};
  cl::opt<std::string> OnMachine{"machine",
                                 cl::desc("A file that `loopfuse machine` printed, or one of the machines x86-64, "
                                          "sm_80 and sm_90: what times are computed for"),
                                 cl::value_desc("file"), All, cl::cat(Category)};
  cl::opt<std::string> Record{"record",
                              cl::desc("A file of times: `measure` adds to it, --cost-model=recorded reads it"),
                              cl::value_desc("file"), All, cl::cat(Category)};
  Choice<Granularity> Grain{
      "granularity", cl::desc("What fused loops take turns by:"),
      cl::values(
          clEnumValN(Granularity::Auto, "auto", "iterations, or rows or strips where those would lose (default)"),
          clEnumValN(Granularity::Iteration, "iteration", "iterations only"),
          clEnumValN(Granularity::Strip, "strip", "strips where they can be written, for trials"),
          clEnumValN(Granularity::Row, "row", "rows where they can be written, for trials")),
      All, cl::cat(Category)};
  Choice<CallPolicy> Calls{
      "calls", cl::desc("Calls of functions whose loops would fuse with loops beside the call:"),
      cl::values(clEnumValN(CallPolicy::Fuse, "fuse", "take them apart (default)"),
                 clEnumValN(CallPolicy::Keep, "keep", "leave them, which spares parsing such a unit again")),
      All, cl::cat(Category)};
  Choice<FailOn> Fail{"fail-on", cl::desc("End with exit code 1 if there are:"),
                      cl::values(clEnumValN(FailOn::Nothing, "nothing", "(default)"),
                                 clEnumValN(FailOn::Fusable, "fusable", "loops that can be fused"),
                                 clEnumValN(FailOn::Refused, "refused", "neighbouring loops that cannot"),
                                 clEnumValN(FailOn::Any, "any", "either")),
                      cl::sub(ManySources), cl::cat(Category)};
  cl::opt<bool> Refusals{"refusals", cl::desc("Also list the neighbouring loops that are not fused, and why"),
                         cl::sub(ListsRefusals), cl::cat(Category)};
  cl::opt<bool> ChecksVectors{"check-vectorization",
                              cl::desc("Compile before and after, and give up fusions that lose vectors. Clang runs in "
                                       "this process; other compilers of the database are run, as it names them"),
                              cl::sub(Changes), cl::cat(Category)};
  cl::opt<bool> Verifies{"verify",
                         cl::desc("Build and run each edited function before and after, on made-up memory, and give up "
                                  "fusions that make a difference. Runs the database's compilers and your code"),
                         cl::sub(Fixes), cl::cat(Category)};
  cl::opt<std::string> VerifyTests{"verify-cmd",
                                   cl::desc("A shell command, such as your tests, that must succeed before and after; "
                                            "fusions that break it are taken back"),
                                   cl::value_desc("command"), cl::sub(Fixes), cl::cat(Category)};
  cl::opt<unsigned long> IslOperations{"isl-operations", cl::desc("Steps that one proof may take"), cl::value_desc("N"),
                                       All, cl::cat(Category)};
  Choice<PrintStage> Print{
      "print", cl::desc("Print what a stage makes of the sources, for work on the tool:"),
      cl::values(clEnumValN(PrintStage::Regions, "regions", ""), clEnumValN(PrintStage::Scop, "scop", ""),
                 clEnumValN(PrintStage::Deps, "deps", ""), clEnumValN(PrintStage::Graph, "graph", ""),
                 clEnumValN(PrintStage::Plan, "plan", ""), clEnumValN(PrintStage::Edits, "edits", "")),
      cl::sub(Configures), cl::cat(Category)};
  Choice<OutputFormat> Format{"format", cl::desc("Form of the findings:"),
                              cl::values(clEnumValN(OutputFormat::Text, "text", "as a compiler prints them (default)"),
                                         clEnumValN(OutputFormat::Json, "json", "JSON lines"),
                                         clEnumValN(OutputFormat::Sarif, "sarif", "SARIF 2.1.0"),
                                         clEnumValN(OutputFormat::Fixes, "fixes", "YAML for clang-apply-replacements"),
                                         clEnumValN(OutputFormat::Patch, "patch", "what the subcommand diff prints"),
                                         clEnumValN(OutputFormat::GitLab, "gitlab", "GitLab code quality"),
                                         clEnumValN(OutputFormat::RdJson, "rdjson", "reviewdog"),
                                         clEnumValN(OutputFormat::GitHub, "github", "annotations of a GitHub action"),
                                         clEnumValN(OutputFormat::Html, "html", "a page to look at")),
                              cl::sub(PrintsFindings), cl::cat(Category)};
  cl::opt<std::string> OutputFile{"output", cl::desc("Where to write them; default: standard output"),
                                  cl::value_desc("file"), cl::sub(WritesOnly), cl::cat(Category)};
  cl::opt<std::string> DiffBase{"diff-base", cl::desc("Only findings on lines changed since this git revision"),
                                cl::value_desc("revision"), cl::sub(PrintsFindings), cl::cat(Category)};
  cl::opt<std::string> DiffFile{"diff",
                                cl::desc("Only findings on lines that a unified diff changes; '-': standard input"),
                                cl::value_desc("file"), cl::sub(PrintsFindings), cl::cat(Category)};
  cl::opt<std::string> Baseline{"baseline", cl::desc("A file of findings that are known"), cl::value_desc("file"),
                                cl::sub(PrintsFindings), cl::cat(Category)};
  Choice<BaselineUse> UseBaseline{
      "baseline-use", cl::desc("What to do with it:"),
      cl::values(clEnumValN(BaselineUse::Compare, "compare", "leave out what it names (default)"),
                 clEnumValN(BaselineUse::Write, "write", "write it anew, with all that is found now"),
                 clEnumValN(BaselineUse::Prune, "prune", "take out of it what is found no more")),
      cl::sub(PrintsFindings), cl::cat(Category)};
  cl::opt<std::string> Part{"shard", cl::desc("Do the i-th of n parts, for merge to put together"),
                            cl::value_desc("i/n"), cl::sub(Configures), cl::cat(Category)};
  cl::opt<std::string> CacheFolder{"cache", cl::desc("Keep findings there, for the next run over unchanged sources"),
                                   cl::value_desc("folder"), cl::sub(Caches), cl::cat(Category)};
  cl::opt<bool> DumpConfig{"dump-config", cl::desc("Print the configuration that holds for the first source, and end"),
                           cl::sub(Configures), cl::cat(Category)};
  cl::opt<bool> VerifyConfig{"verify-config", cl::desc("Check the configuration files of the sources, and end"),
                             cl::sub(Configures), cl::cat(Category)};

  /// The subcommand of that name, or nothing.
  cl::SubCommand *find(StringRef Name) {
    for (cl::SubCommand *C : {&CheckCommand, &FixCommand, &DiffCommand, &VerifyCommand, &ExplainCommand, &ScanCommand,
                              &MergeCommand, &LspCommand, &TourCommand, &MachineCommand, &MeasureCommand})
      if (C->getName() == Name)
        return C;
    return nullptr;
  }
};

} // namespace

/// Takes away the options that libraries registered for their own tools.
static void removeForeignOptions() {
  std::vector<cl::Option *> Foreign;
  for (const auto &[Name, Option] : cl::getRegisteredOptions())
    if (!Name.starts_with("help") && Name != "version")
      Foreign.push_back(Option);
  sort(Foreign);
  Foreign.erase(llvm::unique(Foreign), Foreign.end());
  for (cl::Option *O : Foreign)
    O->removeArgument();
}

/// What stands between the first quotes, without the dashes and a value.
static StringRef optionNamed(StringRef Line) {
  return Line.split('\'').second.split('\'').first.ltrim('-').split('=').first;
}

/// Whether cl's guess of what was meant is near enough to be no riddle: letters exchanged, forgotten or doubled.
static bool isNear(StringRef Typed, StringRef Guess) {
  unsigned Most = std::min<size_t>(2, Typed.size() / 2);
  return Typed.edit_distance(Guess, /*AllowReplacements=*/true, Most) <= Most;
}

/// cl's message as one line: "unknown option '--x', did you mean '--y'?"
static std::string tidyMessage(StringRef Text, StringRef Program) {
  std::string Out;
  StringRef Typed;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line.consume_front(Program);
    Line.consume_front(": ");
    if (Line.starts_with_insensitive("did you mean")) {
      if (!isNear(Typed, optionNamed(Line)))
        continue;
    } else {
      Typed = optionNamed(Line);
    }
    Line = Line.split("  Try: ").first.split("  See: ").first.trim().rtrim('.');
    if (!Line.empty())
      Out += (Out.empty() ? "" : "; ") + Line.str();
  }
  return Out;
}

/// "FILE:LINE" or "FILE:LINE:COLUMN".
static bool splitPlace(StringRef Place, std::string &File, unsigned &Line) {
  auto [Front, Last] = Place.rsplit(':');
  unsigned Number = 0;
  if (Last.getAsInteger(10, Number) || Front.empty() || Number == 0)
    return false;
  auto [Front2, Last2] = Front.rsplit(':');
  unsigned Number2 = 0;
  bool HasColumn = !Last2.empty() && !Front2.empty() && !Last2.getAsInteger(10, Number2) && Number2 != 0;
  File = (HasColumn ? Front2 : Front).str();
  Line = HasColumn ? Number2 : Number;
  return true;
}

template <typename T> static std::optional<T> given(const Choice<T> &O) {
  return O.getNumOccurrences() ? std::optional<T>(O.getValue()) : std::nullopt;
}

/// cl takes an option of the top level behind any subcommand, and a subcommand's name behind options for a source.
static std::optional<std::string> misplaced(OptionSet &Set, cl::SubCommand *Chosen) {
  std::string Wrong;
  for (const auto &[Name, O] : cl::getRegisteredOptions())
    if (Chosen && O->getNumOccurrences() && !O->Subs.contains(&cl::SubCommand::getAll()) && !O->Subs.contains(Chosen))
      Wrong = Wrong.empty() ? Name.str() : std::min(Wrong, Name.str());
  if (!Wrong.empty())
    return ("'--" + Wrong + "' is no option of " + Chosen->getName()).str();
  for (const std::string &Source : Set.Sources)
    if (!Chosen && Set.find(Source) && !sys::fs::exists(Source))
      return "the subcommand '" + Source + "' goes before the options";
  return std::nullopt;
}

/// The files that the cost models read. What is wrong with them is told here.
static std::optional<std::string> readCostData(OptionSet &Set, Options &Out) {
  SmallString<256> Folder;
  sys::fs::current_path(Folder);
  std::vector<std::string> Errors;
  if (Set.OnMachine.getNumOccurrences()) {
    Out.Settings.OnMachine = absoluteMachine(Set.OnMachine, Folder);
    loadMachine(*Out.Settings.OnMachine, Errors);
  }
  if (Out.Run == Command::Measure) {
    Out.RecordTo = Set.Record; // It need not be there yet.
  } else if (Set.Record.getNumOccurrences()) {
    Out.Settings.Record = absoluteFile(Set.Record, Folder);
    loadRecord(*Out.Settings.Record, Errors);
  }
  if (Out.Run == Command::Measure && Out.Settings.Cost == CostModel::Recorded)
    return "measure goes with another cost model: the record is what it writes";
  return Errors.empty() ? std::nullopt : std::optional(Errors.front());
}

static std::optional<std::string> readValues(OptionSet &Set, Options &Out) {
  Out.Run = Set.FixCommand       ? Command::Fix
            : Set.DiffCommand    ? Command::Diff
            : Set.VerifyCommand  ? Command::Verify
            : Set.ExplainCommand ? Command::Explain
            : Set.ScanCommand    ? Command::Scan
            : Set.LspCommand     ? Command::Lsp
            : Set.MergeCommand   ? Command::Merge
            : Set.TourCommand    ? Command::Tour
            : Set.MachineCommand ? Command::Machine
            : Set.MeasureCommand ? Command::Measure
            : Set.DumpConfig     ? Command::DumpConfig
            : Set.VerifyConfig   ? Command::VerifyConfig
                                 : Command::Check;
  if (Set.ChecksVectors && Out.Run != Command::Fix && Out.Run != Command::Diff)
    return "'--check-vectorization' is an option of fix and diff";
  if (Out.Run == Command::Tour && Set.TourFolder.empty())
    return "tour needs the name of a folder to make";
  if (Out.Run == Command::Tour && (!Set.BuildPath.empty() || Out.Project.FixedFlags))
    return "tour has a database of its own: it goes without -p and '--'";
  Out.TourFolder = Set.TourFolder;
  if ((Set.Verifies || Set.VerifyTests.getNumOccurrences()) && Out.Run != Command::Fix)
    return "'--verify' and '--verify-cmd' are options of fix";
  Out.Project.BuildPath = Set.BuildPath;
  Out.Project.Sources.assign(Set.Sources.begin(), Set.Sources.end());
  Out.Project.ProjectRoot = Set.ProjectRoot;
  Out.Project.Commands.ExtraArguments.assign(Set.ExtraArguments.begin(), Set.ExtraArguments.end());
  Out.Project.Commands.ExtraArgumentsBefore.assign(Set.ExtraArgumentsBefore.begin(), Set.ExtraArgumentsBefore.end());
  Out.Jobs = Set.Jobs ? Set.Jobs.getValue() : hardware_concurrency().compute_thread_count();
  Out.Quiet = Set.Quiet;
  Out.Refusals = Set.Refusals;
  Out.ChecksVectors = Set.ChecksVectors;
  Out.Verifies = Set.Verifies || Set.VerifyCommand;
  Out.VerifyCommand = Set.VerifyTests;
  if (Set.VerifyTests.getNumOccurrences() && Out.VerifyCommand.empty())
    return "--verify-cmd needs a command";
  Out.Colours = Set.Colours;
  Out.Settings.Alias = given(Set.Alias);
  Out.Settings.Fp = given(Set.Fp);
  Out.Settings.Cost = given(Set.Cost);
  if (std::optional<std::string> Wrong = readCostData(Set, Out))
    return Wrong;
  Out.Settings.Grain = given(Set.Grain);
  Out.Settings.Calls = given(Set.Calls);
  Out.Settings.Fail = given(Set.Fail);
  if (Set.Print.getNumOccurrences())
    Out.Print = Set.Print;
  if (Set.IslOperations.getNumOccurrences())
    Out.IslOperations = Set.IslOperations;
  Out.Format = Set.Format;
  Out.OutputFile = Set.OutputFile == "-" ? "" : Set.OutputFile.getValue();
  Out.DiffBase = Set.DiffBase;
  Out.DiffFile = Set.DiffFile;
  Out.Baseline = Set.Baseline;
  Out.UseBaseline = Set.UseBaseline;
  Out.CacheFolder = Set.CacheFolder;
  if (Set.Part.getNumOccurrences()) {
    Out.Part = parseShard(Set.Part);
    if (!Out.Part)
      return "--shard needs i/n with i from 1 to n";
    if (Out.Format != OutputFormat::Text || !Out.Baseline.empty())
      return "--shard goes without --format and --baseline: these are merge's";
  }
  if (Out.Format == OutputFormat::Patch) {
    if (Out.Run != Command::Check)
      return "only check has the form 'patch'";
    if (!Out.DiffBase.empty() || !Out.DiffFile.empty() || !Out.Baseline.empty())
      return "the form 'patch' goes without --diff-base, --diff and --baseline";
    Out.Run = Command::Diff;
  }
  if (Set.DiffBase.getNumOccurrences() && Out.DiffBase.empty())
    return "--diff-base needs a revision";
  if (!Out.DiffBase.empty() && !Out.DiffFile.empty())
    return "--diff-base and --diff exclude each other";
  if (Set.UseBaseline.getNumOccurrences() && Out.Baseline.empty())
    return "--baseline-use goes with --baseline";
  if (Out.UseBaseline != BaselineUse::Compare && !(Out.DiffBase.empty() && Out.DiffFile.empty()))
    return "a baseline is of all findings: write and prune it without --diff-base and --diff";
  if (Set.HeaderFilter.getNumOccurrences()) {
    std::string Why;
    if (!Set.HeaderFilter.empty() && !Regex(Set.HeaderFilter).isValid(Why))
      return "--header-filter is not a regular expression: " + Why;
    Out.Settings.HeaderFilter = Set.HeaderFilter.getValue();
  }
  // A single "FILE:LINE" is a place.
  if (Out.Run == Command::Measure && Set.Sources.size() == 1 && !sys::fs::exists(Set.Sources.front()) &&
      splitPlace(Set.Sources.front(), Out.ExplainFile, Out.ExplainLine))
    Out.Project.Sources = {Out.ExplainFile};
  if (Out.Run == Command::Explain && Set.Places.size() == 1 && rulePage(Set.Places.front())) {
    Out.Run = Command::ExplainRule;
    Out.ExplainRule = Set.Places.front();
  } else if (Out.Run == Command::Explain) {
    if (Set.Places.size() != 1 || !splitPlace(Set.Places.front(), Out.ExplainFile, Out.ExplainLine))
      return "explain needs one place, FILE:LINE, or a rule's name";
    Out.Project.Sources = {Out.ExplainFile};
  }
  return std::nullopt;
}

/// The arguments that name the project and what to believe of it, as they were given: those that every subcommand
/// takes.
static std::vector<std::string> sameProject(ArrayRef<const char *> Arguments, size_t Dashes) {
  static constexpr StringRef Kept[] = {"p",     "extra-arg", "extra-arg-before", "project-root", "header-filter",
                                       "alias", "fp",        "cost-model",       "calls",        "machine",
                                       "record"};
  std::vector<std::string> Out;
  for (size_t I = 1; I < Dashes; ++I) {
    StringRef Name = StringRef(Arguments[I]).split('=').first;
    if (!Name.consume_front("-"))
      continue;
    Name.consume_front("-");
    if (!is_contained(Kept, Name))
      continue;
    Out.push_back(Arguments[I]);
    if (!StringRef(Arguments[I]).contains('=') && I + 1 < Dashes)
      Out.push_back(Arguments[++I]);
  }
  return Out;
}

/// "loopfuse help fix" is "loopfuse fix --help", unless there is a file of that name.
static bool asksForHelp(ArrayRef<const char *> Arguments, std::vector<const char *> &AsOption) {
  if (Arguments.size() < 2 || StringRef(Arguments[1]) != "help" || sys::fs::exists("help"))
    return false;
  AsOption.assign({Arguments[0]});
  AsOption.insert(AsOption.end(), Arguments.begin() + 2, Arguments.end());
  AsOption.push_back("--help");
  return true;
}

std::variant<Options, ExitCode> parseCommandLine(int Argc, const char *const *Argv, raw_ostream &Errors) {
  removeForeignOptions();
  OptionSet Set;
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "loopfuse " LOOPFUSE_VERSION " (LLVM " LLVM_VERSION_STRING ")\n"; });

  ArrayRef<const char *> Arguments(Argv, Argc);
  std::vector<const char *> AsOption;
  if (asksForHelp(Arguments, AsOption))
    Arguments = AsOption;
  // What stands behind the first "--" belongs to the compiler.
  auto Dashes = find_if(Arguments, [](const char *A) { return StringRef(A) == "--"; });
  Options Out;
  if (Dashes != Arguments.end())
    Out.Project.FixedFlags = std::vector<std::string>(Dashes + 1, Arguments.end());

  Out.SameProject = sameProject(Arguments, Dashes - Arguments.begin());

  cl::SubCommand *Chosen = Arguments.size() > 1 ? Set.find(Arguments[1]) : nullptr;
  StringRef Name = Chosen ? Chosen->getName() : "";
  std::string Message;
  raw_string_ostream Stream(Message);
  std::optional<std::string> Error;
  if (!cl::ParseCommandLineOptions(Dashes - Arguments.begin(), Arguments.data(), helpText(Name), &Stream))
    Error = tidyMessage(Message, sys::path::filename(Argv[0]));
  else
    Error = misplaced(Set, Chosen);
  if (!Error)
    Error = readValues(Set, Out);
  if (!Error)
    return Out;
  // Of a bad value cl has told by itself already.
  if (!Error->empty())
    Errors << "loopfuse: error: " << *Error << " (see loopfuse " << Name << (Name.empty() ? "" : " ") << "--help)\n";
  return ExitUsage;
}

} // namespace loopfuse
