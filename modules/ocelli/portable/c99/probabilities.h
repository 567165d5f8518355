/* Probabilities of classes. */
#ifndef OCELLI_C99_PROBABILITIES_H
#define OCELLI_C99_PROBABILITIES_H

#include <stdint.h>

#include "exponential.h"

/* softmax(scores / temperature). */
static inline void ocelli_softmax(const float *scores, int32_t classes, double temperature, double *probabilities) {
  double sum = 0;
  float best = scores[0];
  int32_t k;
  for (k = 1; k < classes; ++k) best = scores[k] > best ? scores[k] : best;
  for (k = 0; k < classes; ++k) sum += probabilities[k] = ocelli_exp(((double)scores[k] - (double)best) / temperature);
  for (k = 0; k < classes; ++k) probabilities[k] /= sum;
}

#endif
