#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/imaging/integral_image.hpp"

/// The vector code of the scanner (internal). Written once with Highway, compiled for every
/// instruction set, chosen at run time.
namespace ocelli::scan_kernel {

/// A feature as the kernels read it. Its corners lie in one list: first pairs of weights +1 and -1, which need no
/// multiplication and are most of them, then all others.
struct FeatureProgram {
  std::uint32_t corner_begin = 0, pair_end = 0, corner_end = 0;
  float low = 0, scale = 0;
};

struct StageProgram {
  std::uint32_t weak_begin = 0, weak_end = 0;
  float threshold = 0;
};

/// A cascade turned for scanning. Points into the tables of the cascade it was made from.
struct Program {
  explicit Program(const Cascade& cascade);

  int width, height, bins;
  std::uint32_t joint;  ///< features of a weak classifier
  std::uint32_t cells;  ///< entries of a weak classifier's table
  float min_deviation;
  std::vector<WeightedCorner> corners;
  std::vector<std::int32_t> weights;  ///< of the corners
  std::vector<FeatureProgram> features;
  const float* tables;
  std::vector<StageProgram> stages;
};

/// Where, from a window's top left, each corner of the program lies in a level's tables. Tables being stored by column
/// phase, this depends on the phase of the window's left column.
struct Offsets {
  std::vector<std::int32_t> corners;  ///< of the program
  std::size_t ready = 0;              ///< so many corners are filled in
  std::vector<std::int32_t> columns;  ///< of the window, in its top row: each takes a division, once a level
  std::int32_t window[4] = {};        ///< top left, top right, bottom left, bottom right
};

/// The tables of one pyramid level, and the offsets in them for windows of each phase.
struct Level {
  const IntegralTable* sum = nullptr;
  const IntegralTable* squared = nullptr;
  std::vector<Offsets> phases;

  /// Takes the tables of a level. No corner's offset is known yet.
  void assign(const Program& program, const IntegralTable& sum_table, const IntegralTable& squared_table);
  /// Fills in the offsets of the weak classifiers before `weak_end`: most levels ask for the first stages only.
  void prepare(const Program& program, std::size_t phase, std::uint32_t weak_end);
};

/// Windows still in play: where their top left lies in the tables, 1 / deviation, and the score so far.
/// The arrays have room for capacity() windows and a vector register more.
struct Survivors {
  std::vector<std::int32_t> place;
  std::vector<float> inverse_deviation, score;
  std::size_t count = 0;

  /// Takes the windows of another list over and empties it.
  void take(Survivors& other);
  void reserve(std::size_t capacity);
};

/// Runs the cascade's first stages on the `windows` windows that lie side by side from table entry `first` on and appends
/// those that pass. Without stages all pass with score 0. Requires room for `windows` more survivors. Adds to the level the
/// offsets that it lacks.
///
/// Neighbours are read in whole registers, scattered windows a number at a time: this is the faster way while more than
/// a few of the neighbours are left.
void scan_row(const Program& program, Level& level, std::size_t first, std::size_t windows,
              std::span<const StageProgram> stages, Survivors& survivors);

/// Fills in the deviations of scattered windows of one phase whose places are given, and starts their scores at 0.
void begin(const Program& program, const Level& level, std::size_t phase, Survivors& survivors);

/// Runs one stage on scattered windows of one phase and keeps those that pass, in their order. Adds to the level the offsets
/// that it lacks.
void sift(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
          Survivors& survivors);

}  // namespace ocelli::scan_kernel
