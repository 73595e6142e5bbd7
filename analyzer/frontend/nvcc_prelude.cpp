#include "analyzer/frontend/nvcc_prelude.h"

namespace cuda_lint {

// Included behind Clang's CUDA wrapper header. Cache operators, memory orders and scopes are left out of the
// functions: which bytes an instruction touches does not hang on them.
const llvm::StringLiteral nvccPrelude = R"prelude(#pragma once
#pragma clang system_header

#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0

#pragma push_macro("CUDA_LINT_MIN_MAX")
#define CUDA_LINT_MIN_MAX(R, A, B)                                   \
  __host__ constexpr R min(const A a, const B b) {                   \
    return static_cast<R>(b) < static_cast<R>(a) ? static_cast<R>(b) \
                                                 : static_cast<R>(a); \
  }                                                                  \
  __host__ constexpr R max(const A a, const B b) {                   \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) \
                                                 : static_cast<R>(a); \
  }
CUDA_LINT_MIN_MAX(int, int, int)
CUDA_LINT_MIN_MAX(unsigned, unsigned, unsigned)
CUDA_LINT_MIN_MAX(unsigned, int, unsigned)
CUDA_LINT_MIN_MAX(unsigned, unsigned, int)
CUDA_LINT_MIN_MAX(long, long, long)
CUDA_LINT_MIN_MAX(unsigned long, unsigned long, unsigned long)
CUDA_LINT_MIN_MAX(unsigned long, long, unsigned long)
CUDA_LINT_MIN_MAX(unsigned long, unsigned long, long)
CUDA_LINT_MIN_MAX(long long, long long, long long)
CUDA_LINT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CUDA_LINT_MIN_MAX(unsigned long long, long long, unsigned long long)
CUDA_LINT_MIN_MAX(unsigned long long, unsigned long long, long long)
CUDA_LINT_MIN_MAX(float, float, float)
CUDA_LINT_MIN_MAX(double, double, double)
CUDA_LINT_MIN_MAX(double, float, double)
CUDA_LINT_MIN_MAX(double, double, float)
#pragma pop_macro("CUDA_LINT_MIN_MAX")

template <class T> __device__ inline T __ldca(const T* p) { return *p; }
template <class T> __device__ inline T __ldlu(const T* p) { return *p; }
template <class T> __device__ inline void __stwb(T* p, T v) { *p = v; }
template <class T> __device__ inline void __stcg(T* p, T v) { *p = v; }
template <class T> __device__ inline void __stcs(T* p, T v) { *p = v; }
template <class T> __device__ inline void __stwt(T* p, T v) { *p = v; }

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

template <class T> struct __cuda_lint_same { typedef T type; };
template <class T>
__device__ inline T __nv_atomic_load_n(const T* p, int, int = 0) {
  return __atomic_load_n(p, __ATOMIC_RELAXED);
}
template <class T>
__device__ inline void __nv_atomic_load(const T* p, T* result, int, int = 0) {
  __atomic_load(p, result, __ATOMIC_RELAXED);
}
template <class T>
__device__ inline void __nv_atomic_store_n(T* p, typename __cuda_lint_same<T>::type v, int, int = 0) {
  __atomic_store_n(p, v, __ATOMIC_RELAXED);
}
template <class T>
__device__ inline void __nv_atomic_store(T* p, T* v, int, int = 0) {
  __atomic_store(p, v, __ATOMIC_RELAXED);
}
template <class T>
__device__ inline T __nv_atomic_exchange_n(T* p, typename __cuda_lint_same<T>::type v, int, int = 0) {
  return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);
}
template <class T>
__device__ inline void __nv_atomic_exchange(T* p, T* v, T* result, int, int = 0) {
  __atomic_exchange(p, v, result, __ATOMIC_RELAXED);
}
template <class T>
__device__ inline bool __nv_atomic_compare_exchange_n(T* p, T* expected,
                                                      typename __cuda_lint_same<T>::type desired,
                                                      bool, int, int, int = 0) {
  return __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
template <class T>
__device__ inline bool __nv_atomic_compare_exchange(T* p, T* expected, T* desired, bool, int, int, int = 0) {
  return __atomic_compare_exchange(p, expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
#pragma push_macro("CUDA_LINT_ATOMIC")
#define CUDA_LINT_ATOMIC(NAME)                                                                            \
  template <class T>                                                                                      \
  __device__ inline T __nv_atomic_fetch_##NAME(T* p, typename __cuda_lint_same<T>::type v, int, int = 0) { \
    return __atomic_fetch_##NAME(p, v, __ATOMIC_RELAXED);                                                 \
  }                                                                                                       \
  template <class T>                                                                                      \
  __device__ inline void __nv_atomic_##NAME(T* p, typename __cuda_lint_same<T>::type v, int, int = 0) {    \
    __atomic_fetch_##NAME(p, v, __ATOMIC_RELAXED);                                                        \
  }
CUDA_LINT_ATOMIC(add)
CUDA_LINT_ATOMIC(sub)
CUDA_LINT_ATOMIC(and)
CUDA_LINT_ATOMIC(or)
CUDA_LINT_ATOMIC(xor)
CUDA_LINT_ATOMIC(min)
CUDA_LINT_ATOMIC(max)
#pragma pop_macro("CUDA_LINT_ATOMIC")
__device__ inline void __nv_atomic_thread_fence(int, int = 0) { __nvvm_membar_gl(); }
)prelude";

const llvm::StringLiteral nvccHeaders = R"headers(
#include <assert.h>
#include <stdio.h>
#include <time.h>
)headers";

const llvm::StringLiteral openMpHeader = R"header(#pragma once
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { void* state; } omp_lock_t;
typedef struct { void* state; } omp_nest_lock_t;
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
int omp_get_num_devices(void);
int omp_get_thread_limit(void);
int omp_get_level(void);
int omp_get_dynamic(void);
int omp_get_nested(void);
int omp_in_parallel(void);
void omp_set_num_threads(int);
void omp_set_dynamic(int);
void omp_set_nested(int);
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_init_lock(omp_lock_t*);
void omp_destroy_lock(omp_lock_t*);
void omp_set_lock(omp_lock_t*);
void omp_unset_lock(omp_lock_t*);
int omp_test_lock(omp_lock_t*);
void omp_init_nest_lock(omp_nest_lock_t*);
void omp_destroy_nest_lock(omp_nest_lock_t*);
void omp_set_nest_lock(omp_nest_lock_t*);
void omp_unset_nest_lock(omp_nest_lock_t*);
int omp_test_nest_lock(omp_nest_lock_t*);
#ifdef __cplusplus
}
#endif
)header";

} // namespace cuda_lint
