// Kernels in which a warp's number decides what it does.

// launch: loadAndAdd <<<16, 128>>> (in = float[16384], out = float[1024], rounds = 16)
__global__ void loadAndAdd(const float* in, float* out, int rounds) {
  __shared__ float stage[64];
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  float sum = 0.0f;
  for (int round = 0; round < rounds; ++round) {
    if (warp < 2)
      stage[warp * 32 + lane] = in[(blockIdx.x * rounds + round) * 64 + warp * 32 + lane];
    __syncthreads();
    if (warp >= 2)
      sum += stage[63 - ((warp - 2) * 32 + lane)];
    __syncthreads();
  }
  if (warp >= 2)
    out[blockIdx.x * 64 + (warp - 2) * 32 + lane] = sum;
}

// A producer and three consumers with two stages.
// launch: producerConsumers <<<8, 128>>> (in = float[6144], out = float[768], rounds = 8)
__global__ void producerConsumers(const float* in, float* out, int rounds) {
  __shared__ float stages[2][96];
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x & 31;
  const float* source = in + blockIdx.x * rounds * 96;
  if (warp == 0)
    for (int i = lane; i < 96; i += 32)
      stages[0][i] = source[i];
  __syncthreads();
  float sum = 0.0f;
  for (int round = 0; round < rounds; ++round) {
    if (warp == 0) {
      if (round + 1 < rounds)
        for (int i = lane; i < 96; i += 32)
          stages[(round + 1) % 2][i] = source[(round + 1) * 96 + i];
    } else {
      sum += stages[round % 2][(warp - 1) * 32 + lane];
    }
    __syncthreads();
  }
  if (warp != 0)
    out[blockIdx.x * 96 + (warp - 1) * 32 + lane] = sum;
}

// Sum, minimum, maximum and sum of squares, each by another warp.
// launch: fourStatistics <<<20, 128>>> (in = float[5120], out = float[80], columns = 256)
__global__ void fourStatistics(const float* in, float* out, int columns) {
  __shared__ float row[256];
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    row[i] = in[blockIdx.x * columns + i];
  __syncthreads();
  const int lane = threadIdx.x % 32;
  float value;
  switch (threadIdx.x / 32) {
  case 0:
    value = 0.0f;
    for (int i = lane; i < columns; i += 32)
      value += row[i];
    for (int mask = 16; mask > 0; mask >>= 1)
      value += __shfl_xor_sync(0xffffffffu, value, mask);
    break;
  case 1:
    value = row[lane];
    for (int i = lane + 32; i < columns; i += 32)
      value = fminf(value, row[i]);
    for (int mask = 16; mask > 0; mask >>= 1)
      value = fminf(value, __shfl_xor_sync(0xffffffffu, value, mask));
    break;
  case 2:
    value = row[lane];
    for (int i = lane + 32; i < columns; i += 32)
      value = fmaxf(value, row[i]);
    for (int mask = 16; mask > 0; mask >>= 1)
      value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, mask));
    break;
  default:
    value = 0.0f;
    for (int i = lane; i < columns; i += 32)
      value += row[i] * row[i];
    for (int mask = 16; mask > 0; mask >>= 1)
      value += __shfl_xor_sync(0xffffffffu, value, mask);
  }
  if (lane == 0)
    out[blockIdx.x * 4 + threadIdx.x / 32] = value;
}

// One warp a row, eight rows a block.
// launch: rowSums <<<13, (32,8)>>> (matrix = float[20000], sums = float[100], rows = 100, columns = 200)
__global__ void rowSums(const float* matrix, float* sums, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (int column = threadIdx.x; column < columns; column += 32)
    sum += matrix[row * columns + column];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x == 0)
    sums[row] = sum;
}

// The last warp, which is a partial one, writes what the others computed.
// launch: lastWarpWrites <<<10, 80>>> (in = int[800], out = int[160])
__global__ void lastWarpWrites(const int* in, int* out) {
  __shared__ int values[64];
  if (threadIdx.x < 64)
    values[threadIdx.x] = 3 * in[blockIdx.x * 80 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= 64) {
    const int first = (threadIdx.x - 64) * 4;
    int sum = 0;
    for (int i = 0; i < 4; ++i)
      sum += values[first + i];
    out[blockIdx.x * 16 + threadIdx.x - 64] = sum;
  }
}
