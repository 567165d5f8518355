/* Histograms of the cells of pictures: orientations, binary patterns, colors. A byte for each bin of each cell. */
#ifndef OCELLI_C99_CELLS_H
#define OCELLI_C99_CELLS_H

#include <stdint.h>

#include "arithmetic.h"
#include "real.h"

/* Where the rows and columns of cells begin, and where the last ones end. */
typedef struct {
  int32_t rows, columns;
  const int16_t *y, *x;
} ocelli_grid;

/* The square root of a number from 2^-20 to 2^46, correctly rounded; 0 of 0. Starts from an integer, and corrects the last of Newton's steps by
 * what its square is off, exactly. */
static inline double ocelli_square_root(double number) {
  const double unit = number < 1 ? 1048576.0 : 1.0;
  volatile double root, high, low, square, rest;
  int32_t i;
  if (number <= 0) return 0;
  root = (double)ocelli_root((uint64_t)(number * unit * (number < 1 ? unit : 1))) / unit;
  for (i = 0; i < 4; ++i) root = 0.5 * (root + number / root);
  high = root * 134217729.0; /* 2^27 + 1: the upper half of the bits */
  high = high - (high - root);
  low = root - high;
  square = root * root;
  rest = high * high - square;
  rest = rest + 2 * high * low;
  rest = rest + low * low;
  rest = (number - square) - rest;
  return root + rest / (2 * root);
}

static inline int32_t ocelli_clamped(int32_t value, int32_t end) { return value < 0 ? 0 : value >= end ? end - 1 : value; }

/* Gray levels, rounded. */
static inline void ocelli_levels(const float *sample, int32_t pixels, int16_t *levels) {
  int32_t i;
  for (i = 0; i < pixels; ++i) levels[i] = (int16_t)((double)sample[i] + 0.5);
}

/* ---- Orientations: 12 bins */

/* Adds a gradient's parts along the directions, 30 degrees apart: each is split between its two neighbors. */
static inline void ocelli_add_gradient(int32_t dx, int32_t dy, uint32_t *histogram) {
  static const int16_t cosines[15] = {90, 78, 45, 0, -45, -78, -90, -78, -45, 0, 45, 78, 90, 78, 45};
  int32_t k;
  for (k = 0; k < 12; ++k) {
    const int32_t before = (k + 11) % 12, after = (k + 1) % 12;
    const int32_t from_before = cosines[before] * dy - cosines[(before + 9) % 12] * dx;
    const int32_t to_after = dx * cosines[(after + 9) % 12] - dy * cosines[after];
    const int32_t part = ocelli_min(from_before, to_after);
    if (part > 0) histogram[k] += (uint32_t)part;
  }
}

static inline double ocelli_energy(const uint32_t *histogram) {
  uint64_t sum = 0;
  int32_t k;
  for (k = 0; k < 12; ++k) sum += (uint64_t)histogram[k] * histogram[k];
  return (double)sum;
}

/* The factor of the cells around a corner. */
static inline double ocelli_corner_scale(const ocelli_grid *grid, const uint32_t *histograms, int32_t y, int32_t x) {
  const int32_t above = ocelli_clamped(y - 1, grid->rows), below = ocelli_clamped(y, grid->rows);
  const int32_t left = ocelli_clamped(x - 1, grid->columns), right = ocelli_clamped(x, grid->columns);
  const double block =
      ocelli_energy(histograms + 12 * (above * grid->columns + left)) + ocelli_energy(histograms + 12 * (above * grid->columns + right)) +
      ocelli_energy(histograms + 12 * (below * grid->columns + left)) + ocelli_energy(histograms + 12 * (below * grid->columns + right));
  volatile double scale = 255 / 0.2 / ocelli_square_root(block + 32400);
  return scale;
}

static inline int32_t ocelli_clipped(uint32_t part, double scale) {
  const double scaled = ocelli_times((double)part, scale);
  return scaled < 255 ? (int32_t)scaled : 255;
}

/* `histograms` has 12 numbers for each cell. */
static inline void ocelli_orientation_bytes(const ocelli_grid *grid, int32_t width, int32_t height, const int16_t *levels, uint32_t *histograms,
                                            uint8_t *bytes) {
  int32_t r, c, x, y, k;
  for (r = 0; r < grid->rows; ++r) {
    for (c = 0; c < grid->columns; ++c) {
      uint32_t *const histogram = histograms + 12 * (r * grid->columns + c);
      const uint32_t pixels = (uint32_t)((grid->y[r + 1] - grid->y[r]) * (grid->x[c + 1] - grid->x[c]));
      for (k = 0; k < 12; ++k) histogram[k] = pixels / 2;
      for (y = grid->y[r]; y < grid->y[r + 1]; ++y) {
        for (x = grid->x[c]; x < grid->x[c + 1]; ++x)
          ocelli_add_gradient(levels[y * width + ocelli_clamped(x + 1, width)] - levels[y * width + ocelli_clamped(x - 1, width)],
                              levels[ocelli_clamped(y + 1, height) * width + x] - levels[ocelli_clamped(y - 1, height) * width + x], histogram);
      }
      for (k = 0; k < 12; ++k) histogram[k] /= pixels;
    }
  }
  for (r = 0; r < grid->rows; ++r) {
    for (c = 0; c < grid->columns; ++c) {
      const uint32_t *const histogram = histograms + 12 * (r * grid->columns + c);
      double scales[4];
      for (k = 0; k < 4; ++k) scales[k] = ocelli_corner_scale(grid, histograms, r + k / 2, c + k % 2);
      for (k = 0; k < 12; ++k)
        *bytes++ = (uint8_t)((ocelli_clipped(histogram[k], scales[0]) + ocelli_clipped(histogram[k], scales[1]) +
                              ocelli_clipped(histogram[k], scales[2]) + ocelli_clipped(histogram[k], scales[3]) + 2) / 4);
    }
  }
}

