/* The detector: pyramid, scan, groups and, where the model has one, its verifier. */
#ifndef OCELLI_C99_DETECT_H
#define OCELLI_C99_DETECT_H

#include <stdint.h>

#include "verify.h"
#include "work.h"

typedef struct {
  const ocelli_cascade *cascade;
  const ocelli_verifier *verifier; /* or 0 */
  float min_score;                 /* detections with a lower score are dropped by default */
} ocelli_detector;

/* Bytes of a work buffer for pictures of up to this size, with a margin of so many pixels in all at both ends of each row and column. Of these
 * parts (with room for their alignment): the halves of the picture; the marks of windows; arrays of a row; the tables, or what a verifier takes for
 * a crop in their place; a window for each 16 pixels. */
#define OCELLI_WORK_BYTES(width, height, margins_x, margins_y, window_height, verifier_bytes)                                                    \
  (OCELLI_AREA(width, height) / 3 + 3 * OCELLI_AREA((width) + (margins_x) + 1, (height) + (margins_y) + 1) / 8 +                             \
   9 * ((uint32_t)(width) + (margins_x)) +                                                                                                   \
   OCELLI_LARGER(8 * ((uint32_t)(width) + (margins_x) + 1) * (uint32_t)((window_height) + OCELLI_ROWS_AHEAD + 1),                            \
                 (uint32_t)(verifier_bytes)) +                                                                                                   \
   2 * OCELLI_AREA(width, height) + 32 * 64 + 160)

/* Pixels beyond an edge in which windows may lie: whole steps of the grid. */
static inline int32_t ocelli_margin(double overhang, int32_t side, int32_t stride) {
  return overhang < 0 ? 0 : (int32_t)ocelli_times(overhang, side) / stride * stride;
}

/* The scales of the smallest (0: free) and of the largest (0: any) objects. */
static inline double ocelli_min_scale(const ocelli_cascade *cascade, const ocelli_options *options) {
  const double wide = options->min_size / (double)cascade->width, high = options->min_height / (double)cascade->height;
  return wide > high ? wide : high;
}
static inline double ocelli_greatest_scale(const ocelli_cascade *cascade, const ocelli_options *options) {
  const double wide = options->max_size / (double)cascade->width, high = options->max_height / (double)cascade->height;
  if (options->max_size == 0 || options->max_height == 0) return options->max_size == 0 ? high : wide;
  return wide < high ? wide : high;
}

/* The scale at which a window is nearest to the smallest objects, by least squares. */
static inline double ocelli_nearest_scale(const ocelli_cascade *cascade, const ocelli_options *options) {
  const int64_t wide = options->min_size > 0 ? cascade->width : 0, high = options->min_height > 0 ? cascade->height : 0;
  return (double)(options->min_size * wide + options->min_height * high) / (double)(wide * wide + high * high);
}

/* The scales to be scanned. */
static inline ocelli_scales ocelli_scales_of(const ocelli_cascade *cascade, const ocelli_options *options, double overhang, int32_t width,
                                             int32_t height) {
  ocelli_scales scales;
  scales.margin_x = ocelli_margin(overhang, cascade->width, options->stride);
  scales.margin_y = ocelli_margin(overhang, cascade->height, options->stride);
  scales.image_width = width;
  scales.image_height = height;
  scales.window_width = cascade->width;
  scales.window_height = cascade->height;
  scales.scale = ocelli_min_scale(cascade, options);
  scales.step = options->scale_step;
  scales.last = ocelli_greatest_scale(cascade, options);
  if (scales.scale <= 0) {
    scales.scale = 1;
  } else if (scales.last > 0 && scales.scale > scales.last) {
    scales.scale = scales.last = ocelli_nearest_scale(cascade, options);
  }
  return scales;
}

