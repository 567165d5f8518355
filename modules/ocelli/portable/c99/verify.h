/* Boosted trees on the gradient channels of a crop and on their box filters, which rescore the detections of a cascade. */
#ifndef OCELLI_C99_VERIFY_H
#define OCELLI_C99_VERIFY_H

#include <stdint.h>

#include "group.h"
#include "network.h"
#include "scan.h"

/* A crop with a lower sum after the first `end` trees is rejected. */
typedef struct {
  uint32_t end;
  int32_t threshold;
} ocelli_exit;

typedef struct {
  int32_t width, height;  /* of the crops, multiples of 4 */
  int32_t depth, trees;   /* the children of node i are 2 i + 1 and 2 i + 2, those of a tree's last row are leaves */
  int32_t exit_count;
  float tree_weight, cascade_weight, offset; /* log-odds: tree_weight * sum + cascade_weight * score of the group + offset */
  const ocelli_exit *exits;
  const uint8_t *nodes;   /* three bytes each: the channel (low byte, high byte), filtered ones behind the gradients', and a threshold; up to it goes left */
  const int8_t *leaves;   /* their votes */
  const ocelli_network *network; /* rescores what the trees do not reject; 0: the trees decide */
} ocelli_verifier;

/* Pixels on each side of a crop that its tilted image reaches over. */
#define OCELLI_CORNER 4

/* Working memory for one crop. */
typedef struct {
  uint8_t *gray;       /* width * height */
  uint8_t *larger;     /* the same and OCELLI_CORNER pixels on each side */
  uint16_t *sums;      /* of ocelli_channel_count() */
  uint8_t *channels;   /* of ocelli_channel_count() */
  int16_t *maps;       /* of the network */
  int32_t octaves;     /* that crops are taken from */
} ocelli_verifier_memory;

static inline int32_t ocelli_channel_count(int32_t width, int32_t height) {
  return 2 * (width / 2) * (height / 2) + 6 * (width / 4) * (height / 4);
}

static inline int32_t ocelli_larger_pixels(int32_t width, int32_t height) { return (width + 2 * OCELLI_CORNER) * (height + 2 * OCELLI_CORNER); }

/* How often a picture is halved before a box of this size is cropped to width x height pixels. */
static inline int32_t ocelli_halvings(double box_width, double box_height, int32_t width, int32_t height) {
  const double across = box_width / width, along = box_height / height;
  double step = across > along ? across : along;
  int32_t halvings = 0;
  for (; step >= 2; step /= 2) ++halvings;
  return halvings;
}

/* The box with what is around it, a fifth of its longer side. */
static inline ocelli_detection ocelli_surroundings(const ocelli_detection *object) {
  const float margin = ocelli_times_float(0.2F, object->width > object->height ? object->width : object->height);
  const ocelli_detection part = {object->x - margin, object->y - margin, object->width + 2 * margin, object->height + 2 * margin, 0};
  return part;
}

/* The part of the picture that a crop and OCELLI_CORNER pixels on each side of it show. */
static inline ocelli_detection ocelli_larger_part(const ocelli_detection *part, const ocelli_verifier *verifier) {
  const float across = OCELLI_CORNER * part->width / (float)verifier->width, down = OCELLI_CORNER * part->height / (float)verifier->height;
  const ocelli_detection larger = {part->x - across, part->y - down, part->width + 2 * across, part->height + 2 * down, 0};
  return larger;
}

/* Where pixel i of `results` falls between `begin` and `begin + length`: two source pixels, and the weight of the second in 2^-8. */
static inline int32_t ocelli_crop_tap(double begin, double length, int32_t i, int32_t results, int32_t source, int32_t *first, int32_t *second) {
  const double place = begin + ocelli_times(i + 0.5, length) / results - 0.5;
  const double last = source - 1;
  const double bounded = place < -2 ? -2 : place > last + 1 ? last + 1 : place;
  const int32_t pixel = ocelli_floor(bounded);
  *first = ocelli_greatest(0, ocelli_min(pixel, source - 1));
  *second = ocelli_greatest(0, ocelli_min(pixel + 1, source - 1));
  return *first == *second ? 0 : (int32_t)((place - pixel) * 256);
}

