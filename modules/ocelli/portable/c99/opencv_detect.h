/* A detector of OpenCV's kind: levels, scan and groups. */
#ifndef OCELLI_C99_OPENCV_DETECT_H
#define OCELLI_C99_OPENCV_DETECT_H

#include <stdint.h>

#include "group.h"
#include "opencv_cascade.h"
#include "opencv_levels.h"
#include "work.h"

/* Bytes of a work buffer for pictures of up to this size. Of these parts (with room for their alignment): arrays of a row; as many tables as the
 * cascade's features need; a window for each 16 pixels. */
#define OCELLI_OPENCV_WORK_BYTES(width, height, window_height, tables)                                                                       \
  (10 * (uint32_t)(width) + 4 * (tables) * ((uint32_t)(width) + 1) * (uint32_t)((window_height) + OCELLI_ROWS_AHEAD + 1) +                   \
   2 * OCELLI_AREA(width, height) + 32 * 64 + 160)

/* What a scan works with. */
typedef struct {
  const ocelli_opencv_cascade *cascade;
  ocelli_opencv_tables tables;
  ocelli_opencv_level level;
  ocelli_windows found;
} ocelli_opencv_scan;

static inline uint32_t *ocelli_take_table(ocelli_arena *arena, uint32_t entries, int32_t is_needed) {
  return is_needed ? (uint32_t *)ocelli_take(arena, 4 * entries) : 0;
}

/* Hands out the work buffer for levels of up to this size; windows take what is left. */
static inline void ocelli_share_out_opencv(ocelli_opencv_scan *scan, const ocelli_opencv_level *largest, ocelli_arena *arena) {
  const ocelli_opencv_cascade *const cascade = scan->cascade;
  const uint32_t width = (uint32_t)largest->width;
  ocelli_opencv_tables *const tables = &scan->tables;
  uint32_t entries;
  tables->first = (uint16_t *)ocelli_take(arena, 2 * width);
  tables->share = (uint16_t *)ocelli_take(arena, 2 * width);
  tables->blended[0] = (uint16_t *)ocelli_take(arena, 2 * width);
  tables->blended[1] = (uint16_t *)ocelli_take(arena, 2 * width);
  tables->row = (uint8_t *)ocelli_take(arena, width);
  tables->above = (uint8_t *)ocelli_take(arena, width);
  tables->room = cascade->height + OCELLI_ROWS_AHEAD + 1;
  entries = (width + 1) * (uint32_t)tables->room;
  tables->sum = ocelli_take_table(arena, entries, 1);
  tables->squared = ocelli_take_table(arena, entries, cascade->haar != 0);
  tables->tilted = ocelli_take_table(arena, entries, cascade->has_tilted);
  scan->found.windows = (ocelli_window *)(void *)arena->at;
  scan->found.room = (int32_t)(arena->left / sizeof(ocelli_window));
  scan->found.count = scan->found.left_out = 0;
}

/* Keeps a window that passed. Boxes are whole source pixels and may reach one pixel beyond the picture. */
static inline void ocelli_keep_opencv(ocelli_opencv_scan *scan, int32_t x, int32_t y, int64_t score) {
  const float scale = scan->level.scale;
  ocelli_detection box;
  box.x = (float)ocelli_nearest_even(ocelli_times_float((float)x, scale));
  box.y = (float)ocelli_nearest_even(ocelli_times_float((float)y, scale));
  box.width = (float)ocelli_opencv_side(scan->cascade->width, scale);
  box.height = (float)ocelli_opencv_side(scan->cascade->height, scale);
  box.score = (float)((double)score / (double)((int64_t)1 << scan->cascade->score_bits));
  ocelli_keep(&scan->found, &box);
}

/* Evaluates a window. Returns whether the first stage rejected it: then OpenCV skips the next one. */
static inline int32_t ocelli_evaluate_opencv(ocelli_opencv_scan *scan, int32_t x, int32_t y) {
  const ocelli_opencv_cascade *const cascade = scan->cascade;
  const ocelli_opencv_tables *const tables = &scan->tables;
  const int32_t place = (y - tables->top) * tables->stride + x;
  ocelli_opencv_window window = {tables->sum + place, 0, tables->stride, 0, 0};
  ocelli_stages at = {0, 0, 0, 0};
  if (tables->tilted != 0) window.tilted = tables->tilted + place;
  if (cascade->haar != 0) {
    window.spread = ocelli_spread(cascade, window.sum, tables->squared + place, tables->stride);
    if (window.spread < cascade->min_spread) return 0;
    window.root = (int32_t)ocelli_root((uint64_t)window.spread << cascade->root_shift);
  }
  while (at.stage < cascade->stage_count) {
    if (!ocelli_passes_stage(cascade, &window, &at)) return at.stage == 1;
  }
  ocelli_keep_opencv(scan, x, y, at.score);
  return 0;
}

static inline void ocelli_scan_opencv_level(ocelli_opencv_scan *scan) {
  const int32_t stride = scan->level.stride, last = scan->level.width - scan->cascade->width;
  int32_t x, y;
  if (last < 0) return;
  ocelli_enter_opencv_level(&scan->tables, &scan->level);
  for (y = 0; y < scan->level.end_y; y += stride) {
    ocelli_load_opencv_rows(&scan->tables, y, y + scan->cascade->height);
    for (x = 0; x <= last; x += stride) {
      if (ocelli_evaluate_opencv(scan, x, y)) x += stride;
    }
  }
}

/* As ocelli_detect(), with OCELLI_OPENCV_WORK_BYTES(). OpenCV has its own stride: options->stride and scale_stride have no effect. */
static inline int32_t ocelli_detect_opencv(const ocelli_opencv_cascade *cascade, const uint8_t *gray, int32_t width, int32_t height, int32_t stride,
                                           const ocelli_options *options, void *work, uint32_t work_bytes, ocelli_detection *found, int32_t max,
                                           int32_t *left_out) {
  ocelli_arena arena = {(uint8_t *)work, work_bytes, 0};
  ocelli_opencv_scales scales = {width, height, cascade->width, cascade->height, options->min_size, options->min_height, options->max_size,
                                 options->max_height, 1, options->scale_step, 0};
  ocelli_opencv_scan scan;
  int32_t i;
  if (left_out != 0) *left_out = 0;
  if (width < 1 || height < 1 || width > OCELLI_MOST_SIDE || height > OCELLI_MOST_SIDE || stride < width) return OCELLI_BAD_PICTURE;
  if (!ocelli_are_valid(options) || max < 0) return OCELLI_BAD_OPTIONS;
  if (((uintptr_t)work & 7) != 0) return OCELLI_NO_ROOM;
  if (!ocelli_next_opencv_level(&scales, &scan.level)) return 0; /* no window fits */
  scan.cascade = cascade;
  scan.tables.source = gray;
  scan.tables.source_width = width;
  scan.tables.source_height = height;
  scan.tables.source_stride = stride;
  ocelli_share_out_opencv(&scan, &scan.level, &arena);
  if (arena.is_short) return OCELLI_NO_ROOM;
  do ocelli_scan_opencv_level(&scan);
  while (ocelli_next_opencv_level(&scales, &scan.level));
  if (left_out != 0) *left_out = scan.found.left_out;
  ocelli_group(&scan.found, options->overlap, options->min_neighbors, options->min_score < 0 ? 0 : options->min_score);
  ocelli_keep_surest(&scan.found, options->containment);
  for (i = 0; i < scan.found.count && i < max; ++i) found[i] = scan.found.windows[i].box;
  return i;
}

#endif