/* Hands out the work buffer to a scan; windows take what is left. The tables take at least `least_bytes`. */
static inline void ocelli_share_out(ocelli_scan *scan, const ocelli_level *largest, ocelli_arena *arena, uint32_t min_bytes) {
  const int32_t whole_width = ocelli_whole_width(largest), whole_height = ocelli_whole_height(largest);
  const int32_t grid_width = whole_width / scan->stride + 1, grid_height = whole_height / scan->stride + 1;
  const uint32_t width = (uint32_t)whole_width;
  ocelli_sums *const sums = &scan->sums;
  uint32_t entries;
  scan->around.bits = (uint8_t *)ocelli_take(arena, ocelli_mark_bytes(whole_width, whole_height));
  scan->survivors[0].bits = (uint8_t *)ocelli_take(arena, ocelli_mark_bytes(grid_width, grid_height));
  scan->survivors[1].bits = (uint8_t *)ocelli_take(arena, ocelli_mark_bytes(grid_width, grid_height));
  sums->reader.first = (uint16_t *)ocelli_take(arena, 2 * width);
  sums->reader.share = (uint16_t *)ocelli_take(arena, 2 * width);
  sums->reader.blended[0] = (int16_t *)ocelli_take(arena, 2 * width);
  sums->reader.blended[1] = (int16_t *)ocelli_take(arena, 2 * width);
  sums->row = (uint8_t *)ocelli_take(arena, width);
  sums->room = scan->cascade->height + OCELLI_ROWS_AHEAD + 1;
  entries = (width + 1) * (uint32_t)sums->room;
  sums->sum = (uint32_t *)ocelli_take(arena, 8 * entries < min_bytes ? min_bytes : 8 * entries);
  sums->squared = sums->sum + entries;
  scan->found.windows = (ocelli_window *)(void *)arena->at;
  scan->found.room = (int32_t)(arena->left / sizeof(ocelli_window));
  scan->found.count = scan->found.left_out = 0;
}

/* Bytes of a verifier's working memory. */
static inline uint32_t ocelli_verifier_bytes(const ocelli_verifier *verifier) {
  if (verifier == 0) return 0;
  return 3 * (uint32_t)ocelli_channel_count(verifier->width, verifier->height) + (verifier->network ? 4 * (uint32_t)verifier->network->numbers : 0) +
         (uint32_t)(verifier->width * verifier->height + ocelli_larger_pixels(verifier->width, verifier->height));
}

/* The verifier's working memory, in the place of the tables, which are no longer needed. */
static inline ocelli_verifier_memory ocelli_verifier_memory_in(void *bytes, const ocelli_verifier *verifier) {
  const int32_t channels = ocelli_channel_count(verifier->width, verifier->height);
  ocelli_verifier_memory memory;
  memory.sums = (uint16_t *)bytes;
  memory.maps = (int16_t *)(memory.sums + channels);
  memory.channels = (uint8_t *)(memory.maps + (verifier->network ? 2 * verifier->network->numbers : 0));
  memory.gray = memory.channels + channels;
  memory.larger = memory.gray + verifier->width * verifier->height;
  memory.octaves = 0;
  return memory;
}

/* Groups windows to detections, and rescores these with the verifier, if there is one. */
static inline void ocelli_decide(const ocelli_detector *detector, const ocelli_pyramid *pyramid, const ocelli_options *options, ocelli_scan *scan) {
  const double min_score = options->min_score < 0 ? (double)detector->min_score : options->min_score;
  if (detector->verifier == 0) {
    ocelli_group(&scan->found, options->overlap, options->min_neighbors, min_score);
  } else {
    ocelli_verifier_memory memory = ocelli_verifier_memory_in(scan->sums.sum, detector->verifier);
    ocelli_group(&scan->found, options->overlap, options->min_neighbors, 0);
    ocelli_verify_all(pyramid, detector->verifier, detector->cascade->symmetric, options, min_score, &memory, &scan->found);
  }
  ocelli_keep_surest(&scan->found, options->containment);
}

/* The part of a box that lies in a picture. */
static inline ocelli_detection ocelli_inside(const ocelli_detection *whole, int32_t width, int32_t height) {
  const float left = whole->x < 0 ? -whole->x : 0, above = whole->y < 0 ? -whole->y : 0;
  const float right = whole->x + whole->width - (float)width, below = whole->y + whole->height - (float)height;
  ocelli_detection part = *whole;
  part.x += left;
  part.y += above;
  part.width -= left + (right > 0 ? right : 0);
  part.height -= above + (below > 0 ? below : 0);
  return part;
}

/* What a search leaves in the work buffer. */
typedef struct {
  ocelli_pyramid pyramid;
  ocelli_scan scan; /* its windows are the detections, the surest first; they may reach out of the picture */
} ocelli_scan_memory;

