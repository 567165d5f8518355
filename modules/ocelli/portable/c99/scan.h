/* A boosted cascade run over all windows of a picture's pyramid. No floating point in the loop over windows. */
#ifndef OCELLI_C99_SCAN_H
#define OCELLI_C99_SCAN_H

#include <stdint.h>

#include "cascade.h"
#include "pyramid.h"
#include "windows.h"

/* A feature: the weighted sum of its corners, divided by the deviation of the window's pixels, falls into one of the cascade's bins,
 * (sum / deviation - low) * scale. */
typedef struct {
  uint32_t corner_end;                 /* its corners are those up to here from the end of the feature before it */
  int32_t coarse_low;                  /* low in units of 2^-12 */
  int32_t low, scale;                  /* mantissas */
  int8_t low_exponent, scale_exponent;
  uint16_t margin;                     /* so near to the edge of a bin, in 2^-12 bins, the bin is found by exact arithmetic */
} ocelli_feature;

typedef struct {
  int32_t width, height;              /* of the window */
  int32_t bins, joint, cells;         /* bins of a feature, features of a weak classifier (1 or 2), votes of a weak classifier */
  int32_t symmetric;                  /* a window that passes is scored with its mirror image */
  int32_t stage_count, grid_stages;   /* those of the grid of windows are the first */
  int32_t score_bits;                 /* a score of 1 is 2^score_bits */
  ocelli_real per_pixel, min_variance;
  const ocelli_stage *stages;
  const ocelli_feature *features;
  const ocelli_corner *corners;
  const ocelli_vote *votes;
} ocelli_cascade;

/* Rows of a level and the sums over them. */
typedef struct {
  ocelli_row_reader reader;
  uint32_t *sum, *squared; /* at y * stride + x: over the pixels above and to the left */
  uint8_t *row;
  int32_t stride, room;    /* of the tables: numbers from row to row, rows */
  int32_t top, ready;      /* the first row of pixels in the tables, and how many rows of pixels they have */
} ocelli_sums;

/* Makes the tables have rows first .. end - 1 of the level. Rows before `first` are given up. Requires end - first < room. */
static inline void ocelli_load_rows(ocelli_sums *sums, int32_t first, int32_t end) {
  const int32_t stride = sums->stride, width = sums->reader.width + 2 * sums->reader.margin_x;
  int32_t i, x;
  if (first > sums->top + sums->ready) { /* a gap: start anew */
    sums->top = first;
    sums->ready = 0;
  }
  if (sums->ready == 0) {
    for (x = 0; x <= width; ++x) sums->sum[x] = sums->squared[x] = 0;
  }
  if (end - sums->top >= sums->room) {
    const int32_t away = first - sums->top, kept = (sums->ready - away + 1) * stride;
    for (i = 0; i < kept; ++i) {
      sums->sum[i] = sums->sum[away * stride + i];
      sums->squared[i] = sums->squared[away * stride + i];
    }
    sums->top = first;
    sums->ready -= away;
  }
  for (; sums->top + sums->ready < end; ++sums->ready) {
    const uint32_t *const sum = sums->sum + sums->ready * stride, *const squared = sums->squared + sums->ready * stride;
    uint32_t *const next_sum = sums->sum + (sums->ready + 1) * stride, *const next_squared = sums->squared + (sums->ready + 1) * stride;
    uint32_t row_sum = 0, row_squared = 0;
    ocelli_read_row(&sums->reader, sums->top + sums->ready, sums->row);
    next_sum[0] = next_squared[0] = 0;
    for (x = 0; x < width; ++x) {
      const uint32_t pixel = sums->row[x];
      row_sum += pixel;
      row_squared += pixel * pixel;
      next_sum[x + 1] = sum[x + 1] + row_sum; /* modulo 2^32: differences are right */
      next_squared[x + 1] = squared[x + 1] + row_squared;
    }
  }
}

