// Whole kernels of programs that multiply matrices, run networks and work on images and bytes.
#include <cfloat>

// Tiles of 64 by 64, 4 by 4 of them to a thread. The tile of A is turned, so that both are read in packs.
// launch: gemmMicro4 <<<(7,6), (16,16)>>> (a = float[24576] random 5, b = float[28672] random 5, c = float[172032], m = 384, n = 448, k = 64)
__global__ void __launch_bounds__(256) gemmMicro4(const float* __restrict__ a, const float* __restrict__ b,
                                                  float* __restrict__ c, int m, int n, int k) {
  __shared__ alignas(16) float tileA[16][64];
  __shared__ alignas(16) float tileB[16][64];
  const int tid = threadIdx.y * 16 + threadIdx.x;
  const int rowA = tid / 4;
  const int columnA = tid % 4 * 4;
  const int rowB = tid / 16;
  const int columnB = tid % 16 * 4;
  a += (blockIdx.y * 64 + rowA) * k + columnA;
  b += rowB * n + blockIdx.x * 64 + columnB;
  float sum[4][4] = {};
  for (int first = 0; first < k; first += 16) {
    const float4 packA = *reinterpret_cast<const float4*>(a);
    tileA[columnA][rowA] = packA.x;
    tileA[columnA + 1][rowA] = packA.y;
    tileA[columnA + 2][rowA] = packA.z;
    tileA[columnA + 3][rowA] = packA.w;
    *reinterpret_cast<float4*>(&tileB[rowB][columnB]) = *reinterpret_cast<const float4*>(b);
    __syncthreads();
    a += 16;
    b += 16 * n;
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      const float4 left = *reinterpret_cast<const float4*>(&tileA[i][threadIdx.y * 4]);
      const float4 right = *reinterpret_cast<const float4*>(&tileB[i][threadIdx.x * 4]);
      const float l[4] = {left.x, left.y, left.z, left.w};
      const float r[4] = {right.x, right.y, right.z, right.w};
#pragma unroll
      for (int y = 0; y < 4; ++y)
#pragma unroll
        for (int x = 0; x < 4; ++x)
          sum[y][x] += l[y] * r[x];
    }
    __syncthreads();
  }
  const int row = blockIdx.y * 64 + threadIdx.y * 4;
  const int column = blockIdx.x * 64 + threadIdx.x * 4;
#pragma unroll
  for (int y = 0; y < 4; ++y)
    *reinterpret_cast<float4*>(&c[(row + y) * n + column]) =
        make_float4(sum[y][0], sum[y][1], sum[y][2], sum[y][3]);
}

