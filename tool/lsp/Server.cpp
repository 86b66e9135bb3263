//===- Server.cpp - the language server -----------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Server.h"
#include "ProjectScan.h"
#include "Render.h"
#include "Report/RulePages.h"
#include "Worker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdio>

using namespace llvm;

namespace loopfuse::lsp {

using ::llvm::lsp::Callback;
using ::llvm::lsp::ErrorCode;
using ::llvm::lsp::LSPError;

/// Parameters as they come.
struct Parameters {
  json::Value V = nullptr;
  const json::Object *object(StringRef Key) const {
    const json::Object *O = V.getAsObject();
    return O ? O->getObject(Key) : nullptr;
  }
  /// Of the text document.
  std::string uri() const {
    const json::Object *D = object("textDocument");
    return D ? D->getString("uri").value_or("").str() : "";
  }
};

static bool fromJSON(const json::Value &Raw, Parameters &Out, json::Path) {
  Out.V = Raw;
  return true;
}

namespace {

class Server {
public:
  Server(const ServerOptions &Options, ::llvm::lsp::JSONTransport &Transport);

  bool wasShutDown() const { return IsShutDown; }

private:
  using Reply = Callback<json::Value>;

  void initialize(const Parameters &P, Reply Then);
  void initialized(const Parameters &);
  void shutdown(const Parameters &, Reply Then);
  void didOpen(const Parameters &P);
  void didChange(const Parameters &P);
  void didClose(const Parameters &P);
  void didSave(const Parameters &) { Files->saved(); }
  void didChangeConfiguration(const Parameters &P);
  void cancelProgress(const Parameters &P);
  void hover(const Parameters &P, Reply Then);
  void codeAction(const Parameters &P, Reply Then);
  void codeLens(const Parameters &P, Reply Then);
  void executeCommand(const Parameters &P, Reply Then);
  void fuse(const json::Array &Arguments, Reply Then);
  void explainRule(StringRef Rule, Reply Then);
  /// Asks the client for its settings, if it lets itself be asked.
  void fetchSettings();
  std::string requestId() { return "loopfuse-" + std::to_string(++NextRequest); }

  void publish(const Document &D, const DocumentReport &Report);
  Settings readSettings(const json::Object *Given);
  std::string pathFor(StringRef Uri, StringRef Language, bool &IsUnsaved) const;
  View viewOf(const Document &D, const DocumentReport &R) const {
    return {Who, D, R, Files->openFiles(), Files->settings().ReportRefusals};
  }

  const ServerOptions &Options;
  ::llvm::lsp::MessageHandler Messages;
  ::llvm::lsp::OutgoingNotification<json::Value> PublishDiagnostics, ShowMessage;
  ::llvm::lsp::OutgoingRequest<json::Value> ApplyEdit, RefreshLenses, ShowDocument, RegisterCapability;
  ::llvm::lsp::OutgoingRequest<json::Value> AskSettings;
  std::atomic<int64_t> NextRequest = 0;
  Client Who;
  std::string Root; ///< Of the workspace.
  bool IsShutDown = false;
  bool AnswersConfiguration = false;   ///< workspace/configuration
  bool RegistersConfiguration = false; ///< workspace/didChangeConfiguration on request
  std::optional<ProjectScan> Scan;
  std::optional<Worker> Files; // Ends first: its thread uses what is above.

