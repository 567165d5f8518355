#pragma once

#include <hwy/aligned_allocator.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/imaging/integral_image.hpp"

/// The data that the scanner's vector code works on (internal): the cascade in its layout, a level's tables,
/// and the surviving windows.
namespace ocelli::internal::scan_kernel {

/// A feature in the layout of the kernels. Its corners are in one list: pairs of one added and one subtracted
/// corner, first those that count twice, then those that count once, and then the few that must be multiplied
/// by their weights. A corner of weight 3 is in both kinds of pairs.
struct FeatureProgram {
  std::uint32_t corner_begin = 0, doubled_end = 0, pair_end = 0, corner_end = 0;
  float low = 0, scale = 0;
};

struct StageProgram {
  std::uint32_t weak_begin = 0, weak_end = 0;
  float threshold = 0;
  std::size_t number = 0;  ///< from 0
};

/// Adjacent table entries: columns x, x + phases, x + 2 * phases ... of a window, in its row y.
struct EntryRun {
  static constexpr int kLength = 8;

  std::int32_t x = 0, y = 0;
};

/// The table entries of a window that the stages read, for tables with a given number of phases. Scattered
/// windows are copied run by run, so that the same entry of many windows is in one register.
struct EntryRuns {
  std::vector<EntryRun> runs;     ///< of all stages, one after the other
  std::vector<std::size_t> ends;  ///< end of each stage's runs
  /// For each corner of the program: the index of its entry in its stage's runs.
  std::vector<std::int32_t> corner_entries;

  /// Adds the runs of the next stage, which reads these corners.
  void add_stage(std::span<const WeightedCorner> corners, int phases);
  /// The begin and end of a stage's runs.
  std::pair<std::size_t, std::size_t> of_stage(std::size_t number) const {
    return {number == 0 ? 0 : ends[number - 1], ends[number]};
  }
};

/// Votes in tables of at most this many cells are looked up bytewise where that is faster.
constexpr std::size_t kVoteCells = 64, kVoteBytes = kVoteCells * sizeof(float);

/// A cascade compiled for scanning. Points into the tables of the original cascade.
struct Program {
  /// For tables with 1 to `phases` phases.
  Program(const Cascade& cascade, int phases);

  int width, height;
  float bins, last_bin;
  std::uint32_t joint;  ///< features per weak classifier
  std::uint32_t cells;  ///< entries per weak classifier's table
  float min_deviation;
  std::vector<WeightedCorner> corners;
  std::vector<std::int32_t> weights;  ///< of the corners
  std::vector<FeatureProgram> features;
  const float* tables;
  /// kVoteBytes for each weak classifier: the lowest byte of every vote, then the second byte of every vote,
  /// and so on. Empty if there are more than kVoteCells cells.
  std::vector<std::uint8_t> vote_bytes;
  std::vector<StageProgram> stages;
  /// Indexed by the number of phases minus one. Empty unless the lower halves of entries suffice for every
  /// response.
  std::vector<EntryRuns> entry_runs;

  bool reads_halves() const { return !entry_runs.empty(); }
};

/// The offsets of a program's corners and entry runs from the top left of a window in a level's tables.
/// Tables are stored by column phase, so the offsets depend on the phase of the window's left column.
struct Offsets {
  std::vector<std::int32_t> corners, runs;  ///< of the program's corners and runs
  std::size_t ready = 0, ready_runs = 0;    ///< number computed so far
  /// Offsets of the window's columns in its top row. Each needs a division, done once per level.
  std::vector<std::int32_t> columns;
  std::int32_t window[4] = {};  ///< top left, top right, bottom left, bottom right
};

/// The tables of one pyramid level, and the offsets in them for windows of each phase.
struct Level {
  const IntegralTable* sum = nullptr;
  const IntegralTable* squared = nullptr;
  const std::int16_t* halves = nullptr;  ///< lower halves of the sums, for programs that read them
  std::vector<Offsets> phases;

  /// Sets the tables of a level. Offsets are computed later by prepare(). `lower_halves` are those of the
  /// sums, if the program reads them.
  void assign(const Program& program, const IntegralTable& sum_table, const IntegralTable& squared_table,
              std::span<const std::int16_t> lower_halves);
  /// Computes the offsets of the weak classifiers before `weak_end`. Most levels need only the first stages.
  void prepare(const Program& program, std::size_t phase, std::uint32_t weak_end);
  const EntryRuns& entry_runs(const Program& program) const {
    return program.entry_runs[static_cast<std::size_t>(sum->phases() - 1)];
  }
  /// The offsets of a stage's runs. Computes missing ones.
  std::span<const std::int32_t> run_offsets(const Program& program, std::size_t phase,
                                            const StageProgram& stage);
};

/// Memory for copies of table entries.
class EntryCopies {
 public:
  /// Room for `count` entries, aligned for vector code. Discards the previous content.
  std::int16_t* reserve(std::size_t count) {
    if (capacity_ >= count) return entries_.get();
    entries_ = hwy::AllocateAligned<std::int16_t>(count);
    capacity_ = count;
    return entries_.get();
  }

 private:
  hwy::AlignedFreeUniquePtr<std::int16_t[]> entries_;
  std::size_t capacity_ = 0;
};

/// Surviving windows: the index of their top left in the tables, 1 / deviation, and the score so far. The
/// arrays have the capacity passed to reserve() plus four vector registers.
struct Survivors {
  std::vector<std::int32_t> place;
  std::vector<float> inverse_deviation, score;
  std::size_t count = 0;

  /// Moves the windows of `other` here and empties it.
  void take(Survivors& other);
  void reserve(std::size_t capacity);
};

}  // namespace ocelli::internal::scan_kernel
