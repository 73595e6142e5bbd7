// Inline assembly that loads from shared memory, its address converted by hand.

__global__ void rowsByAssembly(float* out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 0;
  __syncthreads();
  unsigned address;
  asm volatile("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(address) : "l"(s));
  float v;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(address + 128 * (threadIdx.x % 32))); // LINT: bank-conflict degree=32
  out[threadIdx.x] = v;
}

// 16 bytes a lane, next to each other: four wavefronts, as many as it takes.
__global__ void copiesAsynchronously(const float4* in, float* out) {
  __shared__ float4 s[256];
  const unsigned target = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target), "l"(in + threadIdx.x));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x].x; // LINT-MAY: bank-conflict
}

void launch(const float4* in, float* out) {
  rowsByAssembly<<<1, 256>>>(out);
  copiesAsynchronously<<<1, 256>>>(in, out);
}
