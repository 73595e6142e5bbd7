// A warp of a 16x16 block is two rows of sixteen lanes.

// Words 16 * x + y: even x in bank y, odd x in bank 16 + y; eight lanes in each.
__global__ void columns(const float* in, float* out) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  const float v = tile[threadIdx.x][threadIdx.y]; // LINT: bank-conflict degree=8 wavefronts/wavefronts_ideal=8
  out[threadIdx.y * 16 + threadIdx.x] = v;
}

// The usual extra column is one too few here: the second row begins at word 17 and ends at word 32, back in bank 0; by
// columns word 255 + 1 does.
__global__ void columnsPaddedByOne(const float* in, float* out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x]; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  __syncthreads();
  const float v = tile[threadIdx.x][threadIdx.y]; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  out[threadIdx.y * 16 + threadIdx.x] = v;
}

// Rows of 18 words, as a stencil with a halo of one has them: words 32 and 33 are in the banks of words 0 and 1.
__global__ void halo(const float* in, float* out) {
  __shared__ float tile[18][18];
  for (int j = threadIdx.y * 16 + threadIdx.x; j < 18 * 18; j += 256)
    (&tile[0][0])[j] = in[j];
  __syncthreads();
  const float v = tile[threadIdx.y + 1][threadIdx.x + 1]; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  out[threadIdx.y * 16 + threadIdx.x] = v;
}

void launch(const float* in, float* out, int n) {
  columns<<<1, dim3(16, 16)>>>(in, out);
  columnsPaddedByOne<<<1, dim3(16, 16)>>>(in, out);
  halo<<<1, dim3(16, 16)>>>(in, out);
}
