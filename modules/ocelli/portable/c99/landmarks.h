/* Five landmarks of each face, by a boosted cascade of regression trees on the differences of pixels. Computed in integers, but for places. */
#ifndef OCELLI_C99_LANDMARKS_H
#define OCELLI_C99_LANDMARKS_H

#include <stdint.h>

#include "detect.h"

enum { OCELLI_LANDMARKS = 5, OCELLI_SHAPE = 2 * OCELLI_LANDMARKS, OCELLI_LANDMARK_SIDE = 64, OCELLI_LANDMARK_STARTS = 3 };

/* In source pixels: left eye (of the picture), right eye, nose, left and right corner of the mouth. */
typedef struct {
  float x[OCELLI_LANDMARKS], y[OCELLI_LANDMARKS];
} ocelli_landmarks;

/* A pixel near a landmark: its offset in the frame of the mean shape, in 1/256 pixels of a crop. */
typedef struct {
  int16_t x, y;
  uint8_t landmark;
} ocelli_landmark_pixel;

/* Compares two of a stage's pixels: a difference above the threshold goes right. */
typedef struct {
  uint8_t first, second;
  int16_t threshold;
} ocelli_landmark_node;

/* A shape is x and y of each landmark in 1/256 pixels of a crop, from its center. */
typedef struct {
  int32_t depth;                 /* the children of node i are 2 i + 1 and 2 i + 2, those of a tree's last row are leaves */
  int32_t stages, pixels, trees; /* pixels and trees of each stage */
  const int32_t *mean;           /* the mean shape */
  const int32_t *starts;         /* shapes that the search starts from */
  const int32_t *scales;         /* of each stage, for its steps, in 2^-16 */
  const ocelli_landmark_pixel *places;
  const ocelli_landmark_node *nodes;
  const int8_t *leaves;          /* steps of a shape */
} ocelli_landmark_trees;

/* A rotation and change of size, in 2^-14: (x, y) becomes (a x - b y, b x + a y). */
typedef struct {
  int64_t a, b;
} ocelli_turn;

/* Bytes of the taps of a crop's columns, of its pixels and of the pixels that are compared. */
enum { OCELLI_LANDMARK_TAPS = 6 * OCELLI_LANDMARK_SIDE, OCELLI_LANDMARK_PIXELS = OCELLI_LANDMARK_SIDE * OCELLI_LANDMARK_SIDE, OCELLI_LANDMARK_VALUES = 256 };
enum { OCELLI_LANDMARK_BYTES = OCELLI_LANDMARK_TAPS + OCELLI_LANDMARK_PIXELS + OCELLI_LANDMARK_VALUES };

static inline int32_t ocelli_turned_x(const ocelli_turn *turn, int32_t x, int32_t y) { return (int32_t)((turn->a * x - turn->b * y) >> 14); }
static inline int32_t ocelli_turned_y(const ocelli_turn *turn, int32_t x, int32_t y) { return (int32_t)((turn->b * x + turn->a * y) >> 14); }

static inline int64_t ocelli_clamped(int64_t value, int64_t most) { return value < -most ? -most : value > most ? most : value; }

static inline void ocelli_center_shape(const int32_t *shape, int32_t *centered) {
  int32_t x = 0, y = 0, i;
  for (i = 0; i < OCELLI_SHAPE; i += 2) {
    x += shape[i];
    y += shape[i + 1];
  }
  for (i = 0; i < OCELLI_SHAPE; i += 2) {
    centered[i] = shape[i] - x / OCELLI_LANDMARKS;
    centered[i + 1] = shape[i + 1] - y / OCELLI_LANDMARKS;
  }
}

