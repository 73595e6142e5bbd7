// Images: convolutions, blurs, resampling.

constexpr int kRadius = 2;
__constant__ float filter2d[(2 * kRadius + 1) * (2 * kRadius + 1)];

// launch: convolve <<<(20,15), (16,16)>>> (in = float[76800], out = float[76800], width = 320, height = 240)
// launch: convolve <<<(7,4), (16,16)>>> (in = float[5000], out = float[5000], width = 100, height = 50)
__global__ void convolve(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int dy = -kRadius; dy <= kRadius; ++dy)
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      const int u = x + dx;
      const int v = y + dy;
      if (u >= 0 && u < width && v >= 0 && v < height)
        sum += in[v * width + u] * filter2d[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius];
    }
  out[y * width + x] = sum;
}

// The block is as large as the input tile; its frame only loads.
// launch: convolveTiled <<<(9,9), (16,16)>>> (in = float[10000], out = float[10000], width = 100, height = 100)
// differs: 1%: the two stores of the if and its else stay apart behind four conditions
__global__ void convolveTiled(const float* in, float* out, int width, int height) {
  constexpr int kOut = 16 - 2 * kRadius;
  __shared__ float tile[16][16];
  const int x = blockIdx.x * kOut + threadIdx.x - kRadius;
  const int y = blockIdx.y * kOut + threadIdx.y - kRadius;
  if (x >= 0 && x < width && y >= 0 && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  else
    tile[threadIdx.y][threadIdx.x] = 0.0f;
  __syncthreads();
  const int tx = static_cast<int>(threadIdx.x) - kRadius;
  const int ty = static_cast<int>(threadIdx.y) - kRadius;
  if (tx >= 0 && tx < kOut && ty >= 0 && ty < kOut && x < width && y < height) {
    float sum = 0.0f;
    for (int v = 0; v < 2 * kRadius + 1; ++v)
      for (int u = 0; u < 2 * kRadius + 1; ++u)
        sum += filter2d[v * (2 * kRadius + 1) + u] * tile[ty + v][tx + u];
    out[y * width + x] = sum;
  }
}

namespace filters {

// launch: filters::blurBox <<<(10,30), (32,8)>>> (in = uchar4[76800], out = uchar4[76800], width = 320, height = 240, radius = 3)
__global__ void blurBox(const uchar4* in, uchar4* out, int width, int height, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int red = 0, green = 0, blue = 0, count = 0;
  for (int v = max(y - radius, 0); v <= min(y + radius, height - 1); ++v)
    for (int u = max(x - radius, 0); u <= min(x + radius, width - 1); ++u) {
      const uchar4 pixel = in[v * width + u];
      red += pixel.x;
      green += pixel.y;
      blue += pixel.z;
      ++count;
    }
  out[y * width + x] = make_uchar4(red / count, green / count, blue / count, 255);
}

} // namespace filters

// Rows, then columns: this is the pass down the columns, with a strip in shared memory.
// launch: blurColumns <<<(10,8), (32,8)>>> (in = float[76800], out = float[76800], width = 320, height = 240)
__global__ void blurColumns(const float* in, float* out, int width, int height) {
  __shared__ float strip[38][32];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int top = blockIdx.y * 32;
  for (int row = threadIdx.y; row < 38; row += 8) {
    const int y = min(max(top + row - 3, 0), height - 1);
    strip[row][threadIdx.x] = in[y * width + x];
  }
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8) {
    if (top + row >= height)
      break;
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < 7; ++i)
      sum += strip[row + i][threadIdx.x];
    out[(top + row) * width + x] = sum / 7.0f;
  }
}

// launch: sobel <<<(20,30), (16,8)>>> (in = unsigned char[76800], out = unsigned char[76800], width = 320, height = 240)
__global__ void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= width - 1 || y >= height - 1)
    return;
  const unsigned char* above = in + (y - 1) * width + x;
  const unsigned char* here = above + width;
  const unsigned char* below = here + width;
  const int dx = above[1] - above[-1] + 2 * (here[1] - here[-1]) + below[1] - below[-1];
  const int dy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
  out[y * width + x] = min(abs(dx) + abs(dy), 255);
}

// launch: halveImage <<<(10,15), (16,8)>>> (in = float[76800], out = float[19200], width = 160, height = 120)
__global__ void halveImage(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const float* source = in + 2 * y * (2 * width) + 2 * x;
    out[y * width + x] = 0.25f * (source[0] + source[1] + source[2 * width] + source[2 * width + 1]);
  }
}

// launch: flip <<<(20,60), (16,4)>>> (image = uchar4[76800], width = 320, height = 240)
__global__ void flip(uchar4* image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width / 2 || y >= height)
    return;
  const uchar4 pixel = image[y * width + x];
  image[y * width + x] = image[y * width + width - 1 - x];
  image[y * width + width - 1 - x] = pixel;
}

// Planes to interleaved pixels.
// launch: interleave <<<50, 256>>> (planes = float[38400], pixels = float[38400], count = 12800, channels = 3)
__global__ void interleave(const float* planes, float* pixels, int count, int channels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    for (int channel = 0; channel < channels; ++channel)
      pixels[i * channels + channel] = planes[channel * count + i];
}
