// Tiles that are written by rows and read by columns.

__global__ void unpadded(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][32];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  const int column = blockIdx.y * 32 + threadIdx.x;
  const int row = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    // One bank for all 32 lanes.
    const float v = tile[threadIdx.x][threadIdx.y + j]; // LINT: bank-conflict degree=32 wavefronts/wavefronts_ideal=32 "32-way" "[32][33]"
    out[(row + j) * height + column] = v;
  }
}

// The same with the fault on the side of the store.
__global__ void writtenByColumns(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x]; // LINT: bank-conflict degree=32 wavefronts/wavefronts_ideal=32
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

// 33 columns are allocated, yet the rows are 32 apart.
__global__ void paddedAllocationOnly(const float* in, float* out) {
  __shared__ float tile[32][33];
  float* flat = &tile[0][0];
  flat[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  const float v = flat[threadIdx.x * 32 + threadIdx.y]; // LINT: bank-conflict degree=32 wavefronts/wavefronts_ideal=32
  out[threadIdx.y * 32 + threadIdx.x] = v;
}

__global__ void paddedLengthOnly(const float* in, float* out) {
  __shared__ float tile[32 * 33];
  tile[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  const float v = tile[threadIdx.x * 32 + threadIdx.y]; // LINT: bank-conflict degree=32 wavefronts/wavefronts_ideal=32
  out[threadIdx.y * 32 + threadIdx.x] = v;
}

// A pitch of 34 words moves each row by two banks: lanes 16 apart meet.
__global__ void paddedByTwo(const float* in, float* out) {
  __shared__ float tile[32][34];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  const float v = tile[threadIdx.x][threadIdx.y]; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  out[threadIdx.y * 32 + threadIdx.x] = v;
}

void launch(const float* in, float* out, int n) {
  unpadded<<<dim3(8, 8), dim3(32, 8)>>>(in, out, n, n);
  writtenByColumns<<<1, dim3(32, 32)>>>(in, out);
  paddedAllocationOnly<<<1, dim3(32, 32)>>>(in, out);
  paddedLengthOnly<<<1, dim3(32, 32)>>>(in, out);
  paddedByTwo<<<1, dim3(32, 32)>>>(in, out);
}
