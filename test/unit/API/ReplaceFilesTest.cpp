//===- ReplaceFilesTest.cpp - files are replaced whole or not at all ------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/ReplaceFiles.h"
#include "Scratch.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace loopfuse;

namespace {

std::string message(Error E) { return E ? toString(std::move(E)) : "ok"; }

mode_t modeOf(const std::string &Path) {
  struct stat Stat;
  return stat(Path.c_str(), &Stat) == 0 ? Stat.st_mode & 07777 : 0;
}

TEST(ReplaceFiles, NewTextAndOldPermissions) {
  Scratch Dir;
  std::string A = Dir.write("a.cpp", "old\r\n\0x");
  chmod(A.c_str(), 0751);
  EXPECT_EQ(message(replaceFiles({{A, Dir.read("a.cpp"), "new\r\n"}})), "ok");
  EXPECT_EQ(Dir.read("a.cpp"), "new\r\n");
  EXPECT_EQ(modeOf(A), 0751u);
  EXPECT_EQ(Dir.countFiles(), 1u) << "no temporary file is left";
}

TEST(ReplaceFiles, ChangedFileStopsAll) {
  Scratch Dir;
  std::string A = Dir.write("a", "old a"), B = Dir.write("b", "edited meanwhile");
  EXPECT_EQ(message(replaceFiles({{A, "old a", "new a"}, {B, "old b", "new b"}})),
            "cannot write '" + B + "': it was changed since it was analysed");
  EXPECT_EQ(Dir.read("a"), "old a");
  EXPECT_EQ(Dir.read("b"), "edited meanwhile");
  EXPECT_EQ(Dir.countFiles(), 2u);
}

TEST(ReplaceFiles, VanishedFileStopsAll) {
  Scratch Dir;
  std::string A = Dir.write("a", "old a");
  EXPECT_NE(message(replaceFiles({{A, "old a", "new a"}, {Dir.path("b"), "old b", "new b"}})), "ok");
  EXPECT_EQ(Dir.read("a"), "old a");
  EXPECT_EQ(Dir.countFiles(), 1u);
}

TEST(ReplaceFiles, SeveralFiles) {
  Scratch Dir;
  std::string A = Dir.write("a", "1"), B = Dir.write("b", "2");
  EXPECT_EQ(message(replaceFiles({{A, "1", "one"}, {B, "2", "two"}})), "ok");
  EXPECT_EQ(Dir.read("a"), "one");
  EXPECT_EQ(Dir.read("b"), "two");
  EXPECT_EQ(Dir.countFiles(), 2u);
}

TEST(ReplaceFiles, NeverThroughASymbolicLink) {
  Scratch Dir;
  std::string A = Dir.write("a", "old");
  std::string Link = Dir.path("link");
  ASSERT_EQ(symlink(A.c_str(), Link.c_str()), 0);
  EXPECT_NE(message(replaceFiles({{Link, "old", "new"}})), "ok") << "paths are real paths";
  EXPECT_EQ(Dir.read("a"), "old");
}

/// Runs \p Body in a process of its own; its exit code, or minus the signal that ended it.
int inChild(function_ref<int()> Body) {
  pid_t Child = fork();
  if (Child == 0)
    _exit(Body());
  int Status = 0;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : -WTERMSIG(Status);
}

TEST(ReplaceFiles, FullDiskLeavesTheOldTextAndNothingElse) {
  Scratch Dir;
  std::string A = Dir.write("a", "old");
  // A limit on the size of files is what a process can do to itself: write() fails the same way.
  int Code = inChild([&] {
    signal(SIGXFSZ, SIG_IGN);
    rlimit Limit = {1024, 1024};
    setrlimit(RLIMIT_FSIZE, &Limit);
    Error E = replaceFiles({{A, "old", std::string(100000, 'x')}});
    bool Failed = static_cast<bool>(E);
    consumeError(std::move(E));
    return Failed ? 7 : 0;
  });
  EXPECT_EQ(Code, 7);
  EXPECT_EQ(Dir.read("a"), "old");
  EXPECT_EQ(Dir.countFiles(), 1u);
}

TEST(ReplaceFiles, InterruptsNeverLeaveAHalfWrittenFile) {
  Scratch Dir;
  std::string Old(200000, 'o'), New(300000, 'n');
  std::string A = Dir.write("a", Old);
  unsigned Killed = 0;
  // A shell that runs the tests in the background has it ignored. Set before the fork, or the child may get it too
  // early.
  auto Outside = signal(SIGINT, SIG_DFL);
  for (unsigned Delay = 0; Delay < 60; ++Delay) {
    std::string Before = Dir.read("a");
    pid_t Child = fork();
    if (Child == 0) {
      for (bool ToNew = Before == Old;; ToNew = !ToNew)
        if (Error E = replaceFiles({{A, ToNew ? Old : New, ToNew ? New : Old}})) {
          consumeError(std::move(E));
          _exit(9);
        }
    }
    usleep(1000 + 317 * Delay);
    kill(Child, SIGINT);
    int Status = 0;
    waitpid(Child, &Status, 0);
    Killed += WIFSIGNALED(Status);
    std::string Now = Dir.read("a");
    ASSERT_TRUE(Now == Old || Now == New);
    ASSERT_EQ(Dir.countFiles(), 1u) << "a temporary file was left";
  }
  signal(SIGINT, Outside);
  EXPECT_EQ(Killed, 60u);
}

TEST(ReplaceFiles, WaitsForAnotherRun) {
  Scratch Folder;
  std::string File = Folder.write("x.c", "old");
  // As another run that has looked at the file and is about to write it.
  int Lock = open(File.c_str(), O_RDONLY);
  ASSERT_EQ(flock(Lock, LOCK_EX), 0);
  std::string Answer;
  std::thread Waiting([&] { Answer = toString(replaceFiles({{File, "old", "mine"}})); });
  // Long enough for one that does not wait to be found out.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(Folder.read("x.c"), "old");
  Folder.write("x.new", "theirs");
  ASSERT_EQ(std::rename(Folder.path("x.new").c_str(), File.c_str()), 0);
  close(Lock);
  Waiting.join();
  EXPECT_TRUE(StringRef(Answer).contains("it was changed since it was analysed")) << Answer;
  EXPECT_EQ(Folder.read("x.c"), "theirs");
}

} // namespace
