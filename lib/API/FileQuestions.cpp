//===- FileQuestions.cpp - what a parse asked of the file system ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/FileQuestions.h"
#include "API/ParseUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace loopfuse {

using Kind = FileQuestions::Kind;

static std::string statusAnswer(const ErrorOr<vfs::Status> &S) {
  return !S ? "" : S->isDirectory() ? "folder" : "file";
}

static std::string textAnswer(StringRef Text) { return utohexstr(contentHash(Text)); }

static std::string listAnswer(vfs::FileSystem &Files, const Twine &Folder) {
  std::error_code EC;
  std::vector<std::string> Names;
  for (vfs::directory_iterator I = Files.dir_begin(Folder, EC), End; !EC && I != End; I.increment(EC))
    Names.push_back(I->path().str());
  sort(Names);
  return Names.empty() ? "" : textAnswer(join(Names, "\n"));
}

namespace {

/// An open file that tells what was read of it.
class RecordedFile : public vfs::File {
public:
  RecordedFile(std::unique_ptr<vfs::File> Real, std::string Path, std::shared_ptr<FileQuestions> To)
      : Real(std::move(Real)), Path(std::move(Path)), To(std::move(To)) {}

  ErrorOr<vfs::Status> status() override { return Real->status(); }
  ErrorOr<std::string> getName() override { return Real->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t Size, bool NullEnds,
                                                   bool IsVolatile) override {
    auto Buffer = Real->getBuffer(Name, Size, NullEnds, IsVolatile);
    if (Buffer)
      To->Answers[{Kind::Text, Path}] = textAnswer((*Buffer)->getBuffer());
    return Buffer;
  }
  std::error_code close() override { return Real->close(); }

private:
  std::unique_ptr<vfs::File> Real;
  std::string Path;
  std::shared_ptr<FileQuestions> To;
};

class RecordingFileSystem : public vfs::ProxyFileSystem {
public:
  RecordingFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> Base, std::shared_ptr<FileQuestions> To)
      : ProxyFileSystem(std::move(Base)), To(std::move(To)) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    auto Stat = ProxyFileSystem::status(Path);
    To->Answers[{Kind::Status, absolute(Path)}] = statusAnswer(Stat);
    return Stat;
  }

  bool exists(const Twine &Path) override { return bool(status(Path)); }

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    auto Real = ProxyFileSystem::openFileForRead(Path);
    if (Real)
      return std::make_unique<RecordedFile>(std::move(*Real), absolute(Path), To);
    To->Answers[{Kind::Text, absolute(Path)}] = "";
    return Real;
  }

  vfs::directory_iterator dir_begin(const Twine &Folder, std::error_code &EC) override {
    To->Answers[{Kind::List, absolute(Folder)}] = listAnswer(getUnderlyingFS(), absolute(Folder));
    return ProxyFileSystem::dir_begin(Folder, EC);
  }

  std::error_code getRealPath(const Twine &Path, SmallVectorImpl<char> &Out) override {
    std::error_code EC = ProxyFileSystem::getRealPath(Path, Out);
    To->Answers[{Kind::RealPath, absolute(Path)}] = EC ? "" : std::string(Out.begin(), Out.end());
    return EC;
  }

private:
  std::string absolute(const Twine &Path) {
    SmallString<256> Out;
    Path.toVector(Out);
    makeAbsolute(Out);
    return std::string(Out);
  }

  std::shared_ptr<FileQuestions> To;
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem> recordQuestions(IntrusiveRefCntPtr<vfs::FileSystem> Base,
                                                    std::shared_ptr<FileQuestions> To) {
  return makeIntrusiveRefCnt<RecordingFileSystem>(std::move(Base), std::move(To));
}

static std::string ask(const FileQuestions::Question &Q) {
  vfs::FileSystem &Disk = *vfs::getRealFileSystem(); // Paths are absolute: no working directory is asked for.
  switch (Q.first) {
  case Kind::Status:
    return statusAnswer(Disk.status(Q.second));
  case Kind::Text: {
    auto Buffer = MemoryBuffer::getFile(Q.second, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    return Buffer ? textAnswer((*Buffer)->getBuffer()) : "";
  }
  case Kind::List:
    return listAnswer(Disk, Q.second);
  case Kind::RealPath: {
    SmallString<256> Real;
    return Disk.getRealPath(Q.second, Real) ? "" : std::string(Real);
  }
  }
  return "?"; // From a damaged file: holds for nothing.
}

std::string PresentFiles::answer(const FileQuestions::Question &Q) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (auto It = Known.find(Q); It != Known.end())
      return It->second;
  }
  std::string Answer = ask(Q);
  std::lock_guard<std::mutex> Guard(Lock);
  return Known.try_emplace(Q, std::move(Answer)).first->second;
}

bool PresentFiles::hold(const FileQuestions &Q) {
  return all_of(Q.Answers, [&](const auto &A) { return answer(A.first) == A.second; });
}

} // namespace loopfuse
