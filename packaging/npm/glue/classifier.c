/* A classifier as a WebAssembly module. compile.js defines MODEL(x) as the model's name before x, its numbers, what it is given (MODEL_INPUT: 'g' gray,
 * 'c' color, 'r' a row of a table, 'v' values), and MODEL_PROBABILITIES if it has them. */
#include "module.h"

EXPORT(input) int32_t ocelli_input(void) { return MODEL_INPUT; }
EXPORT(inputs) int32_t ocelli_inputs(void) { return MODEL_INPUTS; }
EXPORT(width) int32_t ocelli_width(void) { return MODEL_WIDTH; }
EXPORT(height) int32_t ocelli_height(void) { return MODEL_HEIGHT; }
EXPORT(workBytes) uint32_t ocelli_work_bytes(void) { return MODEL_WORK_BYTES; }
EXPORT(classes) int32_t ocelli_classes(void) { return MODEL_CLASSES; }
EXPORT(className) const char *ocelli_class_name(int32_t number) { return MODEL(_names)[number]; }

EXPORT(categories) int32_t ocelli_categories(int32_t column) {
#ifdef MODEL_COLUMNS
  return (int32_t)MODEL(_columns_of_table)[column].categories;
#else
  (void)column;
  return 0;
#endif
}
EXPORT(categoryName) const char *ocelli_category_name(int32_t column, int32_t number) {
#ifdef MODEL_COLUMNS
  return MODEL(_columns_of_table)[column].names[number];
#else
  (void)column;
  (void)number;
  return 0;
#endif
}

EXPORT(classify) int32_t ocelli_module_classify(const void *sample, void *work, float *scores) { return MODEL(_classify)(sample, work, scores); }

/* Returns 0 if the model has no probabilities. */
EXPORT(probabilities) int32_t ocelli_module_probabilities(const float *scores, double *probabilities) {
#ifdef MODEL_PROBABILITIES
  MODEL(_probabilities)(scores, probabilities);
  return 1;
#else
  (void)scores;
  (void)probabilities;
  return 0;
#endif
}
