//===- Images.cpp - device code that is part of the program ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

std::unordered_map<const void *, Kernel> &kernels() {
  static auto *m = new std::unordered_map<const void *, Kernel>;
  return *m;
}
std::unordered_map<const void *, Var> &vars() {
  static auto *m = new std::unordered_map<const void *, Var>;
  return *m;
}

extern "C" void **__cudaRegisterFatBinary(void *wrapper) {
  struct W {
    int magic, version;
    const char *data;
    void *un;
  } *w = (W *)wrapper;
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)w->data;
  if (memcmp(e->e_ident, ELFMAG, SELFMAG))
    fail("embedded image is no x86 device image (built without cudacpu-cc?)");
  size_t n = e->e_shoff + (size_t)e->e_shnum * e->e_shentsize;
  const char *dir = getenv("TMPDIR");
  std::string f = std::string(dir ? dir : "/tmp") + "/cudacpuXXXXXX";
  int fd = mkstemp(f.data());
  if (fd < 0 || write(fd, w->data, n) != (ssize_t)n)
    fail("cannot write %s", f.c_str());
  close(fd);
  Image *i = new Image;
  i->dl = dlopen(f.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char *err = i->dl ? nullptr : dlerror();
  unlink(f.c_str());
  if (!i->dl)
    fail("device image: %s", err);
  i->sh0 = (char *)dlsym(i->dl, "cudacpu_shared_begin");
  i->sh1 = (char *)dlsym(i->dl, "cudacpu_shared_end");
  if (i->sh0)
    i->sh0 = *(char **)i->sh0, i->sh1 = *(char **)i->sh1;
  i->dyn = (char *)dlsym(i->dl, "cudacpu_dyn_smem");
  link_map *lm;
  dlinfo(i->dl, RTLD_DI_LINKMAP, &lm);
  i->lo = lm->l_addr;
  const Elf64_Ehdr *m = (const Elf64_Ehdr *)lm->l_addr;
  const Elf64_Phdr *p = (const Elf64_Phdr *)((const char *)m + m->e_phoff);
  for (int k = 0; k < m->e_phnum; k++)
    if (p[k].p_type == PT_LOAD)
      i->hi = std::max(i->hi, i->lo + p[k].p_vaddr + p[k].p_memsz);
  return (void **)i;
}
extern "C" void __cudaRegisterFatBinaryEnd(void **) {}
extern "C" void __cudaUnregisterFatBinary(void **) {}
extern "C" int __cudaRegisterFunction(void **h, const void *stub, char *, const char *name, int, void *, void *, void *,
                                      void *, void *) {
  Image *i = (Image *)h;
  void *fn = dlsym(i->dl, name);
  if (!fn)
    fail("kernel %s not in its device image", name);
  kernels()[stub] = Kernel{i, name, fn, {}, false};
  return 0;
}
extern "C" void __cudaRegisterVar(void **h, char *hostvar, char *, const char *name, int, size_t, int, int) {
  vars()[hostvar] = Var{(Image *)h, name};
}
extern "C" void __cudaRegisterManagedVar(void **, void **, char *, const char *, int, unsigned) {
  fail("__managed__ variables are not supported");
}
