/* The sizes at which OpenCV's CascadeClassifier scans a picture, and the tables of sums over the picture at such a size. */
#ifndef OCELLI_C99_OPENCV_LEVELS_H
#define OCELLI_C99_OPENCV_LEVELS_H

#include <stdint.h>

#include "arithmetic.h"

/* A scaled picture: one of its pixels is scale x scale source pixels. Windows lie `stride` pixels apart, those of the last row above `end_y`. */
typedef struct {
  int32_t width, height, stride, end_y;
  float scale;
} ocelli_opencv_level;

/* The sizes of windows: the cascade's, and `step` times the one before. */
typedef struct {
  int32_t image_width, image_height, window_width, window_height;
  int32_t min_width, min_height, max_width, max_height; /* of windows in source pixels; 0: no limit */
  double factor, step;
  int32_t stripes;            /* among which OpenCV shares the rows of a level; 0 before the first level */
} ocelli_opencv_scales;

/* To the nearest whole number, halves to the even one. Requires 0 <= value < 2^31. */
static inline int32_t ocelli_nearest_even(double value) {
  const int32_t whole = (int32_t)value;
  const double rest = value - whole;
  return rest > 0.5 || (rest >= 0.5 && whole % 2 != 0) ? whole + 1 : whole;
}

/* Stripes are all of one height. They leave out the last row of windows where the rows above it fill them exactly. */
static inline int32_t ocelli_opencv_end(const ocelli_opencv_scales *scales, const ocelli_opencv_level *level) {
  const int32_t rows = ocelli_greatest(0, level->height - scales->window_height + 1);
  const int32_t stripe_rows = ocelli_greatest(1, (rows / level->stride + scales->stripes - 1) / scales->stripes);
  return ocelli_min(rows, scales->stripes * stripe_rows * level->stride);
}

/* A window's side at a scale. OpenCV multiplies in single precision: halves round by it. */
static inline int32_t ocelli_opencv_side(int32_t side, float scale) { return ocelli_nearest_even((double)ocelli_times_float((float)side, scale)); }

/* Whether windows at this factor fit into the picture; this OpenCV asks in double precision. */
static inline int32_t ocelli_fits_opencv(const ocelli_opencv_scales *scales, double factor) {
  return ocelli_nearest_even(ocelli_times(scales->window_width, factor)) <= scales->image_width &&
         ocelli_nearest_even(ocelli_times(scales->window_height, factor)) <= scales->image_height;
}

/* Whether windows at this scale are of a size that is asked for. */
static inline int32_t ocelli_is_opencv_size(const ocelli_opencv_scales *scales, float scale) {
  const int32_t width = ocelli_opencv_side(scales->window_width, scale), height = ocelli_opencv_side(scales->window_height, scale);
  return width >= scales->min_width && height >= scales->min_height && width <= (scales->max_width > 0 ? scales->max_width : scales->image_width) &&
         height <= (scales->max_height > 0 ? scales->max_height : scales->image_height);
}

/* The square of the distance from windows at this scale to the smallest objects, along the sides that are not free. */
static inline double ocelli_opencv_distance(const ocelli_opencv_scales *scales, float scale) {
  const double wide = scales->min_width > 0 ? (double)scales->min_width - ocelli_opencv_side(scales->window_width, scale) : 0;
  const double high = scales->min_height > 0 ? (double)scales->min_height - ocelli_opencv_side(scales->window_height, scale) : 0;
  return ocelli_times(wide, wide) + ocelli_times(high, high);
}

/* Where windows of no scale are asked for, asks for those nearest to the smallest objects alone, as OpenCV does. */
static inline void ocelli_resolve_opencv_sizes(ocelli_opencv_scales *scales) {
  const double beyond_all_pictures = 32768;
  double factor, nearest = 1, min = -1;
  for (factor = scales->factor; ocelli_fits_opencv(scales, factor); factor = ocelli_times(factor, scales->step)) {
    const double distance = ocelli_opencv_distance(scales, (float)factor);
    if (ocelli_is_opencv_size(scales, (float)factor)) return;
    if (min >= 0 && distance >= min) continue;
    min = distance;
    nearest = factor;
  }
  scales->factor = nearest;
  scales->step = beyond_all_pictures;
  scales->min_width = scales->max_width = ocelli_opencv_side(scales->window_width, (float)nearest);
  scales->min_height = scales->max_height = ocelli_opencv_side(scales->window_height, (float)nearest);
}

