/* An example: classifies rows of values on standard input, separated by commas. Prints a line for each: class, score, probability. */
#include <stdlib.h>

/* The next cell of a line, without quotes and blanks around it; 0 at the end. */
static char *ocelli_next_cell(char **line) {
  char *cell = *line, *end, *last;
  int quoted;
  if (cell == 0) return 0;
  while (*cell == ' ' || *cell == '\t') ++cell;
  quoted = *cell == '"';
  if (quoted) ++cell;
  for (end = last = cell; *end != 0 && *end != '\n' && *end != '\r'; ++end) {
    if (quoted && *end == '"' && *++end != '"') quoted = 0;
    if (!quoted && *end == ',') break;
    if (*end == 0 || *end == '\n' || *end == '\r') break;
    *last++ = *end;
  }
  *line = *end == ',' ? end + 1 : 0;
  while (last > cell && (last[-1] == ' ' || last[-1] == '\t')) --last;
  *last = 0;
  return cell;
}

/* A number; NaN for a cell that is none. */
static float ocelli_number(const char *cell) {
  char *end;
  const double number = strtod(cell, &end);
  volatile float zero = 0;
  return *cell == 0 || *end != 0 ? zero / zero : (float)number;
}

int main(void) {
  static char text[1 << 16];
  static float values[OCELLI_EXAMPLE_INPUTS];
  static uint64_t work[OCELLI_EXAMPLE_WORK_BYTES / 8 + 1];
  float scores[OCELLI_EXAMPLE_CLASSES];
  while (fgets(text, sizeof text, stdin) != 0) {
    char *line = text, *cell;
    int32_t count = 0, best;
    for (; count < OCELLI_EXAMPLE_INPUTS && (cell = ocelli_next_cell(&line)) != 0; ++count) {
#ifdef OCELLI_EXAMPLE_COLUMNS
      const ocelli_column *const column = &OCELLI_EXAMPLE_COLUMNS[count];
      values[count] = column->categories > 0 ? ocelli_category(column, cell) : ocelli_number(cell);
#else
      values[count] = ocelli_number(cell);
#endif
    }
    if (count < OCELLI_EXAMPLE_INPUTS || line != 0) {
      fprintf(stderr, "a row does not have %d values\n", (int)OCELLI_EXAMPLE_INPUTS);
      return 1;
    }
    best = OCELLI_EXAMPLE_CLASSIFY(values, work, scores);
    if (best < 0) {
      printf("?\n");
      continue;
    }
    ocelli_print_class(best, scores);
  }
  return 0;
}
