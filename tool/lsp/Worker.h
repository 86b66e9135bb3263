//===- Worker.h - analyses in the background --------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_WORKER_H
#define LOOPFUSE_TOOL_LSP_WORKER_H

#include "Analyser.h"
#include "llvm/ADT/FunctionExtras.h"
#include <condition_variable>
#include <mutex>
#include <thread>

namespace loopfuse::lsp {

/// Keeps the open files and analyses them on one thread: a glance soon after each change, a check when the editor rests
/// or somebody asks for edits. What is older than the text is thrown away.
class Worker {
public:
  /// Gets a report, or null once the text has changed or the file is closed. Called with the lock held, from any
  /// thread.
  using Answer = llvm::unique_function<void(const Document *, const DocumentReport *)>;
  /// Called with the lock held whenever there is a new report.
  using Listener = std::function<void(const Document &, const DocumentReport &)>;

  explicit Worker(Listener Publish);
  ~Worker();

  void configure(Settings New);
  void open(Document D);
  void change(llvm::StringRef Uri, int64_t Version, std::string Text);
  /// Also what may have changed on disk counts: all open files are analysed again.
  void saved();
  /// \p Last is called with the lock held: nothing is published of the file afterwards.
  void close(llvm::StringRef Uri, llvm::function_ref<void()> Last);

  /// The newest report, be it a glance.
  void withReport(llvm::StringRef Uri, Answer Then);
  /// Waits for a check of the present text.
  void whenChecked(llvm::StringRef Uri, Answer Then);
  /// The same with what a test at run time would allow, where \p IsAsked says of the check that this matters. That is
  /// called with the lock held, maybe more than once.
  using Interest = std::function<bool(const DocumentReport &)>;
  void whenGuarded(llvm::StringRef Uri, Interest IsAsked, Answer Then);
  /// Calls \p Then with all open files by path.
  void withOpen(llvm::function_ref<void(const std::map<std::string, Document> &)> Then);
  /// For use where the lock is held already.
  const std::map<std::string, Document> &openFiles() const { return ByPath; }
  const Settings &settings() const { return Given; }

private:
  enum class Step { None, Glance, Check, Guard };
  struct Question {
    Interest NeedsGuard; ///< Unset: a check is enough.
    Answer Then;
  };
  struct State {
    std::string Path;
    Step Next = Step::None;
    std::chrono::steady_clock::time_point Due;
    std::shared_ptr<const DocumentReport> Report;
    std::vector<Question> Waiting;
    uint64_t Edition = 0; ///< Counts everything that makes a report old.
  };
  using Lock = std::unique_lock<std::mutex>;

  void renew(State &S, std::chrono::milliseconds Delay);
  void loop();
  void runNext(Lock &Held, const std::string &Uri);
  void store(State &S, DocumentReport Report);
  void ask(llvm::StringRef Uri, Question Q);
  /// Answers all who need no more than the report, and sees to the rest.
  void answer(State &S);

  Listener Publish;
  std::mutex Mutex;
  std::condition_variable Wake;
  std::map<std::string, State> States; ///< By URI.
  std::map<std::string, Document> ByPath;
  Settings Given;
  bool IsStopping = false;
  Analyser Analyses; ///< Of the thread alone.
  std::vector<std::string> Forgotten;
  std::thread Thread;
};

} // namespace loopfuse::lsp

#endif