/* ---- Binary patterns: 59 bins */

/* 255 times the square root of a share. */
static inline uint8_t ocelli_root_byte(double sum, double whole) {
  volatile double share = sum / whole;
  return (uint8_t)ocelli_min(ocelli_nearest(ocelli_times(255, ocelli_square_root(share))), 255);
}

/* The bin of a pattern of 8 bits: those with at most two changes around the circle come first, in their order. */
static inline uint32_t ocelli_pattern_bin(uint32_t pattern) {
  uint32_t other, bin = 0;
  for (other = 0; other <= pattern; ++other) {
    uint32_t changes = other ^ ((other << 1 | other >> 7) & 255), count = 0;
    for (; changes > 0; changes >>= 1) count += changes & 1;
    if (count <= 2) ++bin;
    if (other == pattern && count > 2) return 58;
  }
  return bin - 1;
}

static inline void ocelli_pattern_bytes(const ocelli_grid *grid, int32_t width, int32_t height, const int16_t *levels, uint8_t *bytes) {
  static const int8_t across[8] = {-1, 0, 1, 1, 1, 0, -1, -1}, down[8] = {-1, -1, -1, 0, 1, 1, 1, 0};
  uint32_t bins[256], counts[59];
  int32_t r, c, x, y, n;
  for (n = 0; n < 256; ++n) bins[n] = ocelli_pattern_bin((uint32_t)n);
  for (r = 0; r < grid->rows; ++r) {
    for (c = 0; c < grid->columns; ++c) {
      const int32_t pixels = (grid->y[r + 1] - grid->y[r]) * (grid->x[c + 1] - grid->x[c]);
      for (n = 0; n < 59; ++n) counts[n] = 0;
      for (y = grid->y[r]; y < grid->y[r + 1]; ++y) {
        for (x = grid->x[c]; x < grid->x[c + 1]; ++x) {
          uint32_t pattern = 0;
          for (n = 0; n < 8; ++n) {
            const int32_t level = levels[ocelli_clamped(y + down[n], height) * width + ocelli_clamped(x + across[n], width)];
            if (level > levels[y * width + x] + 2) pattern |= (uint32_t)1 << n;
          }
          ++counts[bins[pattern]];
        }
      }
      for (n = 0; n < 59; ++n) *bytes++ = ocelli_root_byte(counts[n], pixels);
    }
  }
}

/* ---- Colors: the means of two differences, then 8 hues */

static inline int32_t ocelli_size(int32_t value) { return value < 0 ? -value : value; }

static inline void ocelli_color_bytes(const ocelli_grid *grid, int32_t width, int32_t height, const float *sample, uint8_t *bytes) {
  const float *const blue = sample + width * height, *const red = blue + width * height;
  int32_t r, c, x, y, n;
  for (r = 0; r < grid->rows; ++r) {
    for (c = 0; c < grid->columns; ++c) {
      const int32_t pixels = (grid->y[r + 1] - grid->y[r]) * (grid->x[c + 1] - grid->x[c]);
      int32_t differences[2] = {0, 0}, hues[8] = {0, 0, 0, 0, 0, 0, 0, 0};
      for (y = grid->y[r]; y < grid->y[r + 1]; ++y) {
        for (x = grid->x[c]; x < grid->x[c + 1]; ++x) {
          const int32_t u = (int32_t)blue[y * width + x] - 128, v = (int32_t)red[y * width + x] - 128;
          const int32_t smaller = ocelli_min(ocelli_size(u), ocelli_size(v)), larger = ocelli_greatest(ocelli_size(u), ocelli_size(v));
          differences[0] += u;
          differences[1] += v;
          hues[ocelli_size(u) >= ocelli_size(v) ? (u >= 0 ? 0 : 4) : (v >= 0 ? 2 : 6)] += larger - smaller;
          hues[u >= 0 ? (v >= 0 ? 1 : 7) : (v >= 0 ? 3 : 5)] += smaller;
        }
      }
      for (n = 0; n < 2; ++n) *bytes++ = (uint8_t)ocelli_min(ocelli_nearest((double)differences[n] / pixels) + 128, 255);
      for (n = 0; n < 8; ++n) *bytes++ = ocelli_root_byte(hues[n], pixels * 127.0);
    }
  }
}

#endif
