// A warp that covers rows of a sector each: where a row starts inside a sector, it takes two.

// An 8x8 block: 4 rows of 8 floats a warp. `first` is aligned to 32 bytes at one value of eight.
__global__ void shiftedByArgument(const float* in, float* out, int pitch, int first) {
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  const float v = in[y * pitch + x + first]; // LINT: uncoalesced-access sectors/sectors_ideal=2 confidence=bounded "4 to 8 sectors"
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.y * 8 + threadIdx.x] = v;
}

// Rows of 12-byte elements are longer than a sector: it is the distance of the lanes that costs, wherever they start.
__global__ void shiftedRecords(const float3* in, float* out, int pitch, int first) {
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  const float v = in[y * pitch + x + first].y; // LINT: uncoalesced-access sectors/sectors_ideal=3 "threadIdx.x"
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.y * 8 + threadIdx.x] = v;
}

void launch(const float* in, float* out, int pitch, int first) {
  shiftedByArgument<<<dim3(8, 8), dim3(8, 8)>>>(in, out, pitch, first);
  shiftedRecords<<<dim3(8, 8), dim3(8, 8)>>>((const float3*)in, out, pitch, first);
}
