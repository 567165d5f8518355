/* An example: classifies the pictures of an IDX file. Prints a line for each: class, score, probability. */
static uint32_t ocelli_read_number(FILE *file) {
  uint32_t number = 0;
  int32_t i;
  for (i = 0; i < 4; ++i) number = number << 8 | (uint32_t)(fgetc(file) & 255);
  return number;
}

int main(int count, char **arguments) {
#ifdef OCELLI_EXAMPLE_COLORS
  const uint32_t type = 0x804, planes = 3; /* a byte each for red, green and blue */
  static uint8_t picture[OCELLI_EXAMPLE_WIDTH * OCELLI_EXAMPLE_HEIGHT * 3];
#else
  const uint32_t type = 0x803, planes = 1;
  static uint8_t picture[OCELLI_EXAMPLE_WIDTH * OCELLI_EXAMPLE_HEIGHT];
#endif
  static uint64_t work[OCELLI_EXAMPLE_WORK_BYTES / 8 + 1];
  float scores[OCELLI_EXAMPLE_CLASSES];
  FILE *const file = count == 2 ? fopen(arguments[1], "rb") : 0;
  uint32_t pictures;
  if (file == 0 || ocelli_read_number(file) != type) {
    fprintf(stderr, "usage: IDX_FILE, which has 8-bit pictures and is not compressed\n");
    return 1;
  }
  pictures = ocelli_read_number(file);
  if (ocelli_read_number(file) != OCELLI_EXAMPLE_HEIGHT || ocelli_read_number(file) != OCELLI_EXAMPLE_WIDTH || (planes > 1 && ocelli_read_number(file) != planes)) {
    fprintf(stderr, "%s: its pictures are not of %d x %d pixels\n", arguments[1], (int)OCELLI_EXAMPLE_WIDTH, (int)OCELLI_EXAMPLE_HEIGHT);
    return 1;
  }
  for (; pictures > 0 && fread(picture, 1, sizeof picture, file) == sizeof picture; --pictures) {
    const int32_t best = OCELLI_EXAMPLE_CLASSIFY(picture, work, scores);
    ocelli_print_class(best, scores);
  }
  fclose(file);
  return pictures > 0;
}