/* 1 / deviation of a window's pixels, as single precision has it: m = sum / n, v = squares / n - m m, 1 / sqrt(max(v, least)). */
static inline ocelli_real ocelli_inverse_deviation(const ocelli_cascade *cascade, uint32_t sum, uint32_t squares) {
  const ocelli_real mean = ocelli_product(ocelli_to_real(sum, 0), cascade->per_pixel);
  const ocelli_real mean_square = ocelli_product(ocelli_to_real(squares, 0), cascade->per_pixel);
  const ocelli_real variance = ocelli_difference(mean_square, ocelli_product(mean, mean));
  if (variance.mantissa <= 0 || ocelli_difference(variance, cascade->min_variance).mantissa < 0)
    return ocelli_inverse_root(cascade->min_variance);
  return ocelli_inverse_root(variance);
}

/* The bin of a response by exact arithmetic. */
static inline int32_t ocelli_exact_bin(const ocelli_feature *feature, int32_t bins, int32_t response, ocelli_real inverse_deviation) {
  const ocelli_real low = {feature->low, feature->low_exponent}, scale = {feature->scale, feature->scale_exponent};
  const ocelli_real z = ocelli_product(ocelli_to_real(response, 0), inverse_deviation);
  const ocelli_real place = ocelli_product(ocelli_difference(z, low), scale);
  if (place.mantissa <= 0 || place.exponent <= -24) return 0; /* below 1 */
  if (place.exponent >= 0) return bins - 1;
  return ocelli_min(place.mantissa >> -place.exponent, bins - 1);
}

/* The bin of a response. Fixed point tells all but those next to the edge of a bin. */
static inline int32_t ocelli_bin(const ocelli_feature *feature, int32_t bins, int32_t response, ocelli_real inverse_deviation) {
  const int64_t z = (int64_t)response * inverse_deviation.mantissa >> (-inverse_deviation.exponent - 12);
  const int64_t place = (z - feature->coarse_low) * feature->scale >> -feature->scale_exponent; /* in 2^-12 bins */
  const int32_t in_bin = (int32_t)(place & 0xfff);
  if (in_bin < feature->margin || in_bin > 0xfff - feature->margin)
    return ocelli_exact_bin(feature, bins, response, inverse_deviation);
  return place < 0 ? 0 : place >= (int64_t)bins << 12 ? bins - 1 : (int32_t)(place >> 12);
}

/* What weak classifiers begin .. end - 1 add to the score of a window, which is rounded to 24 bits after each. */
static inline int64_t ocelli_add_votes(const ocelli_cascade *cascade, uint32_t begin, uint32_t end, const uint32_t *at, int32_t stride,
                                       ocelli_real inverse_deviation, int32_t flip, int64_t score) {
  const ocelli_feature *feature = cascade->features + begin * (uint32_t)cascade->joint;
  const ocelli_corner *corner = cascade->corners + (feature == cascade->features ? 0 : feature[-1].corner_end);
  const ocelli_vote *votes = cascade->votes + begin * (uint32_t)cascade->cells;
  for (; begin < end; ++begin, votes += cascade->cells) {
    int32_t cell = 0, i;
    for (i = 0; i < cascade->joint; ++i, ++feature) {
      const ocelli_corner *const last = cascade->corners + feature->corner_end;
      const int32_t response = ocelli_response(corner, last, at, stride, flip);
      cell = cell * cascade->bins + ocelli_bin(feature, cascade->bins, response, inverse_deviation);
      corner = last;
    }
    score = ocelli_rounded(score + ocelli_vote_of(votes[cell]));
  }
  return score;
}

/* A window in its level's tables, and what its stages come to. */
typedef struct {
  const uint32_t *at;
  ocelli_real inverse_deviation;
  int64_t score;
} ocelli_candidate;