// 8 by 8 to a thread, in two halves of four that lie 32 apart.
// launch: gemmMicro8 <<<(14,12), 64>>> (a = float[36864] random 5, b = float[43008] random 5, c = float[688128], n = 896, k = 48)
__global__ void gemmMicro8(const float* a, const float* b, float* c, int n, int k) {
  constexpr int kDepth = 8;
  __shared__ float4 tileA[kDepth][16];
  __shared__ float4 tileB[kDepth][16];
  const int tid = threadIdx.x;
  const int tx = tid % 8;
  const int ty = tid / 8;
  const float* rowOfA = a + (blockIdx.y * 64 + tid) * k;
  float sum[8][8] = {};
  for (int first = 0; first < k; first += kDepth) {
    float* turned = reinterpret_cast<float*>(tileA);
#pragma unroll
    for (int i = 0; i < kDepth; i += 4) {
      const float4 pack = *reinterpret_cast<const float4*>(rowOfA + first + i);
      turned[i * 64 + tid] = pack.x;
      turned[(i + 1) * 64 + tid] = pack.y;
      turned[(i + 2) * 64 + tid] = pack.z;
      turned[(i + 3) * 64 + tid] = pack.w;
    }
    for (int i = tid; i < kDepth * 16; i += 64)
      tileB[i / 16][i % 16] =
          *reinterpret_cast<const float4*>(&b[(first + i / 16) * n + blockIdx.x * 64 + i % 16 * 4]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kDepth; ++i) {
      float l[8], r[8];
      *reinterpret_cast<float4*>(&l[0]) = tileA[i][ty];
      *reinterpret_cast<float4*>(&l[4]) = tileA[i][ty + 8];
      *reinterpret_cast<float4*>(&r[0]) = tileB[i][tx];
      *reinterpret_cast<float4*>(&r[4]) = tileB[i][tx + 8];
#pragma unroll
      for (int y = 0; y < 8; ++y)
#pragma unroll
        for (int x = 0; x < 8; ++x)
          sum[y][x] = fmaf(l[y], r[x], sum[y][x]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int y = 0; y < 8; ++y) {
    const int row = blockIdx.y * 64 + y / 4 * 32 + ty * 4 + y % 4;
    float4* out = reinterpret_cast<float4*>(c + row * n + blockIdx.x * 64) + tx;
    out[0] = make_float4(sum[y][0], sum[y][1], sum[y][2], sum[y][3]);
    out[8] = make_float4(sum[y][4], sum[y][5], sum[y][6], sum[y][7]);
  }
}

// launch: columnSums <<<(10,1), (32,32)>>> (in = float[60000] random 10, out = float[300], rows = 200, columns = 300)
__global__ void columnSums(const float* in, float* out, int rows, int columns) {
  __shared__ float sums[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x;
  float sum = 0.0f;
  if (column < columns)
    for (int row = threadIdx.y; row < rows; row += blockDim.y)
      sum += in[row * columns + column];
  sums[threadIdx.x][threadIdx.y] = sum;
  __syncthreads();
  sum = sums[threadIdx.y][threadIdx.x];
  for (int offset = 16; offset > 0; offset >>= 1)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  const int mine = blockIdx.x * 32 + threadIdx.y;
  if (threadIdx.x == 0 && mine < columns)
    out[mine] = sum;
}

// Prefix sums in two dimensions: a warp to a row, then a thread to a column.
// launch: prefixRows <<<80, (32,4)>>> (image = unsigned[96000] random 256, rows = 320, columns = 300)
__global__ void prefixRows(unsigned* image, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;
  unsigned carry = 0;
  for (int first = 0; first < columns; first += 32) {
    const int column = first + threadIdx.x;
    unsigned value = column < columns ? image[row * columns + column] : 0;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
      const unsigned left = __shfl_up_sync(0xffffffff, value, offset);
      if (threadIdx.x >= offset)
        value += left;
    }
    value += carry;
    if (column < columns)
      image[row * columns + column] = value;
    carry = __shfl_sync(0xffffffff, value, 31);
  }
}

// launch: prefixColumns <<<79, 128>>> (image = unsigned[250000] random 256, rows = 25, columns = 10000)
__global__ void prefixColumns(unsigned* image, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns)
    return;
  for (int row = 1; row < rows; ++row)
    image[row * columns + column] += image[(row - 1) * columns + column];
}

// launch: sobelTile <<<(10,7), (16,16)>>> (in = unsigned char[16500] random 256, out = unsigned char[16500], width = 150, height = 110)
__global__ void sobelTile(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ unsigned char tile[18][18];
  const int left = blockIdx.x * 16 - 1;
  const int top = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
    const int x = min(max(left + i % 18, 0), width - 1);
    const int y = min(max(top + i / 18, 0), height - 1);
    tile[i / 18][i % 18] = in[y * width + x];
  }
  __syncthreads();
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int i = threadIdx.x + 1;
  const int j = threadIdx.y + 1;
  const int gx = tile[j - 1][i + 1] + 2 * tile[j][i + 1] + tile[j + 1][i + 1] - tile[j - 1][i - 1] -
                 2 * tile[j][i - 1] - tile[j + 1][i - 1];
  const int gy = tile[j + 1][i - 1] + 2 * tile[j + 1][i] + tile[j + 1][i + 1] - tile[j - 1][i - 1] -
                 2 * tile[j - 1][i] - tile[j - 1][i + 1];
  out[y * width + x] = min(abs(gx) + abs(gy), 255);
}

