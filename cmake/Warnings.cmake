# Link this to a target of our own to compile it with our warnings.
add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE -Wall -Wextra -Wno-unused-parameter)
option(PROJECT_WERROR "Warnings are errors" OFF)
if(PROJECT_WERROR)
  target_compile_options(project_warnings INTERFACE -Werror)
endif()
