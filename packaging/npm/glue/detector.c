/* A detector as a WebAssembly module. compile.js defines MODEL(x) as the model's name before x, and MODEL_WORK_BYTES; with landmarks,
 * MODEL_LANDMARKS. The caller hands out memory, from heap() on. */
#include "module.h"

EXPORT(kind) int32_t ocelli_kind(void) { return 'd'; }
EXPORT(windowWidth) int32_t ocelli_window_width(void) { return MODEL_WINDOW_WIDTH; }
EXPORT(workBytes) uint32_t ocelli_work_bytes(int32_t width, int32_t height) { return MODEL_WORK_BYTES(width, height); }

EXPORT(landmarks) int32_t ocelli_landmark_count(void) {
#ifdef MODEL_LANDMARKS
  return OCELLI_LANDMARKS;
#else
  return 0;
#endif
}

EXPORT(detect)
int32_t ocelli_module_detect(const uint8_t *gray, int32_t width, int32_t height, void *work, uint32_t work_bytes, ocelli_detection *found, void *landmarks,
                             int32_t most, int32_t min_size, int32_t max_size, double scale_step, int32_t stride, int32_t min_neighbors,
                             double min_score) {
  ocelli_options options = ocelli_default_options();
  options.min_size = min_size;
  options.max_size = max_size;
  options.scale_step = scale_step;
  options.stride = stride;
  options.min_neighbors = min_neighbors;
  options.min_score = min_score;
#ifdef MODEL_LANDMARKS
  return MODEL(_detect_landmarks)(gray, width, height, width, &options, work, work_bytes, found, (ocelli_landmarks *)landmarks, most, 0);
#else
  (void)landmarks;
  return MODEL(_detect)(gray, width, height, width, &options, work, work_bytes, found, most, 0);
#endif
}
