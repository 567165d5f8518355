/* Channel templates: the best matches of patches with the channels of 3 x 3 cells, under masks. */
#ifndef OCELLI_C99_CHANNEL_TEMPLATES_H
#define OCELLI_C99_CHANNEL_TEMPLATES_H

#include <stdint.h>

#include "cells.h"
#include "classify.h"

typedef struct {
  uint32_t patch, mask;
  ocelli_binning binning;
} ocelli_channel_template;

typedef struct {
  int32_t rows, columns, channels, patches, masks, count;
  const int16_t *weights; /* of each patch: 3 x 3 cells, the channels of each together */
  const int32_t *offsets; /* of each patch */
  const float *parts;     /* of each mask: the weights of the cells */
  const ocelli_channel_template *list;
} ocelli_channel_templates;

/* The product of a patch with the window around a cell; cells beyond the edges are empty. Integers below 2^24. */
static inline int32_t ocelli_channel_product(const ocelli_channel_templates *all, const int16_t *weights, const uint8_t *bytes, int32_t row,
                                             int32_t column) {
  int32_t sum = 0, down, across, c;
  for (down = -1; down <= 1; ++down) {
    for (across = -1; across <= 1; ++across, weights += all->channels) {
      const int32_t y = row + down, x = column + across;
      const uint8_t *cell;
      if (y < 0 || y >= all->rows || x < 0 || x >= all->columns) continue;
      cell = bytes + (y * all->columns + x) * all->channels;
      for (c = 0; c < all->channels; ++c) sum += weights[c] * cell[c];
    }
  }
  return sum;
}

/* `bytes` has those of all channels, cell by cell. `best` has a number for each mask and patch. */
static inline void ocelli_channel_columns(const ocelli_channel_templates *all, const uint8_t *bytes, float *best, uint8_t *codes) {
  const int32_t cells = all->rows * all->columns;
  int32_t p, cell, m, i;
  for (i = 0; i < all->masks * all->patches; ++i) best[i] = 0;
  for (p = 0; p < all->patches; ++p) {
    const int16_t *const weights = all->weights + 9 * p * all->channels;
    for (cell = 0; cell < cells; ++cell) {
      const float product =
          (float)(ocelli_channel_product(all, weights, bytes, cell / all->columns, cell % all->columns) - all->offsets[p]);
      if (product <= 0) continue;
      for (m = 0; m < all->masks; ++m) {
        const float response = ocelli_times_float(all->parts[m * cells + cell], product);
        if (response > best[m * all->patches + p]) best[m * all->patches + p] = response;
      }
    }
  }
  for (i = 0; i < all->count; ++i) {
    const ocelli_channel_template *const one = all->list + i;
    const float response = ocelli_single(best[(int32_t)one->mask * all->patches + (int32_t)one->patch] / 261120.0F);
    codes[i] = ocelli_byte_of(response, one->binning);
  }
}

#endif
