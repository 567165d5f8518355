/* Windows on the same object become one detection. Floating point, as there are few. */
#ifndef OCELLI_C99_GROUP_H
#define OCELLI_C99_GROUP_H

#include <stdint.h>

#include "arithmetic.h"
#include "windows.h"

/* exp(-x) for x from 0 on. */
static inline double ocelli_exp_of_minus(double x) {
  const double ln2 = 0.69314718055994530942, ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
  double rest, sum = 1;
  int32_t halvings, i;
  if (x > 740) return 0;
  halvings = ocelli_nearest(x / ln2);
  rest = (halvings * ln2_high - x) + halvings * ln2_low; /* |rest| <= ln 2 / 2 */
  for (i = 14; i >= 1; --i) sum = 1 + sum * rest / i;
  for (; halvings >= 30; halvings -= 30) sum /= (double)((int32_t)1 << 30);
  return sum / (double)((int32_t)1 << halvings);
}

/* log(1 + x) for x from 0 to 1. */
static inline double ocelli_log_of_one_and(double x) {
  const double u = x / (2 + x), square = u * u;
  double sum = 0;
  int32_t i;
  for (i = 35; i >= 3; i -= 2) sum = (sum + 1.0 / i) * square; /* u^3 / 3 + u^5 / 5 + ... */
  return 2 * (u + u * sum);
}

static inline double ocelli_square_root(double x) {
  double scale = 1, root;
  int32_t i;
  if (x <= 0) return 0;
  for (; x >= 4; x /= 4) scale *= 2;
  for (; x < 1; x *= 4) scale /= 2;
  root = 0.5 + x / 3;
  for (i = 0; i < 5; ++i) root = (root + x / root) / 2;
  return root * scale;
}

/* log(1 + exp(x)): what a window says for its group. About x where that is large, and never negative. */
static inline double ocelli_softplus(double x) {
  return (x > 0 ? x : 0) + ocelli_log_of_one_and(ocelli_exp_of_minus(x > 0 ? x : -x));
}

static inline float ocelli_common_area(const ocelli_detection *a, const ocelli_detection *b) {
  const float right = a->x + a->width < b->x + b->width ? a->x + a->width : b->x + b->width;
  const float bottom = a->y + a->height < b->y + b->height ? a->y + a->height : b->y + b->height;
  const float width = right - (a->x > b->x ? a->x : b->x), height = bottom - (a->y > b->y ? a->y : b->y);
  return width > 0 && height > 0 ? ocelli_times_float(width, height) : 0;
}

static inline float ocelli_area(const ocelli_detection *a) { return ocelli_times_float(a->width, a->height); }

/* Intersection over union. */
static inline float ocelli_overlap(const ocelli_detection *a, const ocelli_detection *b) {
  const float common = ocelli_common_area(a, b);
  const float together = ocelli_area(a) + ocelli_area(b) - common;
  return together > 0 ? common / together : 0;
}

/* Whether `a` comes before `b`: the surer one, then by y, x, width, height. */
static inline int32_t ocelli_is_before(const ocelli_detection *a, const ocelli_detection *b) {
  if (a->score != b->score) return a->score > b->score;
  if (a->y != b->y) return a->y < b->y;
  if (a->x != b->x) return a->x < b->x;
  if (a->width != b->width) return a->width < b->width;
  return a->height < b->height;
}

/* Heap sort: windows[0 .. count) in order. */
static inline void ocelli_sift_down(ocelli_window *windows, int32_t place, int32_t count) {
  for (;;) {
    int32_t child = 2 * place + 1;
    ocelli_window swapped;
    if (child >= count) return;
    if (child + 1 < count && ocelli_is_before(&windows[child].box, &windows[child + 1].box)) ++child;
    if (!ocelli_is_before(&windows[place].box, &windows[child].box)) return;
    swapped = windows[place];
    windows[place] = windows[child];
    windows[child] = swapped;
    place = child;
  }
}
static inline void ocelli_sort_windows(ocelli_window *windows, int32_t count) {
  int32_t i;
  for (i = count / 2 - 1; i >= 0; --i) ocelli_sift_down(windows, i, count);
  for (i = count - 1; i > 0; --i) {
    const ocelli_window swapped = windows[0];
    windows[0] = windows[i];
    windows[i] = swapped;
    ocelli_sift_down(windows, 0, i);
  }
}

