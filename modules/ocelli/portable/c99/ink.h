/* Brings the ink of a picture to one size, with its center of mass in the middle, as the samples of the training were. */
#ifndef OCELLI_C99_INK_H
#define OCELLI_C99_INK_H

#include <stdint.h>

#include "arithmetic.h"

/* Numbers of width x height: what the picture is made of at last, the ink, and the ink at its new size. */
typedef struct {
  float *sample, *ink, *scaled;
} ocelli_ink_room;

/* The part of a picture that is ink. */
typedef struct {
  int32_t left, top, width, height;
  double x, y; /* center of mass */
} ocelli_ink_place;

/* The median of the pixels of the border, the higher one of the middle two: the background. */
static inline int32_t ocelli_border_median(const uint8_t *gray, int32_t width, int32_t height) {
  uint16_t counts[256] = {0};
  int32_t x, y, count = 0, seen = 0, level;
  for (x = 0; x < width; ++x) {
    ++counts[gray[x]];
    if (height > 1) ++counts[gray[(height - 1) * width + x]];
  }
  for (y = 1; y + 1 < height; ++y) {
    ++counts[gray[y * width]];
    ++counts[gray[y * width + width - 1]];
  }
  for (level = 0; level < 256; ++level) count += counts[level];
  for (level = 0; seen + counts[level] <= count / 2; ++level) seen += counts[level];
  return level;
}

/* How far each pixel differs from the background to the other side; returns the most. */
static inline float ocelli_find_ink(const uint8_t *gray, int32_t pixels, float background, float *ink) {
  float max = 0;
  int32_t i;
  for (i = 0; i < pixels; ++i) {
    const float apart = background > 127.5F ? background - (float)gray[i] : (float)gray[i] - background;
    ink[i] = apart > 0 ? apart : 0;
    if (ink[i] > max) max = ink[i];
  }
  return max;
}

static inline ocelli_ink_place ocelli_place_ink(const float *ink, int32_t width, int32_t height, float min) {
  ocelli_ink_place place = {0, 0, 0, 0, 0, 0};
  int32_t left = width, right = -1, top = height, bottom = -1, x, y;
  double mass = 0;
  for (y = 0; y < height; ++y) {
    for (x = 0; x < width; ++x) {
      const float here = ink[y * width + x];
      mass += here;
      place.x += ocelli_times(here, x);
      place.y += ocelli_times(here, y);
      if (here < min) continue;
      left = ocelli_min(left, x);
      right = ocelli_greatest(right, x);
      top = ocelli_min(top, y);
      bottom = y;
    }
  }
  place.left = left;
  place.top = top;
  place.width = right - left + 1;
  place.height = bottom - top + 1;
  place.x /= mass;
  place.y /= mass;
  return place;
}

/* Of pixels along one side: those that a pixel of the result is made of, and how to weigh them. */
typedef struct {
  int32_t first, end; /* pixels */
  double begin, step; /* the area that the result's pixel covers, or, where the side is enlarged, the place of its middle and 0 */
} ocelli_ink_span;

static inline ocelli_ink_span ocelli_ink_span_of(int32_t source, int32_t result, int32_t results) {
  const double step = (double)source / results;
  ocelli_ink_span span;
  if (results <= source) {
    span.begin = ocelli_times(result, step);
    span.step = step;
    span.end = ocelli_min(source, ocelli_floor(span.begin + step) + 1);
  } else {
    const double place = ocelli_times(result + 0.5, step) - 0.5;
    span.begin = place < 0 ? 0 : place > source - 1 ? source - 1 : place;
    span.step = 0;
    span.end = ocelli_min(source, ocelli_floor(span.begin) + 2);
  }
  span.first = ocelli_floor(span.begin);
  return span;
}

/* The share of pixel i in the result. */
static inline double ocelli_ink_share(const ocelli_ink_span *span, int32_t i) {
  const double begin = span->begin, end = begin + span->step;
  if (span->step > 0) {
    const double covered = (end < i + 1 ? end : i + 1) - (begin > i ? begin : i);
    return covered > 1e-3 ? covered / span->step : 0;
  }
  return 1 - (begin > i ? begin - i : i - begin);
}

/* A box of the ink at another size: areas become means, enlarged ink is interpolated. */
static inline void ocelli_scale_ink(const float *ink, int32_t stride, const ocelli_ink_place *box, float brighter, int32_t width, int32_t height,
                                    float *scaled) {
  int32_t x, y, i, j;
  for (y = 0; y < height; ++y) {
    const ocelli_ink_span down = ocelli_ink_span_of(box->height, y, height);
    for (x = 0; x < width; ++x) {
      const ocelli_ink_span across = ocelli_ink_span_of(box->width, x, width);
      double sum = 0;
      for (j = down.first; j < down.end; ++j) {
        const float *const row = ink + (box->top + j) * stride + box->left;
        double of_row = 0;
        for (i = across.first; i < across.end; ++i)
          of_row += ocelli_times(ocelli_ink_share(&across, i), ocelli_times_float(row[i], brighter));
        sum += ocelli_times(ocelli_ink_share(&down, j), of_row);
      }
      scaled[y * width + x] = (float)sum;
    }
  }
}

/* Lays the scaled ink into the sample, its center of mass in the middle. */
static inline void ocelli_lay_ink(const float *scaled, int32_t width, int32_t height, float *sample, int32_t sample_width, int32_t sample_height) {
  const ocelli_ink_place place = ocelli_place_ink(scaled, width, height, 0);
  const int32_t left = ocelli_nearest((sample_width - 1) / 2.0 - place.x), top = ocelli_nearest((sample_height - 1) / 2.0 - place.y);
  int32_t x, y;
  for (y = 0; y < sample_height; ++y) {
    for (x = 0; x < sample_width; ++x) {
      const int32_t i = x - left, j = y - top;
      sample[y * sample_width + x] = i >= 0 && i < width && j >= 0 && j < height ? scaled[j * width + i] : 0;
    }
  }
}

/* The picture's levels as a sample. Where `side` is above 0 its ink is brought to that size and to the middle, unless it is there already or there is
 * none. */
static inline void ocelli_frame_ink(const uint8_t *gray, int32_t width, int32_t height, double side, const ocelli_ink_room *room) {
  const float background = (float)ocelli_border_median(gray, width, height);
  ocelli_ink_place place;
  double longer, off_x, off_y, scale;
  float max;
  int32_t i, scaled_width, scaled_height;
  for (i = 0; i < width * height; ++i) room->sample[i] = gray[i];
  max = ocelli_find_ink(gray, width * height, background, room->ink);
  if (side <= 0 || max < 32) return;

  place = ocelli_place_ink(room->ink, width, height, 0.25F * max);
  longer = ocelli_greatest(place.width, place.height);
  off_x = place.x - (width - 1) / 2.0;
  off_y = place.y - (height - 1) / 2.0;
  if (background < 32 && longer - side <= side * (1.0 / 7) && side - longer <= side * (1.0 / 7) && off_x <= 2 && off_x >= -2 && off_y <= 2 && off_y >= -2) return;

  scale = side / longer;
  scaled_width = ocelli_greatest(1, ocelli_nearest(ocelli_times(place.width, scale)));
  scaled_height = ocelli_greatest(1, ocelli_nearest(ocelli_times(place.height, scale)));
  ocelli_scale_ink(room->ink, width, &place, (float)(255.0 / (double)max), scaled_width, scaled_height, room->scaled);
  ocelli_lay_ink(room->scaled, scaled_width, scaled_height, room->sample, width, height);
}

#endif
