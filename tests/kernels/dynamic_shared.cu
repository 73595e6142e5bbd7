// Dynamic shared memory: in pieces, of several types, and of run-time pitch.

// launch: carve <<<16, 128, 1664>>> (values = float[2048], keys = int[2048] random 1000, out = float[2048])
__global__ void carve(const float* values, const int* keys, float* out) {
  extern __shared__ __align__(16) unsigned char pool[];
  float* weights = reinterpret_cast<float*>(pool);
  int* counts = reinterpret_cast<int*>(weights + blockDim.x);
  unsigned char* flags = reinterpret_cast<unsigned char*>(counts + blockDim.x);
  short* ranks = reinterpret_cast<short*>(flags + 2 * blockDim.x);
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  weights[tid] = values[i];
  counts[tid] = keys[i];
  flags[tid] = static_cast<unsigned char>(tid % 7 == 0);
  ranks[tid] = static_cast<short>(tid);
  __syncthreads();
  const int other = blockDim.x - 1 - tid;
  out[i] = weights[other] + counts[other] + flags[other] + ranks[other];
}

// launch: twoTiles <<<(4,4), (16,16), 2112>>> (a = float[4096], b = float[4096], out = float[4096], n = 64)
__global__ void twoTiles(const float* a, const float* b, float* out, int n) {
  extern __shared__ float tiles[];
  float* tileA = tiles;
  float* tileB = tiles + 16 * 16;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int i = (blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx;
  tileA[ty * 16 + tx] = a[i];
  tileB[ty * 17 + tx] = b[i];
  __syncthreads();
  out[i] = tileA[tx * 16 + ty] * tileB[tx * 17 + ty];
}

// The pitch is an argument: 32 conflicts, 33 does not.
// launch: turnTile <<<(4,4), (32,8), 4096>>> (in = float[16384], out = float[16384], n = 128, pitch = 32)
// launch: turnTile <<<(4,4), (32,8), 4224>>> (in = float[16384], out = float[16384], n = 128, pitch = 33)
// launch: turnTile <<<(4,4), (32,8), 4608>>> (in = float[16384], out = float[16384], n = 128, pitch = 36)
__global__ void turnTile(const float* in, float* out, int n, int pitch) {
  extern __shared__ float turned[];
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    turned[row * pitch + threadIdx.x] = in[(blockIdx.y * 32 + row) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    out[(blockIdx.x * 32 + row) * n + blockIdx.y * 32 + threadIdx.x] = turned[threadIdx.x * pitch + row];
}

// One raw array, whatever the type of the instantiation.
template <typename T> __global__ void reverseBlock(const T* in, T* out) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* values = reinterpret_cast<T*>(raw);
  const unsigned first = blockIdx.x * blockDim.x;
  values[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  out[first + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

// launch: reverseBlock<double> <<<32, 192, 1536>>> (in = double[6144], out = double[6144])
template __global__ void reverseBlock<double>(const double*, double*);
// launch: reverseBlock<float4> <<<16, 128, 2048>>> (in = float4[2048], out = float4[2048])
template __global__ void reverseBlock<float4>(const float4*, float4*);
// launch: reverseBlock<unsigned char> <<<8, 100, 100>>> (in = unsigned char[800], out = unsigned char[800])
template __global__ void reverseBlock<unsigned char>(const unsigned char*, unsigned char*);

// A slice for each warp behind a header of the block.
// launch: warpSlices <<<8, 256, 4128>>> (in = int[16384], out = int[16384])
__global__ void warpSlices(const int* in, int* out) {
  extern __shared__ int slices[];
  int* header = slices;
  int* mine = slices + 8 + threadIdx.x / 32 * 128;
  const int lane = threadIdx.x % 32;
  const int first = blockIdx.x * 2048 + threadIdx.x / 32 * 256;
  for (int half = 0; half < 2; ++half) {
    for (int i = lane; i < 128; i += 32)
      mine[i] = in[first + half * 128 + i];
    __syncwarp();
    if (lane == 0)
      header[threadIdx.x / 32] = mine[127];
    __syncwarp();
    for (int i = 0; i < 4; ++i)
      out[first + half * 128 + lane * 4 + i] = mine[lane * 4 + i] + header[threadIdx.x / 32];
    __syncwarp();
  }
}

// More than a block gets without asking.
// launch: largeTable <<<4, 256, 65536>>> (in = float[65536], out = float[65536], count = 16384)
__global__ void largeTable(const float* in, float* out, int count) {
  extern __shared__ float table[];
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    table[i] = in[blockIdx.x * count + i];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    out[blockIdx.x * count + i] = table[(i * 5) % count];
}