/* The part of the picture in a box, interpolated linearly to width x height pixels. The columns' taps are kept where sums will be. */
static inline void ocelli_crop(const ocelli_pyramid *pyramid, const ocelli_detection *part, int32_t width, int32_t height, const ocelli_verifier_memory *memory,
                               uint8_t *crop) {
  const ocelli_picture *const whole = &pyramid->octaves[0];
  const int32_t halvings = ocelli_halvings(part->width, part->height, width, height);
  const ocelli_picture *const octave = &pyramid->octaves[ocelli_min(halvings, memory->octaves)];
  const double to_x = (double)octave->width / whole->width, to_y = (double)octave->height / whole->height;
  const double begin_x = ocelli_times(part->x, to_x), length_x = ocelli_times(part->width, to_x);
  const double begin_y = ocelli_times(part->y, to_y), length_y = ocelli_times(part->height, to_y);
  uint16_t *const columns = memory->sums;
  int32_t x, y, first, second;
  for (x = 0; x < width; ++x) {
    columns[3 * x + 2] = (uint16_t)ocelli_crop_tap(begin_x, length_x, x, width, octave->width, &first, &second);
    columns[3 * x] = (uint16_t)first;
    columns[3 * x + 1] = (uint16_t)second;
  }
  for (y = 0; y < height; ++y) {
    const int32_t down = ocelli_crop_tap(begin_y, length_y, y, height, octave->height, &first, &second);
    const uint8_t *const above = octave->pixels + first * octave->stride, *const below = octave->pixels + second * octave->stride;
    for (x = 0; x < width; ++x) {
      const int32_t left = columns[3 * x], right = columns[3 * x + 1], share = columns[3 * x + 2];
      const int32_t upper = above[left] * (256 - share) + above[right] * share, lower = below[left] * (256 - share) + below[right] * share;
      crop[y * width + x] = (uint8_t)((upper * (256 - down) + lower * down + (1 << 15)) >> 16);
    }
  }
}

/* Brings the crop to a mean of 128 and a deviation of 48 (of at least 4 before). */
static inline void ocelli_normalize(uint8_t *gray, int32_t pixels) {
  uint64_t sum = 0, squares = 0;
  double mean, variance, gain;
  int32_t i;
  for (i = 0; i < pixels; ++i) {
    sum += gray[i];
    squares += (uint32_t)gray[i] * gray[i];
  }
  mean = (double)sum / pixels;
  variance = (double)squares / pixels - ocelli_times(mean, mean);
  gain = 48 / ocelli_square_root(variance > 16 ? variance : 16);
  for (i = 0; i < pixels; ++i) {
    const double normal = 128 + ocelli_times(gray[i] - mean, gain) + 0.5;
    gray[i] = (uint8_t)(normal <= 0 ? 0 : normal >= 255 ? 255 : (int32_t)normal);
  }
}

/* The direction of a gradient, without sign, in steps of 30 degrees from the x axis. 577 / 1000 is the tangent of 30 degrees. */
static inline int32_t ocelli_direction(int32_t dx, int32_t dy) {
  const int32_t across = dx < 0 ? -dx : dx, along = dy < 0 ? -dy : dy;
  const int32_t step = along * 1000 < across * 577 ? 0 : along * 577 < across * 1000 ? 1 : 2;
  return (dx < 0) != (dy < 0) && dx != 0 && dy != 0 ? 5 - step : step;
}

/* Channels of the crop, a byte each: gray level and gradient magnitude of each cell of 2 x 2 pixels, and magnitude in each of six directions of
 * each cell of 4 x 4 pixels. */
static inline void ocelli_compute_channels(const ocelli_verifier *verifier, ocelli_verifier_memory *memory) {
  const int32_t width = verifier->width, height = verifier->height;
  const int32_t fine = (width / 2) * (height / 2), coarse = (width / 4) * (height / 4);
  const int32_t count = ocelli_channel_count(width, height);
  int32_t x, y, i;
  ocelli_normalize(memory->gray, width * height);
  for (i = 0; i < count; ++i) memory->sums[i] = 0;
  for (y = 0; y < height; ++y) {
    const uint8_t *const row = memory->gray + y * width;
    const uint8_t *const above = y > 0 ? row - width : row, *const below = y + 1 < height ? row + width : row;
    for (x = 0; x < width; ++x) {
      const int32_t dx = row[x + 1 < width ? x + 1 : x] - row[x > 0 ? x - 1 : 0], dy = below[x] - above[x];
      const uint32_t magnitude = ocelli_root((uint64_t)(uint32_t)(dx * dx + dy * dy));
      uint16_t *const level = memory->sums + y / 2 * (width / 2) + x / 2;
      uint16_t *const oriented = memory->sums + 2 * fine + ocelli_direction(dx, dy) * coarse + y / 4 * (width / 4) + x / 4;
      level[0] = (uint16_t)(level[0] + row[x]);
      level[fine] = (uint16_t)(level[fine] + magnitude);
      *oriented = (uint16_t)(*oriented + magnitude);
    }
  }
  for (i = 0; i < count; ++i) memory->channels[i] = (uint8_t)ocelli_min(255, i < 2 * fine ? memory->sums[i] / 4 : memory->sums[i] * 2 / 16);
}

