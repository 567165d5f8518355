/* A cascade of OpenCV's kind on a window: Haar features or local binary patterns, stumps or trees, stages that each start anew. No floating point. */
#ifndef OCELLI_C99_OPENCV_CASCADE_H
#define OCELLI_C99_OPENCV_CASCADE_H

#include <stdint.h>

#include "cascade.h"

/* A Haar feature and the threshold of its node: a window goes left when the weighted sum of the feature's corners, divided by the window's deviation
 * times its area, is below the threshold. */
typedef struct {
  uint32_t corner_end; /* its corners are those up to here from the end of the feature before it */
  int32_t threshold;   /* mantissa */
  uint16_t margin;     /* so near to the threshold, in 2^-8 of the sum, exact arithmetic decides */
  uint8_t shift;       /* threshold * root >> shift is in 2^-8 of the sum */
  uint8_t is_tilted;
} ocelli_haar_node;

/* A local binary pattern of 3 x 3 blocks of pixels, the first with its top left at (x, y), and the categories that go left. */
typedef struct {
  uint8_t x, y, width, height; /* of a block */
  uint32_t left[8];            /* category c: bit c % 32 of left[c / 32] */
} ocelli_lbp_node;

/* Where a node of a tree leads to: above 0, to that node of the tree; 0, to a leaf with this vote. */
typedef struct {
  int16_t left, right;
  ocelli_vote left_vote, right_vote;
} ocelli_branch;

typedef struct {
  int32_t width, height;        /* of the window */
  int32_t stage_count;
  int32_t score_bits;           /* a score of 1 is 2^score_bits */
  int32_t root_shift;           /* even: spreads stay below 2^48 when they are shifted so far */
  int64_t min_spread;         /* windows of less contrast are rejected */
  int32_t has_tilted;
  const ocelli_stage *stages;   /* the `end` of each counts trees */
  const uint16_t *trees;        /* the nodes of each */
  const ocelli_branch *branches;
  const ocelli_haar_node *haar; /* or 0 */
  const ocelli_corner *corners;
  const ocelli_lbp_node *lbp;   /* or 0 */
} ocelli_opencv_cascade;

/* A window in the tables of its level. */
typedef struct {
  const uint32_t *sum, *tilted; /* its top left in the tables */
  int32_t stride;               /* of the tables */
  int64_t spread;               /* (area * deviation)^2 */
  int32_t root;                 /* square root of spread * 2^root_shift, rounded down */
} ocelli_opencv_window;

/* (area * deviation)^2 of a window without its border of one pixel. */
static inline int64_t ocelli_spread(const ocelli_opencv_cascade *cascade, const uint32_t *sums, const uint32_t *squares, int32_t stride) {
  const int32_t width = cascade->width - 2, height = cascade->height - 2, inner = stride + 1;
  const int64_t sum = ocelli_window_sum(sums + inner, stride, width, height);
  const int64_t squared = ocelli_window_sum(squares + inner, stride, width, height);
  return width * height * squared - sum * sum;
}

/* The square root of a whole number in double precision: the result's 53 bits times 2^(*exponent). Requires 0 < value < 2^48. */
static inline int64_t ocelli_double_root(int64_t value, int32_t *exponent) {
  const int32_t up = (106 - ocelli_bits((uint64_t)value)) & ~1; /* an even shift to 2^104 .. 2^106 */
  int64_t root = 0, rest = 0;
  int32_t at;
  for (at = 104; at >= 0; at -= 2) { /* two bits of the number, one of the root */
    const int64_t trial = root << 2 | 1;
    rest = rest << 2 | (at >= up ? value >> (at - up) & 3 : 0);
    root <<= 1;
    if (rest < trial) continue;
    rest -= trial;
    root |= 1;
  }
  *exponent = -up / 2;
  return rest > root ? root + 1 : root; /* the middle between two roots has no whole square */
}