/* The next level; 0 when there is none. */
static inline int32_t ocelli_next_opencv_level(ocelli_opencv_scales *scales, ocelli_opencv_level *level) {
  if (scales->stripes == 0) ocelli_resolve_opencv_sizes(scales);
  while (ocelli_fits_opencv(scales, scales->factor) && !ocelli_is_opencv_size(scales, (float)scales->factor))
    scales->factor = ocelli_times(scales->factor, scales->step);
  if (!ocelli_fits_opencv(scales, scales->factor)) return 0;
  level->scale = (float)scales->factor;
  level->width = ocelli_nearest_even(ocelli_single((float)scales->image_width / level->scale));
  level->height = ocelli_nearest_even(ocelli_single((float)scales->image_height / level->scale));
  level->stride = level->scale >= 2 ? 1 : 2;
  if (scales->stripes == 0) scales->stripes = ocelli_greatest(1, (level->width - scales->window_width + 32) / 32);
  level->end_y = ocelli_opencv_end(scales, level);
  scales->factor = ocelli_times(scales->factor, scales->step);
  return 1;
}

/* A level's rows, as OpenCV interpolates them (INTER_LINEAR_EXACT), and the sums over the pixels above and to the left; tilted: over those of
 * the triangle above whose sides go up left and up right. */
typedef struct {
  const uint8_t *source;
  int32_t source_width, source_height, source_stride;
  int32_t width, height;            /* of the level */
  uint16_t *first, *share;          /* of each column: the source pixel before its center, and the weight of the next one in 2^-8 */
  uint16_t *blended[2];             /* source rows at the level's width, in 2^-8 gray levels, those of even and of odd y */
  int32_t held[2];                  /* their y, or -1 */
  uint8_t *row, *above;             /* the last two rows of the level; one of zeros above the first */
  uint32_t *sum, *squared, *tilted; /* at y * stride + x; 0: not needed */
  int32_t stride, room;             /* of the tables: numbers from row to row, rows */
  int32_t top, ready;               /* the first row of pixels in the tables, and how many rows of pixels they have */
} ocelli_opencv_tables;

/* For a pixel along one axis: the source pixel before its center, and the weight of the next one in 2^-8. Beyond the outermost pixels there is no
 * next one. */
static inline int32_t ocelli_exact_tap(int32_t pixel, int32_t source, int32_t result, int32_t *share) {
  const double scale = 1 / ((double)result / source);
  const double place = ocelli_times(scale, pixel + 0.5) - 0.5;
  const int32_t first = ocelli_floor(place);
  *share = 0;
  if (first < 0) return 0;
  if (first >= source - 1) return source - 1;
  *share = ocelli_nearest_even((place - first) * 256);
  return first;
}

/* Starts with the rows of a level. The arrays have room for it. */
static inline void ocelli_enter_opencv_level(ocelli_opencv_tables *tables, const ocelli_opencv_level *level) {
  int32_t x;
  tables->width = level->width;
  tables->height = level->height;
  tables->held[0] = tables->held[1] = -1;
  tables->stride = level->width + 1;
  tables->top = tables->ready = 0;
  for (x = 0; x < level->width; ++x) {
    int32_t share;
    tables->first[x] = (uint16_t)ocelli_exact_tap(x, tables->source_width, level->width, &share);
    tables->share[x] = (uint16_t)share;
    tables->above[x] = 0;
  }
  for (x = 0; x <= level->width; ++x) {
    tables->sum[x] = 0;
    if (tables->squared != 0) tables->squared[x] = 0;
    if (tables->tilted != 0) tables->tilted[x] = 0;
  }
}

