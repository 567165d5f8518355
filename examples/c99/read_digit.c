/* Reads a digit of 28 x 28 gray pixels, a byte each, on standard input.
 *
 *   ocelli convert models/digits.ocelli -o digits.h
 *   cc -std=c99 -O2 read_digit.c -o read_digit && ./read_digit <digit.raw
 */
#include <stdio.h>

#include "digits.h"

static uint8_t gray[DIGITS_WIDTH * DIGITS_HEIGHT];
static uint64_t work[DIGITS_WORK_BYTES / 8 + 1];

int main(void) {
  float scores[DIGITS_CLASSES];
  int32_t digit;
  if (fread(gray, 1, sizeof gray, stdin) != sizeof gray) return 1;
  digit = digits_classify(gray, work, scores);
  printf("%s, score %.1f\n", digits_names[digit], scores[digit]);
  return 0;
}
