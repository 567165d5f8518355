#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/imaging/integral_image.hpp"

/// What the vector code of the scanner works on (internal): the cascade in its layout, a level's tables and the windows that are left.
namespace ocelli::scan_kernel {

/// A feature in the layout of the kernels. Its corners are in one list: pairs of which one is added and one subtracted, first those
/// that count twice, then those that count once, and then the few that have to be multiplied by their weights. A corner of weight 3 is
/// in both kinds of pairs.
struct FeatureProgram {
  std::uint32_t corner_begin = 0, doubled_end = 0, pair_end = 0, corner_end = 0;
  float low = 0, scale = 0;
};

struct StageProgram {
  std::uint32_t weak_begin = 0, weak_end = 0;
  float threshold = 0;
};

/// Votes in tables of at most so many cells are looked up by bytes where that is faster.
constexpr std::size_t kVoteCells = 64, kVoteBytes = kVoteCells * sizeof(float);

/// A cascade compiled for scanning. Points into the tables of the original cascade.
struct Program {
  explicit Program(const Cascade& cascade);

  int width, height;
  float bins, last_bin;
  std::uint32_t joint;  ///< features per weak classifier
  std::uint32_t cells;  ///< entries per weak classifier's table
  float min_deviation;
  std::vector<WeightedCorner> corners;
  std::vector<std::int32_t> weights;  ///< of the corners
  std::vector<FeatureProgram> features;
  const float* tables;
  /// Of each weak classifier kVoteBytes: the lowest byte of each vote, then the second one of each, and so on. Empty if its cells are
  /// more than kVoteCells.
  std::vector<std::uint8_t> vote_bytes;
  std::vector<StageProgram> stages;
};

/// The offset of each corner of the program from a window's top left in a level's tables. Because tables are stored by
/// column phase, it depends on the phase of the window's left column.
struct Offsets {
  std::vector<std::int32_t> corners;  ///< of the program
  std::size_t ready = 0;              ///< this many corners are filled in
  std::vector<std::int32_t>
      columns;                  ///< of the window, in its top row: each takes a division, once per level
  std::int32_t window[4] = {};  ///< top left, top right, bottom left, bottom right
};

/// The tables of one pyramid level, and the offsets in them for windows of each phase.
struct Level {
  const IntegralTable* sum = nullptr;
  const IntegralTable* squared = nullptr;
  std::vector<Offsets> phases;

  /// Sets the tables of a level. No offsets are computed yet.
  void assign(const Program& program, const IntegralTable& sum_table, const IntegralTable& squared_table);
  /// Computes the offsets of the weak classifiers before `weak_end`: most levels need the first stages only.
  void prepare(const Program& program, std::size_t phase, std::uint32_t weak_end);
};

/// Surviving windows: the index of their top left in the tables, 1 / deviation, and the score so far.
/// The arrays have room for as many windows as reserve() was told of and a vector register more.
struct Survivors {
  std::vector<std::int32_t> place;
  std::vector<float> inverse_deviation, score;
  std::size_t count = 0;

  /// Moves the windows of another list here and empties it.
  void take(Survivors& other);
  void reserve(std::size_t capacity);
};

}  // namespace ocelli::scan_kernel
