// Matrices walked along their columns by the lanes of a warp.

// x, the fastest index of the threads, is the slow one in memory; N is not known. Whatever N is from 8 up, each lane has a
// sector of its own.
__global__ void productByRows(const float* A, const float* B, float* C, int N, int K) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < N && y < N) {
    float sum = 0;
    for (int i = 0; i < K; ++i)
      sum += A[x * K + i] * B[i * N + y]; // LINT: uncoalesced-access sectors_per_request=32
    C[x * N + y] = sum;                   // LINT: uncoalesced-access sectors_per_request=32 sectors/sectors_ideal=8
  }
}

__global__ void transposeNaively(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const float v = in[y * width + x];
    out[x * height + y] = v; // LINT: uncoalesced-access sectors_per_request=32 sectors/sectors_ideal=8
  }
}

// A thread sums its own row.
__global__ void rowPerThread(const float* in, float* out, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < columns; ++j)
    sum += in[row * columns + j]; // LINT: uncoalesced-access sectors_per_request=32 sectors/sectors_ideal=8 confidence=bounded
  out[row] = sum;
}

// A thread copies its own chunk of 16 elements, 64 bytes.
__global__ void chunkPerThread(const float* in, float* out) {
  const int first = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int j = 0; j < 16; ++j) {
    const float v = in[first + j]; // LINT: uncoalesced-access sectors_per_request=32 sectors/sectors_ideal=8
    out[first + j] = v;            // LINT: uncoalesced-access sectors_per_request=32 sectors/sectors_ideal=8
  }
}

// In a 16x16 block the lanes x and x + 16 are in two columns side by side, and share a sector.
__global__ void squareBlock(const float* in, float* out) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  const float v = in[x * 1024 + y]; // LINT: uncoalesced-access sectors_per_request=16 sectors/sectors_ideal=4
  out[y * 1024 + x] = v;
}

// The pitch in a structure that the kernel gets by value.
struct Matrix {
  int rows, columns, pitch;
  float* elements;
};

__device__ float& at(const Matrix& m, int row, int column) {
  return m.elements[row * m.pitch + column];
}

__global__ void scaleByColumns(Matrix m, float factor) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m.rows)
    for (int column = 0; column < m.columns; ++column)
      at(m, row, column) *= factor; // LINT: uncoalesced-access sectors_per_request=32
}

void launch(float* in, float* out, int n) {
  const dim3 block(32, 8), grid(n / 32, n / 8);
  productByRows<<<grid, block>>>(in, in, out, n, n);
  transposeNaively<<<grid, block>>>(in, out, n, n);
  rowPerThread<<<64, 256>>>(in, out, n);
  chunkPerThread<<<64, 256>>>(in, out);
  squareBlock<<<dim3(64, 64), dim3(16, 16)>>>(in, out);
  scaleByColumns<<<64, 256>>>(Matrix{n, n, n, out}, 2.0f);
}
