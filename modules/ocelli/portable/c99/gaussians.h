/* Gaussians of the distances to anchors, and sums of them. Each operation is rounded to single precision, in the program's order. */
#ifndef OCELLI_C99_GAUSSIANS_H
#define OCELLI_C99_GAUSSIANS_H

#include <stdint.h>

#include "classify.h"
#include "exponential.h"

typedef struct {
  float mean, factor;
} ocelli_scale;

typedef struct {
  int32_t dimensions, anchors, columns;
  float exponent;             /* of a squared distance of 1 */
  const ocelli_scale *scales; /* of each input */
  const float *points;        /* anchors x dimensions */
  const uint32_t *lengths;    /* of each column: the anchors that it sums, from the first */
  const float *factors;       /* of each column's anchors */
  const ocelli_binning *binnings;
} ocelli_gaussians;

/* `room` has a number for each dimension and each anchor. */
static inline void ocelli_gaussian_columns(const ocelli_gaussians *all, const float *sample, float *room, uint8_t *codes) {
  float *const point = room, *const gaussians = room + all->dimensions;
  const float *anchor = all->points, *factor = all->factors;
  int32_t i, d;
  for (d = 0; d < all->dimensions; ++d)
    point[d] = ocelli_times_float(ocelli_single(sample[d] - all->scales[d].mean), all->scales[d].factor);
  for (i = 0; i < all->anchors; ++i, anchor += all->dimensions) {
    float sum = 0;
    for (d = 0; d < all->dimensions; ++d) {
      const float apart = ocelli_single(point[d] - anchor[d]);
      sum = ocelli_single(sum + ocelli_times_float(apart, apart));
    }
    gaussians[i] = (float)ocelli_exp((double)ocelli_times_float(sum, all->exponent));
  }
  for (i = 0; i < all->columns; ++i) {
    float sum = 0;
    for (d = 0; d < (int32_t)all->lengths[i]; ++d) sum = ocelli_single(sum + ocelli_times_float(*factor++, gaussians[d]));
    codes[i] = ocelli_byte_of(sum, all->binnings[i]);
  }
}

#endif
