# PROJECT_SANITIZERS: a list for -fsanitize. For every target, the precompiled headers among them.
set(PROJECT_SANITIZERS "" CACHE STRING "Sanitizers to build with: address,undefined")
if(PROJECT_SANITIZERS)
  add_compile_options(-fsanitize=${PROJECT_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PROJECT_SANITIZERS})
endif()
