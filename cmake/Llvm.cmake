# LLVM and Clang 22 as shared libraries: linking the static ones takes minutes and hundreds of megabytes.
find_package(LLVM 22 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
find_package(Clang REQUIRED CONFIG HINTS ${LLVM_DIR}/../clang)

# Interface target with LLVM's include path and flags. System headers: their warnings are not ours.
add_library(llvm_and_clang INTERFACE)
target_include_directories(llvm_and_clang SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND ${LLVM_DEFINITIONS})
target_compile_definitions(llvm_and_clang INTERFACE ${LLVM_DEFINITIONS_LIST})
target_link_libraries(llvm_and_clang INTERFACE LLVM clang-cpp)
