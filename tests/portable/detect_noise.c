/* Runs a generated detector on pictures of noise: what the tests compare with the program's own detector. Each picture and each work buffer is
 * a block of memory of its own, of just the bytes that it needs, so that a sanitizer sees a byte too far.
 *
 *   program EXTRA MIN_SIZE MIN_HEIGHT MAX_SIZE MAX_HEIGHT SCALE_STEP STRIDE SCALE_STRIDE OVERHANG MIN_NEIGHBORS MIN_SCORE [WIDTH HEIGHT SEED]...
 *
 * EXTRA is the bytes of work buffer a pixel beyond MODEL_WORK_BYTES. Prints a line for each detection. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>

static uint8_t *noise(int32_t width, int32_t height, uint32_t seed) {
  const size_t count = (size_t)width * (size_t)height;
  uint8_t *const pixels = (uint8_t *)malloc(count);
  size_t i;
  for (i = 0; i < count; ++i) {
    seed = seed * 1664525U + 1013904223U;
    pixels[i] = (uint8_t)(seed >> 24);
  }
  return pixels;
}

static int detect(int32_t width, int32_t height, uint32_t seed, const ocelli_options *options, uint32_t extra) {
  enum { MOST = 500 };
  static ocelli_detection found[MOST];
  const int32_t window = MODEL_WINDOW_WIDTH, enlarged = options->min_size > 0 && options->min_size < window;
  const int32_t wide = enlarged ? width * window / options->min_size + 1 : width, high = enlarged ? height * window / options->min_size + 1 : height;
  const uint32_t bytes = MODEL_WORK_BYTES(wide, high) + extra * (uint32_t)wide * (uint32_t)high;
  uint8_t *const pixels = noise(width, height, seed);
  void *const work = malloc(bytes);
  int32_t left_out, i;
  const int32_t count = model_detect(pixels, width, height, width, options, work, bytes, found, MOST, &left_out);
  if (count < 0) printf("error %ld\n", (long)count);
  if (extra > 0 && left_out > 0) printf("left out %ld\n", (long)left_out);
  for (i = 0; i < count; ++i) {
    printf("%ld %ld %lu: %.9g %.9g %.9g %.9g %.9g\n", (long)width, (long)height, (unsigned long)seed, (double)found[i].x, (double)found[i].y,
           (double)found[i].width, (double)found[i].height, (double)found[i].score);
  }
  free(work);
  free(pixels);
  return count < 0;
}

int main(int count, char **arguments) {
  ocelli_options options = ocelli_default_options();
  int i, errors = 0;
  if (count < 12) return 2;
  options.min_size = atoi(arguments[2]);
  options.min_height = atoi(arguments[3]);
  options.max_size = atoi(arguments[4]);
  options.max_height = atoi(arguments[5]);
  options.scale_step = atof(arguments[6]);
  options.stride = atoi(arguments[7]);
  options.scale_stride = atoi(arguments[8]);
  options.overhang = atof(arguments[9]);
  options.min_neighbors = atoi(arguments[10]);
  options.min_score = atof(arguments[11]);
  for (i = 12; i + 2 < count; i += 3) {
    errors |= detect(atoi(arguments[i]), atoi(arguments[i + 1]), (uint32_t)strtoul(arguments[i + 2], 0, 10), &options,
                     (uint32_t)strtoul(arguments[1], 0, 10));
  }
  return errors;
}
