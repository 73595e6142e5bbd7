// Accesses that take no more wavefronts than their bytes need.
// LINT-NO-NOTES

// Wide elements take 2 and 4 wavefronts a request, which is what they need.
__global__ void wide(const double* a, const float4* b, double* c, float4* d) {
  __shared__ double s8[256];
  __shared__ float4 s16[256];
  s8[threadIdx.x] = a[threadIdx.x];
  s16[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  c[threadIdx.x] = s8[255 - threadIdx.x];
  d[threadIdx.x] = s16[threadIdx.x ^ 1];
}

// Several lanes read one word, or several bytes of it.
__global__ void narrow(const short* a, const unsigned char* b, short* c, unsigned char* d) {
  __shared__ short s2[256];
  __shared__ unsigned char s1[256];
  s2[threadIdx.x] = a[threadIdx.x];
  s1[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  c[threadIdx.x] = s2[threadIdx.x ^ 3];
  d[threadIdx.x] = s1[255 - threadIdx.x];
}

__global__ void broadcast(const float* in, float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = s[0] + s[threadIdx.x / 32] + s[32 * (threadIdx.x / 32)] + s[threadIdx.x / 4];
  for (int k = 0; k < 256; ++k)
    sum += s[k];
  out[threadIdx.x] = sum;
}

// All lanes of a warp read the same word of two, 32 words apart or not.
__global__ void broadcastOfRows(const float* in, float* out) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += tile[threadIdx.y][k] * tile[k][threadIdx.x];
  out[threadIdx.y * 16 + threadIdx.x] = sum;
}

__global__ void neighbours(const float* in, float* out) {
  __shared__ float s[256 + 8];
  s[threadIdx.x + 4] = in[threadIdx.x + 8];
  if (threadIdx.x < 4) {
    s[threadIdx.x] = in[threadIdx.x];
    s[threadIdx.x + 260] = in[threadIdx.x + 264];
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 8; ++k)
    sum += s[threadIdx.x + k];
  out[threadIdx.x] = sum;
}

// One lane alone meets nobody.
__global__ void singleLane(const float* in, float* out) {
  __shared__ float s[1024];
  for (int j = threadIdx.x; j < 1024; j += 256)
    s[j] = in[j];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int j = 0; j < 32; ++j)
      sum += s[32 * j];
    out[blockIdx.x] = sum;
  }
}

// Two lanes, 32 words apart, in different warps.
__global__ void oneLaneOfEachWarp(const float* in, float* out) {
  __shared__ float s[1024];
  const float v = in[threadIdx.x];
  if (threadIdx.x % 32 == 0)
    s[threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0] + s[32];
}

__global__ void sequentialReduction(const float* in, float* out) {
  __shared__ float partial[256];
  partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (unsigned s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s)
      partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = partial[0];
}

// Where a lane goes depends on the data: what it costs is not known from the source.
__global__ void histogram(const unsigned char* in, unsigned* out) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * 256 + threadIdx.x]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

void launch(const float* in, float* out, int n) {
  wide<<<1, 256>>>((const double*)in, (const float4*)in, (double*)out, (float4*)out);
  narrow<<<1, 256>>>((const short*)in, (const unsigned char*)in, (short*)out, (unsigned char*)out);
  broadcast<<<1, 256>>>(in, out);
  broadcastOfRows<<<1, dim3(16, 16)>>>(in, out);
  neighbours<<<1, 256>>>(in, out);
  singleLane<<<64, 256>>>(in, out);
  oneLaneOfEachWarp<<<64, 256>>>(in, out);
  sequentialReduction<<<64, 256>>>(in, out);
  histogram<<<64, 256>>>((const unsigned char*)in, (unsigned*)out);
}