// launch: smoothKeepingEdges <<<(5,13), (32,8)>>> (in = float[15000] random 256, out = float[15000], width = 150, height = 100, radius = 2, spatial = 0.2f, range = 0.01f)
__global__ void smoothKeepingEdges(const float* in, float* out, int width, int height, int radius,
                                   float spatial, float range) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const float centre = in[y * width + x];
  float sum = 0.0f;
  float weights = 0.0f;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      const int u = min(max(x + dx, 0), width - 1);
      const int v = min(max(y + dy, 0), height - 1);
      const float value = in[v * width + u];
      const float difference = value - centre;
      const float weight = __expf(-(dx * dx + dy * dy) * spatial - difference * difference * range);
      sum += weight * value;
      weights += weight;
    }
  }
  out[y * width + x] = sum / weights;
}

// launch: equalise <<<40, 256>>> (pixels = unsigned[10000] random 4294967295, map = unsigned char[256] iota 1, n = 10000)
__global__ void equalise(unsigned* pixels, const unsigned char* map, int n) {
  __shared__ unsigned char table[256];
  table[threadIdx.x] = map[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n)
    return;
  const unsigned pixel = pixels[i];
  const unsigned red = table[pixel & 255];
  const unsigned green = table[pixel >> 8 & 255];
  const unsigned blue = table[pixel >> 16 & 255];
  pixels[i] = (pixel & 0xff000000u) | blue << 16 | green << 8 | red;
}

constexpr int kRadius = 3;
__constant__ float gaussian[2 * kRadius + 1] = {0.03f, 0.11f, 0.22f, 0.28f, 0.22f, 0.11f, 0.03f};

// launch: gaussianRows <<<(3,70), 128>>> (in = float[21000] random 256, out = float[21000], width = 300)
__global__ void gaussianRows(const float* in, float* out, int width) {
  __shared__ float line[128 + 2 * kRadius];
  const float* row = in + blockIdx.y * width;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  line[threadIdx.x + kRadius] = x < width ? row[x] : 0.0f;
  if (threadIdx.x < kRadius) {
    line[threadIdx.x] = x >= kRadius ? row[x - kRadius] : 0.0f;
    const int right = x + blockDim.x;
    line[threadIdx.x + kRadius + blockDim.x] = right < width ? row[right] : 0.0f;
  }
  __syncthreads();
  if (x < width) {
    float sum = 0.0f;
#pragma unroll
    for (int k = -kRadius; k <= kRadius; ++k)
      sum += gaussian[k + kRadius] * line[threadIdx.x + kRadius + k];
    out[blockIdx.y * width + x] = sum;
  }
}

// launch: gaussianColumns <<<(10,9), (32,8)>>> (in = float[21000] random 256, out = float[21000], width = 300, height = 70)
__global__ void gaussianColumns(const float* __restrict__ in, float* __restrict__ out, int width,
                                int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int k = -kRadius; k <= kRadius; ++k) {
    const int from = y + k;
    if (from >= 0 && from < height)
      sum += gaussian[k + kRadius] * in[from * width + x];
  }
  out[y * width + x] = sum;
}

// A thread to a position of a channel; it writes the window's elements, each to its own row.
// launch: unfold <<<53, 256>>> (image = float[13440] random 10, columns = float[120960], channels = 16, height = 30, width = 28, window = 3, pad = 1)
__global__ void unfold(const float* image, float* columns, int channels, int height, int width, int window,
                       int pad) {
  const int outHeight = height + 2 * pad - window + 1;
  const int outWidth = width + 2 * pad - window + 1;
  const int total = channels * outHeight * outWidth;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
    const int x = i % outWidth;
    const int y = i / outWidth % outHeight;
    const int channel = i / outWidth / outHeight;
    float* to = columns + (channel * window * window * outHeight + y) * outWidth + x;
    const float* from = image + channel * height * width;
    for (int dy = 0; dy < window; ++dy)
      for (int dx = 0; dx < window; ++dx) {
        const int u = x + dx - pad;
        const int v = y + dy - pad;
        *to = u >= 0 && u < width && v >= 0 && v < height ? from[v * width + u] : 0.0f;
        to += outHeight * outWidth;
      }
  }
}

