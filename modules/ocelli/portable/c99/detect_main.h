/* An example: finds objects in binary PGM pictures. Prints a line for each: file, x, y, width, height, score; then x and y of the landmarks, if
 * the model has them. */
#include <stdio.h>
#include <stdlib.h>

/* The next number of a PGM header, after blanks and comments. */
static long ocelli_header_number(FILE *file) {
  long number = 0;
  int c = fgetc(file);
  while (c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '#') {
    while (c == '#' && c != EOF) {
      do c = fgetc(file);
      while (c != '\n' && c != EOF);
    }
    c = fgetc(file);
  }
  for (; c >= '0' && c <= '9' && number < 100000; c = fgetc(file)) number = 10 * number + (c - '0');
  return number;
}

/* The pixels of a binary PGM picture of up to 255 levels; 0 for anything else. */
static uint8_t *ocelli_read_pgm(const char *path, int32_t *width, int32_t *height) {
  FILE *const file = fopen(path, "rb");
  uint8_t *pixels = 0;
  if (file == 0) return 0;
  if (fgetc(file) == 'P' && fgetc(file) == '5') {
    size_t count;
    *width = (int32_t)ocelli_header_number(file);
    *height = (int32_t)ocelli_header_number(file);
    count = (size_t)*width * (size_t)*height;
    if (ocelli_header_number(file) == 255 && count > 0) pixels = (uint8_t *)malloc(count);
    if (pixels != 0 && fread(pixels, 1, count, file) != count) {
      free(pixels);
      pixels = 0;
    }
  }
  fclose(file);
  return pixels;
}

/* "60" is a width, "60x15" width and height. */
static void ocelli_read_size(const char *text, int32_t *width, int32_t *height) {
  char *end;
  *width = (int32_t)strtol(text, &end, 10);
  *height = *end == 'x' ? (int32_t)strtol(end + 1, 0, 10) : 0;
}

static int ocelli_detect_in(const char *path, const ocelli_options *options) {
  enum { MOST_FOUND = 1000 };
  static ocelli_detection found[MOST_FOUND];
#ifdef OCELLI_EXAMPLE_LANDMARKS
  static ocelli_landmarks landmarks[MOST_FOUND];
  int32_t k;
#endif
  int32_t width = 0, height = 0, count, i, left_out;
  uint32_t bytes;
  void *work;
  uint8_t *const pixels = ocelli_read_pgm(path, &width, &height);
  if (pixels == 0) {
    fprintf(stderr, "%s: not a binary PGM picture of 255 levels\n", path);
    return 1;
  }
  bytes = 4 * OCELLI_EXAMPLE_WORK_BYTES(width, height); /* room for pictures of twice the size, for small objects */
  work = malloc(bytes);
  count = OCELLI_NO_ROOM;
#ifdef OCELLI_EXAMPLE_LANDMARKS
  if (work != 0) count = OCELLI_EXAMPLE_LANDMARKS(pixels, width, height, width, options, work, bytes, found, landmarks, MOST_FOUND, &left_out);
#else
  if (work != 0) count = OCELLI_EXAMPLE_DETECT(pixels, width, height, width, options, work, bytes, found, MOST_FOUND, &left_out);
#endif
  if (count < 0) fprintf(stderr, "%s: error %ld\n", path, (long)count);
  if (count >= 0 && left_out > 0) fprintf(stderr, "%s: no room for %ld windows\n", path, (long)left_out);
  for (i = 0; i < count; ++i) {
    printf("%s %.9g %.9g %.9g %.9g %.9g", path, (double)found[i].x, (double)found[i].y, (double)found[i].width, (double)found[i].height,
           (double)found[i].score);
#ifdef OCELLI_EXAMPLE_LANDMARKS
    for (k = 0; k < OCELLI_LANDMARKS; ++k) printf(" %.9g %.9g", (double)landmarks[i].x[k], (double)landmarks[i].y[k]);
#endif
    printf("\n");
  }
  free(work);
  free(pixels);
  return count < 0;
}

int main(int count, char **arguments) {
  ocelli_options options = ocelli_default_options();
  int i, errors = 0;
  for (i = 1; i + 1 < count && arguments[i][0] == '-'; i += 2) {
    const double value = strtod(arguments[i + 1], 0);
    if (arguments[i][1] == 'm') ocelli_read_size(arguments[i + 1], &options.min_size, &options.min_height);
    if (arguments[i][1] == 'M') ocelli_read_size(arguments[i + 1], &options.max_size, &options.max_height);
    if (arguments[i][1] == 's') options.scale_step = value;
    if (arguments[i][1] == 't') options.stride = (int32_t)value;
    if (arguments[i][1] == 'n') options.min_neighbors = (int32_t)value;
    if (arguments[i][1] == 'l') options.min_score = value;
  }
  if (i >= count) fprintf(stderr, "usage: [-m WIDTH|WIDTHxHEIGHT] [-M WIDTH|WIDTHxHEIGHT] [-s SCALE_STEP] [-t STRIDE] [-n MIN_NEIGHBORS] [-l MIN_SCORE] PICTURE.pgm...\n");
  for (; i < count; ++i) errors |= ocelli_detect_in(arguments[i], &options);
  return errors;
}