/* The sum of the cells of a plane from column x + box[0] and row y + box[1] to x + box[2] and y + box[3], where those at the border go on. */
static inline int32_t ocelli_sum_cells(const uint8_t *plane, int32_t columns, int32_t rows, int32_t x, int32_t y, const int8_t *box) {
  int32_t sum = 0, i, j;
  for (j = y + box[1]; j <= y + box[3]; ++j) {
    const uint8_t *const row = plane + ocelli_greatest(0, ocelli_min(j, rows - 1)) * columns;
    for (i = x + box[0]; i <= x + box[2]; ++i) sum += row[ocelli_greatest(0, ocelli_min(i, columns - 1))];
  }
  return sum;
}

/* What a filter makes of a plane around a cell of 4 x 4 pixels: `number` counts cells, then filters, then planes. It takes less memory and, as
 * most crops are rejected early, less time to compute those that trees ask for than all. */
static inline int32_t ocelli_filtered_channel(const ocelli_verifier *verifier, const uint8_t *channels, int32_t number) {
  enum { filters = 6 };
  static const int8_t boxes[filters][2][4] = {{{-1, -1, 1, 1}, {1, 1, 0, 0}},   {{-4, -4, 4, 4}, {1, 1, 0, 0}},  {{1, -2, 2, 2}, {-2, -2, -1, 2}},
                                              {{-2, 1, 2, 2}, {-2, -2, 2, -1}}, {{1, -4, 4, 4}, {-4, -4, -1, 4}}, {{-4, 1, 4, 4}, {-4, -4, 4, -1}}};
  static const int16_t factors[filters] = {7282, 809, 4369, 4369, 1214, 1214}; /* in 2^-16: of 1 / 9, 1 / 81, 1 / 15 and 1 / 54 */
  const int32_t width = verifier->width, height = verifier->height;
  const int32_t cells = (width / 4) * (height / 4), filter = number / cells % filters, plane = number / (cells * filters);
  const int32_t side = plane < 2 ? 2 : 4, columns = width / side, rows = height / side, step = 4 / side;
  const int32_t x = number % cells % (width / 4) * step, y = number % cells / (width / 4) * step;
  const uint8_t *const first = channels + (plane < 2 ? plane * columns * rows : 2 * (width / 2) * (height / 2) + (plane - 2) * columns * rows);
  const int32_t more = ocelli_sum_cells(first, columns, rows, x, y, boxes[filter][0]), less = ocelli_sum_cells(first, columns, rows, x, y, boxes[filter][1]);
  const int32_t above_zero = 1024; /* a negative number is not shifted alike everywhere */
  const int32_t part = (((more - less) * factors[filter] + (above_zero << 16)) >> 16) - above_zero;
  return ocelli_greatest(0, ocelli_min(part + (filter < 2 ? 0 : 128), 255));
}

/* The sum of the votes of the leaves that the crop's channels come to; 0 and no sum when they are rejected on the way. */
static inline int32_t ocelli_sum_trees(const ocelli_verifier *verifier, const uint8_t *channels, int32_t *sum) {
  const uint32_t inner = (1U << verifier->depth) - 1;
  const int32_t gradients = ocelli_channel_count(verifier->width, verifier->height);
  const uint8_t *nodes = verifier->nodes;
  const int8_t *leaves = verifier->leaves;
  const ocelli_exit *exit = verifier->exits, *const last_exit = exit + verifier->exit_count;
  uint32_t tree;
  *sum = 0;
  for (tree = 0; tree < (uint32_t)verifier->trees; ++tree, nodes += 3 * inner, leaves += inner + 1) {
    uint32_t place = 0;
    while (place < inner) {
      const uint8_t *const node = nodes + 3 * place;
      const int32_t channel = node[0] | node[1] << 8;
      const int32_t value = channel < gradients ? channels[channel] : ocelli_filtered_channel(verifier, channels, channel - gradients);
      place = 2 * place + 1 + (value > node[2] ? 1U : 0U);
    }
    *sum += leaves[place - inner];
    if (exit != last_exit && exit->end == tree + 1) {
      if (*sum < exit->threshold) return 0;
      ++exit;
    }
  }
  return 1;
}

