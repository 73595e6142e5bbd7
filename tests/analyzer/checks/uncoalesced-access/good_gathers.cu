// Where the lanes go hangs on the data: not known from the source, and never more than a note.

__global__ void gather(const float* in, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[index[i]]; // LINT-NOTE: uncoalesced-access
  out[i] = v;
}

__global__ void scatter(const float* in, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i];
  out[index[i]] = v; // LINT-NOTE: uncoalesced-access
}

// Sparse matrix times vector, a row for a warp: the matrix is read in order, the vector as its columns say.
__global__ void sparseProduct(const int* rowStart, const int* column, const float* value, const float* x, float* y) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  float sum = 0;
  for (int j = rowStart[row] + lane; j < rowStart[row + 1]; j += 32)
    sum += value[j] * x[column[j]];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0)
    y[row] = sum;
}

// One index for the warp.
__global__ void tableOfWarp(const float* in, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[index[i / 32] + threadIdx.x % 32];
}

void launch(const float* in, float* out, int n) {
  gather<<<64, 256>>>(in, (const int*)in, out);
  scatter<<<64, 256>>>(in, (const int*)in, out);
  sparseProduct<<<64, 256>>>((const int*)in, (const int*)in, in, in, out);
  tableOfWarp<<<64, 256>>>(in, (const int*)in, out);
}