  friend bool loopfuse::lsp::serve(const ServerOptions &);
  ::llvm::lsp::MessageHandler &messages() { return Messages; }
};

} // namespace

/// The pages beside the installed tool, else where they were when it was built.
static std::string documentationFolder() {
  std::string Program = sys::fs::getMainExecutable("loopfuse", reinterpret_cast<void *>(&documentationFolder));
  SmallString<256> Beside(sys::path::parent_path(sys::path::parent_path(Program)));
  sys::path::append(Beside, "share", "doc", "loopfuse");
  for (StringRef Folder : {StringRef(Beside), StringRef(LOOPFUSE_DOCS_DIR)}) {
    SmallString<256> Page(Folder);
    sys::path::append(Page, "REFUSALS.md");
    if (sys::fs::exists(Page))
      return Folder.str();
  }
  return "";
}

Server::Server(const ServerOptions &Options, ::llvm::lsp::JSONTransport &Transport)
    : Options(Options), Messages(Transport),
      PublishDiagnostics(Messages.outgoingNotification<json::Value>("textDocument/publishDiagnostics")),
      ShowMessage(Messages.outgoingNotification<json::Value>("window/showMessage")),
      ApplyEdit(Messages.outgoingRequest<json::Value, Parameters>(
          "workspace/applyEdit", [](json::Value, Expected<Parameters> R) { consumeError(R.takeError()); })),
      RefreshLenses(Messages.outgoingRequest<json::Value, Parameters>(
          "workspace/codeLens/refresh", [](json::Value, Expected<Parameters> R) { consumeError(R.takeError()); })),
      ShowDocument(Messages.outgoingRequest<json::Value, Parameters>(
          "window/showDocument", [](json::Value, Expected<Parameters> R) { consumeError(R.takeError()); })),
      RegisterCapability(Messages.outgoingRequest<json::Value, Parameters>(
          "client/registerCapability", [](json::Value, Expected<Parameters> R) { consumeError(R.takeError()); })),
      AskSettings(Messages.outgoingRequest<json::Value, Parameters>(
          "workspace/configuration", [this](json::Value, Expected<Parameters> R) {
            if (!R)
              return consumeError(R.takeError());
            // One answer an item; a client without settings of ours says null.
            const json::Array *Items = R->V.getAsArray();
            if (const json::Object *Given = Items && Items->size() == 1 ? Items->front().getAsObject() : nullptr)
              Files->configure(readSettings(Given));
          })) {
  Who.Documentation = documentationFolder();
  Scan.emplace(Messages, [this] { return requestId(); });
  Files.emplace([this](const Document &D, const DocumentReport &R) { publish(D, R); });
  Files->configure(readSettings(nullptr));

  Messages.method("initialize", this, &Server::initialize);
  Messages.notification("initialized", this, &Server::initialized);
  Messages.method("shutdown", this, &Server::shutdown);
  Messages.notification("textDocument/didOpen", this, &Server::didOpen);
  Messages.notification("textDocument/didChange", this, &Server::didChange);
  Messages.notification("textDocument/didClose", this, &Server::didClose);
  Messages.notification("textDocument/didSave", this, &Server::didSave);
  Messages.notification("workspace/didChangeConfiguration", this, &Server::didChangeConfiguration);
  Messages.notification("window/workDoneProgress/cancel", this, &Server::cancelProgress);
  Messages.method("textDocument/hover", this, &Server::hover);
  Messages.method("textDocument/codeAction", this, &Server::codeAction);
  Messages.method("textDocument/codeLens", this, &Server::codeLens);
  Messages.method("workspace/executeCommand", this, &Server::executeCommand);
}

static bool flag(const json::Object *O, ArrayRef<StringRef> Path) {
  for (StringRef Key : Path.drop_back())
    O = O ? O->getObject(Key) : nullptr;
  return O && O->getBoolean(Path.back()).value_or(false);
}

void Server::initialize(const Parameters &P, Reply Then) {
  const json::Object *Can = P.object("capabilities");
  Who.VersionedEdits = flag(Can, {"workspace", "workspaceEdit", "documentChanges"});
  Who.RefreshesLenses = flag(Can, {"workspace", "codeLens", "refreshSupport"});
  Who.ShowsProgress = flag(Can, {"window", "workDoneProgress"});
  Who.ShowsDocuments = flag(Can, {"window", "showDocument", "support"});
  AnswersConfiguration = flag(Can, {"workspace", "configuration"});
  RegistersConfiguration = flag(Can, {"workspace", "didChangeConfiguration", "dynamicRegistration"});
  const json::Object *All = P.V.getAsObject();
  if (const json::Array *Folders = All ? All->getArray("workspaceFolders") : nullptr; Folders && !Folders->empty())
    if (const json::Object *First = Folders->front().getAsObject())
      Root = pathOf(First->getString("uri").value_or(""));
  if (Root.empty() && All)
    Root = pathOf(All->getString("rootUri").value_or(""));
  Files->configure(readSettings(P.object("initializationOptions")));

  json::Object Capabilities{
      {"positionEncoding", "utf-16"},
      {"textDocumentSync",
       json::Object{{"openClose", true}, {"change", 1}, {"save", json::Object{{"includeText", false}}}}},
      {"hoverProvider", true},
      {"codeActionProvider",
       json::Object{{"codeActionKinds", json::Array{"quickfix", "refactor.rewrite", "source.fixAll.loopfuse"}}}},
      {"codeLensProvider", json::Object{{"resolveProvider", false}}},
      {"executeCommandProvider",
       json::Object{{"commands", json::Array{"loopfuse.explainRule", "loopfuse.fuse", "loopfuse.scanProject"}},
                    {"workDoneProgress", true}}}};
  Then(json::Object{{"capabilities", std::move(Capabilities)},
                    {"serverInfo", json::Object{{"name", "loopfuse"}, {"version", Options.Version}}}});
}

void Server::shutdown(const Parameters &, Reply Then) {
  IsShutDown = true;
  Then(nullptr);
}

/// "alias", "fp", … as in .loopfuse.yaml; "compilationDatabase", "fallbackFlags", "reportRefusals".
Settings Server::readSettings(const json::Object *Given) {
  Settings S;
  S.Overlay = Options.Overlay;
  S.BuildPath = Options.BuildPath;
  S.ResourceDirectory = Options.ResourceDirectory;
  if (!Given)
    return S;
  if (const json::Object *Own = Given->getObject("loopfuse"))
    Given = Own;
  for (auto [Name, Key] : {std::pair("alias", "Alias"),
                           {"fp", "Fp"},
                           {"costModel", "CostModel"},
                           {"granularity", "Granularity"},
                           {"calls", "Calls"}}) {
    std::optional<StringRef> Value = Given->getString(Name);
    if (!Value || Value->empty())
      continue;
    if (std::optional<Config> One = parseSetting(Key, *Value))
      S.Overlay = overlay(std::move(S.Overlay), *One);
    else
      ShowMessage(
          json::Object{{"type", 1}, {"message", ("loopfuse: '" + *Value + "' is no value of '" + Name + "'").str()}});
  }
  if (std::optional<StringRef> Path = Given->getString("compilationDatabase"); Path && !Path->empty())
    S.BuildPath = Path->str();
  if (const json::Array *Flags = Given->getArray("fallbackFlags"))
    for (const json::Value &F : *Flags)
      if (std::optional<StringRef> Text = F.getAsString())
        S.FallbackFlags.push_back(Text->str());
  S.ReportRefusals = Given->getBoolean("reportRefusals").value_or(false);
  return S;
}

void Server::initialized(const Parameters &) {
  if (RegistersConfiguration) {
    json::Object Registration{{"id", "loopfuse-configuration"},
                              {"method", "workspace/didChangeConfiguration"},
                              {"registerOptions", json::Object{{"section", json::Value("loopfuse")}}}};
    json::Array Registrations;
    Registrations.push_back(std::move(Registration));
    RegisterCapability(json::Object{{"registrations", std::move(Registrations)}}, requestId());
  }
  fetchSettings();
}

void Server::fetchSettings() {
  if (!AnswersConfiguration)
    return;
  json::Array Items;
  Items.push_back(json::Object{{"section", json::Value("loopfuse")}});
  AskSettings(json::Object{{"items", std::move(Items)}}, requestId());
}

void Server::didChangeConfiguration(const Parameters &P) {
  // Who answers questions sends them empty, or half of them.
  if (AnswersConfiguration)
    return fetchSettings();
  Files->configure(readSettings(P.object("settings")));
}

/// The line, from 0, of a page's heading of that name; 0 if there is none.
static int64_t lineOfHeading(const std::string &Page, StringRef Name) {
  auto Buffer = MemoryBuffer::getFile(Page);
  if (!Buffer)
    return 0;
  StringRef Text = (*Buffer)->getBuffer();
  size_t Offset = Text.find(("\n## " + Name + "\n").str());
  return Offset == StringRef::npos ? 0 : Text.take_front(Offset).count('\n') + 1;
}

void Server::explainRule(StringRef Rule, Reply Then) {
  std::optional<RulePage> Page = rulePage(Rule);
  if (!Page)
    return Then(make_error<LSPError>("there is no rule '" + Rule.str() + "'", ErrorCode::InvalidParams));
  if (Who.ShowsDocuments && !Who.Documentation.empty()) {
    std::string File = Who.Documentation + StringRef(Page->Address).split('#').first.drop_front(strlen("docs")).str();
    json::Object Position{{"line", lineOfHeading(File, Rule)}, {"character", 0}};
    ShowDocument(
        json::Object{{"uri", uriOf(File)},
                     {"takeFocus", true},
                     {"selection", json::Object{{"start", json::Object(Position)}, {"end", std::move(Position)}}}},
        requestId());
  } else {
    ShowMessage(json::Object{{"type", 3}, {"message", Page->Opening}});
  }
  Then(nullptr);
}

/// Where the document is, or where it is taken to be.
std::string Server::pathFor(StringRef Uri, StringRef Language, bool &IsUnsaved) const {
  SmallString<256> Real;
  std::string Path = pathOf(Uri);
  IsUnsaved = Path.empty() || sys::fs::real_path(Path, Real);
  if (!IsUnsaved)
    return std::string(Real);
  if (!Path.empty())
    return Path;
  SmallString<256> Folder(Root);
  if (Folder.empty())
    sys::fs::current_path(Folder);
  std::string Name = Uri.substr(Uri.find_last_of(":/") + 1).str();
  for (char &C : Name)
    C = isAlnum(C) || C == '.' || C == '-' ? C : '_';
  if (sys::path::extension(Name).empty())
    Name += Language == "c" ? ".c" : ".cpp";
  while (true) {
    SmallString<256> Made(Folder);
    sys::path::append(Made, Name);
    if (!sys::fs::exists(Made))
      return std::string(Made);
    Name = "_" + Name;
  }
}

void Server::didOpen(const Parameters &P) {
  const json::Object *T = P.object("textDocument");
  if (!T || !T->getString("text"))
    return;
  Document D;
  D.Uri = P.uri();
  StringRef Language = T->getString("languageId").value_or("");
  D.IsCpp = Language != "c";
  D.Path = pathFor(D.Uri, Language, D.IsUnsaved);
  D.Version = T->getInteger("version").value_or(0);
  D.Text = std::make_shared<const std::string>(T->getString("text")->str());
  Files->open(std::move(D));
}

void Server::didChange(const Parameters &P) {
  const json::Object *T = P.object("textDocument");
  const json::Array *Changes = P.V.getAsObject() ? P.V.getAsObject()->getArray("contentChanges") : nullptr;
  if (!T || !Changes || Changes->empty())
    return;
  // Full synchronisation: the last one is the text.
  const json::Object *Last = Changes->back().getAsObject();
  if (std::optional<StringRef> Text = Last ? Last->getString("text") : std::nullopt)
    Files->change(P.uri(), T->getInteger("version").value_or(0), Text->str());
}

void Server::didClose(const Parameters &P) {
  std::string Uri = P.uri();
  Files->close(Uri, [&] { PublishDiagnostics(json::Object{{"uri", Uri}, {"diagnostics", json::Array()}}); });
}

void Server::publish(const Document &D, const DocumentReport &Report) {
  PublishDiagnostics(
      json::Object{{"uri", D.Uri}, {"version", D.Version}, {"diagnostics", diagnosticsOf(viewOf(D, Report))}});
  if (Who.RefreshesLenses)
    RefreshLenses(nullptr, requestId());
}

static unsigned lineOf(const json::Object *Position) {
  return Position ? std::max<int64_t>(Position->getInteger("line").value_or(0), 0) : 0;
}

void Server::hover(const Parameters &P, Reply Then) {
  unsigned Line = lineOf(P.object("position"));
  Files->withReport(P.uri(), [&](const Document *D, const DocumentReport *R) {
    Then(D ? hoverAt(viewOf(*D, *R), Line) : json::Value(nullptr));
  });
}

static Error contentModified() { return make_error<LSPError>("the text has changed", ErrorCode::ContentModified); }

void Server::codeAction(const Parameters &P, Reply Then) {
  const json::Object *Range = P.object("range"), *Context = P.object("context");
  unsigned First = lineOf(Range ? Range->getObject("start") : nullptr);
  unsigned Last = lineOf(Range ? Range->getObject("end") : nullptr);
  std::vector<std::string> Only;
  if (const json::Array *Kinds = Context ? Context->getArray("only") : nullptr)
    for (const json::Value &Kind : *Kinds)
      Only.push_back(Kind.getAsString().value_or("").str());
  bool AsksEdits = Only.empty() || any_of(Only, [](StringRef Kind) { return !Kind.starts_with("source"); });
  auto NeedsGuard = [AsksEdits, First, Last](const DocumentReport &R) {
    return AsksEdits && mayBeGuardedAt(R, First, Last);
  };
  Files->whenGuarded(P.uri(), NeedsGuard,
                     [this, First, Last, Only = std::move(Only),
                      Then = std::move(Then)](const Document *D, const DocumentReport *R) mutable {
                       if (D)
                         Then(actionsAt(viewOf(*D, *R), First, Last, Only));
                       else
                         Then(contentModified());
                     });
}

void Server::codeLens(const Parameters &P, Reply Then) {
  Files->withReport(P.uri(), [&](const Document *D, const DocumentReport *R) {
    Then(D ? json::Value(lensesOf(viewOf(*D, *R))) : json::Value(json::Array()));
  });
}

/// [uri, version, number of the finding]: what a lens carries.
void Server::fuse(const json::Array &Arguments, Reply Then) {
  std::optional<StringRef> Uri = Arguments.size() == 3 ? Arguments[0].getAsString() : std::nullopt;
  std::optional<int64_t> Version = Uri ? Arguments[1].getAsInteger() : std::nullopt;
  std::optional<int64_t> Number = Uri ? Arguments[2].getAsInteger() : std::nullopt;
  if (!Version || !Number)
    return Then(make_error<LSPError>("loopfuse.fuse takes a URI, a version and a number", ErrorCode::InvalidParams));
  Files->whenChecked(
      *Uri, [this, Version, Number, Then = std::move(Then)](const Document *D, const DocumentReport *R) mutable {
        if (!D || R->Version != *Version || *Number < 0 || size_t(*Number) >= R->Findings.size())
          return Then(contentModified());
        json::Value Edit = editOf(viewOf(*D, *R), R->Findings[*Number]);
        if (Edit == nullptr)
          return Then(make_error<LSPError>("there is nothing to fuse", ErrorCode::RequestFailed));
        ApplyEdit(json::Object{{"label", "Fuse loops"}, {"edit", std::move(Edit)}}, requestId());
        Then(nullptr);
      });
}

void Server::cancelProgress(const Parameters &P) {
  const json::Object *O = P.V.getAsObject();
  if (std::optional<StringRef> Token = O ? O->getString("token") : std::nullopt)
    Scan->cancel(*Token);
}

void Server::executeCommand(const Parameters &P, Reply Then) {
  const json::Object *O = P.V.getAsObject();
  StringRef Command = O ? O->getString("command").value_or("") : "";
  const json::Array *Arguments = O ? O->getArray("arguments") : nullptr;
  if (Command == "loopfuse.fuse" && Arguments)
    return fuse(*Arguments, std::move(Then));
  if (Command == "loopfuse.explainRule" && Arguments && Arguments->size() == 1)
    return explainRule(Arguments->front().getAsString().value_or(""), std::move(Then));
  if (Command != "loopfuse.scanProject")
    return Then(make_error<LSPError>("no command is called '" + Command.str() + "'", ErrorCode::InvalidParams));
  ScanRequest Request;
  Files->withOpen([&](const std::map<std::string, Document> &Open) {
    Request.Open = Open;
    Request.Given = Files->settings();
  });
  Request.Root = Root;
  Request.ShowsProgress = Who.ShowsProgress;
  Scan->start(std::move(Request), std::move(Then));
}

namespace {

/// Drops what is no message at all: LLVM's transport would end.
class MessageInput : public ::llvm::lsp::JSONTransportInput {
public:
  bool hasError() const override { return Input.hasError(); }
  bool isEndOfInput() const override { return Input.isEndOfInput(); }
  LogicalResult readDelimitedMessage(std::string &) override { return failure(); }
  LogicalResult readStandardMessage(std::string &Json) override {
    while (succeeded(Input.readStandardMessage(Json))) {
      Expected<json::Value> Message = json::parse(Json);
      if (Message && isMessage(*Message))
        return success();
      consumeError(Message.takeError());
    }
    return failure();
  }

private:
  static bool isMessage(const json::Value &Message) {
    const json::Object *O = Message.getAsObject();
    return O && O->getString("jsonrpc") == StringRef("2.0") && (O->getString("method") || O->get("id"));
  }

  ::llvm::lsp::JSONTransportInputOverFile Input{stdin};
};

} // namespace

bool serve(const ServerOptions &Options) {
  sys::ChangeStdinToBinary();
  sys::ChangeStdoutToBinary();
  ::llvm::lsp::JSONTransport Transport(std::make_unique<MessageInput>(), outs());
  Server S(Options, Transport);
  if (Error E = Transport.run(S.messages()))
    consumeError(std::move(E)); // The client is gone.
  return S.wasShutDown();
}

} // namespace loopfuse::lsp
