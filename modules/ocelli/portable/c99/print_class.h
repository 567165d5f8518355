#include <stdio.h>

static void ocelli_print_class(int32_t best, const float *scores) {
#ifdef OCELLI_EXAMPLE_PROBABILITIES
  double probabilities[OCELLI_EXAMPLE_CLASSES];
  OCELLI_EXAMPLE_PROBABILITIES(scores, probabilities);
#endif
  printf("%s %.9g", OCELLI_EXAMPLE_NAMES[best], (double)scores[best]);
#ifdef OCELLI_EXAMPLE_PROBABILITIES
  printf(" %.10f", probabilities[best]);
#endif
  printf("\n");
}

