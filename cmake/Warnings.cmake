# Link this to a target of our own to compile it with our warnings.
add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE -Wall -Wextra -Wno-unused-parameter)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 takes the concatenation of std::string for an overflow (its bug 105651).
  target_compile_options(project_warnings INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
option(PROJECT_WERROR "Warnings are errors" OFF)
if(PROJECT_WERROR)
  target_compile_options(project_warnings INTERFACE -Werror)
endif()
