# Makes of the machines' files a table of C++ strings: cmake -DMACHINES=... -DOUTPUT=... -P EmbedMachines.cmake
file(GLOB files ${MACHINES}/*.yaml)
set(text "static constexpr std::pair<const char *, const char *> MachineTexts[] = {\n")
foreach(file ${files})
  get_filename_component(name ${file} NAME_WLE)
  file(READ ${file} content)
  string(APPEND text "{\"${name}\", R\"machine(${content})machine\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${text}};\n")