static inline ocelli_candidate ocelli_candidate_at(const ocelli_cascade *cascade, const ocelli_sums *sums, int32_t x, int32_t y) {
  const int32_t place = (y - sums->top) * sums->stride + x;
  ocelli_candidate window;
  window.at = sums->sum + place;
  window.inverse_deviation =
      ocelli_inverse_deviation(cascade, ocelli_window_sum(window.at, sums->stride, cascade->width, cascade->height),
                               ocelli_window_sum(sums->squared + place, sums->stride, cascade->width, cascade->height));
  window.score = 0;
  return window;
}

/* Whether a window passes the stages begin .. end - 1. */
static inline int32_t ocelli_passes(const ocelli_cascade *cascade, int32_t begin, int32_t end, int32_t stride, ocelli_candidate *window) {
  for (; begin < end; ++begin) {
    const uint32_t first = begin > 0 ? cascade->stages[begin - 1].end : 0;
    window->score = ocelli_add_votes(cascade, first, cascade->stages[begin].end, window->at, stride, window->inverse_deviation, -1, window->score);
    if (window->score < cascade->stages[begin].threshold) return 0;
  }
  return 1;
}

/* The score of a window that has passed; of a symmetric cascade the mean with its mirror image. */
static inline float ocelli_final_score(const ocelli_cascade *cascade, int32_t stride, const ocelli_candidate *window) {
  const double one = (double)((int64_t)1 << cascade->score_bits);
  int64_t both;
  if (!cascade->symmetric) return (float)((double)window->score / one);
  both = ocelli_add_votes(cascade, 0, cascade->stages[cascade->stage_count - 1].end, window->at, stride, window->inverse_deviation,
                          cascade->width, window->score);
  return (float)((double)both / one / 2);
}

/* A bit for each of width x height places. */
typedef struct {
  uint8_t *bits;
  int32_t width, height;
} ocelli_marks;

static inline uint32_t ocelli_mark_bytes(int32_t width, int32_t height) { return ((uint32_t)width * (uint32_t)height + 7) / 8; }
static inline void ocelli_clear_marks(ocelli_marks *marks, int32_t width, int32_t height) {
  uint32_t i;
  marks->width = width;
  marks->height = height;
  for (i = 0; i < ocelli_mark_bytes(width, height); ++i) marks->bits[i] = 0;
}
static inline void ocelli_mark(ocelli_marks *marks, int32_t x, int32_t y) {
  const uint32_t bit = (uint32_t)y * (uint32_t)marks->width + (uint32_t)x;
  marks->bits[bit / 8] = (uint8_t)(marks->bits[bit / 8] | 1U << bit % 8);
}
static inline int32_t ocelli_is_marked(const ocelli_marks *marks, int32_t x, int32_t y) {
  const uint32_t bit = (uint32_t)y * (uint32_t)marks->width + (uint32_t)x;
  return marks->bits[bit / 8] >> bit % 8 & 1;
}

/* What a scan works with. */
typedef struct {
  const ocelli_cascade *cascade;
  int32_t stride, grid_levels, grid_stages;
  ocelli_sums sums;
  ocelli_level level;
  ocelli_marks around;       /* windows of the level to be evaluated */
  ocelli_marks survivors[2]; /* of the two last levels on the grid: windows of the grid that passed its stages */
  ocelli_level grid[2];      /* these levels */
  ocelli_windows found;
} ocelli_scan;

/* Runs the stages from `begin` on, and keeps the window if it passes them. */
static inline void ocelli_finish(ocelli_scan *scan, int32_t begin, ocelli_candidate *window, int32_t x, int32_t y) {
  const ocelli_cascade *const cascade = scan->cascade;
  ocelli_detection box;
  if (!ocelli_passes(cascade, begin, cascade->stage_count, scan->sums.stride, window)) return;
  box.x = (float)((x - scan->level.margin_x) * scan->level.scale_x);
  box.y = (float)((y - scan->level.margin_y) * scan->level.scale_y);
  box.width = (float)(cascade->width * scan->level.scale_x);
  box.height = (float)(cascade->height * scan->level.scale_y);
  box.score = ocelli_final_score(cascade, scan->sums.stride, window);
  ocelli_keep(&scan->found, &box);
}

