/* Prints 1 / square root of each whole number on standard input as a generated header has it: mantissa and exponent. */
#include "model.h"

#include <inttypes.h>
#include <stdio.h>

int main(void) {
  int64_t number;
  while (scanf("%" SCNd64, &number) == 1) {
    const ocelli_real root = ocelli_inverse_double_root(number);
    printf("%ld %ld\n", (long)root.mantissa, (long)root.exponent);
  }
  return 0;
}
