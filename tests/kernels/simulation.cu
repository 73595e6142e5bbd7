// Steps of simulations.

// Forces between all bodies, a tile of them in shared memory at a time.
// launch: bodyForces <<<8, 128>>> (bodies = float4[1024], forces = float3[1024], n = 1024)
// launch: bodyForces <<<8, 128>>> (bodies = float4[1000], forces = float3[1000], n = 1000)
__global__ void bodyForces(const float4* bodies, float3* forces, int n) {
  __shared__ float4 tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 self = i < n ? bodies[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float3 force = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < n; first += 128) {
    const int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 128; ++k) {
      const float dx = tile[k].x - self.x;
      const float dy = tile[k].y - self.y;
      const float dz = tile[k].z - self.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
      const float strength = tile[k].w * inverse * inverse * inverse;
      force.x += dx * strength;
      force.y += dy * strength;
      force.z += dz * strength;
    }
    __syncthreads();
  }
  if (i < n)
    forces[i] = force;
}

// launch: moveBodies <<<4, 256>>> (positions = float4[1000], velocities = float4[1000], forces = float3[1000], dt = 0.01f, n = 1000)
__global__ void moveBodies(float4* positions, float4* velocities, const float3* forces, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float4 velocity = velocities[i];
  velocity.x += dt * forces[i].x;
  velocity.y += dt * forces[i].y;
  velocity.z += dt * forces[i].z;
  float4 position = positions[i];
  position.x += dt * velocity.x;
  position.y += dt * velocity.y;
  position.z += dt * velocity.z;
  velocities[i] = velocity;
  positions[i] = position;
}

__device__ float normalDistribution(float x) {
  return 0.5f * erfcf(-x * 0.70710678f);
}

// launch: optionPrices <<<40, 256>>> (prices = float[10000], strikes = float[10000], years = float[10000], calls = float[10000], puts = float[10000], rate = 0.02f, volatility = 0.3f, n = 10000)
__global__ void optionPrices(const float* prices, const float* strikes, const float* years, float* calls,
                             float* puts, float rate, float volatility, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float price = prices[i] + 1.0f;
  const float strike = strikes[i] + 1.0f;
  const float time = years[i] + 1.0f;
  const float spread = volatility * sqrtf(time);
  const float d1 = (logf(price / strike) + (rate + 0.5f * volatility * volatility) * time) / spread;
  const float d2 = d1 - spread;
  const float discounted = strike * expf(-rate * time);
  calls[i] = price * normalDistribution(d1) - discounted * normalDistribution(d2);
  puts[i] = discounted * normalDistribution(-d2) - price * normalDistribution(-d1);
}

// launch: lifeStep <<<(4,16), (32,8)>>> (cells = unsigned char[16384] random 2, next = unsigned char[16384], n = 128)
__global__ void lifeStep(const unsigned char* cells, unsigned char* next, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        alive += cells[(y + dy + n) % n * n + (x + dx + n) % n];
  next[y * n + x] = alive == 3 || (alive == 2 && cells[y * n + x]);
}

// launch: waveStep <<<(5,13), (32,12)>>> (before = float[21600], now = float[21600], next = float[21600], width = 144, height = 150, c = 0.25f)
__global__ void waveStep(const float* before, const float* now, float* next, int width, int height, float c) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= 0 || x >= width - 1 || y <= 0 || y >= height - 1)
    return;
  const int i = y * width + x;
  const float laplace = now[i - 1] + now[i + 1] + now[i - width] + now[i + width] - 4.0f * now[i];
  next[i] = 2.0f * now[i] - before[i] + c * laplace;
}

// Red and black points take turns.
// launch: gaussSeidelColour <<<(4,13), (32,8)>>> (u = double[10000], f = double[10000], n = 100, colour = 1)
__global__ void gaussSeidelColour(double* u, const double* f, int n, int colour) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1 && (x + y) % 2 == colour) {
    const int i = y * n + x;
    u[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] - f[i]);
  }
}

// Random walks: each thread has its own generator.
// launch: randomWalks <<<8, 128>>> (ends = float2[1024], steps = 50, seed = 12345)
__global__ void randomWalks(float2* ends, int steps, unsigned seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = seed ^ (i * 747796405u + 1u);
  float2 position = make_float2(0.0f, 0.0f);
  for (int step = 0; step < steps; ++step) {
    state = state * 1664525u + 1013904223u;
    switch (state >> 30) {
    case 0:
      position.x += 1.0f;
      break;
    case 1:
      position.x -= 1.0f;
      break;
    case 2:
      position.y += 1.0f;
      break;
    default:
      position.y -= 1.0f;
    }
  }
  ends[i] = position;
}

// launch: mandelbrot <<<(4,8), (16,8)>>> (out = int[4096], width = 64, height = 64, limit = 100)
__global__ void mandelbrot(int* out, int width, int height, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const float cx = 3.0f * x / width - 2.0f;
  const float cy = 2.0f * y / height - 1.0f;
  float zx = 0.0f, zy = 0.0f;
  int iterations = 0;
  while (iterations < limit && zx * zx + zy * zy < 4.0f) {
    const float t = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = t;
    ++iterations;
  }
  out[y * width + x] = iterations;
}
