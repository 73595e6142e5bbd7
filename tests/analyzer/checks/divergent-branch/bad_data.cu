// Data decides between work and other work, or how long each lane goes on: a note, since which lanes are which is not in the source.

__global__ void twoSides(const float* in, float* out) {
  float v = in[threadIdx.x];
  if (v > 0) { // LINT-NOTE: divergent-branch confidence=possible "data decides"
    for (int k = 0; k < 16; ++k)
      v = v * 1.01f + 0.5f;
  } else {
    for (int k = 0; k < 16; ++k)
      v = v * v - 0.25f;
  }
  out[threadIdx.x] = v;
}

__global__ void unevenRounds(const int* in, int* out) {
  int steps = 0;
  for (unsigned v = in [threadIdx.x]; v != 1 && steps < 1000; ++steps) // LINT-NOTE: divergent-branch confidence=possible "data decides"
    v = v % 2 ? 3 * v + 1 : v / 2;
  out[threadIdx.x] = steps;
}

// Rows of a sparse matrix are of different lengths.
__global__ void sparseRows(const int* rowStart, const float* value, float* out) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = rowStart[row]; j < rowStart[row + 1]; ++j) // LINT-NOTE: divergent-branch confidence=possible "data decides"
    sum += value[j];
  out[row] = sum;
}

void launch(const float* in, float* out) {
  twoSides<<<1, 256>>>(in, out);
  unevenRounds<<<1, 256>>>((const int*)in, (int*)out);
  sparseRows<<<64, 256>>>((const int*)in, in, out);
}
