# Script: cmake -DOUTPUT=<file.cpp> -DFUNCTION=<name> -DFILES=<main|header|…> -P EmbedTemplate.cmake
# Writes a function of tuner/jit/template_source.h, with the files' text in it.
string(REPLACE "|" ";" files "${FILES}")
set(contents "")
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME)
  file(READ ${file} hex HEX)
  # As bytes: no character can end the literal, and no literal gets too long for a compiler.
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
  string(MAKE_C_IDENTIFIER "text_${name}" identifier)
  string(APPEND contents "const char ${identifier}[] = {${bytes}'\\0'};\n")
  if(NOT DEFINED entries)
    set(entries "\"${name}\", ${identifier}, {")
  else()
    string(APPEND entries "{\"${name}\", ${identifier}}, ")
  endif()
endforeach()
file(WRITE ${OUTPUT} "#include \"tuner/jit/template_source.h\"\n\nnamespace {\n${contents}} // namespace\n\n"
                     "const cuda_tune::Source& cuda_tune::${FUNCTION}() {\n"
                     "  static const Source source = {${entries}}};\n  return source;\n}\n")
