# loopfuse-static: the tool for machines without LLVM. The same objects as of loopfuse, with the archives of LLVM, Clang and
# the C++ library in place of the shared ones. Not part of the ordinary build: the link takes a gigabyte of memory.
add_executable(loopfuse-static EXCLUDE_FROM_ALL $<TARGET_OBJECTS:loopfuse>)
set(parts loopfuse-lsp)
foreach(name API Report Verify Rewrite Frontend Cost Plan Poly Model Support)
  list(APPEND parts loopfuse${name})
endforeach()
add_dependencies(loopfuse-static ${parts})
# As files: the targets would bring the shared libraries.
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_FILE:\\1>")
execute_process(COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libs all
  OUTPUT_VARIABLE llvm_archives OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(llvm_archives)
set(clang_archives Tooling ToolingRefactoring ToolingCore ToolingInclusions RewriteFrontend Rewrite Format Index
  DependencyScanning CodeGen Frontend Driver Options Serialization Parse Sema APINotes Edit AnalysisLifetimeSafety Analysis
  ASTMatchers AST Lex Support Basic)
list(TRANSFORM clang_archives PREPEND -lclang)
target_link_directories(loopfuse-static PRIVATE ${LLVM_LIBRARY_DIRS})
target_link_options(loopfuse-static PRIVATE -static -Wl,--gc-sections -s)
target_link_libraries(loopfuse-static PRIVATE -Wl,--start-group ${parts} ${clang_archives} ${llvm_archives} -lPollyISL
  -Wl,--end-group -lz -lzstd -lm -lpthread -ldl -lrt)
set_target_properties(loopfuse-static PROPERTIES OUTPUT_NAME loopfuse LINKER_LANGUAGE CXX
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/static)
install(TARGETS loopfuse-static RUNTIME DESTINATION bin COMPONENT static EXCLUDE_FROM_ALL)
# Clang's own headers, where the tool looks first.
install(DIRECTORY ${LLVM_INSTALL_PREFIX}/lib/clang/${LLVM_VERSION_MAJOR}/include
  DESTINATION lib/clang/${LLVM_VERSION_MAJOR} COMPONENT static EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/loopfuse COMPONENT static EXCLUDE_FROM_ALL)