/* The turn of a shape that brings it closest to another one, after both are centered. */
static inline ocelli_turn ocelli_turn_between(const int32_t *from, const int32_t *to) {
  int32_t base[OCELLI_SHAPE], goal[OCELLI_SHAPE], i;
  int64_t along = 0, across = 0, size = 0;
  ocelli_turn turn;
  ocelli_center_shape(from, base);
  ocelli_center_shape(to, goal);
  for (i = 0; i < OCELLI_SHAPE; i += 2) {
    const int64_t x = base[i], y = base[i + 1];
    along += x * goal[i] + y * goal[i + 1];
    across += x * goal[i + 1] - y * goal[i];
    size += x * x + y * y;
  }
  if (size < 1) size = 1;
  turn.a = ocelli_clamped(along * (1 << 14) / size, 4 << 14);
  turn.b = ocelli_clamped(across * (1 << 14) / size, 4 << 14);
  return turn;
}

/* The pixel of a crop at a place of a shape. */
static inline int32_t ocelli_landmark_pixel_at(int32_t place) {
  const int32_t center = OCELLI_LANDMARK_SIDE / 2 * 256;
  return ocelli_greatest(0, ocelli_min((place + center) >> 8, OCELLI_LANDMARK_SIDE - 1));
}

static inline void ocelli_read_landmark_pixels(const uint8_t *crop, const ocelli_landmark_pixel *pixels, int32_t count, const int32_t *shape,
                                               const ocelli_turn *turn, uint8_t *values) {
  int32_t i;
  for (i = 0; i < count; ++i) {
    const int32_t *const at = shape + 2 * pixels[i].landmark;
    const int32_t x = ocelli_landmark_pixel_at(at[0] + ocelli_turned_x(turn, pixels[i].x, pixels[i].y));
    const int32_t y = ocelli_landmark_pixel_at(at[1] + ocelli_turned_y(turn, pixels[i].x, pixels[i].y));
    values[i] = crop[y * OCELLI_LANDMARK_SIDE + x];
  }
}

/* The sum of the steps of a stage's trees. */
static inline void ocelli_sum_landmark_steps(const ocelli_landmark_trees *trees, int32_t stage, const uint8_t *values, int32_t *sum) {
  const int32_t leaves = 1 << trees->depth, nodes = leaves - 1;
  int32_t tree, i;
  for (i = 0; i < OCELLI_SHAPE; ++i) sum[i] = 0;
  for (tree = stage * trees->trees; tree < (stage + 1) * trees->trees; ++tree) {
    const ocelli_landmark_node *const own = trees->nodes + tree * nodes;
    const int8_t *step;
    int32_t place = 0;
    while (place < nodes) place = 2 * place + 1 + (values[own[place].first] - values[own[place].second] > own[place].threshold);
    step = trees->leaves + (tree * leaves + place - nodes) * OCELLI_SHAPE;
    for (i = 0; i < OCELLI_SHAPE; ++i) sum[i] += step[i];
  }
}

/* Moves a shape by the steps of all stages. */
static inline void ocelli_follow_landmarks(const ocelli_landmark_trees *trees, const uint8_t *crop, uint8_t *values, int32_t *shape) {
  const int64_t reach = 2 * OCELLI_LANDMARK_SIDE * 256;
  int32_t sum[OCELLI_SHAPE], stage, i;
  for (stage = 0; stage < trees->stages; ++stage) {
    const ocelli_turn turn = ocelli_turn_between(trees->mean, shape);
    ocelli_read_landmark_pixels(crop, trees->places + stage * trees->pixels, trees->pixels, shape, &turn, values);
    ocelli_sum_landmark_steps(trees, stage, values, sum);
    for (i = 0; i < OCELLI_SHAPE; ++i) sum[i] = (int32_t)(((int64_t)sum[i] * trees->scales[stage]) >> 16);
    for (i = 0; i < OCELLI_SHAPE; i += 2) {
      shape[i] = (int32_t)ocelli_clamped((int64_t)shape[i] + ocelli_turned_x(&turn, sum[i], sum[i + 1]), reach);
      shape[i + 1] = (int32_t)ocelli_clamped((int64_t)shape[i + 1] + ocelli_turned_y(&turn, sum[i], sum[i + 1]), reach);
    }
  }
}

