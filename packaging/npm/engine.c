/* The detectors' engine as a WebAssembly module, with the bundled face model: build.js compiles it. Other models are laid out in its memory
 * (header.js), which the caller hands out from heap() on. */
#include "face.h"
#include "landmarks.h"
#include "opencv_detect.h"

#include "module.h"

static ocelli_options options_of(int32_t min_size, int32_t max_size, double scale_step, int32_t stride, int32_t min_neighbors, double min_score) {
  ocelli_options options = ocelli_default_options();
  options.min_size = min_size;
  options.max_size = max_size;
  options.scale_step = scale_step;
  options.stride = stride;
  options.min_neighbors = min_neighbors;
  options.min_score = min_score;
  return options;
}

EXPORT(face) const void *ocelli_face(void) { return &face_detector; }
EXPORT(faceWorkBytes) uint32_t ocelli_face_work_bytes(int32_t width, int32_t height) { return FACE_WORK_BYTES(width, height); }

/* With the numbers that the macro NAME_WORK_BYTES of a header has. */
EXPORT(workBytes)
uint32_t ocelli_work_bytes(int32_t width, int32_t height, int32_t margins_x, int32_t margins_y, int32_t window_height, int32_t verifier_bytes) {
  return OCELLI_WORK_BYTES(width, height, margins_x, margins_y, window_height, verifier_bytes);
}
EXPORT(opencvWorkBytes) uint32_t ocelli_opencv_work_bytes(int32_t width, int32_t height, int32_t window_height, uint32_t tables) {
  return OCELLI_OPENCV_WORK_BYTES(width, height, window_height, tables);
}

/* `trees` may be 0: then there are no landmarks. */
EXPORT(detect)
int32_t ocelli_engine_detect(const ocelli_detector *detector, const ocelli_landmark_trees *trees, const uint8_t *gray, int32_t width, int32_t height,
                             void *work, uint32_t work_bytes, ocelli_detection *found, ocelli_landmarks *landmarks, int32_t most, int32_t min_size,
                             int32_t max_size, double scale_step, int32_t stride, int32_t min_neighbors, double min_score) {
  const ocelli_options options = options_of(min_size, max_size, scale_step, stride, min_neighbors, min_score);
  if (trees == 0) return ocelli_detect(detector, gray, width, height, width, &options, work, work_bytes, found, most, 0);
  return ocelli_detect_landmarks(detector, trees, gray, width, height, width, &options, work, work_bytes, found, landmarks, most, 0);
}

EXPORT(detectOpencv)
int32_t ocelli_engine_detect_opencv(const ocelli_opencv_cascade *cascade, const uint8_t *gray, int32_t width, int32_t height, void *work,
                                    uint32_t work_bytes, ocelli_detection *found, int32_t most, int32_t min_size, int32_t max_size,
                                    double scale_step, int32_t stride, int32_t min_neighbors, double min_score) {
  const ocelli_options options = options_of(min_size, max_size, scale_step, stride, min_neighbors, min_score);
  return ocelli_detect_opencv(cascade, gray, width, height, width, &options, work, work_bytes, found, most, 0);
}
