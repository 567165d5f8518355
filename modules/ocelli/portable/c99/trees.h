/* Trees: a column for each leaf, which is 1 for the samples that reach it. */
#ifndef OCELLI_C99_TREES_H
#define OCELLI_C99_TREES_H

#include <stdint.h>

/* Tests a weighted sum of two inputs. Leads to a later branch of the tree, or to leaf ~n. */
typedef struct {
  uint32_t first, second; /* inputs */
  float first_scale, second_scale, threshold;
  int32_t below, above;
} ocelli_branch;

/* The products are exact in double precision; the sum is rounded once. */
static inline int32_t ocelli_next(const ocelli_branch *branch, const float *sample) {
  volatile double value = (double)branch->first_scale * (double)sample[branch->first];
  if (branch->second_scale != 0) value = value + (double)branch->second_scale * (double)sample[branch->second];
  return value < (double)branch->threshold ? branch->below : branch->above;
}

static inline void ocelli_tree_columns(const ocelli_branch *branches, const uint32_t *roots, int32_t trees, int32_t leaves, const float *sample,
                                       uint8_t *codes) {
  int32_t i;
  for (i = 0; i < trees * leaves; ++i) codes[i] = 128;
  for (i = 0; i < trees; ++i) {
    const ocelli_branch *const tree = branches + roots[i];
    int32_t at = 0;
    while (at >= 0) at = ocelli_next(tree + at, sample);
    codes[i * leaves + ~at] = 255;
  }
}

#endif