static inline void ocelli_take_box(const ocelli_pyramid *pyramid, const ocelli_detection *box, const ocelli_verifier *verifier, ocelli_verifier_memory *memory) {
  const ocelli_detection part = ocelli_surroundings(box);
  ocelli_crop(pyramid, &part, verifier->width, verifier->height, memory, memory->gray);
  ocelli_compute_channels(verifier, memory);
}

static inline int32_t ocelli_evaluate_box(const ocelli_pyramid *pyramid, const ocelli_detection *box, const ocelli_verifier *verifier, ocelli_verifier_memory *memory,
                                         int32_t *sum) {
  ocelli_take_box(pyramid, box, verifier, memory);
  return ocelli_sum_trees(verifier, memory->channels, sum);
}

/* The gray level between the pixels around a place, in 2^-13 of a pixel: no less than -64 pixels, as a negative number is not shifted alike
 * everywhere. */
static inline uint8_t ocelli_level_at(const uint8_t *gray, int32_t width, int32_t height, int32_t place_x, int32_t place_y) {
  const int32_t x = ((place_x + (64 << 13)) >> 13) - 64, right = (place_x + (64 << 13)) % (1 << 13) >> 5;
  const int32_t y = ((place_y + (64 << 13)) >> 13) - 64, down = (place_y + (64 << 13)) % (1 << 13) >> 5;
  const int32_t column = ocelli_greatest(0, ocelli_min(x, width - 1)), next = ocelli_greatest(0, ocelli_min(x + 1, width - 1));
  const uint8_t *const above = gray + width * ocelli_greatest(0, ocelli_min(y, height - 1));
  const uint8_t *const below = gray + width * ocelli_greatest(0, ocelli_min(y + 1, height - 1));
  const int32_t upper = above[column] * (256 - right) + above[next] * right, lower = below[column] * (256 - right) + below[next] * right;
  return (uint8_t)((upper * (256 - down) + lower * down + (1 << 15)) >> 16);
}

/* The crop is the middle of the larger one's mirror image, turned by 7 degrees: 4066 and 499 are cosine and sine times 2^12, the latter with the
 * sign of the direction. */
static inline void ocelli_tilt_mirrored(const ocelli_verifier *verifier, int32_t sine, const ocelli_verifier_memory *memory) {
  const int32_t width = verifier->width + 2 * OCELLI_CORNER, height = verifier->height + 2 * OCELLI_CORNER;
  int32_t x, y;
  for (y = 0; y < verifier->height; ++y) {
    const int32_t down = 2 * y - (verifier->height - 1);
    for (x = 0; x < verifier->width; ++x) {
      const int32_t across = (verifier->width - 1) - 2 * x;
      memory->gray[y * verifier->width + x] = ocelli_level_at(memory->larger, width, height, (width - 1) * (1 << 12) + 4066 * across - sine * down,
                                                            (height - 1) * (1 << 12) + sine * across + 4066 * down);
    }
  }
}

/* Of the network, for the crop whose channels are there. */
static inline int32_t ocelli_evaluate_network(const ocelli_verifier *verifier, const ocelli_verifier_memory *memory) {
  return ocelli_network_score(verifier->network, memory->channels, memory->maps);
}

static inline void ocelli_crop_larger(const ocelli_pyramid *pyramid, const ocelli_detection *box, const ocelli_verifier *verifier, ocelli_verifier_memory *memory) {
  const ocelli_detection part = ocelli_surroundings(box), larger = ocelli_larger_part(&part, verifier);
  ocelli_crop(pyramid, &larger, verifier->width + 2 * OCELLI_CORNER, verifier->height + 2 * OCELLI_CORNER, memory, memory->larger);
}

