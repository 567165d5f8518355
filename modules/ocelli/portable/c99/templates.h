/* Patch convolutions: the best match of each template near its place in the picture. Integers alone. */
#ifndef OCELLI_C99_TEMPLATES_H
#define OCELLI_C99_TEMPLATES_H

#include <stdint.h>

#include "arithmetic.h"
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
  int32_t max_sum;    /* nor are its weights' sum further from 0 */
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
OCELLI_VECTORISED static inline int32_t ocelli_bound(const int16_t *window, int32_t stride, const ocelli_template_group *group) {
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
  return (int32_t)(((int64_t)ocelli_root((uint64_t)(n * squares - sum * sum)) + 1) * group->length / group->side + sum * group->max_sum / n + 2);
}

static inline void ocelli_find_bounds(const ocelli_templates *all, const ocelli_template_group *group, const ocelli_template_room *room) {
  const int32_t stride = all->width + 2 * all->margin, inset = all->margin - group->side / 2;
  int32_t x, y;
  for (y = 0; y < all->height; ++y) {
    for (x = 0; x < all->width; ++x) room->bounds[y * all->width + x] = ocelli_bound(room->padded + (y + inset) * stride + x + inset, stride, group);
  }
}

OCELLI_VECTORISED static inline int32_t ocelli_inner_product(const int16_t *patch, const int16_t *window, int32_t side, int32_t stride) {
  int32_t sum = 0, x, y;
  for (y = 0; y < side; ++y, patch += side, window += stride) {
    for (x = 0; x < side; ++x) sum += patch[x] * window[x];
  }
  return sum;
}

/* A template in a picture: where its mask begins, of the weights of places, of the bounds, and of the windows around them. */
typedef struct {
  const int16_t *patch, *windows;
  const int32_t *values, *bounds;
  int32_t side, mask_width, width, stride; /* of the patch; numbers from row to row of the values, the bounds, the windows */
} ocelli_search;

static inline ocelli_search ocelli_search_of(const ocelli_templates *all, const ocelli_template_group *group, const ocelli_template *one,
                                             const ocelli_template_room *room) {
  const ocelli_mask *const mask = &all->masks[one->mask];
  const int32_t inset = all->margin - group->side / 2;
  ocelli_search search;
  search.side = group->side;
  search.mask_width = mask->width;
  search.width = all->width;
  search.stride = all->width + 2 * all->margin;
  search.patch = all->weights + one->patch;
  search.values = mask->values;
  search.bounds = room->bounds + mask->top * search.width + mask->left;
  search.windows = room->padded + (mask->top + inset) * search.stride + mask->left + inset;
  return search;
}

/* No more than this can mask * response be at a place. */
static inline int64_t ocelli_promise(const ocelli_search *search, int32_t x, int32_t y) {
  return (int64_t)search->bounds[y * search->width + x] * search->values[y * search->mask_width + x];
}

/* mask * response at a place, or `best` where that is larger. */
static inline int64_t ocelli_better_response(const ocelli_search *search, int32_t x, int32_t y, int64_t best) {
  int64_t response;
  if (ocelli_promise(search, x, y) <= best) return best;
  response = (int64_t)ocelli_inner_product(search->patch, search->windows + y * search->stride + x, search->side, search->stride) *
             search->values[y * search->mask_width + x];
  return response > best ? response : best;
}

/* The largest of 0 and mask * response over all places, in 2^-mask_bits. The place that promises most comes first, so that most of the others cannot
 * win and are passed over. */
static inline int64_t ocelli_best_response(const ocelli_search *search, int32_t height) {
  int64_t best, max = 0;
  int32_t x, y, first_x = 0, first_y = 0;
  for (y = 0; y < height; ++y) {
    for (x = 0; x < search->mask_width; ++x) {
      const int64_t promise = ocelli_promise(search, x, y);
      if (promise <= max) continue;
      max = promise;
      first_x = x;
      first_y = y;
    }
  }
  if (max == 0) return 0;
  best = ocelli_better_response(search, first_x, first_y, 0);
  for (y = 0; y < height; ++y) {
    for (x = 0; x < search->mask_width; ++x) best = ocelli_better_response(search, x, y, best);
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
      const ocelli_search search = ocelli_search_of(all, group, one, room);
      const int64_t best = ocelli_best_response(&search, all->masks[one->mask].height);
      /* Rounded once: the largest of the rounded is the rounded largest. */
      const float response = (float)ocelli_rounded(best) / (float)((int64_t)1 << all->mask_bits);
      codes[one->column] = ocelli_byte_of(ocelli_times_float(response, 1 / (4096.0F * 255.0F)), one->binning);
    }
  }
}

#endif
