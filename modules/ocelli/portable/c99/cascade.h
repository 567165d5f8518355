/* What cascades of both kinds have: sums over rectangles, votes and stages. */
#ifndef OCELLI_C99_CASCADE_H
#define OCELLI_C99_CASCADE_H

#include <stdint.h>

#include "real.h"

/* A corner of a feature's rectangles in the window, and its weight in the table of sums. */
typedef struct {
  uint8_t x, y;
  int8_t weight;
} ocelli_corner;

/* A sum of corners. `flip` is -1, or the window's width for the mirrored feature. */
static inline int32_t ocelli_response(const ocelli_corner *corner, const ocelli_corner *end, const uint32_t *at, int32_t stride, int32_t flip) {
  uint32_t response = 0;
  if (flip < 0) {
    for (; corner != end; ++corner) response += (uint32_t)corner->weight * at[corner->y * stride + corner->x];
  } else {
    for (; corner != end; ++corner) response -= (uint32_t)corner->weight * at[corner->y * stride + flip - corner->x];
  }
  return response <= 0x7fffffffU ? (int32_t)response : -(int32_t)(0xffffffffU - response) - 1;
}

/* The sum over a window, whose place in a table is `at`. */
static inline uint32_t ocelli_window_sum(const uint32_t *at, int32_t stride, int32_t width, int32_t height) {
  return at[height * stride + width] - at[width] - at[height * stride] + at[0];
}

/* A number of a table of votes: mantissa * 2^shift, as mantissa << 7 | shift. Scores are sums of them. */
typedef int32_t ocelli_vote;

static inline int64_t ocelli_vote_of(ocelli_vote vote) { return ocelli_raised(vote >> 7, vote & 127); }

/* A window passes when its score after the first `end` weak classifiers is at least `threshold`. */
typedef struct {
  uint32_t end;
  int64_t threshold;
} ocelli_stage;

#endif