/* Searches a picture, as ocelli_detect() does. The place of the tables has at least `min_bytes` afterwards. Returns the number of detections. */
static inline int32_t ocelli_find(const ocelli_detector *detector, const ocelli_picture *source, const ocelli_options *options, void *work,
                                  uint32_t work_bytes, uint32_t min_bytes, ocelli_scan_memory *search, int32_t *left_out) {
  const ocelli_cascade *const cascade = detector->cascade;
  const int32_t width = source->width, height = source->height;
  const uint32_t verifier_bytes = ocelli_verifier_bytes(detector->verifier), row_bytes = 2 * ((uint32_t)width + 1);
  const uint32_t most_bytes = verifier_bytes > row_bytes ? verifier_bytes : row_bytes;
  ocelli_scan *const scan = &search->scan;
  ocelli_arena arena = {(uint8_t *)work, work_bytes, 0};
  ocelli_scales scales, sizes;
  ocelli_level largest;
  uint8_t *halves;
  if (left_out != 0) *left_out = 0;
  if (width < 1 || height < 1 || width > OCELLI_MOST_SIDE || height > OCELLI_MOST_SIDE || source->stride < width) return OCELLI_BAD_PICTURE;
  if (!ocelli_are_valid(options)) return OCELLI_BAD_OPTIONS;
  if ((options->min_size > 0 || options->min_height > 0) && 2 * ocelli_min_scale(cascade, options) < 1) return OCELLI_BAD_OPTIONS;
  if (((uintptr_t)work & 7) != 0) return OCELLI_NO_ROOM;
  scales = ocelli_scales_of(cascade, options, options->overhang < 0 && detector->verifier != 0 ? 0.3 : options->overhang, width, height);
  scan->grid_levels = ocelli_grid_levels(options);
  if (detector->verifier != 0 && options->scale_stride == 0) {
    /* It evaluates smaller and larger boxes, too. */
    scales.step = ocelli_grid_step(options);
    scan->grid_levels = 1;
  }
  sizes = scales;
  if (!ocelli_next_level(&sizes, &largest)) return 0; /* no window fits */

  scan->cascade = cascade;
  scan->stride = options->stride;
  scan->grid_stages = ocelli_grid_stages(cascade, scan->stride, scan->grid_levels);
  halves = (uint8_t *)ocelli_take(&arena, ocelli_pyramid_bytes(width, height));
  ocelli_share_out(scan, &largest, &arena, most_bytes > min_bytes ? most_bytes : min_bytes);
  if (arena.is_short) return OCELLI_NO_ROOM;
  ocelli_build_pyramid(*source, halves, (uint16_t *)(void *)scan->sums.sum, &search->pyramid);
  ocelli_scan_all(scan, &search->pyramid, scales);
  if (left_out != 0) *left_out = scan->found.left_out;
  ocelli_decide(detector, &search->pyramid, options, scan);
  return scan->found.count;
}

/* Finds objects in an 8-bit gray picture, `stride` bytes from row to row: grouped detections, the surest first. Returns how many there are in
 * `found`, at most `most`, or one of the errors above. `work` is aligned to 8 bytes and has OCELLI_WORK_BYTES() for the picture, or for the enlarged
 * picture where the smallest objects are below the window; a higher overhang than the default takes more, and more room is for more windows.
 * `left_out`, unless it is 0, gets the number of windows that had no room. */
static inline int32_t ocelli_detect(const ocelli_detector *detector, const uint8_t *gray, int32_t width, int32_t height, int32_t stride,
                                    const ocelli_options *options, void *work, uint32_t work_bytes, ocelli_detection *found, int32_t max,
                                    int32_t *left_out) {
  const ocelli_picture source = {gray, width, height, stride};
  ocelli_scan_memory search;
  int32_t i;
  const int32_t count = ocelli_find(detector, &source, options, work, work_bytes, 0, &search, left_out);
  if (max < 0) return OCELLI_BAD_OPTIONS;
  for (i = 0; i < count && i < max; ++i) found[i] = ocelli_inside(&search.scan.found.windows[i].box, width, height);
  return count < 0 ? count : i;
}

#endif
