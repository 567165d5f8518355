#include "ocelli/detection/scan_program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <set>
#include <span>

namespace ocelli::internal::scan_kernel {
namespace {

/// Appends corners that count once, in pairs of one added and one subtracted corner, as many as possible. The
/// others go to `unpaired` with weights.
void append_pairs(std::span<const WeightedCorner> plus, std::span<const WeightedCorner> minus,
                  std::int16_t weight, std::vector<WeightedCorner>& list,
                  std::vector<WeightedCorner>& unpaired) {
  const std::size_t pairs = std::min(plus.size(), minus.size());
  for (std::size_t p = 0; p < pairs; ++p) list.insert(list.end(), {plus[p], minus[p]});
  for (WeightedCorner corner : plus.subspan(pairs)) unpaired.push_back({corner.x, corner.y, weight});
  for (WeightedCorner corner : minus.subspan(pairs))
    unpaired.push_back({corner.x, corner.y, static_cast<std::int16_t>(-weight)});
}

/// Appends a feature's corners to those of a program. The few with weights above 3 are multiplied.
FeatureProgram append_corners(const BinnedFeature& binned, std::vector<WeightedCorner>& list) {
  std::vector<WeightedCorner> plus, minus, doubled_plus, doubled_minus, others;
  for (const WeightedCorner& corner : corners(binned.feature)) {
    const int times = std::abs(corner.weight);
    if (times > 3) {
      others.push_back(corner);
      continue;
    }
    if (times % 2 == 1) (corner.weight > 0 ? plus : minus).push_back(corner);
    if (times >= 2) (corner.weight > 0 ? doubled_plus : doubled_minus).push_back(corner);
  }
  const auto end = [&list] { return static_cast<std::uint32_t>(list.size()); };
  FeatureProgram feature{.corner_begin = end(), .low = binned.low, .scale = binned.scale};
  append_pairs(doubled_plus, doubled_minus, 2, list, others);
  feature.doubled_end = end();
  append_pairs(plus, minus, 1, list, others);
  feature.pair_end = end();
  list.insert(list.end(), others.begin(), others.end());
  feature.corner_end = end();
  return feature;
}

/// The bytes of votes in the layout of Program. Empty if there are more than kVoteCells cells.
std::vector<std::uint8_t> bytes_of_votes(std::span<const float> tables, std::size_t cells) {
  if (cells > kVoteCells) return {};
  std::vector<std::uint8_t> bytes(tables.size() / cells * kVoteBytes);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto vote = std::bit_cast<std::uint32_t>(tables[i]);
    for (std::size_t b = 0; b < sizeof vote; ++b)
      bytes[i / cells * kVoteBytes + b * kVoteCells + i % cells] = static_cast<std::uint8_t>(vote >> 8 * b);
  }
  return bytes;
}

/// Whether a feature's responses fit 16 bits for any pixels.
bool fits_half(const HaarFeature& feature) {
  constexpr int kMax = std::numeric_limits<std::int16_t>::max() / 255;
  int added = 0, subtracted = 0;
  for (const WeightedRect& rect : feature.used()) {
    const int weighted = rect.weight * rect.w * rect.h;
    (weighted > 0 ? added : subtracted) += std::abs(weighted);
  }
  return std::max(added, subtracted) <= kMax;
}

/// Fills in the offsets of places in a window before `end`, starting after those already computed.
template <class Place>
void fill_offsets(std::span<const Place> places, std::size_t end, std::int32_t row,
                  std::span<const std::int32_t> columns, std::vector<std::int32_t>& offsets,
                  std::size_t& ready) {
  if (ready >= end) return;
  offsets.resize(places.size());
  std::transform(
      places.begin() + static_cast<std::ptrdiff_t>(ready), places.begin() + static_cast<std::ptrdiff_t>(end),
      offsets.begin() + static_cast<std::ptrdiff_t>(ready),
      [=](const Place& place) { return place.y * row + columns[static_cast<std::size_t>(place.x)]; });
  ready = end;
}

}  // namespace

void EntryRuns::add_stage(std::span<const WeightedCorner> corners, int phases) {
  constexpr int kUnused = -1;
  int width = 0, height = 0;
  for (const WeightedCorner& corner : corners) {
    width = std::max(width, corner.x + 1);
    height = std::max(height, corner.y + 1);
  }
  std::vector<int> entries(static_cast<std::size_t>(width * height), kUnused);
  const auto entry_at = [&](int x, int y) -> int& {
    return entries[static_cast<std::size_t>(y * width + x)];
  };
  for (const WeightedCorner& corner : corners) entry_at(corner.x, corner.y) = 0;
  int count = 0;
  for (int y = 0; y < height; ++y) {
    for (int phase = 0; phase < std::min(phases, width); ++phase) {
      int first = 0, end = 0;  // of the last run
      for (int x = phase; x < width; x += phases) {
        if (entry_at(x, y) == kUnused) continue;
        if (x >= end) {
          runs.push_back({x, y});
          first = x;
          end = x + EntryRun::kLength * phases;
          ++count;
        }
        entry_at(x, y) = (count - 1) * EntryRun::kLength + (x - first) / phases;
      }
    }
  }
  for (const WeightedCorner& corner : corners) corner_entries.push_back(entry_at(corner.x, corner.y));
  ends.push_back(runs.size());
}

