//===- FileOverlay.cpp - new texts over the files on disk -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/FileOverlay.h"
#include "API/FileQuestions.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace loopfuse {

namespace {

/// An open file whose text is replaced.
class OverlaidFile : public vfs::File {
public:
  OverlaidFile(std::unique_ptr<vfs::File> Real, vfs::Status Stat, std::shared_ptr<const std::string> Text)
      : Real(std::move(Real)), Stat(std::move(Stat)), Text(std::move(Text)) {}

  ErrorOr<vfs::Status> status() override { return Stat; }
  ErrorOr<std::string> getName() override { return Real->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t, bool, bool) override {
    return MemoryBuffer::getMemBufferCopy(*Text, Name);
  }
  std::error_code close() override { return Real->close(); }

private:
  std::unique_ptr<vfs::File> Real;
  vfs::Status Stat;
  std::shared_ptr<const std::string> Text;
};

class OverlaidFileSystem : public vfs::ProxyFileSystem {
public:
  OverlaidFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> Base, FileOverlay::TextsById Texts)
      : ProxyFileSystem(std::move(Base)), Texts(std::move(Texts)) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    auto Stat = ProxyFileSystem::status(Path);
    if (!Stat)
      return Stat;
    auto It = Texts.find(Stat->getUniqueID());
    return It == Texts.end() ? *Stat : vfs::Status::copyWithNewSize(*Stat, It->second->size());
  }

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    auto Real = ProxyFileSystem::openFileForRead(Path);
    if (!Real)
      return Real;
    auto Stat = (*Real)->status();
    if (!Stat)
      return Stat.getError();
    auto It = Texts.find(Stat->getUniqueID());
    if (It == Texts.end())
      return Real;
    return std::make_unique<OverlaidFile>(std::move(*Real), vfs::Status::copyWithNewSize(*Stat, It->second->size()),
                                          It->second);
  }

private:
  FileOverlay::TextsById Texts;
};

} // namespace

Error FileOverlay::set(StringRef Path, std::string Text) {
  sys::fs::UniqueID Id;
  if (auto Known = Unsaved.find(Path.str()); Known != Unsaved.end())
    Known->second = std::make_shared<const std::string>(std::move(Text));
  else if (std::error_code EC = sys::fs::getUniqueID(Path, Id))
    return createFileError(Path, EC);
  else
    Texts[Id] = std::make_shared<const std::string>(std::move(Text));
  return Error::success();
}

void FileOverlay::setUnsaved(StringRef Path, std::string Text) {
  Unsaved[Path.str()] = std::make_shared<const std::string>(std::move(Text));
}

IntrusiveRefCntPtr<vfs::FileSystem> FileOverlay::fileSystem() const {
  // Not getRealFileSystem(): that one shares the process's working directory among all threads.
  IntrusiveRefCntPtr<vfs::FileSystem> Disk = vfs::createPhysicalFileSystem();
  // Below the new texts: what they stand for is on disk.
  if (Recorder)
    Disk = recordQuestions(std::move(Disk), Recorder);
  return fileSystem(std::move(Disk));
}

IntrusiveRefCntPtr<vfs::FileSystem> FileOverlay::fileSystem(IntrusiveRefCntPtr<vfs::FileSystem> Base) const {
  if (!Unsaved.empty()) {
    auto InMemory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
    for (const auto &[Path, Text] : Unsaved)
      InMemory->addFile(Path, /*ModificationTime=*/0, MemoryBuffer::getMemBufferCopy(*Text, Path));
    auto Both = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Base));
    Both->pushOverlay(std::move(InMemory));
    Base = std::move(Both);
  }
  if (Texts.empty())
    return Base;
  return makeIntrusiveRefCnt<OverlaidFileSystem>(std::move(Base), Texts);
}

} // namespace loopfuse
