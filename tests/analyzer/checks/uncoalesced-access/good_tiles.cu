// A transpose through shared memory, and a stencil with a halo: rows are read and rows are written. Where a pitch is not
// known a row may begin in the middle of a sector, which is a note at most.

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  const int column = blockIdx.y * 32 + threadIdx.x;
  const int row = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (column < height && row + j < width)
      out[(row + j) * height + column] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void stencil(const float* in, float* out, int n) {
  __shared__ float s[256 + 2 * 3];
  const int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x + 3] = i < n ? in[i] : 0;
  if (threadIdx.x < 3) {
    s[threadIdx.x] = i >= 3 ? in[i - 3] : 0;
    s[threadIdx.x + 259] = i + 256 < n ? in[i + 256] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 7; ++k)
    sum += s[threadIdx.x + k];
  if (i < n)
    out[i] = sum;
}

// The product of matrices with y on the rows: A's element is the warp's, B's and C's are neighbours.
__global__ void product(const float* A, const float* B, float* C, int N, int K) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < N && y < N) {
    float sum = 0;
    for (int i = 0; i < K; ++i)
      sum += A[y * K + i] * B[i * N + x];
    C[y * N + x] = sum;
  }
}

void launch(const float* in, float* out, int n) {
  transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n, n);
  stencil<<<n / 256, 256>>>(in, out, n);
  product<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, in, out, n, n);
}