/* The square around a face in which its landmarks are placed. */
static inline ocelli_detection ocelli_landmark_part(const ocelli_detection *face) {
  const float longer = face->width > face->height ? face->width : face->height;
  const float side = ocelli_times_float(longer, ocelli_single(1 + 2 * 0.2F));
  const ocelli_detection part = {face->x + face->width / 2 - side / 2, face->y + face->height / 2 - side / 2, side, side, 0};
  return part;
}

/* A place in the picture. Units of a shape become pixels from the crop's edge first. */
static inline float ocelli_landmark_place(float begin, float length, int32_t units) {
  const double pixels = (double)units / 256 + OCELLI_LANDMARK_SIDE / 2;
  return (float)(begin + ocelli_times(pixels, length) / OCELLI_LANDMARK_SIDE);
}

/* The landmarks of a face: the mean of what the starts come to. `memory` has OCELLI_LANDMARK_BYTES. */
static inline ocelli_landmarks ocelli_place_landmarks(const ocelli_landmark_trees *trees, const ocelli_pyramid *pyramid, const ocelli_detection *face,
                                                      void *memory) {
  const ocelli_detection part = ocelli_landmark_part(face);
  uint8_t *const crop = (uint8_t *)memory + OCELLI_LANDMARK_TAPS, *const values = crop + OCELLI_LANDMARK_PIXELS;
  int32_t sum[OCELLI_SHAPE] = {0}, shape[OCELLI_SHAPE], start, i;
  ocelli_verifier_memory cropping = {0, 0, 0, 0, 0, 0};
  ocelli_landmarks landmarks;
  cropping.sums = (uint16_t *)memory;
  cropping.octaves = pyramid->count - 1;
  ocelli_crop(pyramid, &part, OCELLI_LANDMARK_SIDE, OCELLI_LANDMARK_SIDE, &cropping, crop);
  for (start = 0; start < OCELLI_LANDMARK_STARTS; ++start) {
    for (i = 0; i < OCELLI_SHAPE; ++i) shape[i] = trees->starts[start * OCELLI_SHAPE + i];
    ocelli_follow_landmarks(trees, crop, values, shape);
    for (i = 0; i < OCELLI_SHAPE; ++i) sum[i] += shape[i];
  }
  for (i = 0; i < OCELLI_LANDMARKS; ++i) {
    landmarks.x[i] = ocelli_landmark_place(part.x, part.width, sum[2 * i] / OCELLI_LANDMARK_STARTS);
    landmarks.y[i] = ocelli_landmark_place(part.y, part.height, sum[2 * i + 1] / OCELLI_LANDMARK_STARTS);
  }
  return landmarks;
}

/* The same as ocelli_detect(), and the landmarks of each detection. `landmarks` has room for `max`, like `found`. */
static inline int32_t ocelli_detect_landmarks(const ocelli_detector *detector, const ocelli_landmark_trees *trees, const uint8_t *gray, int32_t width,
                                              int32_t height, int32_t stride, const ocelli_options *options, void *work, uint32_t work_bytes,
                                              ocelli_detection *found, ocelli_landmarks *landmarks, int32_t max, int32_t *left_out) {
  const ocelli_picture source = {gray, width, height, stride};
  ocelli_scan_memory search;
  int32_t i;
  const int32_t count = ocelli_find(detector, &source, options, work, work_bytes, OCELLI_LANDMARK_BYTES, &search, left_out);
  if (max < 0) return OCELLI_BAD_OPTIONS;
  for (i = 0; i < count && i < max; ++i) {
    const ocelli_detection *const whole = &search.scan.found.windows[i].box;
    landmarks[i] = ocelli_place_landmarks(trees, &search.pyramid, whole, search.scan.sums.sum);
    found[i] = ocelli_inside(whole, width, height);
  }
  return count < 0 ? count : i;
}

#endif
