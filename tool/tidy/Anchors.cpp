//===- Anchors.cpp - none of the other modules ------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangTidyMain names an anchor of every module of clang-tidy, to link them
// all. With these in their place only our own is in the executable.
//
//===----------------------------------------------------------------------===//

namespace clang::tidy {

extern volatile int AbseilModuleAnchorSource;
volatile int AbseilModuleAnchorSource = 0;
extern volatile int AlteraModuleAnchorSource;
volatile int AlteraModuleAnchorSource = 0;
extern volatile int AndroidModuleAnchorSource;
volatile int AndroidModuleAnchorSource = 0;
extern volatile int BoostModuleAnchorSource;
volatile int BoostModuleAnchorSource = 0;
extern volatile int BugproneModuleAnchorSource;
volatile int BugproneModuleAnchorSource = 0;
extern volatile int CERTModuleAnchorSource;
volatile int CERTModuleAnchorSource = 0;
extern volatile int ConcurrencyModuleAnchorSource;
volatile int ConcurrencyModuleAnchorSource = 0;
extern volatile int CppCoreGuidelinesModuleAnchorSource;
volatile int CppCoreGuidelinesModuleAnchorSource = 0;
extern volatile int CustomModuleAnchorSource;
volatile int CustomModuleAnchorSource = 0;
extern volatile int DarwinModuleAnchorSource;
volatile int DarwinModuleAnchorSource = 0;
extern volatile int FuchsiaModuleAnchorSource;
volatile int FuchsiaModuleAnchorSource = 0;
extern volatile int GoogleModuleAnchorSource;
volatile int GoogleModuleAnchorSource = 0;
extern volatile int HICPPModuleAnchorSource;
volatile int HICPPModuleAnchorSource = 0;
extern volatile int LLVMLibcModuleAnchorSource;
volatile int LLVMLibcModuleAnchorSource = 0;
extern volatile int LLVMModuleAnchorSource;
volatile int LLVMModuleAnchorSource = 0;
extern volatile int LinuxKernelModuleAnchorSource;
volatile int LinuxKernelModuleAnchorSource = 0;
extern volatile int MPIModuleAnchorSource;
volatile int MPIModuleAnchorSource = 0;
extern volatile int MiscModuleAnchorSource;
volatile int MiscModuleAnchorSource = 0;
extern volatile int ModernizeModuleAnchorSource;
volatile int ModernizeModuleAnchorSource = 0;
extern volatile int ObjCModuleAnchorSource;
volatile int ObjCModuleAnchorSource = 0;
extern volatile int OpenMPModuleAnchorSource;
volatile int OpenMPModuleAnchorSource = 0;
extern volatile int PerformanceModuleAnchorSource;
volatile int PerformanceModuleAnchorSource = 0;
extern volatile int PortabilityModuleAnchorSource;
volatile int PortabilityModuleAnchorSource = 0;
extern volatile int ReadabilityModuleAnchorSource;
volatile int ReadabilityModuleAnchorSource = 0;
extern volatile int ZirconModuleAnchorSource;
volatile int ZirconModuleAnchorSource = 0;

} // namespace clang::tidy
