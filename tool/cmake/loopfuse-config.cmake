# find_package(loopfuse): functions by which a project's own build runs loopfuse over its sources. docs/CI.md.
#
#   loopfuse_enable_lint([TARGET name] [ALL] [FAIL_ON level] [OPTIONS option...])
#     Adds the target `name` (default: loopfuse) over every library and executable of the current folder and those below,
#     also of those that come later in the same file. ALL: it is part of the default build.
#
#   loopfuse_add_target(name TARGETS target... [ALL] [FAIL_ON level] [OPTIONS option...])
#     The same over some targets.
#
# Each source is one command, so the build spreads them over its jobs; one is run again when an object of its target was
# built again, which is when the source or a header changed.
if(NOT LOOPFUSE_EXECUTABLE)
  # Installed: DIR/lib/cmake/loopfuse beside DIR/bin.
  find_program(LOOPFUSE_EXECUTABLE loopfuse HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin)
endif()
if(NOT LOOPFUSE_EXECUTABLE)
  set(loopfuse_FOUND FALSE)
  set(loopfuse_NOT_FOUND_MESSAGE "the program loopfuse is not found; set LOOPFUSE_EXECUTABLE")
  return()
endif()

function(loopfuse_add_target name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "ALL" "FAIL_ON" "TARGETS;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "loopfuse_add_target: what is '${ARG_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT ARG_FAIL_ON)
    set(ARG_FAIL_ON nothing)
  endif()
  set(stamps "")
  foreach(target IN LISTS ARG_TARGETS)
    set_property(TARGET ${target} PROPERTY EXPORT_COMPILE_COMMANDS ON)
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    foreach(source IN LISTS sources)
      get_filename_component(path "${source}" ABSOLUTE BASE_DIR ${folder})
      if(NOT source MATCHES "\\.(c|cc|cpp|cxx|c\\+\\+|C|cu)$" OR source MATCHES "\\$<" OR NOT EXISTS "${path}")
        continue() # Headers, resources, sources that the build makes.
      endif()
      string(MD5 id "${target} ${path}")
      set(stamp ${CMAKE_BINARY_DIR}/loopfuse/${name}/${id}.stamp)
      add_custom_command(OUTPUT ${stamp}
        COMMAND ${LOOPFUSE_EXECUTABLE} check -p ${CMAKE_BINARY_DIR} -j1 --quiet --cache=${CMAKE_BINARY_DIR}/loopfuse/cache
                --fail-on=${ARG_FAIL_ON} ${ARG_OPTIONS} ${path}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        DEPENDS ${path} $<TARGET_OBJECTS:${target}>
        COMMENT "loopfuse ${source}" VERBATIM)
      list(APPEND stamps ${stamp})
    endforeach()
  endforeach()
  if(ARG_ALL)
    set(all ALL)
  endif()
  add_custom_target(${name} ${all} DEPENDS ${stamps})
  add_dependencies(${name} ${ARG_TARGETS}) # Makefiles do not know the objects of other folders as files to build.
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/loopfuse/${name})
endfunction()

# The targets with sources of a folder and those below.
function(_loopfuse_targets folder variable)
  get_property(here DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  set(found "")
  foreach(target IN LISTS here)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY|EXECUTABLE)$")
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(sub IN LISTS below)
    _loopfuse_targets(${sub} more)
    list(APPEND found ${more})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

function(_loopfuse_enable_lint name)
  _loopfuse_targets(${CMAKE_CURRENT_SOURCE_DIR} targets)
  if(targets)
    loopfuse_add_target(${name} TARGETS ${targets} ${ARGN})
  endif()
endfunction()

function(loopfuse_enable_lint)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "TARGET" "")
  if(NOT ARG_TARGET)
    set(ARG_TARGET loopfuse)
  endif()
  # At the end of the file, when all targets are known.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _loopfuse_enable_lint [[${ARG_TARGET}]] ${ARG_UNPARSED_ARGUMENTS})")
endfunction()
