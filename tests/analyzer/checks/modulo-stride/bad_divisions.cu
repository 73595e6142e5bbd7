// Integer division by a value that only the run tells, in an innermost loop: some twenty instructions a turn. A note.

__global__ void rowsAndColumns(const float* in, float* out, int count, int width) {
  for (int k = 0; k < count; ++k) {
    const int row = k / width; // LINT-NOTE: modulo-stride
    out[k * 256 + threadIdx.x] = in[row * 256 + threadIdx.x];
  }
}

__global__ void wraps(const float* in, float* out, int count, int period) {
  float sum = 0;
  for (int k = 0; k < count; ++k)
    sum += in[(k % period) * 256 + threadIdx.x]; // LINT-NOTE: modulo-stride
  out[threadIdx.x] = sum;
}

void launch(const float* in, float* out, int n) {
  rowsAndColumns<<<1, 256>>>(in, out, n, n / 2);
  wraps<<<1, 256>>>(in, out, n, n / 2);
}
