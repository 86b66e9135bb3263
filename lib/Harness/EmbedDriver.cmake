# Makes of the driver's parts a file of C++ strings: cmake -DDRIVER=... -DOUTPUT=... -P EmbedDriver.cmake
set(text "")
foreach(part Tables Memory Running Main Timing)
  string(TOLOWER ${part} file)
  file(READ ${DRIVER}/${file}.c content)
  # A bracket and a semicolon mean something to CMake in a list only, and this is none.
  string(APPEND text "static constexpr const char *Driver${part} = R\"driver(${content})driver\";\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