/* Evaluates the marked windows of some rows. */
static inline void ocelli_evaluate_marked(ocelli_scan *scan, int32_t begin, int32_t end) {
  int32_t x, y;
  for (y = begin; y < end; ++y) {
    for (x = 0; x < scan->around.width; ++x) {
      ocelli_candidate window;
      if (!ocelli_is_marked(&scan->around, x, y)) continue;
      ocelli_load_rows(&scan->sums, y, y + scan->cascade->height);
      window = ocelli_candidate_at(scan->cascade, &scan->sums, x, y);
      ocelli_finish(scan, 0, &window, x, y);
    }
  }
}

/* Marks the windows off the grid that lie nearer to (x, y) than the next window on the grid. */
static inline void ocelli_mark_around(ocelli_scan *scan, int32_t grid_x, int32_t grid_y) {
  const int32_t reach = scan->stride - 1;
  const int32_t right = ocelli_min(scan->around.width - 1, grid_x + reach), bottom = ocelli_min(scan->around.height - 1, grid_y + reach);
  int32_t x, y;
  for (y = ocelli_greatest(0, grid_y - reach); y <= bottom; ++y) {
    for (x = ocelli_greatest(0, grid_x - reach); x <= right; ++x) {
      if (x % scan->stride != 0 || y % scan->stride != 0) ocelli_mark(&scan->around, x, y);
    }
  }
}

/* Scans a level on the grid: its grid of windows, and where one passes the grid's stages those around it. */
static inline void ocelli_scan_grid(ocelli_scan *scan, ocelli_marks *survivors) {
  const ocelli_cascade *const cascade = scan->cascade;
  const int32_t stride = scan->stride, reach = stride - 1, rows = scan->around.height;
  int32_t x, y, done = 0;
  for (y = 0; y < rows; y += stride) {
    ocelli_load_rows(&scan->sums, ocelli_greatest(0, y - reach), y + cascade->height);
    for (x = 0; x < scan->around.width; x += stride) {
      ocelli_candidate window = ocelli_candidate_at(cascade, &scan->sums, x, y);
      if (!ocelli_passes(cascade, 0, scan->grid_stages, scan->sums.stride, &window)) continue;
      ocelli_mark(survivors, x / stride, y / stride);
      ocelli_mark_around(scan, x, y);
      ocelli_finish(scan, scan->grid_stages, &window, x, y);
    }
    ocelli_evaluate_marked(scan, done, y + 1);
    done = y + 1;
  }
  ocelli_evaluate_marked(scan, done, rows);
}

/* The place in another level whose window has its middle nearest to that of this one. */
static inline int32_t ocelli_place_over(int32_t place, int32_t margin, int32_t side, double scale, double other_scale) {
  const double half = side / 2.0 - margin;
  return ocelli_nearest(ocelli_times(place + half, scale) / other_scale - half);
}

/* Marks the windows of this level that lie over survivors in a level on the grid, to a pixel. */
static inline void ocelli_mark_over(ocelli_scan *scan, const ocelli_marks *survivors, const ocelli_level *from) {
  int32_t i, j, x, y;
  for (j = 0; j < survivors->height; ++j) {
    for (i = 0; i < survivors->width; ++i) {
      int32_t over_x, over_y;
      if (!ocelli_is_marked(survivors, i, j)) continue;
      over_x = ocelli_place_over(i * scan->stride, from->margin_x, scan->cascade->width, from->scale_x, scan->level.scale_x);
      over_y = ocelli_place_over(j * scan->stride, from->margin_y, scan->cascade->height, from->scale_y, scan->level.scale_y);
      for (y = ocelli_greatest(0, over_y - 1); y <= ocelli_min(scan->around.height - 1, over_y + 1); ++y) {
        for (x = ocelli_greatest(0, over_x - 1); x <= ocelli_min(scan->around.width - 1, over_x + 1); ++x) ocelli_mark(&scan->around, x, y);
      }
    }
  }
}

