#include "ocelli/metrics/track_scores.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "ocelli/metrics/assignment.hpp"

namespace ocelli::internal {
namespace {

constexpr double kHit = 0.5;
constexpr std::size_t kOverlaps = 19;  ///< 0.05 to 0.95, in steps of 0.05

using Pair = std::pair<std::size_t, std::size_t>;  ///< a true track and a found one

Eigen::MatrixXd overlaps_of(const std::vector<TrackedBox>& truths, const std::vector<TrackedBox>& found) {
  Eigen::MatrixXd overlaps(static_cast<Eigen::Index>(truths.size()), static_cast<Eigen::Index>(found.size()));
  for (std::size_t t = 0; t < truths.size(); ++t)
    for (std::size_t f = 0; f < found.size(); ++f)
      overlaps(static_cast<Eigen::Index>(t), static_cast<Eigen::Index>(f)) =
          static_cast<double>(overlap(truths[t].box, found[f].box));
  return overlaps;
}

/// The frame without the found boxes that belong to ignored ones.
TrackFrame without_ignored(const TrackFrame& frame) {
  TrackFrame kept{.truths = frame.truths, .found = {}, .ignored = {}};
  std::vector<TrackedBox> all = frame.truths;
  for (const Box& box : frame.ignored) all.push_back({.track = 0, .box = box});
  Eigen::MatrixXd gains = overlaps_of(all, frame.found);
  gains = (gains.array() >= kHit).select(gains, 0);
  std::vector<bool> drops(frame.found.size(), false);
  const std::vector<std::optional<int>> assigned = best_assignment(gains);
  for (std::size_t i = frame.truths.size(); i < all.size(); ++i)
    if (assigned[i]) drops[static_cast<std::size_t>(*assigned[i])] = true;
  for (std::size_t f = 0; f < frame.found.size(); ++f)
    if (!drops[f]) kept.found.push_back(frame.found[f]);
  return kept;
}

/// CLEAR MOT: an object keeps the number that it had, as long as the two overlap.
class ClearScores {
 public:
  void add(const TrackFrame& frame) {
    const Eigen::MatrixXd overlaps = overlaps_of(frame.truths, frame.found);
    constexpr double kBonus = 1000;
    Eigen::MatrixXd gains = (overlaps.array() >= kHit).select(overlaps, 0);
    for (Eigen::Index t = 0; t < gains.rows(); ++t)
      for (Eigen::Index f = 0; f < gains.cols(); ++f)
        if (gains(t, f) > 0 && was_found_as(frame.truths[static_cast<std::size_t>(t)].track,
                                            frame.found[static_cast<std::size_t>(f)].track))
          gains(t, f) += kBonus;
    const std::vector<std::optional<int>> assigned = best_assignment(gains);
    std::size_t hits = 0;
    for (std::size_t t = 0; t < assigned.size(); ++t) {
      if (!assigned[t]) continue;
      ++hits;
      const std::size_t track = frame.found[static_cast<std::size_t>(*assigned[t])].track;
      const auto [known, is_new] = last_.try_emplace(frame.truths[t].track, track);
      if (!is_new && known->second != track) ++switches_;
      known->second = track;
    }
    truths_ += frame.truths.size();
    hits_ += hits;
    false_positives_ += frame.found.size() - hits;
  }

  void write(TrackScores& scores) const {
    scores.truths = truths_;
    scores.hits = hits_;
    scores.false_positives = false_positives_;
    scores.switches = switches_;
    const auto errors = static_cast<double>(truths_ - hits_ + false_positives_ + switches_);
    scores.mota = truths_ > 0 ? 1 - errors / static_cast<double>(truths_) : 0;
  }

 private:
  bool was_found_as(std::size_t truth, std::size_t track) const {
    const auto known = last_.find(truth);
    return known != last_.end() && known->second == track;
  }

  std::map<std::size_t, std::size_t> last_;  ///< the found track of each true one
  std::size_t truths_ = 0, hits_ = 0, false_positives_ = 0, switches_ = 0;
};

/// HOTA. The pairs of a frame are chosen by how well their tracks agree over the whole video, so that takes a
/// pass of its own.
class HotaScores {
 public:
  explicit HotaScores(std::span<const TrackFrame> frames) {
    for (const TrackFrame& frame : frames) add_agreement(frame);
    for (const TrackFrame& frame : frames) add_matches(frame);
  }

