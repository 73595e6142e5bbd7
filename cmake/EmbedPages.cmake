# Script: cmake -DOUTPUT=<file.cpp> -DPAGES=<page.md|page.md|…> -P EmbedPages.cmake
# Writes checkPage() of analyzer/tool/check_pages.h, with the pages' text in it.
string(REPLACE "|" ";" pages "${PAGES}")
set(cases "")
foreach(page IN LISTS pages)
  get_filename_component(id ${page} NAME_WE)
  # As bytes: no character of a page can end the literal, and no literal gets too long for a compiler.
  file(READ ${page} hex HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND cases "  if (id == \"${id}\") {\n"
                      "    static constexpr char page[] = {${bytes}'\\0'};\n"
                      "    return llvm::StringRef(page, sizeof(page) - 1);\n"
                      "  }\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"analyzer/tool/check_pages.h\"\n\n"
                     "std::optional<llvm::StringRef> cuda_lint::checkPage(llvm::StringRef id) {\n"
                     "${cases}"
                     "  return std::nullopt;\n}\n")
