// Addresses and loop bounds that come from memory.

// launch: gather <<<64, 256>>> (in = float[65536], index = int[16384] random 65536, out = float[16384], n = 16384)
__global__ void gather(const float* in, const int* index, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[index[i]];
}

// launch: scatter <<<16, 256>>> (in = double[4096], index = int[4096] random 4096, out = double[4096])
__global__ void scatter(const double* in, const int* index, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[index[i]] = in[i];
}

// The table lies in shared memory.
// launch: lookUp <<<16, 128>>> (codes = unsigned char[2048] random 64, table = float[64], out = float[2048])
__global__ void lookUp(const unsigned char* codes, const float* table, float* out) {
  __shared__ float local[64];
  if (threadIdx.x < 64)
    local[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = local[codes[i]];
}

// Compressed sparse rows, a thread a row.
// launch: spmvScalar <<<8, 128>>> (rowStarts = int[1001] iota 16, columns = int[16000] random 1000, values = float[16000], x = float[1000], y = float[1000], rows = 1000)
__global__ void spmvScalar(const int* rowStarts, const int* columns, const float* values, const float* x,
                           float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (int i = rowStarts[row]; i < rowStarts[row + 1]; ++i)
      sum += values[i] * x[columns[i]];
    y[row] = sum;
  }
}

// A warp a row.
// launch: spmvVector <<<50, 128>>> (rowStarts = int[201] iota 70, columns = int[14000] random 500, values = double[14000], x = double[500], y = double[200], rows = 200)
__global__ void spmvVector(const int* __restrict__ rowStarts, const int* __restrict__ columns,
                           const double* __restrict__ values, const double* __restrict__ x, double* y,
                           int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  double sum = 0.0;
  const int end = rowStarts[row + 1];
  for (int i = rowStarts[row] + lane; i < end; i += 32)
    sum += values[i] * x[columns[i]];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0)
    y[row] = sum;
}

// ELLPACK: the loop's bound is known, the columns are not.
// launch: spmvEll <<<8, 128>>> (columns = int[8000] random 1000, values = float[8000], x = float[1000], y = float[1000], rows = 1000, width = 8)
__global__ void spmvEll(const int* columns, const float* values, const float* x, float* y, int rows,
                        int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (int i = 0; i < width; ++i)
    sum += values[i * rows + row] * x[columns[i * rows + row]];
  y[row] = sum;
}

// Keeps what passes, in the order of the warps.
// launch: compact <<<16, 256>>> (in = int[4096] random 100, out = int[4096], count = int[1], limit = 50)
__global__ void compact(const int* in, int* out, int* count, int limit) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const bool keep = value < limit;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  const int lane = threadIdx.x % 32;
  int first = 0;
  if (lane == 0)
    first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(0xffffffffu, first, 0);
  if (keep)
    out[first + __popc(kept & ((1u << lane) - 1))] = value;
}

// Places that a prefix sum has found.
// launch: compactByPrefix <<<16, 128>>> (in = float[2048], keep = int[2048] random 2, places = int[2048] iota 1, out = float[2048])
__global__ void compactByPrefix(const float* in, const int* keep, const int* places, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (keep[i])
    out[places[i]] = in[i];
}

// Breadth-first search, one level.
// launch: expandFrontier <<<8, 128>>> (starts = int[1025] iota 8, edges = int[8192] random 1024, levels = int[1024] random 4, level = 2, n = 1024)
__global__ void expandFrontier(const int* starts, const int* edges, int* levels, int level, int n) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < n && levels[node] == level) {
    for (int i = starts[node]; i < starts[node + 1]; i++) {
      const int neighbour = edges[i];
      if (levels[neighbour] > level + 1)
        levels[neighbour] = level + 1;
    }
  }
}

// launch: lowerBounds <<<8, 128>>> (sorted = int[4096] iota 3, keys = int[1024] random 12288, out = int[1024], n = 4096)
__global__ void lowerBounds(const int* sorted, const int* keys, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int key = keys[i];
  int low = 0;
  int high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}
