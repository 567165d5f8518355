/* Finds faces in a gray picture of 160 x 120 pixels, a byte each, on standard input.
 *
 *   ocelli convert models/face-frontal.ocelli -o face.h
 *   cc -std=c99 -O2 find_faces.c -o find_faces && ./find_faces <picture.raw
 */
#include <stdio.h>

#include "face.h"

enum { WIDTH = 160, HEIGHT = 120, MAX_FACES = 20 };

static uint8_t gray[WIDTH * HEIGHT];
static uint64_t work[FACE_WORK_BYTES(WIDTH, HEIGHT) / 8 + 1];

int main(void) {
  ocelli_options options = ocelli_default_options();
  ocelli_detection faces[MAX_FACES];
  int32_t count, i;
  options.min_size = 30; /* pixels */
  if (fread(gray, 1, sizeof gray, stdin) != sizeof gray) return 1;
  count = face_detect(gray, WIDTH, HEIGHT, WIDTH, &options, work, sizeof work, faces, MAX_FACES, 0);
  for (i = 0; i < count; ++i) printf("face at %.0f, %.0f, %.0f pixels wide, score %.1f\n", faces[i].x, faces[i].y, faces[i].width, faces[i].score);
  return count < 0;
}
