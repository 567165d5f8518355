/* An example: classifies rows of numbers on standard input. Prints a line for each: class, score. */
#include <stdio.h>

int main(void) {
  static float values[OCELLI_EXAMPLE_INPUTS];
  static uint64_t work[OCELLI_EXAMPLE_WORK_BYTES / 8 + 1];
  float scores[OCELLI_EXAMPLE_CLASSES];
  int32_t count = 0, best;
  while (scanf("%f%*[ ,\t\r]", &values[count]) == 1) {
    if (++count < OCELLI_EXAMPLE_INPUTS) continue;
    count = 0;
    best = OCELLI_EXAMPLE_CLASSIFY(values, work, scores);
    printf("%s %.9g\n", OCELLI_EXAMPLE_NAMES[best], (double)scores[best]);
  }
  return count > 0;
}
