// Branches and loops whose conditions differ between lanes, or do not.

// launch: switchOnLane <<<32, 256>>> (in = float[8192], out = float[8192])
__global__ void switchOnLane(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i];
  switch (threadIdx.x % 4) {
  case 0:
    value = sqrtf(value);
    break;
  case 1:
    value = value * value + 1.0f;
    break;
  case 2:
    value = __sinf(value);
    out[i] = 0.0f;
    break;
  default:
    value = -value;
  }
  out[i] += value;
}

// launch: switchOnData <<<16, 128>>> (codes = int[2048] random 5, values = float[2048], out = float[2048])
__global__ void switchOnData(const int* codes, const float* values, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = values[i];
  switch (codes[i]) {
  case 0:
    out[i] = value;
    break;
  case 1:
    out[i] = expf(value);
    break;
  case 2:
    for (int j = 0; j < 10; ++j)
      out[i] += value / (j + 1);
    break;
  case 3:
    out[2047 - i] = logf(value + 1.0f);
    break;
  }
}

// launch: nestedBranches <<<16, 128>>> (in = int[2048], out = int[2048], n = 2000)
__global__ void nestedBranches(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i % 2 == 0) {
      if (i % 3 == 0)
        out[i] = in[i] * 7;
      else {
        for (int j = 0; j < i % 5; ++j)
          out[i] += in[(i + j) % n];
      }
    } else if (threadIdx.x < 50) {
      out[i] = in[i / 2];
    }
  }
}

// launch: earlyReturns <<<40, 64>>> (in = float[2560], out = float[2560], n = 2500)
__global__ void earlyReturns(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (threadIdx.x == 0) {
    out[i] = 0.0f;
    return;
  }
  if ((threadIdx.x & 7) == 3)
    return;
  out[i] = in[i - 1] + in[i];
}

// The trip count is the lane's number.
// launch: triangularLoop <<<8, 128>>> (in = float[4096], out = float[1024])
__global__ void triangularLoop(const float* in, float* out) {
  const int lane = threadIdx.x % 32;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int j = 0; j <= lane; ++j)
    sum += in[j * 128 + threadIdx.x];
  out[i] = sum;
}

// launch: lowerTriangle <<<(4,4), (16,16)>>> (matrix = float[4096], n = 64)
__global__ void lowerTriangle(float* matrix, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row > column)
    matrix[row * n + column] = 0.0f;
  else if (row == column)
    matrix[row * n + column] = 1.0f;
}

// Each lane halves its own number until one is left.
// launch: halvings <<<16, 96>>> (out = int[1536])
__global__ void halvings(int* out) {
  int number = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int steps = 0;
  while (number > 1) {
    number /= 2;
    ++steps;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = steps;
}

// launch: collatz <<<8, 128>>> (starts = unsigned[1024] random 1000, out = int[1024])
__global__ void collatz(const unsigned* starts, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned number = starts[i];
  int steps = 0;
  while (number > 1 && steps < 200) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    ++steps;
  }
  out[i] = steps;
}

// Break and continue by lane.
// launch: breakAndContinue <<<8, 64>>> (in = float[16384], out = float[512], n = 32)
// differs: break and continue become predicates: the loads of lanes that part come together
__global__ void breakAndContinue(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int j = 0; j < n; ++j) {
    if ((j + threadIdx.x) % 4 == 0)
      continue;
    if (j > threadIdx.x)
      break;
    sum += in[j * 512 + i];
  }
  out[i] = sum;
}

// Stops at the first element that is not zero.
// launch: firstNonZero <<<4, 64>>> (rows = int[8192] random 8, out = int[256], columns = 32)
__global__ void firstNonZero(const int* rows, int* out, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  int found = -1;
  for (int column = 0; column < columns; ++column) {
    if (rows[row * columns + column] != 0) {
      found = column;
      break;
    }
  }
  out[row] = found;
}

// do ... while over shared memory; the blocks differ in how often.
// launch: halvingWindow <<<8, 256>>> (data = float[2048])
__global__ void halvingWindow(float* data) {
  __shared__ float values[256];
  values[threadIdx.x] = data[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  int window = 128 >> (blockIdx.x % 4);
  do {
    float next = 0.0f;
    if (threadIdx.x < window)
      next = values[2 * threadIdx.x] + values[2 * threadIdx.x + 1];
    __syncthreads();
    if (threadIdx.x < window)
      values[threadIdx.x] = next;
    __syncthreads();
    window /= 2;
  } while (window > 0);
  if (threadIdx.x == 0)
    data[blockIdx.x * 256] = values[0];
}

// Conditions that are the same for all lanes of a warp.
// launch: uniformBranches <<<12, 128>>> (in = float[1536], out = float[1536], mode = 2)
__global__ void uniformBranches(const float* in, float* out, int mode) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i];
  if (blockIdx.x % 3 == 0)
    value += in[(i + 32) % 1536];
  if (threadIdx.x / 32 == 1)
    value *= 2.0f;
  if (mode == 1)
    value = -value;
  else if (mode == 2)
    for (int j = 0; j < 4; ++j)
      value += j * in[blockIdx.x];
  out[i] = value;
}

// launch: voteAndBallot <<<8, 256>>> (in = int[2048] random 3, out = unsigned[64])
__global__ void voteAndBallot(const int* in, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned ballot = __ballot_sync(0xffffffffu, in[i] == 1);
  const bool any = __any_sync(0xffffffffu, in[i] == 2);
  if (threadIdx.x % 32 == 0)
    out[i / 32] = any ? ballot : __popc(ballot);
}
