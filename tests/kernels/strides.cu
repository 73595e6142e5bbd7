// Strided accesses, to global and to shared memory.

template <int kStride> __global__ void stridedCopy(const float* in, float* out, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * kStride;
  if (i < n)
    out[i] = in[i];
}

// launch: stridedCopy<2> <<<16, 256>>> (in = float[8192], out = float[8192], n = 8192)
template __global__ void stridedCopy<2>(const float*, float*, int);
// launch: stridedCopy<3> <<<16, 256>>> (in = float[12000], out = float[12000], n = 12000)
template __global__ void stridedCopy<3>(const float*, float*, int);
// launch: stridedCopy<8> <<<16, 256>>> (in = float[32768], out = float[32768], n = 32768)
template __global__ void stridedCopy<8>(const float*, float*, int);
// launch: stridedCopy<32> <<<16, 128>>> (in = float[65536], out = float[65536], n = 65000)
template __global__ void stridedCopy<32>(const float*, float*, int);

// launch: runTimeStride <<<16, 128>>> (in = double[8192], out = double[2048], stride = 4)
// launch: runTimeStride <<<16, 128>>> (in = double[34816], out = double[2048], stride = 17)
__global__ void runTimeStride(const double* in, double* out, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

template <int kStride> __global__ void sharedStride(const float* in, float* out) {
  __shared__ float values[64 * kStride];
  for (int i = threadIdx.x; i < 64 * kStride; i += 64)
    values[i] = in[i];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x * kStride];
}

// launch: sharedStride<2> <<<8, 64>>> (in = float[128], out = float[512])
template __global__ void sharedStride<2>(const float*, float*);
// launch: sharedStride<3> <<<8, 64>>> (in = float[192], out = float[512])
template __global__ void sharedStride<3>(const float*, float*);
// launch: sharedStride<4> <<<8, 64>>> (in = float[256], out = float[512])
template __global__ void sharedStride<4>(const float*, float*);
// launch: sharedStride<32> <<<8, 64>>> (in = float[2048], out = float[512])
template __global__ void sharedStride<32>(const float*, float*);

// The sum of each column of a shared tile whose rows are 32 words; then of each row.
// launch: tileMargins <<<8, 32>>> (in = float[8192], columns = float[256], rows = float[256])
__global__ void tileMargins(const float* in, float* columns, float* rows) {
  __shared__ float tile[32][32];
  for (int y = 0; y < 32; ++y)
    tile[y][threadIdx.x] = in[blockIdx.x * 1024 + y * 32 + threadIdx.x];
  __syncwarp();
  float down = 0.0f, across = 0.0f;
  for (int i = 0; i < 32; ++i) {
    down += tile[i][threadIdx.x];
    across += tile[threadIdx.x][i];
  }
  columns[blockIdx.x * 32 + threadIdx.x] = down;
  rows[blockIdx.x * 32 + threadIdx.x] = across;
}

// Eight-byte elements down a column, with and without a padding column.
template <int kPitch> __global__ void columnsOfDoubles(const double* in, double* out) {
  __shared__ double tile[16][kPitch];
  tile[threadIdx.y][threadIdx.x] = in[blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// launch: columnsOfDoubles<16> <<<16, (16,16)>>> (in = double[4096], out = double[4096])
template __global__ void columnsOfDoubles<16>(const double*, double*);
// launch: columnsOfDoubles<17> <<<16, (16,16)>>> (in = double[4096], out = double[4096])
template __global__ void columnsOfDoubles<17>(const double*, double*);

// Words of a structure that fills five banks.
struct Sample {
  float value, weight;
  int bin, next, flags;
};

// launch: sharedStructs <<<8, 128>>> (samples = Sample[1024], out = float[1024])
__global__ void sharedStructs(const Sample* samples, float* out) {
  __shared__ Sample local[128];
  local[threadIdx.x] = samples[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  const Sample& other = local[(threadIdx.x + 1) % 128];
  out[blockIdx.x * 128 + threadIdx.x] = other.value * other.weight;
}

// Complex numbers, interleaved: real parts first, then the others.
// launch: splitComplex <<<16, 256>>> (in = float[8192], real = float[4096], imaginary = float[4096])
__global__ void splitComplex(const float* in, float* real, float* imaginary) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  real[i] = in[2 * i];
  imaginary[i] = in[2 * i + 1];
}

// Broadcasts: one word for all, one for each half, one for every four.
// launch: broadcasts <<<8, 128>>> (in = float[128], out = float[1024])
__global__ void broadcasts(const float* in, float* out) {
  __shared__ float values[128];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float sum =
      values[blockIdx.x] + values[threadIdx.x / 16] + values[threadIdx.x / 4] + in[threadIdx.x / 8];
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
