# Makes of the pages in docs/ a file of C++ strings: cmake -DDOCS=... -DOUTPUT=... -P EmbedPages.cmake
file(READ ${DOCS}/REFUSALS.md refusals)
set(checks "")
foreach(name loopfuse-vertical loopfuse-horizontal loopfuse-call-chain)
  file(READ ${DOCS}/checks/${name}.md page)
  string(APPEND checks "    {\"${name}\", R\"page(${page})page\"},\n")
endforeach()
file(WRITE ${OUTPUT} "static constexpr const char *RefusalsPage = R\"page(${refusals})page\";
static constexpr std::pair<const char *, const char *> CheckPages[] = {\n${checks}};\n")
