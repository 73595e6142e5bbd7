// A cure that would only move the conflict to another access of the same array is not offered.

__global__ void squareBlock(const float* in, float* out) {
  __shared__ float s[16][16];
  s[threadIdx.x][threadIdx.y] = in[threadIdx.y * 16 + threadIdx.x]; // LINT: bank-conflict
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

void launch(const float* in, float* out) {
  squareBlock<<<1, dim3(16, 16)>>>(in, out);
}
