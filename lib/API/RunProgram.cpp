//===- RunProgram.cpp - another program, without a shell ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/RunProgram.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <vector>

extern char **environ;

using namespace llvm;

namespace loopfuse {

std::string findProgram(StringRef Name, StringRef Folder) {
  if (!Name.contains('/')) {
    ErrorOr<std::string> Found = sys::findProgramByName(Name);
    return Found ? *Found : "";
  }
  SmallString<256> Path(Name);
  sys::path::make_absolute(Folder, Path);
  return sys::fs::can_execute(Path) ? std::string(Path) : "";
}

/// Waits for the child. False if the time is over first.
static bool waitFor(pid_t Child, unsigned Seconds, int &Status) {
  auto End = std::chrono::steady_clock::now() + std::chrono::seconds(Seconds);
  while (true) {
    pid_t Done = waitpid(Child, &Status, Seconds ? WNOHANG : 0);
    if (Done == Child)
      return true;
    if (Done < 0 && errno != EINTR)
      return true;
    if (Seconds && std::chrono::steady_clock::now() > End)
      return false;
    if (Seconds)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

ProgramRun runProgram(StringRef Folder, StringRef Program, ArrayRef<std::string> Arguments, StringRef Output,
                      unsigned Seconds) {
  std::string Path = Program.str(), Out = Output.empty() ? "/dev/null" : Output.str();
  std::vector<char *> Argv = {Path.data()};
  for (const std::string &A : Arguments)
    Argv.push_back(const_cast<char *>(A.c_str()));
  Argv.push_back(nullptr);
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  auto Free = scope_exit([&] {
    posix_spawn_file_actions_destroy(&Actions);
    posix_spawnattr_destroy(&Attributes);
  });
  posix_spawn_file_actions_addopen(&Actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&Actions, 1, Out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&Actions, 1, 2);
  posix_spawn_file_actions_addchdir_np(&Actions, Folder.str().c_str());
  if (Seconds) { // So that its children can be killed with it.
    posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&Attributes, 0);
  }
  ProgramRun Run;
  pid_t Child = 0;
  if (int Code = posix_spawn(&Child, Path.c_str(), &Actions, &Attributes, Argv.data(), environ)) {
    Run.Error = "cannot run it: " + std::generic_category().message(Code);
    return Run;
  }
  int Status = 0;
  if (!waitFor(Child, Seconds, Status)) {
    kill(-Child, SIGKILL);
    waitFor(Child, 0, Status);
    Run.Error = "it did not end in " + std::to_string(Seconds) + " seconds";
  } else if (WIFEXITED(Status)) {
    Run.Code = WEXITSTATUS(Status);
  } else {
    Run.Error = "it was ended by signal " + std::to_string(WTERMSIG(Status));
  }
  return Run;
}

} // namespace loopfuse
