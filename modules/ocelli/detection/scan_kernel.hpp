#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/imaging/integral_image.hpp"

/// The vector code of the scanner (not for other rooms). Written once with Highway, compiled for every
/// instruction set, chosen at run time.
namespace ocelli::scan_kernel {

/// A weak classifier as the kernels read it. Its corners lie in one list: first those of weight +1, then
/// those of weight -1, then all others, so that most need no multiplication.
struct WeakProgram {
  std::uint32_t corner_begin = 0, plus_end = 0, minus_end = 0, corner_end = 0;
  float low = 0, scale = 0;
  const float* table = nullptr;
};

struct StageProgram {
  std::uint32_t weak_begin = 0, weak_end = 0;
  float threshold = 0;
};

/// A cascade turned for scanning. Points into the tables of the cascade it was made from.
struct Program {
  explicit Program(const Cascade& cascade);

  int width, height;
  float last_bin, min_deviation;
  std::vector<WeightedCorner> corners;
  std::vector<std::int32_t> weights;  ///< of the corners
  std::vector<WeakProgram> weak;
  std::vector<StageProgram> stages;
};

/// The tables of one pyramid level and where, from a window's top left, each corner of the program lies in
/// them.
struct Level {
  const IntegralTable* sum = nullptr;
  const IntegralTable* squared = nullptr;
  std::vector<std::int32_t> offsets;  ///< of the program's corners
  std::int32_t window_offsets[4] =
      {};  ///< of the window's own corners: top left, top right, bottom left, bottom right

  void prepare(const Program& program, const IntegralTable& sum_table, const IntegralTable& squared_table);
};

/// Windows still in play: where their top left lies in the tables, 1 / deviation, and the score so far.
/// The arrays have room for capacity() windows and a vector register more.
struct Survivors {
  std::vector<std::int32_t> place;
  std::vector<float> inverse_deviation, score;
  std::size_t count = 0;

  void reserve(std::size_t capacity);
};

/// Runs stage 0 on the `windows` windows that lie side by side from table entry `first` on and appends those
/// that pass. Without stages all pass with score 0. Requires room for `windows` more survivors.
void scan_row(const Program& program, const Level& level, std::size_t first, std::size_t windows,
              Survivors& survivors);

/// Runs one later stage on all survivors and keeps those that pass, in their order.
void sift(const Program& program, const Level& level, const StageProgram& stage, Survivors& survivors);

}  // namespace ocelli::scan_kernel
