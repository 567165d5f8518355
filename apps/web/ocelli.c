/* The models of the web page as a WebAssembly module (ocelli.js calls it): memory is handed out by the caller, from heap() on. */
#include "digits.h"
#include "face.h"

#define EXPORT(name) __attribute__((export_name(#name)))

extern unsigned char __heap_base;

EXPORT(heap) void *ocelli_heap(void) { return &__heap_base; }

/* Gray levels of pixels of red, green, blue and alpha, as the program has them of color pictures. */
EXPORT(gray) void ocelli_gray(const uint8_t *rgba, uint32_t pixels, uint8_t *gray) {
  uint32_t i;
  for (i = 0; i < pixels; ++i) gray[i] = (uint8_t)((4899U * rgba[4 * i] + 9617U * rgba[4 * i + 1] + 1868U * rgba[4 * i + 2] + 8192U) >> 14);
}

EXPORT(window) int32_t ocelli_window_width(void) { return FACE_WINDOW_WIDTH; }
EXPORT(faceWorkBytes) uint32_t ocelli_face_work_bytes(int32_t width, int32_t height) { return FACE_WORK_BYTES(width, height); }

EXPORT(detect)
int32_t ocelli_web_detect(const uint8_t *gray, int32_t width, int32_t height, void *work, uint32_t work_bytes, ocelli_detection *found, int32_t most,
                          int32_t min_size, int32_t max_size, double scale_step, int32_t stride, int32_t min_neighbors, double min_score) {
  ocelli_options options = ocelli_default_options();
  options.min_size = min_size;
  options.max_size = max_size;
  options.scale_step = scale_step;
  options.stride = stride;
  options.min_neighbors = min_neighbors;
  options.min_score = min_score;
  return face_detect(gray, width, height, width, &options, work, work_bytes, found, most, 0);
}

EXPORT(digitSide) int32_t ocelli_digit_side(void) { return DIGITS_WIDTH; }
EXPORT(digitWorkBytes) uint32_t ocelli_digit_work_bytes(void) { return DIGITS_WORK_BYTES; }
EXPORT(classify) int32_t ocelli_web_classify(const uint8_t *gray, void *work, float *scores) { return digits_classify(gray, work, scores); }
