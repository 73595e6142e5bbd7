// Data laid out so that neighbouring lanes are not neighbours in memory.
#include <cuda_fp16.h>

struct Particle {
  float x, y, z, mass;
};

struct Body {
  float position[3], velocity[3], mass, charge;
};

// 16 bytes from lane to lane: 512 bytes, 16 sectors, for 128 bytes asked for.
__global__ void fieldOfSixteenBytes(const Particle* particles, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = particles[i].mass; // LINT: uncoalesced-access sectors_per_request=16 sectors/sectors_ideal=4 confidence=exact "16"
  out[i] = v;
}

// A sector for every lane.
__global__ void fieldOfThirtyTwoBytes(Body* bodies, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i];
  bodies[i].velocity[1] = v; // LINT: uncoalesced-access sectors_per_request=32 sectors/sectors_ideal=8
}

// 12 bytes from lane to lane: each of the three loads touches all 12 sectors.
__global__ void triples(const float3* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float3 v = in[i]; // LINT: uncoalesced-access sectors_per_request=12 sectors/sectors_ideal=3
  out[i] = v.x * v.x + v.y * v.y + v.z * v.z;
}

__global__ void triplesByHand(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[3 * i + 1]; // LINT: uncoalesced-access sectors_per_request=12 sectors/sectors_ideal=3
  out[i] = v;
}

// 96 bytes for 32 asked for.
__global__ void greenOfPixels(const unsigned char* pixels, unsigned char* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned char v = pixels[3 * i + 1]; // LINT: uncoalesced-access sectors_per_request=3 sectors/sectors_ideal=3
  out[i] = v;
}

struct Complex {
  double re, im;
};

// 8 bytes of every 16: 16 sectors where 8 would do.
__global__ void realParts(const Complex* in, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double v = in[i].re; // LINT: uncoalesced-access sectors_per_request=16 sectors/sectors_ideal=2
  out[i] = v;
}

__global__ void everySecondDouble(const double* in, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double v = in[i];
  out[2 * i] = v; // LINT: uncoalesced-access sectors_per_request=16 sectors/sectors_ideal=2
}

__global__ void everySecondFloat(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[2 * i]; // LINT: uncoalesced-access sectors_per_request=8 sectors/sectors_ideal=2
  out[i] = v;
}

__global__ void everyFourthHalfTwo(const __half2* in, __half2* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const __half2 v = in[4 * i]; // LINT: uncoalesced-access sectors_per_request=16 sectors/sectors_ideal=4
  out[i] = v;
}

void launch(const float* in, float* out, int n) {
  fieldOfSixteenBytes<<<64, 256>>>((const Particle*)in, out);
  fieldOfThirtyTwoBytes<<<64, 256>>>((Body*)out, in);
  triples<<<64, 256>>>((const float3*)in, out);
  triplesByHand<<<64, 256>>>(in, out);
  greenOfPixels<<<64, 256>>>((const unsigned char*)in, (unsigned char*)out);
  realParts<<<64, 256>>>((const Complex*)in, (double*)out);
  everySecondDouble<<<64, 256>>>((const double*)in, (double*)out);
  everySecondFloat<<<64, 256>>>(in, out);
  everyFourthHalfTwo<<<64, 256>>>((const __half2*)in, (__half2*)out);
}
