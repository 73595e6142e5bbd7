// A stride that is read from a table of strides is 1 in the fastest dimension of most tensors: a note. One that is an argument of
// its own is not.

struct Tensor {
  const float* data;
  int dimensions;
  int sizes[8];
  int strides[8];
};

__global__ void fastestDimension(Tensor in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in.data[i * in.strides[0]]; // LINT-NOTE: uncoalesced-access sectors_per_request=32 "is 1"
  out[i] = v;
}

// The same by a loop over the dimensions.
__global__ void allDimensions(Tensor in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int offset = 0;
  for (int d = 0; d < in.dimensions; ++d)
    offset += i * in.strides[d];
  const float v = in.data[offset]; // LINT-NOTE: uncoalesced-access "is 1"
  out[i] = v;
}

struct Matrix {
  const float* data;
  int pitch;
};

__global__ void pitchInStructure(Matrix in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in.data[i * in.pitch]; // LINT: uncoalesced-access sectors_per_request=32
  out[i] = v;
}

void launch(Tensor tensor, Matrix matrix, float* out) {
  fastestDimension<<<64, 256>>>(tensor, out);
  allDimensions<<<64, 256>>>(tensor, out);
  pitchInStructure<<<64, 256>>>(matrix, out);
}
