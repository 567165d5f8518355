/* What a generated detector says of wrong arguments. Ends with 1 and a line for each that was taken. With an argument: one that enlarges pictures where
 * small objects are looked for, up to twice. */
#include "model.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 30 };
static uint8_t gray[WIDTH * HEIGHT];
static uint64_t work[MODEL_WORK_BYTES(WIDTH, HEIGHT) / 8 + 1];
static int failures = 0;

static void expect(const char *what, int32_t expected, int32_t got) {
  if (expected == got) return;
  printf("%s: %ld instead of %ld\n", what, (long)got, (long)expected);
  failures = 1;
}

static int32_t run(int32_t width, int32_t height, int32_t stride, const ocelli_options *options, void *memory, uint32_t bytes, int32_t most) {
  ocelli_detection found[2];
  return model_detect(gray, width, height, stride, options, memory, bytes, found, most, 0);
}

int main(int count, char **arguments) {
  const int enlarges = count > 1;
  const ocelli_options good = ocelli_default_options();
  ocelli_options bad;
  (void)arguments;
  expect("a good call", 0, run(WIDTH, HEIGHT, WIDTH, &good, work, sizeof work, 2));
  expect("no pixels", OCELLI_BAD_PICTURE, run(0, HEIGHT, WIDTH, &good, work, sizeof work, 2));
  expect("a negative height", OCELLI_BAD_PICTURE, run(WIDTH, -1, WIDTH, &good, work, sizeof work, 2));
  expect("a stride below the width", OCELLI_BAD_PICTURE, run(WIDTH, HEIGHT, WIDTH - 1, &good, work, sizeof work, 2));
  expect("a side too long", OCELLI_BAD_PICTURE, run(OCELLI_MOST_SIDE + 1, HEIGHT, OCELLI_MOST_SIDE + 1, &good, work, sizeof work, 2));
  expect("fewer than no detections", OCELLI_BAD_OPTIONS, run(WIDTH, HEIGHT, WIDTH, &good, work, sizeof work, -1));
  expect("no room for detections", 0, run(WIDTH, HEIGHT, WIDTH, &good, work, sizeof work, 0));
  expect("a small buffer", OCELLI_NO_ROOM, run(WIDTH, HEIGHT, WIDTH, &good, work, 400, 2));
  expect("a buffer that is not aligned", OCELLI_NO_ROOM, run(WIDTH, HEIGHT, WIDTH, &good, (uint8_t *)work + 1, sizeof work - 8, 2));
  bad = good, bad.stride = 0;
  expect("a stride of 0", OCELLI_BAD_OPTIONS, run(WIDTH, HEIGHT, WIDTH, &bad, work, sizeof work, 2));
  bad = good, bad.scale_step = 1;
  expect("a step of 1", OCELLI_BAD_OPTIONS, run(WIDTH, HEIGHT, WIDTH, &bad, work, sizeof work, 2));
  bad = good, bad.overhang = 0.5;
  expect("half of an object beyond the edge", OCELLI_BAD_OPTIONS, run(WIDTH, HEIGHT, WIDTH, &bad, work, sizeof work, 2));
  bad = good, bad.min_size = -1;
  expect("objects of a negative size", OCELLI_BAD_OPTIONS, run(WIDTH, HEIGHT, WIDTH, &bad, work, sizeof work, 2));
  bad = good, bad.min_height = 20, bad.max_height = 19;
  expect("largest objects below the smallest", OCELLI_BAD_OPTIONS, run(WIDTH, HEIGHT, WIDTH, &bad, work, sizeof work, 2));
  bad = good, bad.min_size = 1;
  expect("objects below half a window", enlarges ? OCELLI_BAD_OPTIONS : 0, run(WIDTH, HEIGHT, WIDTH, &bad, work, sizeof work, 2));
  return failures;
}
