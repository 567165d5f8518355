/* The scores of a linear classifier: a byte for each column of the sample's features, a weight for each class and column. */
#ifndef OCELLI_C99_CLASSIFY_H
#define OCELLI_C99_CLASSIFY_H

#include <stdint.h>

#include "arithmetic.h"

typedef struct {
  int32_t classes, columns;
  const float *middle_scores; /* of each class, where all columns are 128 */
  const float *steps;         /* of each column, what one step of its byte adds to the score of each class */
} ocelli_weights;

/* A column's byte: (number - low) * scale, without its fraction. */
typedef struct {
  float low, scale;
} ocelli_binning;

static inline uint8_t ocelli_byte_of(float number, ocelli_binning binning) {
  const float place = ocelli_times_float(ocelli_single(number - binning.low), binning.scale);
  return (uint8_t)(place <= 0 ? 0 : place >= 255 ? 255 : (int32_t)place);
}

/* Gives each class a score. Each product and each sum is rounded to single precision, in this order: so the program adds them too. */
static inline void ocelli_score(const ocelli_weights *weights, const uint8_t *codes, float *scores) {
  const float *step = weights->steps;
  int32_t column, k;
  for (k = 0; k < weights->classes; ++k) scores[k] = weights->middle_scores[k];
  for (column = 0; column < weights->columns; ++column, step += weights->classes) {
    const float steps = (float)(codes[column] - 128);
    if (codes[column] == 128) continue;
    for (k = 0; k < weights->classes; ++k) scores[k] = ocelli_single(scores[k] + ocelli_times_float(steps, step[k]));
  }
}

/* The class of the highest score; of several alike the first. */
static inline int32_t ocelli_best(const float *scores, int32_t classes) {
  int32_t best = 0, k;
  for (k = 1; k < classes; ++k) best = scores[k] > scores[best] ? k : best;
  return best;
}

#endif
