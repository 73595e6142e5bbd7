// Accesses that no reading of the program can follow. "Nothing found" would be untrue here.

// DECLINED(addressFromAssembly): not followed
__global__ void addressFromAssembly(float* out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 0;
  __syncthreads();
  unsigned index;
  asm("mul.lo.u32 %0, %1, 32;" : "=r"(index) : "r"(threadIdx.x % 32));
  out[threadIdx.x] = s[index];
}

using Function = float (*)(float*, unsigned);

__device__ float readRow(float* s, unsigned i) {
  return s[32 * i];
}
__device__ float readWord(float* s, unsigned i) {
  return s[i];
}
__device__ Function functions[2] = {readRow, readWord};

// DECLINED(callsThroughPointer): indirect|pointer
__global__ void callsThroughPointer(float* out, int which) {
  __shared__ float s[1024];
  s[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = functions[which](s, threadIdx.x % 32);
}

void launch(const float* in, float* out, int n) {
  addressFromAssembly<<<1, 256>>>(out);
  callsThroughPointer<<<1, 256>>>(out, n % 2);
}