/* The group of a list of windows: their mean box, weighted by likelihood, and the norm of order 4 of what they say. Returns how many there are. */
static inline int32_t ocelli_group_of(const ocelli_window *windows, int32_t leader, ocelli_detection *group, double *score) {
  double x = 0, y = 0, width = 0, height = 0, likelihood = 0, powers = 0;
  int32_t member, count = 0;
  for (member = leader; member >= 0; member = windows[member].next, ++count) {
    const ocelli_detection *const box = &windows[member].box;
    const double likely = ocelli_exp_of_minus((double)windows[leader].box.score - box->score);
    const double says = ocelli_softplus(box->score);
    x += ocelli_times(likely, box->x);
    y += ocelli_times(likely, box->y);
    width += ocelli_times(likely, box->width);
    height += ocelli_times(likely, box->height);
    likelihood += likely;
    powers += ocelli_times(ocelli_times(ocelli_times(says, says), says), says);
  }
  *score = ocelli_square_root(ocelli_square_root(powers));
  group->x = (float)(x / likelihood);
  group->y = (float)(y / likelihood);
  group->width = (float)(width / likelihood);
  group->height = (float)(height / likelihood);
  group->score = (float)*score;
  return count;
}

/* The group whose leader a box overlaps most, and at least so much, the older of two alike; -1 when there is none. */
static inline int32_t ocelli_nearest_group(const ocelli_window *windows, int32_t first_leader, const ocelli_detection *box, double min_overlap) {
  int32_t leader, nearest = -1;
  double max = min_overlap;
  for (leader = first_leader; leader >= 0; leader = windows[leader].next_group) {
    const double overlap = ocelli_overlap(&windows[leader].box, box);
    if (overlap > max || (overlap >= max && nearest < 0)) {
      max = overlap;
      nearest = leader;
    }
  }
  return nearest;
}

/* Sorts the windows and lists them by groups. The box of a group's first, surest window attracts others. */
static inline void ocelli_list_groups(ocelli_windows *all, double min_overlap) {
  ocelli_window *const windows = all->windows;
  int32_t i, last_leader = -1;
  ocelli_sort_windows(windows, all->count);
  for (i = 0; i < all->count; ++i) {
    const int32_t group = ocelli_nearest_group(windows, last_leader < 0 ? -1 : 0, &windows[i].box, min_overlap);
    windows[i].next = windows[i].next_group = -1;
    windows[i].last = i;
    if (group >= 0) {
      windows[windows[group].last].next = i;
      windows[group].last = i;
    } else {
      if (last_leader >= 0) windows[last_leader].next_group = i;
      last_leader = i;
    }
  }
}

/* Replaces windows by their groups, those of enough windows and score. A group lies where a window of it or of one before it has lain. */
static inline void ocelli_group(ocelli_windows *all, double min_overlap, int32_t min_neighbors, double min_score) {
  ocelli_window *const windows = all->windows;
  int32_t leader, count = 0;
  ocelli_list_groups(all, min_overlap);
  leader = all->count > 0 ? 0 : -1;
  while (leader >= 0) {
    const int32_t next = windows[leader].next_group;
    ocelli_detection group;
    double score;
    const int32_t members = ocelli_group_of(windows, leader, &group, &score);
    if (members >= min_neighbors && score >= min_score) windows[count++].box = group;
    leader = next;
  }
  all->count = count;
}

/* Sorts detections, the surest first, and drops those that share more than `containment` of the smaller box with a surer one. */
static inline void ocelli_keep_surest(ocelli_windows *found, double containment) {
  ocelli_window *const windows = found->windows;
  int32_t i, j, kept = 0;
  ocelli_sort_windows(windows, found->count);
  for (i = 0; i < found->count; ++i) {
    const float area = ocelli_area(&windows[i].box);
    int32_t is_part = 0;
    for (j = 0; j < kept && containment < 1 && !is_part; ++j) {
      const float other = ocelli_area(&windows[j].box), smaller = other < area ? other : area;
      is_part = ocelli_common_area(&windows[j].box, &windows[i].box) > ocelli_times(containment, smaller);
    }
    if (!is_part) windows[kept++].box = windows[i].box;
  }
  found->count = kept;
}

#endif
