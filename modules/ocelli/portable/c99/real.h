/* Single precision by integers: every machine and compiler gets the same bits, with or without a floating-point unit.
 *
 * The program that trained a model computes in IEEE 754 single precision. Its windows are judged here by integers that follow it step by step:
 * each operation is exact, then rounded to 24 significant bits, ties to even. Right shifts of negative numbers are arithmetic, as every
 * compiler has them. */
#ifndef OCELLI_C99_REAL_H
#define OCELLI_C99_REAL_H

#include <stdint.h>

/* mantissa * 2^exponent, where the mantissa has 24 bits or is 0. */
typedef struct {
  int32_t mantissa;
  int32_t exponent;
} ocelli_real;

/* The number of bits up to the highest that is set. */
static inline int32_t ocelli_bits(uint64_t value) {
#if defined(__GNUC__)
  return value == 0 ? 0 : 64 - __builtin_clzll(value);
#else
  int32_t bits = 0;
  for (; value != 0; value >>= 1) ++bits;
  return bits;
#endif
}

/* value * 2^by. Requires that it fits. */
static inline int64_t ocelli_raised(int64_t value, int32_t by) { return value * ((int64_t)1 << by); }

/* The nearest number of 24 significant bits, ties to even. */
static inline int64_t ocelli_rounded(int64_t value) {
  const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  const int32_t extra = ocelli_bits(size) - 24;
  uint64_t kept;
  if (extra <= 0) return value;
  kept = (size + ((uint64_t)1 << (extra - 1)) - 1 + (size >> extra & 1)) >> extra << extra;
  return value < 0 ? -(int64_t)kept : (int64_t)kept;
}

/* value * 2^exponent, rounded. */
static inline ocelli_real ocelli_to_real(int64_t value, int32_t exponent) {
  const int64_t rounded = ocelli_rounded(value);
  const int32_t extra = ocelli_bits(rounded < 0 ? 0 - (uint64_t)rounded : (uint64_t)rounded) - 24;
  ocelli_real real;
  real.mantissa = (int32_t)(extra >= 0 ? rounded >> extra : ocelli_raised(rounded, rounded == 0 ? 0 : -extra));
  real.exponent = exponent + extra;
  return real;
}

static inline ocelli_real ocelli_product(ocelli_real a, ocelli_real b) {
  return ocelli_to_real((int64_t)a.mantissa * b.mantissa, a.exponent + b.exponent);
}

/* value * 2^-by, where value is a multiple of 2^30. What is lost below 1 is kept as an odd last bit, which rounds alike. */
static inline int64_t ocelli_lowered(int64_t value, int32_t by) {
  const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  int64_t lowered;
  if (by <= 30) return value >> by;
  lowered = (int64_t)((by > 62 ? 0 : size >> by) | 1);
  return value < 0 ? -lowered : lowered;
}

static inline ocelli_real ocelli_difference(ocelli_real a, ocelli_real b) {
  const int64_t left = ocelli_raised(a.mantissa, 30), right = ocelli_raised(b.mantissa, 30);
  const int32_t apart = a.exponent - b.exponent;
  if (b.mantissa == 0) return a;
  if (a.mantissa == 0) {
    b.mantissa = -b.mantissa;
    return b;
  }
  if (apart >= 0) return ocelli_to_real(left - ocelli_lowered(right, apart), a.exponent - 30);
  return ocelli_to_real(ocelli_lowered(left, -apart) - right, b.exponent - 30);
}

/* The whole part of the square root. Requires value < 2^48. */
static inline uint32_t ocelli_root(uint64_t value) {
  const int32_t up = (64 - ocelli_bits(value)) & ~1; /* an even shift to 2^62 .. 2^64 */
  uint64_t top, inverse, root;
  int32_t i;
  if (value == 0) return 0;
  top = value << up >> 32; /* in units of 2^-30: 1 to 4 */
  /* 2^30 / square root by Newton's method, from a straight line that is off by 9.2 % at most. */
  inverse = ((uint64_t)1096 << 20) - (top * 39 >> 8);
  for (i = 0; i < 3; ++i) {
    const uint64_t square = inverse * inverse >> 30;
    inverse = inverse * (((uint64_t)3 << 30) - (square * top >> 30)) >> 31;
  }
  root = top * inverse >> (29 + up / 2); /* off by 2 at most */
  while (root * root > value) --root;
  while ((root + 1) * (root + 1) <= value) ++root;
  return (uint32_t)root;
}

/* 1 / square root of a positive number, each of the two operations rounded. */
static inline ocelli_real ocelli_inverse_root(ocelli_real real) {
  const int32_t up = 24 - (real.exponent & 1); /* an even exponent remains, and a root of 24 bits */
  const uint64_t square = (uint64_t)real.mantissa << up;
  uint32_t root = ocelli_root(square);
  uint64_t quotient, rest;
  if (square - (uint64_t)root * root > root) ++root; /* to the nearest: the middle between two is no square */
  quotient = ((uint64_t)1 << 48) / root;
  rest = ((uint64_t)1 << 48) % root;
  return ocelli_to_real((int64_t)(quotient << 1 | (rest != 0)), -49 - (real.exponent - up) / 2);
}

#endif
