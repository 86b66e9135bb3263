# Packages, by CPack in the build folder:
#
#   cpack -G DEB    for Debian, with the shared libraries of LLVM as dependencies
#   cpack -G TXZ    one folder that runs anywhere on this processor; build the target loopfuse-static first
set(CPACK_PACKAGE_NAME loopfuse)
set(CPACK_PACKAGE_VENDOR "loopfuse")
set(CPACK_PACKAGE_CONTACT "the loopfuse authors <loopfuse@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds loops that can be fused, proves it, and fuses them")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${CMAKE_CURRENT_LIST_DIR}/description.txt)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/PerGenerator.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The libraries as they were linked; but of libLLVM, which is found by a link in LLVM's own folder, dpkg-shlibdeps does not
# know the package. Clang's own headers besides.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libllvm${LLVM_VERSION_MAJOR} (>= 1:${LLVM_PACKAGE_VERSION}~), libclang-common-${LLVM_VERSION_MAJOR}-dev")
# Who loads the plugin.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS clang-tidy-${LLVM_VERSION_MAJOR})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/loopfuse RENAME copyright COMPONENT shared)
include(CPack)
