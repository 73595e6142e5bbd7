// Vectors move whole, however few of their members are used. LINT-NO-NOTES

__global__ void oneMemberChanged(const float4* in, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  v.x *= 2;
  out[i] = v;
}

__global__ void oneMemberInPlace(int4* data) {
  int4 v = data[threadIdx.x];
  v.z++;
  data[threadIdx.x] = v;
}

__global__ void bytes(const uchar4* in, uchar4* out) {
  uchar4 v = in[threadIdx.x];
  v.x = 0;
  out[threadIdx.x] = v;
}

__global__ void throughSharedMemory(const float4* in, float* out) {
  __shared__ float4 s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float4 v = s[threadIdx.x];
  out[threadIdx.x] = v.x + v.w;
}

// The array below the cast is aligned to 4 bytes; the access is aligned to 16, as its type demands.
__global__ void throughCasts(const float* in, float* out) {
  __shared__ float tile[1024];
  reinterpret_cast<float4*>(tile)[threadIdx.x] = *reinterpret_cast<const float4*>(&in[4 * threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = static_cast<float>(*reinterpret_cast<double*>(&tile[2 * threadIdx.x]));
}

void launch(const float* in, float* out) {
  oneMemberChanged<<<64, 256>>>((const float4*)in, (float4*)out);
  oneMemberInPlace<<<1, 256>>>((int4*)out);
  bytes<<<1, 256>>>((const uchar4*)in, (uchar4*)out);
  throughSharedMemory<<<1, 256>>>((const float4*)in, out);
  throughCasts<<<1, 256>>>(in, out);
}