template <int kWindow, int kStride>
__global__ void maxPool(const float* __restrict__ in, float* __restrict__ out, int height, int width,
                        int outHeight, int outWidth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int channel = blockIdx.z;
  if (x >= outWidth || y >= outHeight)
    return;
  in += channel * height * width;
  float largest = -FLT_MAX;
#pragma unroll
  for (int dy = 0; dy < kWindow; ++dy)
#pragma unroll
    for (int dx = 0; dx < kWindow; ++dx)
      largest = fmaxf(largest, in[(y * kStride + dy) * width + x * kStride + dx]);
  out[(channel * outHeight + y) * outWidth + x] = largest;
}

// launch: maxPool<2, 2> <<<(2,6,12), (32,8)>>> (in = float[112896] random 100, out = float[28224], height = 84, width = 112, outHeight = 42, outWidth = 56)
template __global__ void maxPool<2, 2>(const float*, float*, int, int, int, int);
// launch: maxPool<3, 2> <<<(2,6,12), (32,8)>>> (in = float[112896] random 100, out = float[27060], height = 84, width = 112, outHeight = 41, outWidth = 55)
template __global__ void maxPool<3, 2>(const float*, float*, int, int, int, int);

// launch: averagePool <<<45, 256>>> (in = float[57600] random 100, out = float[6400], size = 60, window = 3, stride = 3, pad = 1, outSize = 20, total = 6400)
// launch: averagePool <<<50, 256>>> (in = float[57600] random 100, out = float[12544], size = 60, window = 5, stride = 2, pad = 0, outSize = 28, total = 12544)
__global__ void averagePool(const float* in, float* out, int size, int window, int stride, int pad,
                            int outSize, int total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total)
    return;
  const int ox = i % outSize;
  const int oy = (i / outSize) % outSize;
  const int c = i / (outSize * outSize);
  const int x0 = max(ox * stride - pad, 0);
  const int y0 = max(oy * stride - pad, 0);
  const int x1 = min(ox * stride - pad + window, size);
  const int y1 = min(oy * stride - pad + window, size);
  float sum = 0.0f;
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x)
      sum += in[(c * size + y) * size + x];
  out[i] = sum / ((y1 - y0) * (x1 - x0));
}

// launch: batchNormalise <<<100, 256>>> (x = float[25088] random 100, y = float[25088], mean = float[32] random 100, variance = float[32] random 10, gamma = float[32] random 3, beta = float[32] random 3, channels = 32, area = 196, n = 25088)
__global__ void batchNormalise(const float* x, float* y, const float* mean, const float* variance,
                               const float* gamma, const float* beta, int channels, int area, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int c = i / area % channels;
    const float scale = gamma[c] * rsqrtf(variance[c] + 1e-5f);
    y[i] = fmaxf(scale * (x[i] - mean[c]) + beta[c], 0.0f);
  }
}

__device__ float warpMaximum(float value) {
#pragma unroll
  for (int mask = 16; mask > 0; mask /= 2)
    value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, mask));
  return value;
}

__device__ float warpSum(float value) {
#pragma unroll
  for (int mask = 16; mask > 0; mask /= 2)
    value += __shfl_xor_sync(0xffffffff, value, mask);
  return value;
}