Program::Program(const Cascade& cascade, int phases)
    : width(cascade.width()),
      height(cascade.height()),
      bins(static_cast<float>(cascade.bins())),
      last_bin(bins - 1),
      joint(static_cast<std::uint32_t>(cascade.parts().joint)),
      cells(static_cast<std::uint32_t>(cascade.parts().cells())),
      min_deviation(cascade.min_deviation()),
      tables(cascade.parts().tables.data()),
      vote_bytes(bytes_of_votes(cascade.parts().tables, cells)) {
  for (const BinnedFeature& binned : cascade.parts().features)
    features.push_back(append_corners(binned, corners));
  for (const WeightedCorner& corner : corners) weights.push_back(corner.weight);
  std::uint32_t begin = 0;
  for (const CascadeStage& stage : cascade.stages()) {
    stages.push_back({begin, stage.end, stage.threshold, stages.size()});
    begin = stage.end;
  }
  if (!std::ranges::all_of(cascade.parts().features, fits_half, &BinnedFeature::feature)) return;
  entry_runs.resize(static_cast<std::size_t>(phases));
  for (const int count : std::set{1, phases}) {
    for (const StageProgram& stage : stages) {
      const std::uint32_t first = features[stage.weak_begin * joint].corner_begin;
      const std::uint32_t last = features[stage.weak_end * joint - 1].corner_end;
      entry_runs[static_cast<std::size_t>(count - 1)].add_stage(
          std::span(corners).subspan(first, last - first), count);
    }
  }
}

void Level::assign(const Program& program, const IntegralTable& sum_table, const IntegralTable& squared_table,
                   std::span<const std::int16_t> lower_halves) {
  sum = &sum_table;
  squared = &squared_table;
  halves = lower_halves.data();
  const auto phase_count = static_cast<std::size_t>(sum_table.phases());
  phases.resize(std::max(phases.size(), phase_count));  // never shrinks: reused for the next level
  const auto last_row = static_cast<std::int32_t>(sum_table.stride()) * program.height;
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    Offsets& at = phases[phase];
    const int left = static_cast<int>(phase);
    at.ready = at.ready_runs = 0;
    at.columns.clear();
    for (int x = 0; x <= program.width; ++x) {
      at.columns.push_back(static_cast<std::int32_t>(sum_table.index(0, left + x)) -
                           static_cast<std::int32_t>(sum_table.index(0, left)));
    }
    const std::int32_t right = at.columns.back();
    std::ranges::copy(std::array{0, right, last_row, last_row + right}, at.window);
  }
}

void Level::prepare(const Program& program, std::size_t phase, std::uint32_t weak_end) {
  Offsets& at = phases[phase];
  const std::size_t end = weak_end == 0 ? 0 : program.features[weak_end * program.joint - 1].corner_end;
  fill_offsets<WeightedCorner>(program.corners, end, static_cast<std::int32_t>(sum->stride()), at.columns,
                               at.corners, at.ready);
}

std::span<const std::int32_t> Level::run_offsets(const Program& program, std::size_t phase,
                                                 const StageProgram& stage) {
  Offsets& at = phases[phase];
  const EntryRuns& all = entry_runs(program);
  const auto [first, end] = all.of_stage(stage.number);
  fill_offsets<EntryRun>(all.runs, end, static_cast<std::int32_t>(sum->stride()), at.columns, at.runs,
                         at.ready_runs);
  return std::span(at.runs).subspan(first, end - first);
}

void Survivors::take(Survivors& other) {
  reserve(count + other.count);
  const auto append = [&](auto& list, const auto& others) {
    std::copy_n(others.begin(), other.count, list.begin() + static_cast<std::ptrdiff_t>(count));
  };
  append(place, other.place);
  append(inverse_deviation, other.inverse_deviation);
  append(score, other.score);
  count += other.count;
  other.count = 0;
}

void Survivors::reserve(std::size_t capacity) {
  constexpr std::size_t kFourRegisters = 4 * 64;
  if (place.size() >= capacity + kFourRegisters) return;
  place.resize(capacity + kFourRegisters);
  inverse_deviation.resize(capacity + kFourRegisters);
  score.resize(capacity + kFourRegisters);
}

}  // namespace ocelli::internal::scan_kernel
