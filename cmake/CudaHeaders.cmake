# cuda_headers: cuda.h and nvrtc.h. Nothing of CUDA is linked: the driver and NVRTC are loaded at run time.
find_path(CUDA_TUNE_CUDA_INCLUDE_DIR cuda.h
  HINTS $ENV{CUDA_PATH}/include $ENV{CUDA_HOME}/include /usr/local/cuda/include
        ${PROJECT_SOURCE_DIR}/.deps/cuda/nvidia/cu13/include
        ${PROJECT_SOURCE_DIR}/.deps/cuda/nvidia/cuda_runtime/include)
find_path(CUDA_TUNE_NVRTC_INCLUDE_DIR nvrtc.h
  HINTS ${CUDA_TUNE_CUDA_INCLUDE_DIR} ${PROJECT_SOURCE_DIR}/.deps/cuda/nvidia/cuda_nvrtc/include)
if(NOT CUDA_TUNE_CUDA_INCLUDE_DIR OR NOT CUDA_TUNE_NVRTC_INCLUDE_DIR)
  message(FATAL_ERROR "cuda.h or nvrtc.h not found: set CUDA_PATH to a CUDA toolkit, run scripts/setup.sh, "
                      "or leave cuda-tune out with -DCUDA_TUNE_BUILD=OFF")
endif()
add_library(cuda_headers INTERFACE)
target_include_directories(cuda_headers SYSTEM INTERFACE ${CUDA_TUNE_CUDA_INCLUDE_DIR} ${CUDA_TUNE_NVRTC_INCLUDE_DIR})
