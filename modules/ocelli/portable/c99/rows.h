/* Rows of a table: gaps are filled, categories become columns of 0 and 1. */
#ifndef OCELLI_C99_ROWS_H
#define OCELLI_C99_ROWS_H

#include <stdint.h>

typedef struct {
  uint32_t categories;       /* 0 for a number */
  uint32_t has_mark;         /* whether a value that marks gaps follows the number */
  float fill;                /* replaces a gap in a number */
  const char *const *names;  /* of categories */
} ocelli_column;

/* The number of a text among a column's categories; -1 for another text and in a column of numbers. */
static inline float ocelli_category(const ocelli_column *column, const char *text) {
  uint32_t c, i;
  for (c = 0; c < column->categories; ++c) {
    const char *const name = column->names[c];
    for (i = 0; name[i] == text[i] && text[i] != 0;) ++i;
    if (name[i] == text[i]) return (float)c;
  }
  return -1;
}

/* The values of a sample. Returns 0 for a row with a number that is not finite or above 1e15, or with a gap that nothing replaces. */
static inline int32_t ocelli_read_row(const ocelli_column *columns, int32_t count, int32_t fills_gaps, const float *row, float *sample) {
  int32_t i;
  uint32_t c;
  for (i = 0; i < count; ++i) {
    const int32_t is_gap = row[i] != row[i];
    const float number = is_gap && fills_gaps ? columns[i].fill : row[i];
    for (c = 0; c < columns[i].categories; ++c) *sample++ = row[i] == (float)c ? 1.0F : 0.0F;
    if (columns[i].categories > 0) continue;
    if (!(number >= -1e15F && number <= 1e15F)) return 0;
    *sample++ = number;
    if (columns[i].has_mark) *sample++ = is_gap ? 1.0F : 0.0F;
  }
  return 1;
}

#endif
