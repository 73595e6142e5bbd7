# LLVM and Clang 22 as shared libraries: linking the static ones takes minutes and hundreds of megabytes.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
find_library(CLANG_CPP_LIBRARY NAMES clang-cpp libclang-cpp.so.${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR} HINTS ${LLVM_LIBRARY_DIR} NO_DEFAULT_PATH REQUIRED)
find_library(LLVM_LIBRARY LLVM HINTS ${LLVM_LIBRARY_DIR} NO_DEFAULT_PATH REQUIRED)

# Interface target with LLVM's include path and flags. System headers: their warnings are not ours.
add_library(llvm_and_clang INTERFACE)
target_include_directories(llvm_and_clang SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(llvm_definitions NATIVE_COMMAND ${LLVM_DEFINITIONS})
target_compile_definitions(llvm_and_clang INTERFACE ${llvm_definitions})
target_link_libraries(llvm_and_clang INTERFACE ${CLANG_CPP_LIBRARY} ${LLVM_LIBRARY})
