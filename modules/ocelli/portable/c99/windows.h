/* The options of a detector, and the windows that it has found. */
#ifndef OCELLI_C99_WINDOWS_H
#define OCELLI_C99_WINDOWS_H

#include <stdint.h>

/* The options of a scan and of grouping. ocelli_default_options() are those of the program. */
typedef struct {
  int32_t min_size, max_size; /* width of the smallest (at least half of the window) and largest object in source pixels; 0: the window, and as large as the picture */
  double scale_step;          /* ratio of one window size to the next, 1.01 to 10 */
  int32_t stride;             /* step of the grid of windows, 1 to 8 pixels of the scaled picture */
  int32_t scale_stride;       /* step of the grid in window sizes; 0: as many as keep the ratio of its sizes at 1.22 or less, and with a verifier none between */
  int32_t min_neighbors;     /* groups of fewer windows are dropped */
  double overlap;             /* least intersection over union of windows on the same object */
  double containment;         /* detections that share so much of the smaller box with a surer one are dropped */
  double min_score;           /* detections with a lower score are dropped; below 0: the model's own limit */
  double overhang;            /* share of an object's width or height that may lie beyond the edge; below 0: 0.3 with a verifier, otherwise none */
  int32_t min_height, max_height; /* height of the smallest and largest object; 0: any that goes with the width */
} ocelli_options;

static inline ocelli_options ocelli_default_options(void) {
  const ocelli_options options = {0, 0, 1.1, 2, 0, 3, 0.3, 0.4, -1, -1, 0, 0};
  return options;
}

/* An object: its box in source pixels and its score, larger is surer. */
typedef struct {
  float x, y, width, height, score;
} ocelli_detection;

/* A window that passed, and its group's list (group.h). */
typedef struct {
  ocelli_detection box;
  int32_t next, last, next_group;
} ocelli_window;

/* Those found so far, at most `room`. */
typedef struct {
  ocelli_window *windows;
  int32_t count, room, left_out;
} ocelli_windows;

/* Keeps a window that passed; when there is no room left, in place of the least sure one. */
static inline void ocelli_keep(ocelli_windows *found, const ocelli_detection *box) {
  int32_t i, min = 0;
  if (found->count < found->room) {
    found->windows[found->count++].box = *box;
    return;
  }
  ++found->left_out;
  for (i = 1; i < found->count; ++i) min = found->windows[i].box.score < found->windows[min].box.score ? i : min;
  if (found->room > 0 && box->score > found->windows[min].box.score) found->windows[min].box = *box;
}

#endif
