//===- WriteFileTest.cpp - reports go where they are sent -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/WriteFile.h"
#include "Scratch.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace loopfuse;

namespace {

std::string message(Error E) { return E ? toString(std::move(E)) : "ok"; }

struct stat statusOf(const std::string &Path) {
  struct stat Stat = {};
  lstat(Path.c_str(), &Stat);
  return Stat;
}

/// What a reader of \p Fd gets that never waits.
std::string received(int Fd) {
  char Buffer[100];
  ssize_t Count = read(Fd, Buffer, sizeof(Buffer));
  return Count > 0 ? std::string(Buffer, Count) : "";
}

TEST(WriteFile, RegularFileIsReplacedAndKeepsItsMode) {
  Scratch Dir;
  std::string A = Dir.write("a", "old");
  chmod(A.c_str(), 0640);
  int Old = open(A.c_str(), O_RDONLY);
  EXPECT_EQ(message(writeFile(A, "new")), "ok");
  EXPECT_EQ(Dir.read("a"), "new");
  EXPECT_EQ(statusOf(A).st_mode & 07777, 0640u);
  EXPECT_EQ(received(Old), "old") << "whoever reads the old report still does";
  close(Old);
  EXPECT_EQ(Dir.countFiles(), 1u);
}

TEST(WriteFile, NewFileHasTheModeOfNewFiles) {
  Scratch Dir;
  mode_t Mask = umask(027);
  EXPECT_EQ(message(writeFile(Dir.path("a"), "new")), "ok");
  umask(Mask);
  EXPECT_EQ(Dir.read("a"), "new");
  EXPECT_EQ(statusOf(Dir.path("a")).st_mode & 07777, 0640u);
}

TEST(WriteFile, LinksAreFollowedAndStay) {
  Scratch Dir;
  Dir.write("sub/a", "old");
  ASSERT_EQ(symlink("sub/two", Dir.path("one").c_str()), 0);
  ASSERT_EQ(symlink("a", Dir.path("sub/two").c_str()), 0);
  EXPECT_EQ(message(writeFile(Dir.path("one"), "new")), "ok");
  EXPECT_EQ(Dir.read("sub/a"), "new");
  EXPECT_TRUE(S_ISLNK(statusOf(Dir.path("one")).st_mode));
  EXPECT_TRUE(S_ISLNK(statusOf(Dir.path("sub/two")).st_mode));
  // To what is not there yet.
  ASSERT_EQ(symlink(Dir.path("sub/b").c_str(), Dir.path("three").c_str()), 0);
  EXPECT_EQ(message(writeFile(Dir.path("three"), "first")), "ok");
  EXPECT_EQ(Dir.read("sub/b"), "first");
  EXPECT_TRUE(S_ISLNK(statusOf(Dir.path("three")).st_mode));
}

TEST(WriteFile, CirclesAndFoldersAreErrors) {
  Scratch Dir;
  ASSERT_EQ(symlink("circle", Dir.path("circle").c_str()), 0);
  EXPECT_EQ(message(writeFile(Dir.path("circle"), "new")),
            "cannot write '" + Dir.path("circle") + "': Too many levels of symbolic links");
  EXPECT_EQ(message(writeFile(Dir.path(), "new")), "cannot write '" + Dir.path() + "': Is a directory");
  EXPECT_EQ(message(writeFile(Dir.path("no/a"), "new")),
            "cannot write '" + Dir.path("no/a") + "': No such file or directory");
  EXPECT_EQ(Dir.countFiles(), 1u);
}

TEST(WriteFile, PipeIsWrittenTo) {
  Scratch Dir;
  ASSERT_EQ(mkfifo(Dir.path("pipe").c_str(), 0600), 0);
  int Reader = open(Dir.path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_EQ(message(writeFile(Dir.path("pipe"), "text")), "ok");
  EXPECT_EQ(received(Reader), "text");
  EXPECT_TRUE(S_ISFIFO(statusOf(Dir.path("pipe")).st_mode));
  close(Reader);
}

TEST(WriteFile, DeviceStays) {
  Scratch Dir;
  // A node of its own: nobody's real one is touched.
  if (mknod(Dir.path("null").c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0)
    GTEST_SKIP() << "only the superuser may make devices";
  int Probe = open(Dir.path("null").c_str(), O_WRONLY);
  if (Probe < 0)
    GTEST_SKIP() << "this file system has no devices";
  close(Probe);
  ASSERT_EQ(symlink("null", Dir.path("link").c_str()), 0);
  EXPECT_EQ(message(writeFile(Dir.path("null"), "text")), "ok");
  EXPECT_EQ(message(writeFile(Dir.path("link"), "text")), "ok");
  EXPECT_TRUE(S_ISCHR(statusOf(Dir.path("null")).st_mode));
  EXPECT_TRUE(S_ISLNK(statusOf(Dir.path("link")).st_mode));
}

TEST(WriteFile, DescriptorsAreWrittenTo) {
  Scratch Dir;
  std::string A = Dir.write("a", "in front, ");
  int Fd = open(A.c_str(), O_WRONLY | O_APPEND);
  ino_t Inode = statusOf(A).st_ino;
  std::string Link = "/proc/self/fd/" + std::to_string(Fd);
  ASSERT_EQ(symlink(Link.c_str(), Dir.path("link").c_str()), 0);
  EXPECT_EQ(message(writeFile(Link, "behind")), "ok");
  EXPECT_EQ(message(writeFile(Dir.path("link"), ", last")), "ok");
  EXPECT_EQ(Dir.read("a"), "in front, behind, last");
  EXPECT_EQ(statusOf(A).st_ino, Inode);
  close(Fd);
  EXPECT_NE(message(writeFile(Link, "closed")), "ok");
  EXPECT_EQ(Dir.countFiles(), 2u);
}

TEST(WriteFile, FullDiskLeavesTheOldText) {
  Scratch Dir;
  std::string A = Dir.write("a", "old");
  // A limit on the size of files is what a process can do to itself: write() fails the same way.
  pid_t Child = fork();
  if (Child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    rlimit Limit = {1024, 1024};
    setrlimit(RLIMIT_FSIZE, &Limit);
    bool Told = message(writeFile(A, std::string(100000, 'x'))) == "cannot write '" + A + "': File too large";
    _exit(Told ? 7 : 0);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  EXPECT_TRUE(WIFEXITED(Status) && WEXITSTATUS(Status) == 7);
  EXPECT_EQ(Dir.read("a"), "old");
  EXPECT_EQ(Dir.countFiles(), 1u);
}

} // namespace