// A block to a query: a thread to a key for the scores, then a thread to a dimension for the result.
// launch: attendRow <<<100, 128, 400>>> (query = float[6400] random 3, key = float[6400] random 3, value = float[6400] random 3, out = float[6400], length = 100, scale = 0.125f)
__global__ void attendRow(const float* __restrict__ query, const float* __restrict__ key,
                          const float* __restrict__ value, float* __restrict__ out, int length, float scale) {
  constexpr int kDimension = 64;
  extern __shared__ float scores[];
  __shared__ float q[kDimension];
  __shared__ float perWarp[4];
  const int tid = threadIdx.x;
  if (tid < kDimension)
    q[tid] = query[blockIdx.x * kDimension + tid];
  __syncthreads();
  float largest = -FLT_MAX;
  for (int j = tid; j < length; j += blockDim.x) {
    float dot = 0.0f;
#pragma unroll 16
    for (int d = 0; d < kDimension; ++d)
      dot += q[d] * key[j * kDimension + d];
    scores[j] = dot * scale;
    largest = fmaxf(largest, dot * scale);
  }
  largest = warpMaximum(largest);
  if (tid % 32 == 0)
    perWarp[tid / 32] = largest;
  __syncthreads();
  largest = fmaxf(fmaxf(perWarp[0], perWarp[1]), fmaxf(perWarp[2], perWarp[3]));
  __syncthreads();
  float sum = 0.0f;
  for (int j = tid; j < length; j += blockDim.x) {
    const float e = __expf(scores[j] - largest);
    scores[j] = e;
    sum += e;
  }
  sum = warpSum(sum);
  if (tid % 32 == 0)
    perWarp[tid / 32] = sum;
  __syncthreads();
  sum = perWarp[0] + perWarp[1] + perWarp[2] + perWarp[3];
  if (tid >= kDimension)
    return;
  float result = 0.0f;
  for (int j = 0; j < length; ++j)
    result += scores[j] * value[j * kDimension + tid];
  out[blockIdx.x * kDimension + tid] = result / sum;
}

// launch: embed <<<150, 96>>> (tokens = int[150] random 500, table = float[48000] random 10, position = float[14400] random 10, out = float[14400], width = 96)
__global__ void embed(const int* __restrict__ tokens, const float* __restrict__ table,
                      const float* __restrict__ position, float* __restrict__ out, int width) {
  const size_t token = tokens[blockIdx.x];
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[(size_t)blockIdx.x * width + i] = table[token * width + i] + position[(size_t)blockIdx.x * width + i];
}

// launch: crossEntropy <<<100, 128>>> (logits = float[39700] random 10, labels = int[397] random 100, loss = float[397], rows = 397, classes = 100)
__global__ void crossEntropy(const float* logits, const int* labels, float* loss, int rows, int classes) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  const float* mine = logits + row * classes;
  float largest = -INFINITY;
  for (int c = lane; c < classes; c += 32)
    largest = fmaxf(largest, mine[c]);
  largest = warpMaximum(largest);
  float sum = 0.0f;
  for (int c = lane; c < classes; c += 32)
    sum += expf(mine[c] - largest);
  sum = warpSum(sum);
  if (lane == 0)
    loss[row] = logf(sum) + largest - mine[labels[row]];
}

// launch: rootMeanSquare <<<90, 128>>> (in = float[27000] random 10, gain = float[300] random 3, out = float[27000], width = 300, epsilon = 1e-6f)
__global__ void rootMeanSquare(const float* in, const float* gain, float* out, int width, float epsilon) {
  __shared__ float partial[32];
  const float* row = in + blockIdx.x * width;
  float sum = 0.0f;
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    sum += row[i] * row[i];
  sum = warpSum(sum);
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (lane == 0)
    partial[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / 32 ? partial[lane] : 0.0f;
    sum = warpSum(sum);
    if (lane == 0)
      partial[0] = rsqrtf(sum / width + epsilon);
  }
  __syncthreads();
  const float scale = partial[0];
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[blockIdx.x * width + i] = row[i] * scale * gain[i];
}

__device__ inline float gelu(float x) {
  return 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}

// launch: activate <<<50, 256>>> (in = float4[12700], bias = float4[100], out = float4[12700], packs = 12700, packsPerRow = 100)
__global__ void activate(const float4* in, const float4* bias, float4* out, int packs, int packsPerRow) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= packs)
    return;
  const float4 x = in[i];
  const float4 b = bias[i % packsPerRow];
  out[i] = make_float4(gelu(x.x + b.x), gelu(x.y + b.y), gelu(x.z + b.z), gelu(x.w + b.w));
}