/* The channels of the larger crop's mirror image, turned. */
static inline void ocelli_take_mirror_image(const ocelli_verifier *verifier, int32_t sine, ocelli_verifier_memory *memory) {
  ocelli_tilt_mirrored(verifier, sine, memory);
  ocelli_compute_channels(verifier, memory);
}

/* The sums of the trees for both tilted mirror images; one that is rejected counts `rejected`. */
static inline int32_t ocelli_sum_mirror_images(const ocelli_pyramid *pyramid, const ocelli_detection *box, const ocelli_verifier *verifier,
                                               int32_t rejected, ocelli_verifier_memory *memory) {
  int32_t sine, sum, both = 0;
  ocelli_crop_larger(pyramid, box, verifier, memory);
  for (sine = 499; sine >= -499; sine -= 2 * 499) {
    ocelli_take_mirror_image(verifier, sine, memory);
    both += ocelli_sum_trees(verifier, memory->channels, &sum) ? sum : rejected;
  }
  return both;
}

/* The same by the network. */
static inline int32_t ocelli_score_mirror_images(const ocelli_pyramid *pyramid, const ocelli_detection *box, const ocelli_verifier *verifier,
                                                 ocelli_verifier_memory *memory) {
  int32_t sine, both = 0;
  ocelli_crop_larger(pyramid, box, verifier, memory);
  for (sine = 499; sine >= -499; sine -= 2 * 499) {
    ocelli_take_mirror_image(verifier, sine, memory);
    both += ocelli_evaluate_network(verifier, memory);
  }
  return both;
}

/* Boxes beside an object, smaller and larger: number 0 to 5. */
static inline ocelli_detection ocelli_beside(const ocelli_detection *object, int32_t number) {
  static const float steps[4][2] = {{-0.06F, 0}, {0.06F, 0}, {0, -0.06F}, {0, 0.06F}};
  ocelli_detection box = *object;
  if (number < 4) {
    box.x = object->x + ocelli_times_float(steps[number][0], object->width);
    box.y = object->y + ocelli_times_float(steps[number][1], object->height);
  } else {
    const float zoom = number == 4 ? 1.1F : 1 / 1.1F;
    box.x = object->x + ocelli_times_float(object->width, 1 - zoom) / 2;
    box.y = object->y + ocelli_times_float(object->height, 1 - zoom) / 2;
    box.width = ocelli_times_float(object->width, zoom);
    box.height = ocelli_times_float(object->height, zoom);
  }
  return box;
}

static inline double ocelli_log_odds_by_trees(const ocelli_verifier *verifier, double sum, float cascade_score) {
  return ocelli_times(verifier->tree_weight, sum) + ocelli_times(verifier->cascade_weight, cascade_score) + verifier->offset;
}

static inline double ocelli_log_odds_by_network(const ocelli_network *network, double score, float cascade_score) {
  return ocelli_times(network->weight, score) + ocelli_times(network->cascade_weight, cascade_score) + network->offset;
}

/* The maximum sum of the trees over seven evaluations, the first among them, and its box. */
static inline int32_t ocelli_surest_sum(const ocelli_pyramid *pyramid, const ocelli_verifier *verifier, const ocelli_detection *object, int32_t first,
                                        ocelli_verifier_memory *memory, ocelli_detection *surest) {
  int32_t max = first, sum;
  int32_t i;
  *surest = *object;
  for (i = 0; i < 6; ++i) {
    const ocelli_detection box = ocelli_beside(object, i);
    if (!ocelli_evaluate_box(pyramid, &box, verifier, memory, &sum) || sum <= max) continue;
    max = sum;
    *surest = box;
  }
  return max;
}

/* The log-odds by the network: of the mean of the box and its mirror images, or of the box alone where that makes an object very unlikely or certain. */
static inline double ocelli_ask_network(const ocelli_pyramid *pyramid, const ocelli_verifier *verifier, const ocelli_detection *box, float cascade_score,
                                        int32_t symmetric, ocelli_verifier_memory *memory) {
  int32_t straight;
  double odds;
  ocelli_take_box(pyramid, box, verifier, memory);
  straight = ocelli_evaluate_network(verifier, memory);
  odds = ocelli_log_odds_by_network(verifier->network, straight, cascade_score);
  if (!symmetric || odds < -2 || odds > 10) return odds;
  return ocelli_log_odds_by_network(verifier->network, (straight + ocelli_score_mirror_images(pyramid, box, verifier, memory)) / 3.0,
                                    cascade_score);
}

