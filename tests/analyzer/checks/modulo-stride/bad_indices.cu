// A remainder by the loop's stride in an index.

// The upsweep's elements, picked by remainder.
__global__ void wrapped(const float* in, float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (unsigned stride = 2; stride < 256; stride *= 2)
    sum += s[threadIdx.x % stride]; // LINT: modulo-stride
  out[threadIdx.x] = sum;
}

// A bitonic merge: the position of a pair's first element. In the five steps below a warp's width the pairs lie apart, and
// two lanes meet in a bank.
__global__ void bitonicMerge(const float* in, float* out) {
  __shared__ float s[512];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 256] = in[threadIdx.x + 256];
  for (unsigned stride = 256; stride > 0; stride >>= 1) {
    __syncthreads();
    const unsigned position = 2 * threadIdx.x - (threadIdx.x & (stride - 1)); // LINT: modulo-stride
    const float a = s[position];                                              // LINT: bank-conflict degree=2
    const float b = s[position + stride];                                     // LINT: bank-conflict degree=2
    s[position] = fminf(a, b);                                                // LINT: bank-conflict degree=2
    s[position + stride] = fmaxf(a, b);                                       // LINT: bank-conflict degree=2
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
  out[threadIdx.x + 256] = s[threadIdx.x + 256];
}

void launch(const float* in, float* out, int n) {
  wrapped<<<1, 256>>>(in, out);
  bitonicMerge<<<1, 256>>>(in, out);
}
