//===- Worker.cpp - analyses in the background ----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Worker.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace std::chrono_literals;

namespace loopfuse::lsp {

using Clock = std::chrono::steady_clock;

/// Keys that are struck faster than this are taken together.
static constexpr auto GlanceDelay = 20ms;
/// A pause of this length makes edits ready before they are asked for.
static constexpr auto CheckDelay = 500ms;

Worker::Worker(Listener Publish) : Publish(std::move(Publish)), Thread([this] { loop(); }) {}

Worker::~Worker() {
  {
    Lock Held(Mutex);
    IsStopping = true;
    for (auto &[Uri, S] : States)
      ++S.Edition; // An analysis that runs ends at its next parse.
  }
  Wake.notify_all();
  Thread.join();
}

/// What was known is old.
void Worker::renew(State &S, std::chrono::milliseconds Delay) {
  ++S.Edition;
  S.Next = Step::Glance;
  S.Due = Clock::now() + Delay;
  for (Question &Q : std::exchange(S.Waiting, {}))
    Q.Then(nullptr, nullptr);
  Wake.notify_all();
}

void Worker::configure(Settings New) {
  Lock Held(Mutex);
  New.Edition = Given.Edition + 1;
  Given = std::move(New);
  for (auto &[Uri, S] : States)
    renew(S, 0ms);
}

void Worker::open(Document D) {
  Lock Held(Mutex);
  State &S = States[D.Uri];
  S.Path = D.Path;
  S.Report = nullptr;
  ByPath[D.Path] = std::move(D);
  renew(S, 0ms);
}

void Worker::change(StringRef Uri, int64_t Version, std::string Text) {
  Lock Held(Mutex);
  auto S = States.find(Uri.str());
  if (S == States.end())
    return;
  Document &D = ByPath[S->second.Path];
  D.Version = Version;
  D.Text = std::make_shared<const std::string>(std::move(Text));
  renew(S->second, GlanceDelay);
}

void Worker::saved() {
  Lock Held(Mutex);
  ++Given.Edition;
  for (auto &[Uri, S] : States) {
    sys::fs::UniqueID Id;
    Document &D = ByPath[S.Path];
    D.IsUnsaved = D.IsUnsaved && sys::fs::getUniqueID(D.Path, Id).value() != 0;
    renew(S, CheckDelay);
  }
}

void Worker::close(StringRef Uri, function_ref<void()> Last) {
  Lock Held(Mutex);
  auto S = States.find(Uri.str());
  if (S != States.end()) {
    for (Question &Q : S->second.Waiting)
      Q.Then(nullptr, nullptr);
    ByPath.erase(S->second.Path);
    Forgotten.push_back(S->second.Path);
    States.erase(S);
  }
  Last();
}

void Worker::withReport(StringRef Uri, Answer Then) {
  Lock Held(Mutex);
  auto S = States.find(Uri.str());
  if (S == States.end() || !S->second.Report)
    return Then(nullptr, nullptr);
  Then(&ByPath[S->second.Path], S->second.Report.get());
}

void Worker::whenChecked(StringRef Uri, Answer Then) { ask(Uri, {nullptr, std::move(Then)}); }

void Worker::whenGuarded(StringRef Uri, Interest IsAsked, Answer Then) {
  ask(Uri, {std::move(IsAsked), std::move(Then)});
}

void Worker::ask(StringRef Uri, Question Q) {
  Lock Held(Mutex);
  auto Found = States.find(Uri.str());
  if (Found == States.end())
    return Q.Then(nullptr, nullptr);
  State &S = Found->second;
  S.Waiting.push_back(std::move(Q));
  if (S.Next != Step::None)
    S.Due = Clock::now();
  else if (S.Report && S.Report->IsChecked)
    answer(S);
  Wake.notify_all();
}

void Worker::answer(State &S) {
  const Document &D = ByPath[S.Path];
  for (Question &Q : std::exchange(S.Waiting, {})) {
    if (Q.NeedsGuard && !S.Report->Guarded && mayBeGuarded(*S.Report) && Q.NeedsGuard(*S.Report))
      S.Waiting.push_back(std::move(Q));
    else
      Q.Then(&D, S.Report.get());
  }
  if (S.Waiting.empty())
    return;
  S.Next = Step::Guard;
  S.Due = Clock::now();
}

void Worker::withOpen(function_ref<void(const std::map<std::string, Document> &)> Then) {
  Lock Held(Mutex);
  Then(ByPath);
}

void Worker::loop() {
  Lock Held(Mutex);
  while (!IsStopping) {
    for (const std::string &Path : std::exchange(Forgotten, {}))
      Analyses.forget(Path);
    auto Next = std::min_element(States.begin(), States.end(), [](const auto &A, const auto &B) {
      return std::pair(A.second.Next == Step::None, A.second.Due) <
             std::pair(B.second.Next == Step::None, B.second.Due);
    });
    if (Next == States.end() || Next->second.Next == Step::None)
      Wake.wait(Held);
    else if (Next->second.Due > Clock::now())
      Wake.wait_until(Held, Next->second.Due);
    else
      runNext(Held, std::string(Next->first));
  }
}

void Worker::runNext(Lock &Held, const std::string &Uri) {
  State &S = States[Uri];
  Step Now = std::exchange(S.Next, Step::None);
  uint64_t Edition = S.Edition;
  Snapshot Texts{ByPath[S.Path], ByPath, Given};
  std::shared_ptr<const DocumentReport> Checked = S.Report; // Of this edition, where the step is Guard.
  auto IsCurrent = [&] {
    auto Still = States.find(Uri);
    return !IsStopping && Still != States.end() && Still->second.Edition == Edition;
  };
  auto IsStale = [&] {
    Lock Asking(Mutex);
    return !IsCurrent();
  };
  Held.unlock();
  DocumentReport Report = Now == Step::Glance  ? Analyses.glance(Texts, IsStale)
                          : Now == Step::Check ? Analyses.check(Texts, IsStale)
                                               : Analyses.guard(Texts, *Checked, IsStale);
  Held.lock();
  if (IsCurrent())
    store(States[Uri], std::move(Report));
}

void Worker::store(State &S, DocumentReport Report) {
  // Where a whole glance finds nothing to do there is nothing to check.
  Report.IsChecked |= !Report.IsPartial && none_of(Report.Findings, [](const Finding &F) { return !F.Refused; });
  S.Report = std::make_shared<const DocumentReport>(std::move(Report));
  // What a test at run time would allow is no diagnostic.
  if (!S.Report->Guarded)
    Publish(ByPath[S.Path], *S.Report);
  if (!S.Report->IsChecked) {
    S.Next = Step::Check;
    S.Due = Clock::now() + (S.Waiting.empty() ? std::chrono::milliseconds(CheckDelay) : 0ms);
    return;
  }
  answer(S);
}

} // namespace loopfuse::lsp