/* The log-odds of an object after its first evaluation, by the trees: of all evaluations, or of the first where the trees make an object very unlikely or the
 * network is certain of it or of the opposite; and the surest box, if there was more than one. Of the trees' evaluations of a symmetric object half is the maximum, half the mean of its tilted mirror images. */
static inline double ocelli_log_odds_of_box(const ocelli_pyramid *pyramid, const ocelli_verifier *verifier, int32_t symmetric,
                                              const ocelli_detection *object, int32_t first, ocelli_verifier_memory *memory,
                                              ocelli_detection *surest) {
  const double odds = ocelli_log_odds_by_trees(verifier, first, object->score);
  int32_t max;
  *surest = *object;
  if (odds < -2) return odds;
  if (verifier->network) {
    const double at_once = ocelli_log_odds_by_network(verifier->network, ocelli_evaluate_network(verifier, memory), object->score);
    if (at_once < 0 || (at_once > 10 && odds > 2)) return at_once;
  }
  max = ocelli_surest_sum(pyramid, verifier, object, first, memory, surest);
  if (verifier->network) return ocelli_ask_network(pyramid, verifier, surest, object->score, symmetric, memory);
  if (!symmetric) return ocelli_log_odds_by_trees(verifier, max, object->score);
  return ocelli_log_odds_by_trees(verifier, (2 * max + ocelli_sum_mirror_images(pyramid, surest, verifier, first, memory)) / 4.0, object->score);
}

static inline int32_t ocelli_is_between(float side, int32_t min, int32_t max) { return side >= (float)min && (max == 0 || side <= (float)max); }

/* Gives an object its score, log(1 + exp(log-odds)), and its surest box of those of the size asked for; returns 0 if the first evaluation rejects it. */
static inline int32_t ocelli_verify(const ocelli_pyramid *pyramid, const ocelli_verifier *verifier, int32_t symmetric, const ocelli_options *options,
                                    ocelli_detection *object, ocelli_verifier_memory *memory) {
  ocelli_detection surest;
  int32_t first;
  float score;
  if (!ocelli_evaluate_box(pyramid, object, verifier, memory, &first)) return 0;
  score = (float)ocelli_softplus(ocelli_log_odds_of_box(pyramid, verifier, symmetric, object, first, memory, &surest));
  if (ocelli_is_between(surest.width, options->min_size, options->max_size) && ocelli_is_between(surest.height, options->min_height, options->max_height))
    *object = surest;
  object->score = score;
  return 1;
}

/* How many times the picture is halved for the largest of these objects: as often as it goes at most. Requires that there are any. */
static inline int32_t ocelli_octaves_for(const ocelli_pyramid *pyramid, const ocelli_verifier *verifier, const ocelli_windows *found) {
  const int32_t width = verifier->width, height = verifier->height;
  ocelli_detection max = found->windows[0].box, largest;
  int32_t i, halvings;
  for (i = 1; i < found->count; ++i) max = found->windows[i].box.width > max.width ? found->windows[i].box : max;
  largest = max;
  for (i = 0; i < 6; ++i) {
    const ocelli_detection box = ocelli_beside(&max, i);
    if (box.width > largest.width) largest = box;
  }
  largest = ocelli_surroundings(&largest);
  halvings = ocelli_halvings(largest.width, largest.height, width, height);
  largest = ocelli_larger_part(&largest, verifier);
  halvings = ocelli_greatest(halvings, ocelli_halvings(largest.width, largest.height, width + 2 * OCELLI_CORNER, height + 2 * OCELLI_CORNER));
  return ocelli_min(pyramid->count - 1, halvings);
}

/* Keeps those objects that the verifier gives at least this score. */
static inline void ocelli_verify_all(const ocelli_pyramid *pyramid, const ocelli_verifier *verifier, int32_t symmetric, const ocelli_options *options, double min,
                                     ocelli_verifier_memory *memory, ocelli_windows *found) {
  int32_t i, kept = 0;
  if (found->count == 0) return;
  memory->octaves = ocelli_octaves_for(pyramid, verifier, found);
  for (i = 0; i < found->count; ++i) {
    ocelli_detection object = found->windows[i].box;
    if (ocelli_verify(pyramid, verifier, symmetric, options, &object, memory) && object.score >= min) found->windows[kept++].box = object;
  }
  found->count = kept;
}

#endif