// Each result gathers what reaches it: with a stride of two, every other tap.
// launch: transposedConvolution <<<(2,6,8), (32,8)>>> (in = float[2000] random 10, weights = float[512] random 3, out = float[16000], inSize = {.x = 25, .y = 20, .z = 4}, stride = 2, pad = 1)
__global__ void transposedConvolution(const float* __restrict__ in, const float* __restrict__ weights,
                                      float* __restrict__ out, int3 inSize, int stride, int pad) {
  constexpr int kTaps = 4;
  const int width = (inSize.x - 1) * stride - 2 * pad + kTaps;
  const int height = (inSize.y - 1) * stride - 2 * pad + kTaps;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int channel = 0; channel < inSize.z; ++channel)
    for (int ky = 0; ky < kTaps; ++ky) {
      const int v = y + pad - ky;
      if (v < 0 || v % stride != 0 || v / stride >= inSize.y)
        continue;
      for (int kx = 0; kx < kTaps; ++kx) {
        const int u = x + pad - kx;
        if (u < 0 || u % stride != 0 || u / stride >= inSize.x)
          continue;
        sum += in[(channel * inSize.y + v / stride) * inSize.x + u / stride] *
               weights[((blockIdx.z * inSize.z + channel) * kTaps + ky) * kTaps + kx];
      }
    }
  out[(blockIdx.z * height + y) * width + x] = sum;
}

// launch: depthwise <<<(2,7,10), (32,8)>>> (in = float[31200] random 10, weights = float[90] random 3, out = float[31200], width = 60, height = 52)
__global__ void depthwise(const float* in, const float* weights, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float w[9];
#pragma unroll
  for (int i = 0; i < 9; ++i)
    w[i] = weights[blockIdx.z * 9 + i];
  if (x >= width || y >= height)
    return;
  const float* plane = in + blockIdx.z * width * height;
  float sum = 0.0f;
#pragma unroll
  for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
    for (int dx = -1; dx <= 1; ++dx)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        sum += w[(dy + 1) * 3 + dx + 1] * plane[(y + dy) * width + x + dx];
  out[(blockIdx.z * height + y) * width + x] = sum;
}

// launch: findPattern <<<79, 128>>> (text = char[10000] random 4, pattern = char[6] random 4, found = int[1], length = 10000, patternLength = 6)
__global__ void findPattern(const char* text, const char* pattern, int* found, int length,
                            int patternLength) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + patternLength > length)
    return;
  int j = 0;
  while (j < patternLength && text[i + j] == pattern[j])
    ++j;
  if (j == patternLength)
    atomicAdd(found, 1);
}

__device__ char letter(unsigned six) {
  if (six < 26)
    return 'A' + six;
  if (six < 52)
    return 'a' + (six - 26);
  if (six < 62)
    return '0' + (six - 52);
  return six == 62 ? '-' : '_';
}

// launch: packLetters <<<40, 256>>> (in = unsigned char[30000] random 256, out = char[40000], triples = 10000)
__global__ void packLetters(const unsigned char* in, char* out, unsigned triples) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= triples)
    return;
  const unsigned bits = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  out[4 * i] = letter(bits >> 18);
  out[4 * i + 1] = letter(bits >> 12 & 63);
  out[4 * i + 2] = letter(bits >> 6 & 63);
  out[4 * i + 3] = letter(bits & 63);
}

// launch: pixelsToFloats <<<(4,80), 64>>> (in = uchar4[17600], out = float[48000], width = 200, height = 80, pitch = 880)
__global__ void pixelsToFloats(const uchar4* in, float* out, int width, int height, size_t pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y;
  if (x >= width)
    return;
  const uchar4 pixel = reinterpret_cast<const uchar4*>(reinterpret_cast<const char*>(in) + y * pitch)[x];
  const int plane = width * height;
  out[y * width + x] = pixel.x / 255.0f - 0.5f;
  out[plane + y * width + x] = pixel.y / 255.0f - 0.5f;
  out[2 * plane + y * width + x] = pixel.z / 255.0f - 0.5f;
}

// launch: pixelsToPacks <<<40, 256>>> (in = uchar4[10001], out = float4[10001], n = 10001)
__global__ void pixelsToPacks(const uchar4* __restrict__ in, float4* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uchar4 p = in[i];
    out[i] = make_float4(p.x * 0.00392157f, p.y * 0.00392157f, p.z * 0.00392157f, p.w * 0.00392157f);
  }
}

