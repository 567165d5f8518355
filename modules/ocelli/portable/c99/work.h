/* What a caller gives a detector, and how it is checked. */
#ifndef OCELLI_C99_WORK_H
#define OCELLI_C99_WORK_H

#include <stdint.h>

#include "windows.h"

/* What a detector returns instead of a number of detections. */
enum {
  OCELLI_BAD_PICTURE = -1, /* a side that is below 1 or above OCELLI_MOST_SIDE, or a stride below the width */
  OCELLI_BAD_OPTIONS = -2, /* an option out of range */
  OCELLI_NO_ROOM = -3      /* the work buffer is too small, or not aligned to 8 bytes */
};
enum { OCELLI_MOST_SIDE = 16384, OCELLI_MOST_STRIDE = 8, OCELLI_ROWS_AHEAD = 16 };

#define OCELLI_AREA(width, height) ((uint32_t)(width) * (uint32_t)(height))
#define OCELLI_LARGER(a, b) ((a) > (b) ? (a) : (b))

/* A part of the work buffer. */
typedef struct {
  uint8_t *at;
  uint32_t left;
  int32_t is_short; /* something did not fit */
} ocelli_arena;

/* The next `bytes` of the buffer, aligned to 8 bytes; its beginning where they do not fit. */
static inline void *ocelli_take(ocelli_arena *arena, uint32_t bytes) {
  uint8_t *const taken = arena->at;
  const uint32_t rounded = (bytes + 7) / 8 * 8;
  if (rounded > arena->left) {
    arena->is_short = 1;
    return taken;
  }
  arena->at += rounded;
  arena->left -= rounded;
  return taken;
}

/* Whether these are a least and a greatest side; 0: free. */
static inline int32_t ocelli_are_sides(int32_t min, int32_t max) { return min >= 0 && max >= 0 && (max == 0 || max >= min); }

static inline int32_t ocelli_are_valid(const ocelli_options *options) {
  return ocelli_are_sides(options->min_size, options->max_size) && ocelli_are_sides(options->min_height, options->max_height) &&
         options->scale_step >= 1.01 && options->scale_step <= 10 && options->stride >= 1 && options->stride <= OCELLI_MOST_STRIDE &&
         options->scale_stride >= 0 && options->scale_stride <= 64 && options->min_neighbors >= 1 && options->overlap >= 0.15 && options->overlap <= 1 &&
         options->containment > 0 && options->containment <= 1 && options->overhang <= 0.45;
}

#endif
