/* Columns of tables and of gray levels: thresholds, scaled inputs and products of two of them. */
#ifndef OCELLI_C99_COLUMNS_H
#define OCELLI_C99_COLUMNS_H

#include <stdint.h>

#include "classify.h"

/* 1 where the input is below the threshold, else 0. */
typedef struct {
  uint32_t input;
  float threshold;
} ocelli_stump;

/* An input's least and greatest value in training, and their difference; 0 for an input that was always the same. */
typedef struct {
  float low, range;
} ocelli_range;

typedef struct {
  uint32_t first, second; /* inputs; of a single input, the second is OCELLI_NO_INPUT */
} ocelli_inputs;

#define OCELLI_NO_INPUT UINT32_C(0xffffffff)

static inline void ocelli_stump_columns(const ocelli_stump *stumps, int32_t count, const float *sample, uint8_t *codes) {
  int32_t i;
  for (i = 0; i < count; ++i) codes[i] = sample[stumps[i].input] < stumps[i].threshold ? 255 : 0;
}

/* The value brought from its range to -1 .. 1. */
static inline float ocelli_scaled(float value, ocelli_range range) {
  float scaled;
  if (!(range.range > 0)) return 0;
  scaled = ocelli_single(ocelli_single(ocelli_single(2 * ocelli_single(value - range.low)) / range.range) - 1);
  return scaled < -1 ? -1 : scaled > 1 ? 1 : scaled;
}

static inline void ocelli_scaled_columns(const ocelli_range *ranges, const ocelli_inputs *inputs, int32_t count, const float *sample, uint8_t *codes) {
  int32_t i;
  for (i = 0; i < count; ++i) {
    float number = ocelli_scaled(sample[inputs[i].first], ranges[inputs[i].first]);
    if (inputs[i].second != OCELLI_NO_INPUT)
      number = ocelli_times_float(number, ocelli_scaled(sample[inputs[i].second], ranges[inputs[i].second]));
    codes[i] = (uint8_t)(int32_t)ocelli_single(ocelli_times_float(number, 127) + 128.5F);
  }
}

#endif
