// The command line gives the geometry of a kernel that no launch site tells.
// LINT-ARGS: --launch columns=grid:4,1,1;block:16,16,1

__global__ void columns(const float* in, float* out) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  const float v = tile[threadIdx.x][threadIdx.y]; // LINT: bank-conflict degree=8 launch=command-line
  out[threadIdx.y * 16 + threadIdx.x] = v;
}