// launch: quantiseRows <<<80, (32,4)>>> (in = float[48000] random 1000, out = signed char[48000], scales = float[320], rows = 320, width = 150)
__global__ void quantiseRows(const float* in, signed char* out, float* scales, int rows, int width) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;
  float largest = 1e-8f;
  for (int i = threadIdx.x; i < width; i += 32)
    largest = fmaxf(largest, fabsf(in[row * width + i]));
  largest = warpMaximum(largest);
  const float scale = 127.0f / largest;
  for (int i = threadIdx.x; i < width; i += 32)
    out[row * width + i] = static_cast<signed char>(__float2int_rn(in[row * width + i] * scale));
  if (threadIdx.x == 0)
    scales[row] = largest / 127.0f;
}

// launch: rotate <<<(50,8), 32>>> (x = float[25600] random 10, heads = 8, logBase = -0.2878f)
__global__ void rotate(float* x, int heads, float logBase) {
  constexpr int kHalf = 32;
  const int position = blockIdx.x;
  const int i = threadIdx.x;
  float* head = x + (position * heads + blockIdx.y) * 2 * kHalf;
  float sine, cosine;
  sincosf(position * expf(i * logBase), &sine, &cosine);
  const float a = head[i];
  const float b = head[i + kHalf];
  head[i] = a * cosine - b * sine;
  head[i + kHalf] = a * sine + b * cosine;
}

// Neighbouring elements are the pairs.
// launch: rotatePairs <<<50, 256>>> (x = float2[12800], cosines = float[1600] random 2, sines = float[1600] random 2, pairsPerHead = 32, heads = 8, total = 12800)
__global__ void rotatePairs(float2* x, const float* __restrict__ cosines, const float* __restrict__ sines,
                            int pairsPerHead, int heads, int total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total)
    return;
  const int pair = i % pairsPerHead;
  const int position = i / (pairsPerHead * heads);
  const float c = cosines[position * pairsPerHead + pair];
  const float s = sines[position * pairsPerHead + pair];
  const float2 v = x[i];
  x[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

struct AdamOptions {
  float rate, beta1, beta2, epsilon;
};

// launch: adamStep <<<59, 256>>> (weights = float[30000], gradients = float[30000] random 10, first = float[30000], second = float[30000], options = {.rate = 0.001f, .beta1 = 0.9f, .beta2 = 0.999f, .epsilon = 1e-8f}, n = 30000)
__global__ void adamStep(float* __restrict__ weights, const float* __restrict__ gradients,
                         float* __restrict__ first, float* __restrict__ second, AdamOptions options,
                         unsigned n) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    const float g = gradients[i];
    const float m = options.beta1 * first[i] + (1.0f - options.beta1) * g;
    const float v = options.beta2 * second[i] + (1.0f - options.beta2) * g * g;
    first[i] = m;
    second[i] = v;
    weights[i] -= options.rate * m / (sqrtf(v) + options.epsilon);
  }
}

// launch: channelsFirst <<<(5,7,2), (32,8)>>> (in = float[62400] random 10, out = float[62400], area = 200, channels = 156)
__global__ void channelsFirst(const float* in, float* out, int area, int channels) {
  __shared__ float tile[32][33];
  const size_t image = (size_t)blockIdx.z * area * channels;
  int channel = blockIdx.x * 32 + threadIdx.x;
  int pixel = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (channel < channels && pixel + j < area)
      tile[threadIdx.y + j][threadIdx.x] = in[image + (size_t)(pixel + j) * channels + channel];
  __syncthreads();
  channel = blockIdx.x * 32 + threadIdx.y;
  pixel = blockIdx.y * 32 + threadIdx.x;
  for (int j = 0; j < 32; j += 8)
    if (channel + j < channels && pixel < area)
      out[image + (size_t)(channel + j) * area + pixel] = tile[threadIdx.x][threadIdx.y + j];
}
