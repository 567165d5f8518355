/* A gray picture at several scales: halved again and again, and interpolated between, in integers but for the places of pixels. */
#ifndef OCELLI_C99_PYRAMID_H
#define OCELLI_C99_PYRAMID_H

#include <stdint.h>

#include "arithmetic.h"

enum { OCELLI_MOST_OCTAVES = 16 };

/* Bytes of a picture, row by row; `stride` bytes from one row to the next. */
typedef struct {
  const uint8_t *pixels;
  int32_t width, height, stride;
} ocelli_picture;

/* The source and its halves, quarters, ... */
typedef struct {
  ocelli_picture octaves[OCELLI_MOST_OCTAVES];
  int32_t count;
} ocelli_pyramid;

/* One scale of a pyramid. A pixel of it covers scale_x x scale_y source pixels. A margin on each side repeats the pixels at the edge. */
typedef struct {
  int32_t width, height, margin_x, margin_y;
  double scale_x, scale_y;
} ocelli_level;

/* Sizes with the margin. */
static inline int32_t ocelli_whole_width(const ocelli_level *level) { return level->width + 2 * level->margin_x; }
static inline int32_t ocelli_whole_height(const ocelli_level *level) { return level->height + 2 * level->margin_y; }

/* Working memory of who interpolates rows of a level. */
typedef struct {
  ocelli_picture octave;       /* that the level is interpolated from */
  int32_t width, height, margin_x, margin_y; /* of the level */
  uint16_t *first, *share;     /* of each column: the pixel before its center, and the weight of the next one in 2^-11 */
  int16_t *blended[2];         /* rows of the octave at the level's width, those of even and of odd y */
  int32_t held[2];             /* their y, or -1 */
} ocelli_row_reader;

/* The weights, in 2^-14, of the three source pixels that pixel i of `count` halved ones covers. Of an odd number of source pixels one half is a
 * bit more than two of them. */
static inline void ocelli_halving_weights(int32_t i, int32_t count, int32_t source, int32_t weights[3]) {
  const int32_t one = 1 << 14;
  weights[0] = one / 2;
  weights[2] = 0;
  if (source % 2 != 0) {
    weights[0] = (int32_t)((2 * (int64_t)one * (count - i) + source) / (2 * (int64_t)source));
    weights[2] = (int32_t)((2 * (int64_t)one * (i + 1) + source) / (2 * (int64_t)source));
  }
  weights[1] = one - weights[0] - weights[2];
}

/* The mean of the pixels that each pixel of the result covers. `row` has room for the source's width and one more, `result` for half the
 * width and height. */
static inline void ocelli_halve(const ocelli_picture *source, uint8_t *result, uint16_t *row) {
  const int32_t width = source->width / 2, height = source->height / 2;
  int32_t x, y, weights[3];
  for (y = 0; y < height; ++y) {
    const uint8_t *const above = source->pixels + 2 * y * source->stride;
    const uint8_t *const middle = above + source->stride;
    const uint8_t *const below = 2 * y + 2 < source->height ? middle + source->stride : middle;
    ocelli_halving_weights(y, height, source->height, weights);
    for (x = 0; x < source->width; ++x)
      row[x] = (uint16_t)((above[x] * weights[0] + middle[x] * weights[1] + below[x] * weights[2] + (1 << 5)) >> 6);
    row[source->width] = 0;
    ocelli_halving_weights(0, width, source->width, weights);
    for (x = 0; x < width; ++x) {
      if (source->width % 2 != 0) ocelli_halving_weights(x, width, source->width, weights);
      result[y * width + x] = (uint8_t)((row[2 * x] * weights[0] + row[2 * x + 1] * weights[1] + row[2 * x + 2] * weights[2] + (1 << 21)) >> 22);
    }
  }
}

/* Bytes that the halves of a picture take together. */
static inline uint32_t ocelli_pyramid_bytes(int32_t width, int32_t height) {
  uint32_t bytes = 0;
  int32_t octave;
  for (octave = 1; octave < OCELLI_MOST_OCTAVES && width > 1 && height > 1; ++octave) {
    width /= 2;
    height /= 2;
    bytes += (uint32_t)width * (uint32_t)height;
  }
  return bytes;
}

/* Halves the source as often as it goes. `pixels` has room for ocelli_pyramid_bytes(), `row` for the source's width and one more. */
static inline void ocelli_build_pyramid(ocelli_picture source, uint8_t *pixels, uint16_t *row, ocelli_pyramid *pyramid) {
  pyramid->octaves[0] = source;
  pyramid->count = 1;
  while (pyramid->count < OCELLI_MOST_OCTAVES) {
    const ocelli_picture *const finer = &pyramid->octaves[pyramid->count - 1];
    ocelli_picture halved;
    if (finer->width < 2 || finer->height < 2) return;
    halved.pixels = pixels;
    halved.width = halved.stride = finer->width / 2;
    halved.height = finer->height / 2;
    ocelli_halve(finer, pixels, row);
    pixels += halved.width * halved.height;
    pyramid->octaves[pyramid->count++] = halved;
  }
}

/* For a pixel along one axis of a picture of `result` pixels made from `source`: the source pixel before its center, which may lie outside, and
 * the weight of the next one in 2^-11. */
