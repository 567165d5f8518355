/* A small convolutional network on the gray levels and gradient magnitudes of a crop, in whole numbers. */
#ifndef OCELLI_C99_NETWORK_H
#define OCELLI_C99_NETWORK_H

#include <stdint.h>

#include "arithmetic.h"

/* A convolution of 3 x 3 places beyond whose border there are zeros, or a dense layer, which has all numbers of the layer before it as inputs of one
 * place. Results are shifted to the right, and are 0 to 2047. */
typedef struct {
  int32_t width, height;    /* places, 0 of a dense layer */
  int32_t inputs, outputs;  /* of a place */
  int32_t pools;            /* whether the greatest of 2 x 2 places is taken */
  int32_t shift;
  const int8_t *weights;    /* outputs x 3 rows x 3 columns x inputs, or outputs x inputs */
  const int32_t *biases;
} ocelli_layer;

typedef struct {
  int32_t layer_count;                  /* the last one has one output, which is not shifted */
  int32_t numbers;                      /* of the largest map */
  float weight, cascade_weight, offset; /* log-odds: weight * score + cascade_weight * score of the group + offset */
  const ocelli_layer *layers;
} ocelli_network;

/* The sum of an output of a layer at a place. */
static inline int32_t ocelli_layer_sum(const ocelli_layer *layer, const int16_t *map, int32_t x, int32_t y, int32_t output) {
  const int32_t is_dense = layer->width == 0, inputs = layer->inputs;
  const int8_t *weights = layer->weights + output * inputs * (is_dense ? 1 : 9);
  int32_t sum = layer->biases[output];
  int32_t place, i;
  if (is_dense) {
    for (i = 0; i < inputs; ++i) sum += weights[i] * map[i];
    return sum;
  }
  for (place = 0; place < 9; ++place, weights += inputs) {
    const int32_t column = x + place % 3 - 1, row = y + place / 3 - 1;
    const int16_t *numbers;
    if (column < 0 || column >= layer->width || row < 0 || row >= layer->height) continue;
    numbers = map + (row * layer->width + column) * inputs;
    for (i = 0; i < inputs; ++i) sum += weights[i] * numbers[i];
  }
  return sum;
}

/* The greatest sum of an output at the places of 2 x 2 from there on, or at this one alone. */
static inline int16_t ocelli_layer_result(const ocelli_layer *layer, const int16_t *map, int32_t x, int32_t y, int32_t output) {
  int32_t max = 0, corner;
  for (corner = 0; corner < (layer->pools ? 4 : 1); ++corner)
    max = ocelli_greatest(max, ocelli_layer_sum(layer, map, x + corner % 2, y + corner / 2, output));
  return (int16_t)ocelli_min(max >> layer->shift, 2047);
}

static inline void ocelli_compute_layer(const ocelli_layer *layer, const int16_t *map, int16_t *results) {
  const int32_t is_dense = layer->width == 0, step = layer->pools ? 2 : 1;
  const int32_t width = is_dense ? 1 : layer->width, height = is_dense ? 1 : layer->height;
  int32_t x, y, output;
  for (y = 0; y + step <= height; y += step)
    for (x = 0; x + step <= width; x += step)
      for (output = 0; output < layer->outputs; ++output) *results++ = ocelli_layer_result(layer, map, x, y, output);
}

/* `planes`: two of as many bytes as the first layer has places. `maps`: room for twice as many numbers as the largest map has. */
static inline int32_t ocelli_network_score(const ocelli_network *network, const uint8_t *planes, int16_t *maps) {
  const int32_t places = network->layers->width * network->layers->height;
  int16_t *map = maps, *results = maps + network->numbers;
  int32_t i;
  for (i = 0; i < 2 * places; ++i) map[i] = (int16_t)(planes[i % 2 * places + i / 2] - 64);
  for (i = 0; i + 1 < network->layer_count; ++i) {
    int16_t *const before = map;
    ocelli_compute_layer(network->layers + i, map, results);
    map = results;
    results = before;
  }
  return ocelli_layer_sum(network->layers + i, map, 0, 0, 0);
}

#endif
