/* Finds the faces in a photo, from C:  detect_from_c face.ocelli photo.jpg */
#include <stdio.h>

#include "ocelli/ocelli.h"

enum { kMaxFaces = 100 };

static int fail(void) {
  fprintf(stderr, "detect_from_c: %s\n", ocelli_error());
  return 1;
}

int main(int count, char** arguments) {
  if (count != 3) return fprintf(stderr, "usage: detect_from_c MODEL PHOTO\n"), 2;
  ocelli_detector* detector = ocelli_detector_load(arguments[1], NULL);
  if (detector == NULL) return fail();
  ocelli_picture* photo = ocelli_picture_read(arguments[2]);
  if (photo == NULL) return fail();

  ocelli_box faces[kMaxFaces];
  const ocelli_image image = ocelli_picture_image(photo);
  const int found = ocelli_detect(detector, &image, faces, kMaxFaces);
  if (found < 0) return fail();
  for (int i = 0; i < found && i < kMaxFaces; ++i)
    printf("%s at x %g, y %g: %g x %g pixels, score %.2f\n", ocelli_detector_label(detector), faces[i].x, faces[i].y,
           faces[i].w, faces[i].h, faces[i].score);

  ocelli_picture_free(photo);
  ocelli_detector_free(detector);
  return 0;
}
