# Which components a package is made of; read by cpack once a generator.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(which shared)
else()
  set(which static)
  set(CPACK_PACKAGE_FILE_NAME ${CPACK_PACKAGE_NAME}-${CPACK_PACKAGE_VERSION}-static-${CPACK_SYSTEM_NAME})
endif()
list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 folder)
set(CPACK_INSTALL_CMAKE_PROJECTS ${folder} loopfuse ${which} / ${folder} loopfuse common /)
