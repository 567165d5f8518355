/* Arithmetic that is the same on every machine. */
#ifndef OCELLI_C99_ARITHMETIC_H
#define OCELLI_C99_ARITHMETIC_H

#include <stdint.h>

/* Products and sums in floating point are rounded one by one, whatever the compiler would like to fuse or to keep in longer registers. */
static inline double ocelli_times(double a, double b) {
  volatile double product = a * b;
  return product;
}
static inline float ocelli_single(float value) {
  volatile float rounded = value;
  return rounded;
}
static inline float ocelli_times_float(float a, float b) { return ocelli_single(a * b); }

/* gcc's -O2 leaves the loops of convolutions without vector instructions: these functions are compiled as with -O3, where there are such. */
#if defined(__GNUC__) && !defined(__clang__) && (defined(__SSE2__) || defined(__ARM_NEON))
#define OCELLI_VECTORISED __attribute__((optimize("O3")))
#else
#define OCELLI_VECTORISED
#endif

static inline int32_t ocelli_min(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t ocelli_greatest(int32_t a, int32_t b) { return a > b ? a : b; }

/* To the nearest whole number, halves away from 0. Requires |value| < 2^31. */
static inline int32_t ocelli_nearest(double value) {
  const int32_t whole = (int32_t)value;
  const double rest = value - whole;
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

static inline int32_t ocelli_floor(double value) {
  const int32_t whole = (int32_t)value;
  return value < whole ? whole - 1 : whole;
}

#endif
