// Accesses that touch no more sectors than their bytes fill.
// LINT-NO-NOTES

__global__ void elementPerThread(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

__global__ void gridStride(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = 2 * in[i];
}

// Vectors take 16 sectors a request, and fill them. A vector that is copied whole is one access.
__global__ void vectors(const float4* in, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  v.x += v.w;
  out[i] = v;
}

struct alignas(16) Pack {
  float element[4];
};

__global__ void packs(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Pack pack = reinterpret_cast<const Pack*>(in)[i];
  out[i] = pack.element[0] + pack.element[1] + pack.element[2] + pack.element[3];
}

__global__ void elementsOfOtherSizes(const double* a, const short* b, const unsigned char* c, double* d, short* e,
                                     unsigned char* f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[i] = a[i];
  e[i] = b[i];
  f[i] = c[i];
}

// One address for the warp: one sector.
__global__ void broadcast(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[0] + in[blockIdx.x] + in[i / 32];
  for (int k = 0; k < n; ++k)
    sum += in[k];
  out[i] = sum;
}

// Lanes in another order, or sharing, touch the same sectors.
__global__ void permuted(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i ^ 5] + in[64 * 256 - 1 - i] + in[i / 2] + in[threadIdx.x % 8];
}

__global__ void rows(const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * 1024 + x] = in[y * 1024 + x];
}

// A 16x16 block: two pieces of 64 bytes.
__global__ void rowsOfSquareBlock(const float* in, float* out) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  out[y * 1024 + x] = in[y * 1024 + x];
}

struct Arrays {
  const float* x;
  const float* mass;
};

__global__ void structureOfArrays(Arrays in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in.x[i] * in.mass[i];
}

// What one lane does takes a sector a request, the fewest there can be.
__global__ void singleLane(const float* in, float* out) {
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int k = 0; k < 64; ++k)
      sum += in[64 * k];
    out[blockIdx.x] = sum;
  }
}

__global__ void oneLaneOfEachWarp(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffffu, v, offset);
  if (threadIdx.x % 32 == 0)
    out[i / 32] = v;
}

void launch(const float* in, float* out, int n) {
  elementPerThread<<<(n + 255) / 256, 256>>>(in, out, n);
  gridStride<<<64, 256>>>(in, out, n);
  vectors<<<64, 256>>>((const float4*)in, (float4*)out);
  packs<<<64, 256>>>(in, out);
  elementsOfOtherSizes<<<64, 256>>>((const double*)in, (const short*)in, (const unsigned char*)in, (double*)out,
                                    (short*)out, (unsigned char*)out);
  broadcast<<<64, 256>>>(in, out, n);
  permuted<<<64, 256>>>(in, out);
  rows<<<dim3(32, 128), dim3(32, 8)>>>(in, out);
  rowsOfSquareBlock<<<dim3(64, 64), dim3(16, 16)>>>(in, out);
  structureOfArrays<<<64, 256>>>(Arrays{in, in}, out);
  singleLane<<<64, 256>>>(in, out);
  oneLaneOfEachWarp<<<64, 256>>>(in, out);
}
