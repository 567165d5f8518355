/* Color pictures. */
#ifndef OCELLI_C99_RGB_H
#define OCELLI_C99_RGB_H

#include <stdint.h>

/* The gray levels of a picture, then the planes of its color differences Cb and Cr, from a byte each for red, green and blue. */
static inline void ocelli_read_rgb(const uint8_t *rgb, int32_t pixels, float *sample) {
  int32_t i;
  for (i = 0; i < pixels; ++i, rgb += 3) {
    const int32_t red = rgb[0], green = rgb[1], blue = rgb[2];
    const int32_t luma = (4899 * red + 9617 * green + 1868 * blue + (1 << 13)) >> 14;
    sample[i] = (float)((9798 * red + 19235 * green + 3735 * blue + (1 << 14)) >> 15);
    sample[pixels + i] = (float)(((blue - luma) * 9241 + (128 << 14) + (1 << 13)) >> 14);
    sample[2 * pixels + i] = (float)(((red - luma) * 11682 + (128 << 14) + (1 << 13)) >> 14);
  }
}

#endif
