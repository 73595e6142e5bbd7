// Vectors, matrices and graphs.

// launch: matrixVector <<<4, 128>>> (matrix = float[250000], x = float[500], y = float[500], n = 500)
__global__ void matrixVector(const float* matrix, const float* x, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0.0f;
    for (int column = 0; column < n; ++column)
      sum += matrix[row * n + column] * x[column];
    y[row] = sum;
  }
}

// Column-major, with a part of x in shared memory.
// launch: matrixVectorColumns <<<4, 128>>> (matrix = float[250000], x = float[500], y = float[500], n = 500)
__global__ void matrixVectorColumns(const float* matrix, const float* x, float* y, int n) {
  __shared__ float part[128];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += 128) {
    if (first + threadIdx.x < n)
      part[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();
    const int count = min(128, n - first);
    if (row < n)
      for (int i = 0; i < count; ++i)
        sum += matrix[(first + i) * n + row] * part[i];
    __syncthreads();
  }
  if (row < n)
    y[row] = sum;
}

// Many small products, a block each.
// launch: batchedGemv <<<(50,4), (32,4)>>> (matrices = float[51200], xs = float[3200], ys = float[800], rows = 16, columns = 64)
__global__ void batchedGemv(const float* matrices, const float* xs, float* ys, int rows, int columns) {
  const int batch = blockIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const float* matrix = matrices + (batch * rows + row) * columns;
  const float* x = xs + batch * columns;
  float sum = 0.0f;
  for (int i = threadIdx.x; i < columns; i += 32)
    sum += matrix[i] * x[i];
#pragma unroll
  for (int offset = 16; offset >= 1; offset >>= 1)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x == 0)
    ys[batch * rows + row] = sum;
}

template <typename T> __global__ void dotProduct(const T* a, const T* b, T* result, int n) {
  __shared__ T products[256];
  const int tid = threadIdx.x;
  T sum = 0;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x)
    sum += a[i] * b[i];
  products[tid] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half != 0; half /= 2) {
    if (tid < half)
      products[tid] += products[tid + half];
    __syncthreads();
  }
  if (tid == 0)
    atomicAdd(result, products[0]);
}

// launch: dotProduct<float> <<<16, 256>>> (a = float[33333], b = float[33333], result = float[1], n = 33333)
template __global__ void dotProduct<float>(const float*, const float*, float*, int);
// launch: dotProduct<double> <<<16, 64>>> (a = double[10000], b = double[10000], result = double[1], n = 10000)
template __global__ void dotProduct<double>(const double*, const double*, double*, int);

// launch: jacobiStep <<<2, 128>>> (a = float[40000], b = float[200], x = float[200], next = float[200], n = 200)
// differs: the guard inside the unrolled loop parts lanes whose loads meet again later than is modelled
__global__ void jacobiStep(const float* a, const float* b, const float* x, float* next, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0.0f;
  for (int column = 0; column < n; ++column)
    if (column != row)
      sum += a[row * n + column] * x[column];
  next[row] = (b[row] - sum) / (a[row * n + row] + 1.0f);
}

// launch: floydWarshallStep <<<(7,25), (16,4)>>> (distance = int[10000], n = 100, k = 42)
__global__ void floydWarshallStep(int* distance, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    const int through = distance[i * n + k] + distance[k * n + j];
    if (through < distance[i * n + j])
      distance[i * n + j] = through;
  }
}

// A block of 16 x 16 is closed under its own paths, in shared memory.
// launch: floydWarshallBlock <<<4, (16,16)>>> (distance = int[4096] random 50, n = 64)
__global__ void floydWarshallBlock(int* distance, int n) {
  __shared__ int tile[16][16];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  int* corner = distance + (blockIdx.x * 16) * n + blockIdx.x * 16;
  tile[y][x] = corner[y * n + x];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    const int through = tile[y][k] + tile[k][x];
    __syncthreads();
    tile[y][x] = min(tile[y][x], through);
    __syncthreads();
  }
  corner[y * n + x] = tile[y][x];
}

// Elimination below one pivot.
// launch: eliminate <<<(4,8), (32,16)>>> (a = double[16384], n = 128, pivot = 37)
__global__ void eliminate(double* a, int n, int pivot) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row > pivot && column > pivot)
    a[row * n + column] -= a[row * n + pivot] * a[pivot * n + column] / (a[pivot * n + pivot] + 1.0);
}

// Outer product by float4 columns.
// launch: outerProduct <<<(2,32), (16,8)>>> (u = float[256], v = float4[32], out = float4[8192], packs = 32)
__global__ void outerProduct(const float* u, const float4* v, float4* out, int packs) {
  const int pack = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const float factor = u[row];
  const float4 values = v[pack];
  out[row * packs + pack] =
      make_float4(factor * values.x, factor * values.y, factor * values.z, factor * values.w);
}