static inline int32_t ocelli_tap(int32_t pixel, int32_t source, int32_t result, int32_t *share) {
  const double scale = 1 / ((double)result / source);
  const float place = (float)(ocelli_times(pixel + 0.5, scale) - 0.5);
  const int32_t first = ocelli_floor(place);
  const float part = (place - (float)first) * 2048; /* exact */
  const int32_t whole = (int32_t)part;
  const float rest = part - (float)whole;
  *share = rest > 0.5F || (rest >= 0.5F && whole % 2 != 0) ? whole + 1 : whole;
  return first;
}

/* Starts to read rows of a level: chooses the octave just above its size. The reader's arrays have room for the level's width. */
static inline void ocelli_start_rows(const ocelli_pyramid *pyramid, const ocelli_level *level, ocelli_row_reader *reader) {
  const ocelli_picture *const source = &pyramid->octaves[0];
  const int32_t width = level->width, height = level->height;
  int32_t octave = 0, x;
  while (octave + 1 < pyramid->count && source->width >> (octave + 1) >= width && source->height >> (octave + 1) >= height) ++octave;
  reader->octave = pyramid->octaves[octave];
  reader->width = width;
  reader->height = height;
  reader->margin_x = level->margin_x;
  reader->margin_y = level->margin_y;
  reader->held[0] = reader->held[1] = -1;
  for (x = 0; x < width; ++x) {
    int32_t share, first = ocelli_tap(x, reader->octave.width, width, &share);
    const int32_t last = reader->octave.width - 1;
    if (first < 0 || first >= last) {
      first = first < 0 ? 0 : last;
      share = 0;
    }
    reader->first[x] = (uint16_t)first;
    reader->share[x] = (uint16_t)share;
  }
}

/* Row y of the octave, at the level's width, in units of 2^-7. */
static inline const int16_t *ocelli_blended(ocelli_row_reader *reader, int32_t y) {
  const uint8_t *const row = reader->octave.pixels + y * reader->octave.stride;
  int16_t *const blended = reader->blended[y % 2];
  const int32_t last = reader->octave.width - 1;
  int32_t x;
  if (reader->held[y % 2] == y) return blended;
  reader->held[y % 2] = y;
  for (x = 0; x < reader->width; ++x) {
    const int32_t first = reader->first[x];
    const int32_t left = row[first], right = row[first < last ? first + 1 : last];
    blended[x] = (int16_t)((left * 2048 + (right - left) * reader->share[x]) >> 4);
  }
  return blended;
}

/* Writes row y of the level, without its margin. */
static inline void ocelli_read_inside(ocelli_row_reader *reader, int32_t y, uint8_t *row) {
  const ocelli_picture *const octave = &reader->octave;
  int32_t x, share, first;
  const int16_t *upper, *lower;
  if (octave->width == reader->width && octave->height == reader->height) {
    for (x = 0; x < reader->width; ++x) row[x] = octave->pixels[y * octave->stride + x];
    return;
  }
  first = ocelli_tap(y, octave->height, reader->height, &share);
  upper = ocelli_blended(reader, ocelli_greatest(0, ocelli_min(first, octave->height - 1)));
  lower = ocelli_blended(reader, ocelli_greatest(0, ocelli_min(first + 1, octave->height - 1)));
  for (x = 0; x < reader->width; ++x) {
    const int32_t sum = (upper[x] * (2048 - share) >> 16) + (lower[x] * share >> 16);
    const int32_t level = (sum + 2) >> 2;
    row[x] = (uint8_t)(level > 255 ? 255 : level);
  }
}

/* Writes row y of the level with its margin, from whose top y is counted. */
static inline void ocelli_read_row(ocelli_row_reader *reader, int32_t y, uint8_t *row) {
  uint8_t *const inside = row + reader->margin_x, *const behind = inside + reader->width;
  int32_t x;
  ocelli_read_inside(reader, ocelli_greatest(0, ocelli_min(y - reader->margin_y, reader->height - 1)), inside);
  for (x = 0; x < reader->margin_x; ++x) {
    row[x] = inside[0];
    behind[x] = behind[-1];
  }
}

/* The scales at which a picture is scanned for windows of one size: first, first step, first step^2, ... source pixels a pixel, up to `last`. */
typedef struct {
  int32_t image_width, image_height, window_width, window_height, margin_x, margin_y;
  double scale, step, last;
} ocelli_scales;

/* The next scale; 0 when there is none. */
static inline int32_t ocelli_next_level(ocelli_scales *scales, ocelli_level *level) {
  const double max = ocelli_times(scales->last, 1 + 1e-9);
  if (scales->last > 0 && scales->scale > max) return 0;
  level->width = ocelli_nearest(scales->image_width / scales->scale);
  level->height = ocelli_nearest(scales->image_height / scales->scale);
  level->margin_x = scales->margin_x;
  level->margin_y = scales->margin_y;
  if (ocelli_whole_width(level) < scales->window_width || ocelli_whole_height(level) < scales->window_height) return 0;
  level->scale_x = (double)scales->image_width / level->width;
  level->scale_y = (double)scales->image_height / level->height;
  scales->scale = ocelli_times(scales->scale, scales->step);
  return 1;
}

#endif