/* 1 / square root of a whole number as OpenCV has it: both operations in double precision, then single precision. Requires 0 < value < 2^48. */
static inline ocelli_real ocelli_inverse_double_root(int64_t value) {
  int32_t exponent, i;
  const int64_t root = ocelli_double_root(value, &exponent);
  int64_t quotient = 0, rest = (int64_t)1 << 52; /* 2^105 / root, bit by bit */
  for (i = 0; i < 53; ++i) {
    rest <<= 1;
    quotient <<= 1;
    if (rest < root) continue;
    rest -= root;
    quotient |= 1;
  }
  if (2 * rest > root || (2 * rest == root && quotient % 2 != 0)) ++quotient;
  return ocelli_to_real(quotient, -105 - exponent);
}

static inline int32_t ocelli_is_below_exactly(const ocelli_opencv_cascade *cascade, const ocelli_haar_node *node, int64_t spread, int32_t response) {
  const ocelli_real threshold = {node->threshold, cascade->root_shift / 2 - 8 - node->shift};
  const ocelli_real normalized = ocelli_product(ocelli_to_real(response, 0), ocelli_inverse_double_root(spread));
  return ocelli_difference(normalized, threshold).mantissa < 0;
}

/* Whether the response of a Haar node is below its threshold. Fixed point tells all but those next to the threshold. */
static inline int32_t ocelli_haar_goes_left(const ocelli_opencv_cascade *cascade, const ocelli_haar_node *node, const ocelli_opencv_window *window) {
  const ocelli_corner *const corner = cascade->corners + (node == cascade->haar ? 0 : node[-1].corner_end);
  const int32_t response =
      ocelli_response(corner, cascade->corners + node->corner_end, node->is_tilted ? window->tilted : window->sum, window->stride, -1);
  const int64_t below = ((int64_t)node->threshold * window->root >> node->shift) - ocelli_raised(response, 8);
  if (below > node->margin) return 1;
  if (below < -(int32_t)node->margin) return 0;
  return ocelli_is_below_exactly(cascade, node, window->spread, response);
}

/* Whether the blocks around the middle one, clockwise from the first, sum up to at least what it does: a bit each, the first the highest. */
static inline uint32_t ocelli_category(const ocelli_lbp_node *node, const uint32_t *window, int32_t stride) {
  static const uint8_t around[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  const uint32_t *const first = window + node->y * stride + node->x;
  const int32_t right = node->width, down = node->height * stride;
  const uint32_t middle = ocelli_window_sum(first + down + right, stride, node->width, node->height);
  uint32_t category = 0;
  int32_t i;
  for (i = 0; i < 8; ++i) {
    const uint32_t block = ocelli_window_sum(first + around[i][1] * down + around[i][0] * right, stride, node->width, node->height);
    category = category << 1 | (block >= middle);
  }
  return category;
}

static inline int32_t ocelli_goes_left(const ocelli_opencv_cascade *cascade, uint32_t node, const ocelli_opencv_window *window) {
  uint32_t category;
  if (cascade->haar != 0) return ocelli_haar_goes_left(cascade, cascade->haar + node, window);
  category = ocelli_category(cascade->lbp + node, window->sum, window->stride);
  return (int32_t)(cascade->lbp[node].left[category / 32] >> category % 32 & 1);
}

/* The vote of the tree whose first node this is. */
static inline int64_t ocelli_tree_vote(const ocelli_opencv_cascade *cascade, uint32_t first, const ocelli_opencv_window *window) {
  uint32_t node = first;
  for (;;) {
    const ocelli_branch *const branch = cascade->branches + node;
    const int32_t is_left = ocelli_goes_left(cascade, node, window), next = is_left ? branch->left : branch->right;
    if (next == 0) return ocelli_vote_of(is_left ? branch->left_vote : branch->right_vote);
    node = first + (uint32_t)next;
  }
}

/* The stages of a cascade, one after the other. */
typedef struct {
  int32_t stage;       /* the next one */
  uint32_t tree, node; /* its first */
  int64_t score;       /* the sum of the one before */
} ocelli_stages;

/* Whether a window passes the next stage. */
static inline int32_t ocelli_passes_stage(const ocelli_opencv_cascade *cascade, const ocelli_opencv_window *window, ocelli_stages *at) {
  const ocelli_stage *const stage = cascade->stages + at->stage++;
  at->score = 0;
  for (; at->tree < stage->end; at->node += cascade->trees[at->tree++]) at->score += ocelli_tree_vote(cascade, at->node, window);
  return at->score >= stage->threshold;
}

#endif