  void write(TrackScores& scores) const {
    for (std::size_t i = 0; i < kOverlaps; ++i) {
      const double hits = hits_[i], all = static_cast<double>(truths_ + found_) - hits;
      const double detection = all > 0 ? hits / all : 0;
      double association = 0;
      for (const auto& [pair, counts] : matches_)
        association += counts[i] * counts[i] / (frames_of(pair) - counts[i]);
      association = hits > 0 ? association / hits : 0;
      scores.detection += detection / kOverlaps;
      scores.association += association / kOverlaps;
      scores.hota += std::sqrt(detection * association) / kOverlaps;
    }
  }

 private:
  /// Frames of the true track and of the found one, together.
  double frames_of(const Pair& pair) const {
    return static_cast<double>(truth_frames_.at(pair.first) + found_frames_.at(pair.second));
  }

  void add_agreement(const TrackFrame& frame) {
    for (const TrackedBox& truth : frame.truths) ++truth_frames_[truth.track];
    for (const TrackedBox& found : frame.found) ++found_frames_[found.track];
    truths_ += frame.truths.size();
    found_ += frame.found.size();
    const Eigen::MatrixXd overlaps = overlaps_of(frame.truths, frame.found);
    const Eigen::VectorXd of_truth = overlaps.rowwise().sum();
    const Eigen::RowVectorXd of_found = overlaps.colwise().sum();
    for (Eigen::Index t = 0; t < overlaps.rows(); ++t)
      for (Eigen::Index f = 0; f < overlaps.cols(); ++f)
        if (overlaps(t, f) > 0)
          agreement_[pair_of(frame, t, f)] += overlaps(t, f) / (of_truth[t] + of_found[f] - overlaps(t, f));
  }

  void add_matches(const TrackFrame& frame) {
    const Eigen::MatrixXd overlaps = overlaps_of(frame.truths, frame.found);
    Eigen::MatrixXd gains = overlaps;
    for (Eigen::Index t = 0; t < gains.rows(); ++t)
      for (Eigen::Index f = 0; f < gains.cols(); ++f) {
        if (gains(t, f) <= 0) continue;
        const Pair pair = pair_of(frame, t, f);
        const double agreement = agreement_.at(pair);
        gains(t, f) *= agreement / (frames_of(pair) - agreement);
      }
    const std::vector<std::optional<int>> assigned = best_assignment(gains);
    for (std::size_t t = 0; t < assigned.size(); ++t) {
      if (!assigned[t]) continue;
      const auto truth = static_cast<Eigen::Index>(t);
      std::array<double, kOverlaps>& counts = matches_[pair_of(frame, truth, *assigned[t])];
      for (std::size_t i = 0; i < kOverlaps; ++i) {
        constexpr double kSlack = 1e-9;
        if (overlaps(truth, *assigned[t]) + kSlack < 0.05 * static_cast<double>(i + 1)) break;
        ++counts[i];
        ++hits_[i];
      }
    }
  }

  static Pair pair_of(const TrackFrame& frame, Eigen::Index truth, Eigen::Index found) {
    return {frame.truths[static_cast<std::size_t>(truth)].track,
            frame.found[static_cast<std::size_t>(found)].track};
  }

  std::map<std::size_t, std::size_t> truth_frames_, found_frames_;
  std::map<Pair, double> agreement_;
  std::map<Pair, std::array<double, kOverlaps>> matches_;
  std::array<double, kOverlaps> hits_{};
  std::size_t truths_ = 0, found_ = 0;
};

}  // namespace

TrackScores track_scores(std::span<const TrackFrame> frames) {
  std::vector<TrackFrame> scored;
  std::ranges::transform(frames, std::back_inserter(scored), without_ignored);
  TrackScores scores;
  ClearScores clear;
  for (const TrackFrame& frame : scored) clear.add(frame);
  clear.write(scores);
  HotaScores(scored).write(scores);
  return scores;
}

}  // namespace ocelli::internal
