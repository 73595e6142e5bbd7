// Rows that begin in the middle of a sector: 5 sectors for the bytes of 4. Real, and a note.

// A file's image: 16 bytes of header, then the elements.
__global__ void afterHeader(const unsigned char* buffer, float* out) {
  const float* elements = reinterpret_cast<const float*>(buffer + 16);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = elements[i]; // LINT-NOTE: uncoalesced-access sectors_per_request=5 sectors/sectors_ideal=5/4
  out[i] = v;
}

// The header again before each row of 1024: 4112 bytes a row, so that every second row is shifted.
__global__ void headerBeforeRows(const unsigned char* buffer, float* out) {
  const unsigned char* row = buffer + blockIdx.y * (16 + 1024 * sizeof(float)) + 16;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = reinterpret_cast<const float*>(row)[i]; // LINT-NOTE: uncoalesced-access
  out[blockIdx.y * 1024 + i] = v;
}

__global__ void shiftedByOne(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i + 1]; // LINT-NOTE: uncoalesced-access sectors_per_request=5 sectors/sectors_ideal=5/4
  out[i] = v;
}

// Doubles: 9 for 8.
__global__ void doublesShiftedByOne(const double* in, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double v = in[i + 1]; // LINT-NOTE: uncoalesced-access sectors_per_request=9 sectors/sectors_ideal=9/8
  out[i] = v;
}

void launch(const float* in, float* out, int n) {
  afterHeader<<<64, 256>>>((const unsigned char*)in, out);
  headerBeforeRows<<<dim3(4, 64), 256>>>((const unsigned char*)in, out);
  shiftedByOne<<<64, 256>>>(in, out);
  doublesShiftedByOne<<<64, 256>>>((const double*)in, (double*)out);
}