/* Row y of the source, at the level's width. */
static inline const uint16_t *ocelli_exactly_blended(ocelli_opencv_tables *tables, int32_t y) {
  const uint8_t *const row = tables->source + y * tables->source_stride;
  uint16_t *const blended = tables->blended[y % 2];
  const int32_t last = tables->source_width - 1;
  int32_t x;
  if (tables->held[y % 2] == y) return blended;
  tables->held[y % 2] = y;
  for (x = 0; x < tables->width; ++x) {
    const int32_t first = tables->first[x], share = tables->share[x];
    blended[x] = (uint16_t)(row[first] * (256 - share) + row[ocelli_min(first + 1, last)] * share);
  }
  return blended;
}

/* Reads row y of the level. */
static inline void ocelli_read_opencv_row(ocelli_opencv_tables *tables, int32_t y) {
  int32_t x, share;
  const int32_t first = ocelli_exact_tap(y, tables->source_height, tables->height, &share);
  const uint16_t *const upper = ocelli_exactly_blended(tables, first);
  const uint16_t *const lower = ocelli_exactly_blended(tables, ocelli_min(first + 1, tables->source_height - 1));
  const uint32_t below = (uint32_t)share, here = 256 - below;
  for (x = 0; x < tables->width; ++x) tables->row[x] = (uint8_t)((upper[x] * here + lower[x] * below + (1 << 15)) >> 16);
}

/* Adds a row of pixels, or of their squares, to the row of the table before. Sums are modulo 2^32: differences are right. */
static inline void ocelli_add_row(const uint8_t *row, int32_t width, uint32_t *next, int32_t stride) {
  const uint32_t *const before = next - stride;
  uint32_t sum = 0;
  int32_t x;
  next[0] = 0;
  for (x = 0; x < width; ++x) next[x + 1] = before[x + 1] + (sum += row[x]);
}
static inline void ocelli_add_squared_row(const uint8_t *row, int32_t width, uint32_t *next, int32_t stride) {
  const uint32_t *const before = next - stride;
  uint32_t sum = 0;
  int32_t x;
  next[0] = 0;
  for (x = 0; x < width; ++x) next[x + 1] = before[x + 1] + (sum += (uint32_t)row[x] * row[x]);
}

/* The triangles with tips up left and up right overlap in the one with its tip two rows up, which is empty for the first row. */
static inline void ocelli_add_tilted_row(const uint8_t *row, const uint8_t *above, int32_t width, uint32_t *next, int32_t stride, int32_t is_first) {
  const uint32_t *const before = next - stride;
  int32_t x;
  next[0] = before[1];
  for (x = 1; x < width; ++x) next[x] = before[x - 1] + before[x + 1] + row[x - 1] + above[x - 1] - (is_first ? 0 : before[x - stride]);
  next[width] = before[width - 1] + row[width - 1] + above[width - 1];
}

static inline void ocelli_move_up(uint32_t *table, int32_t away, int32_t count) {
  int32_t i;
  if (table == 0) return;
  for (i = 0; i < count; ++i) table[i] = table[away + i];
}

/* Makes the tables have rows first .. end - 1 of the level. Rows before `first` are given up. Requires first <= top + ready - 1 unless the level has just
 * been entered, and end - first < room. */
static inline void ocelli_load_opencv_rows(ocelli_opencv_tables *tables, int32_t first, int32_t end) {
  const int32_t stride = tables->stride, width = tables->width;
  if (end - tables->top >= tables->room) {
    const int32_t away = first - tables->top, count = (tables->ready - away + 1) * stride;
    ocelli_move_up(tables->sum, away * stride, count);
    ocelli_move_up(tables->squared, away * stride, count);
    ocelli_move_up(tables->tilted, away * stride, count);
    tables->top = first;
    tables->ready -= away;
  }
  for (; tables->top + tables->ready < end; ++tables->ready) {
    const int32_t y = tables->top + tables->ready, next = (tables->ready + 1) * stride;
    uint8_t *const read = tables->row;
    ocelli_read_opencv_row(tables, y);
    ocelli_add_row(read, width, tables->sum + next, stride);
    if (tables->squared != 0) ocelli_add_squared_row(read, width, tables->squared + next, stride);
    if (tables->tilted != 0) ocelli_add_tilted_row(read, tables->above, width, tables->tilted + next, stride, y == 0);
    tables->row = tables->above;
    tables->above = read;
  }
}

#endif
