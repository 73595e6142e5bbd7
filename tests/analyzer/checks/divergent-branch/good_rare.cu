// LINT-NO-NOTES
// Data decides, and lanes hardly ever part: nothing to be said.

__device__ float heavy(float v) {
  for (int k = 0; k < 64; ++k)
    v = v * 1.01f + 0.5f;
  return v;
}

// Round again only where another thread came between.
__global__ void retriedAtomic(unsigned* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i];
  unsigned seen = out[i], expected;
  do {
    expected = seen;
    const float product = __uint_as_float(expected) * v + v * v - 1.0f;
    seen = atomicCAS(&out[i], expected, __float_as_uint(product));
  } while (seen != expected);
}

// As many rounds in each lane, whatever it looks for.
__global__ void bisection(const float* sorted, const float* keys, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float key = keys[i];
  int low = 0, high = n;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (key < sorted[middle]) // LINT-NOTE: uncoalesced-access "data-dependent"
      high = middle;
    else
      low = middle;
  }
  out[i] = low;
}

// A bounds check on what was read: one side does nothing.
__global__ void guardOnData(const int* where, const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int at = where[i];
  float v = 0;
  if (at >= 0 && at < n)
    v = heavy(in[i]);
  out[i] = v;
}

// A few instructions a side: predicated.
__global__ void shortSides(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i];
  if (v > 0)
    out[i] = v * 2;
  else
    out[i] = v - 1;
}

// Little beside a loop whose rounds are not known: the share of the run is smaller than what was seen of it.
__global__ void besideLongLoop(const float* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  for (int k = 0; k < rounds; ++k)
    v = v * 1.01f + in[k];
  const float w = in[i + 8192];
  if (w > 0)
    v = v * w + w * w - sqrtf(w) + w / 3 + 1 / (v + w) + v * v * w + fabsf(w - v) * v;
  else
    v = v - w + v * v / w - sqrtf(-w) + w / 5 + 1 / (v - w) - v * w * w + fabsf(w + v) * w;
  out[i] = v;
}

void launch(const float* in, float* out, int n) {
  retriedAtomic<<<64, 256>>>((unsigned*)out, in);
  bisection<<<64, 256>>>(in, in, (int*)out, n);
  guardOnData<<<64, 256>>>((const int*)in, in, out, n);
  shortSides<<<64, 256>>>(in, out);
  besideLongLoop<<<64, 256>>>(in, out, n);
}