/* Makes a level the current one. */
static inline void ocelli_enter(ocelli_scan *scan, const ocelli_pyramid *pyramid, const ocelli_level *level) {
  const int32_t width = ocelli_whole_width(level), height = ocelli_whole_height(level);
  scan->level = *level;
  ocelli_start_rows(pyramid, level, &scan->sums.reader);
  scan->sums.stride = width + 1;
  scan->sums.top = scan->sums.ready = 0;
  ocelli_clear_marks(&scan->around, width - scan->cascade->width + 1, height - scan->cascade->height + 1);
}

/* Evaluates the levels between two on the grid, or after the last one. */
static inline void ocelli_scan_between(ocelli_scan *scan, const ocelli_pyramid *pyramid, ocelli_scales *between, int32_t count, int32_t both) {
  ocelli_level level;
  for (; count > 0; --count) {
    if (!ocelli_next_level(between, &level)) return;
    ocelli_enter(scan, pyramid, &level);
    ocelli_mark_over(scan, &scan->survivors[0], &scan->grid[0]);
    if (both) ocelli_mark_over(scan, &scan->survivors[1], &scan->grid[1]);
    ocelli_evaluate_marked(scan, 0, scan->around.height);
  }
}

/* Scans all levels. */
static inline void ocelli_scan_all(ocelli_scan *scan, const ocelli_pyramid *pyramid, ocelli_scales scales) {
  ocelli_scales between = scales; /* follows `scales`, to the levels that it passes over */
  ocelli_level level;
  int32_t on_grid = 0, number = 0, passed = 0;
  for (; ocelli_next_level(&scales, &level); ++number) {
    if (number % scan->grid_levels != 0) {
      ++passed;
      continue;
    }
    ocelli_enter(scan, pyramid, &level);
    ocelli_clear_marks(&scan->survivors[1], (scan->around.width - 1) / scan->stride + 1, (scan->around.height - 1) / scan->stride + 1);
    scan->grid[1] = level;
    ocelli_scan_grid(scan, &scan->survivors[1]);
    if (on_grid > 0) ocelli_scan_between(scan, pyramid, &between, passed, 1);
    passed = 0;
    ++on_grid;
    ocelli_next_level(&between, &level); /* the one on the grid */
    {
      const ocelli_marks swapped = scan->survivors[0];
      scan->survivors[0] = scan->survivors[1];
      scan->survivors[1] = swapped;
      scan->grid[0] = scan->grid[1];
    }
  }
  if (on_grid > 0) ocelli_scan_between(scan, pyramid, &between, passed, 0);
}

/* Levels from one on the grid to the next. */
static inline int32_t ocelli_grid_levels(const ocelli_options *options) {
  int32_t levels = 1;
  double ratio;
  if (options->scale_stride > 0) return options->scale_stride;
  if (options->stride == 1) return 1;
  for (ratio = ocelli_times(options->scale_step, options->scale_step); ratio <= 1.22; ratio = ocelli_times(ratio, options->scale_step)) ++levels;
  return levels;
}

/* Ratio of one window size on the grid to the next. */
static inline double ocelli_grid_step(const ocelli_options *options) {
  const int32_t levels = ocelli_grid_levels(options);
  double step = options->scale_step;
  int32_t level;
  for (level = 1; level < levels; ++level) step = ocelli_times(step, options->scale_step);
  return step;
}

/* The stages that a window of the grid must pass before those around it are evaluated. */
static inline int32_t ocelli_grid_stages(const ocelli_cascade *cascade, int32_t stride, int32_t grid_levels) {
  const int32_t stages = cascade->stage_count;
  if ((stride == 1 && grid_levels == 1) || stages < 2) return stages;
  if (cascade->grid_stages > 0) return ocelli_min(cascade->grid_stages, stages);
  return ocelli_greatest(1, (stages - 1) / 2);
}

#endif
