// Addresses that the source does not tell.

// DECLINED(addressFromAssembly): not followed
__global__ void addressFromAssembly(const float* in, float* out) {
  const float* p;
  asm("mad.wide.u32 %0, %1, 128, %2;" : "=l"(p) : "r"(threadIdx.x), "l"(in));
  out[threadIdx.x] = *p;
}

using Index = int (*)(int);

__device__ int identity(int i) {
  return i;
}
__device__ int spread(int i) {
  return 32 * i;
}
__device__ Index indices[2] = {identity, spread};

// DECLINED(indexThroughPointer): indirect|pointer
__global__ void indexThroughPointer(const float* in, float* out, int which) {
  out[threadIdx.x] = in[indices[which](threadIdx.x)];
}

// DECLINED(neverInstantiated): instantiat
template <typename T>
__global__ void neverInstantiated(const T* in, T* out) {
  out[threadIdx.x] = in[32 * threadIdx.x];
}

void launch(const float* in, float* out, int n) {
  addressFromAssembly<<<1, 256>>>(in, out);
  indexThroughPointer<<<1, 256>>>(in, out, n % 2);
}
