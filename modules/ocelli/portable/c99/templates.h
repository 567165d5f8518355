/* Patch convolutions: the best match of each template near its place in the picture. Integers alone. */
#ifndef OCELLI_C99_TEMPLATES_H
#define OCELLI_C99_TEMPLATES_H

#include <stdint.h>

#include "classify.h"
#include "real.h"

/* Weights of places in a box of the picture, row by row, in 2^-mask_bits. */
typedef struct {
  int32_t left, top, width, height;
  const int32_t *values;
} ocelli_mask;

/* A patch, searched where a mask is above 0; the best response goes to a column. */
typedef struct {
  uint32_t patch; /* its first weight */
  uint16_t mask, column;
  ocelli_binning binning;
} ocelli_template;

/* Templates of one side. */
typedef struct {
  int32_t side, count; /* of the patches, odd; templates */
  int32_t length;      /* no patch is longer; a length of 1 is 2^12 */
  int32_t most_sum;    /* nor are its weights' sum further from 0 */
} ocelli_template_group;

typedef struct {
  int32_t width, height, margin; /* of the picture; half of the longest side */
  int32_t mask_bits, group_count;
  const ocelli_template_group *groups;
  const ocelli_template *templates; /* those of the first group, then those of the next */
  const int16_t *weights;           /* of the patches; a unit length is 2^12 */
  const ocelli_mask *masks;
} ocelli_templates;

/* Working memory. */
typedef struct {
  int16_t *padded; /* (width + 2 margin) x (height + 2 margin): the picture, and black around it */
  int32_t *bounds; /* width x height: no patch of the group responds more to the window around a pixel */
} ocelli_template_room;

/* The picture's levels rounded, with a black margin. */
static inline void ocelli_pad(const ocelli_templates *all, const float *sample, int16_t *padded) {
  const int32_t stride = all->width + 2 * all->margin, rows = all->height + 2 * all->margin;
  int32_t x, y;
  for (x = 0; x < stride * rows; ++x) padded[x] = 0;
  for (y = 0; y < all->height; ++y) {
    int16_t *const row = padded + (y + all->margin) * stride + all->margin;
    for (x = 0; x < all->width; ++x) row[x] = (int16_t)ocelli_single(sample[y * all->width + x] + 0.5F);
  }
}

/* With s the sum of a window's n levels and v that of their squared deviations from s / n, its product with a patch w is
 * <w, window - s / n> + s / n sum(w), at most |w| sqrt(v) + s / n |sum(w)| (Cauchy-Schwarz). */
static inline int32_t ocelli_bound(const int16_t *window, int32_t stride, const ocelli_template_group *group) {
  const int32_t n = group->side * group->side;
  int64_t sum = 0, squares = 0;
  int32_t x, y;
  for (y = 0; y < group->side; ++y, window += stride) {
    for (x = 0; x < group->side; ++x) {
      sum += window[x];
      squares += window[x] * window[x];
    }
  }
  /* sqrt(v) = sqrt(n squares - s s) / side, and |w| is a whole number: rounded up. */
  return (int32_t)(((int64_t)ocelli_root((uint64_t)(n * squares - sum * sum)) + 1) * group->length / group->side + sum * group->most_sum / n + 2);
}

static inline void ocelli_find_bounds(const ocelli_templates *all, const ocelli_template_group *group, const ocelli_template_room *room) {
  const int32_t stride = all->width + 2 * all->margin, inset = all->margin - group->side / 2;
  int32_t x, y;
  for (y = 0; y < all->height; ++y) {
    for (x = 0; x < all->width; ++x) room->bounds[y * all->width + x] = ocelli_bound(room->padded + (y + inset) * stride + x + inset, stride, group);
  }
}

static inline int32_t ocelli_inner_product(const int16_t *patch, const int16_t *window, int32_t side, int32_t stride) {
  int32_t sum = 0, x, y;
  for (y = 0; y < side; ++y, patch += side, window += stride) {
    for (x = 0; x < side; ++x) sum += patch[x] * window[x];
  }
  return sum;
}

/* The largest of 0 and mask * response over all places, in 2^-mask_bits. Windows that cannot win are passed over; the one that promises most comes first,
 * so that these are many. */
static inline int64_t ocelli_best_response(const ocelli_templates *all, const ocelli_template_group *group, const ocelli_template *one,
                                           const ocelli_template_room *room) {
  const ocelli_mask *const mask = &all->masks[one->mask];
  const int32_t stride = all->width + 2 * all->margin, inset = all->margin - group->side / 2;
  const int16_t *const patch = all->weights + one->patch, *const windows = room->padded + inset * stride + inset;
  int64_t best = 0, promise = 0;
  int32_t x, y, first_x = mask->left, first_y = mask->top, is_first;
  for (y = 0; y < mask->height; ++y) {
    for (x = 0; x < mask->width; ++x) {
      const int64_t bound = (int64_t)room->bounds[(y + mask->top) * all->width + x + mask->left] * mask->values[y * mask->width + x];
      if (bound <= promise) continue;
      promise = bound;
      first_x = x;
      first_y = y;
    }
  }
  if (promise == 0) return 0;
  for (is_first = 1; is_first >= 0; --is_first) {
    const int32_t end_x = is_first ? first_x + 1 : mask->width, end_y = is_first ? first_y + 1 : mask->height;
    for (y = is_first ? first_y : 0; y < end_y; ++y) {
      const int32_t *const bounds = room->bounds + (y + mask->top) * all->width + mask->left, *const values = mask->values + y * mask->width;
      const int16_t *const row = windows + (y + mask->top) * stride + mask->left;
      for (x = is_first ? first_x : 0; x < end_x; ++x) {
        int64_t response;
        if ((int64_t)bounds[x] * values[x] <= best) continue;
        response = (int64_t)ocelli_inner_product(patch, row + x, group->side, stride) * values[x];
        if (response > best) best = response;
      }
    }
  }
  return best;
}

/* One byte for each template. Requires levels 0 .. 255. A response of 1 is a patch of unit length on levels scaled to 0 .. 1. */
static inline void ocelli_template_columns(const ocelli_templates *all, const float *sample, const ocelli_template_room *room, uint8_t *codes) {
  const ocelli_template *one = all->templates;
  int32_t g, i;
  ocelli_pad(all, sample, room->padded);
  for (g = 0; g < all->group_count; ++g) {
    const ocelli_template_group *const group = &all->groups[g];
    ocelli_find_bounds(all, group, room);
    for (i = 0; i < group->count; ++i, ++one) {
      /* Rounded once: the largest of the rounded is the rounded largest. */
      const float response = (float)ocelli_rounded(ocelli_best_response(all, group, one, room)) / (float)((int64_t)1 << all->mask_bits);
      codes[one->column] = ocelli_byte_of(ocelli_times_float(response, 1 / (4096.0F * 255.0F)), one->binning);
    }
  }
}

#endif
