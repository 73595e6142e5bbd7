// Neighbouring lanes are some words apart: gcd(stride, 32) of them meet in a bank.

__global__ void byTwo(const float* in, float* out) {
  __shared__ float s[2 * 256];
  s[2 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void byFour(const float* in, float* out) {
  __shared__ float s[4 * 256];
  s[4 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=4 wavefronts/wavefronts_ideal=4
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void byEight(const float* in, float* out) {
  __shared__ float s[8 * 256];
  s[8 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=8 wavefronts/wavefronts_ideal=8
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void bySixteen(const float* in, float* out) {
  __shared__ float s[16 * 256];
  s[16 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=16 wavefronts/wavefronts_ideal=16
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void byThirtyTwo(const float* in, float* out) {
  __shared__ float s[32 * 256];
  s[32 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=32 wavefronts/wavefronts_ideal=32
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void byTwelve(const float* in, float* out) {
  __shared__ float s[12 * 256];
  s[12 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=4 wavefronts/wavefronts_ideal=4
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// 8-byte elements are served by half warps: 16 lanes, 16 bytes apart, need two wavefronts a half.
__global__ void doubleByTwo(const double* in, double* out) {
  __shared__ double s[2 * 256];
  s[2 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// A row of 16 doubles is all 32 banks: the 16 lanes of a half warp meet in one pair of banks.
__global__ void doubleColumn(const double* in, double* out) {
  __shared__ double tile[16][16];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  const double v = tile[threadIdx.x][threadIdx.y]; // LINT: bank-conflict degree=16 wavefronts/wavefronts_ideal=16
  out[threadIdx.y * 16 + threadIdx.x] = v;
}

__global__ void bytes(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char s[128 * 256];
  s[128 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=32 wavefronts/wavefronts_ideal=32
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

struct Particle {
  float x, y, z, mass;
};

__global__ void arrayOfStructures(const float* in, float* out) {
  __shared__ Particle s[256];
  s[threadIdx.x].x = in[threadIdx.x]; // LINT: bank-conflict degree=4 wavefronts/wavefronts_ideal=4
  __syncthreads();
  out[threadIdx.x] = s[0].x;
}

__global__ void dynamicShared(const float* in, float* out) {
  extern __shared__ float dynamic[];
  dynamic[32 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=32 wavefronts/wavefronts_ideal=32
  __syncthreads();
  out[threadIdx.x] = dynamic[threadIdx.x];
}

// The 32 words of one thread lie in a row: the lanes are 32 words apart in every turn. (Four turns in one 16-byte load
// would leave 8 of the 32 wavefronts a word.)
__global__ void rowPerThread(const float* in, float* out) {
  __shared__ float s[32 * 128];
  for (int j = threadIdx.x; j < 32 * 128; j += 128)
    s[j] = in[j];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 32; ++j)
    sum += s[32 * threadIdx.x + j]; // LINT: bank-conflict degree>=8
  out[threadIdx.x] = sum;
}

void launch(const float* in, float* out, int n) {
  byTwo<<<1, 256>>>(in, out);
  byFour<<<1, 256>>>(in, out);
  byEight<<<1, 256>>>(in, out);
  bySixteen<<<1, 256>>>(in, out);
  byThirtyTwo<<<1, 256>>>(in, out);
  byTwelve<<<1, 256>>>(in, out);
  doubleByTwo<<<1, 256>>>((const double*)in, (double*)out);
  doubleColumn<<<1, dim3(16, 16)>>>((const double*)in, (double*)out);
  bytes<<<1, 256>>>((const unsigned char*)in, (unsigned char*)out);
  arrayOfStructures<<<1, 256>>>(in, out);
  dynamicShared<<<1, 256, 32 * 256 * sizeof(float)>>>(in, out);
  rowPerThread<<<1, 128>>>(in, out);
}
