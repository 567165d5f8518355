/* The exponential function and the square root, in double precision. */
#ifndef OCELLI_C99_EXPONENTIAL_H
#define OCELLI_C99_EXPONENTIAL_H

#include <stdint.h>

#include "arithmetic.h"

/* 2^exponent. */
static inline double ocelli_power_of_two(int32_t exponent) {
  double power = 1, factor = exponent < 0 ? 0.5 : 2;
  uint32_t left = (uint32_t)(exponent < 0 ? -exponent : exponent);
  for (; left > 0; left >>= 1, factor *= factor) {
    if (left & 1) power *= factor;
  }
  return power;
}

/* e^x for x <= 0, within about a unit in the last place: x = k ln 2 + r, then the series of e^r. */
static inline double ocelli_exp(double x) {
  int32_t k, i;
  double rest, sum = 1;
  if (!(x > -745)) return 0;
  k = ocelli_nearest(x * 1.4426950408889634);
  rest = x - k * 0.69314718036912382 - k * 1.9082149292705877e-10; /* ln 2 in two parts: the first product is exact */
  for (i = 14; i > 0; --i) sum = 1 + sum * rest / i;
  return sum * ocelli_power_of_two(k);
}

#endif
