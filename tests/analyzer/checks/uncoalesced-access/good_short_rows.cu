// LINT-NO-NOTES
// Rows that an argument shifts or spaces, and that are taken as aligned: most are.

// A whole warp's row: 5 sectors for 4 at worst.
__global__ void longRowShifted(const float* in, float* out, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + first];
}

// No argument moves the start; a pitch that is a multiple of 8 keeps all rows aligned.
__global__ void shortRowsByPitch(const float* in, float* out, int pitch) {
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.y * 8 + threadIdx.x] = in[y * pitch + x];
}

// Rows of two sectors: 3 for 2 at most starts.
__global__ void longerRowsShifted(const float* in, float* out, int pitch, int first) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.y * 16 + threadIdx.x] = in[y * pitch + x + first];
}

// The argument counts whole sectors.
__global__ void shiftedBySectors(const float* in, float* out, int pitch, int first) {
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.y * 8 + threadIdx.x] = in[y * pitch + x + 8 * first];
}

void launch(const float* in, float* out, int pitch, int first) {
  longRowShifted<<<64, 256>>>(in, out, first);
  shortRowsByPitch<<<dim3(8, 8), dim3(8, 8)>>>(in, out, pitch);
  longerRowsShifted<<<dim3(8, 8), dim3(16, 16)>>>(in, out, pitch, first);
  shiftedBySectors<<<dim3(8, 8), dim3(8, 8)>>>(in, out, pitch, first);
}
