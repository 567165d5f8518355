#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "face_windows.hpp"
#include "ocelli/features/responses.hpp"

namespace ocelli::internal::bench {

inline constexpr double kDetectionRate = 0.995;
inline constexpr int kBins = 32;
inline constexpr double kSmoothing = 10, kWeightShare = 0.99;

/// The size of the experiment; defaults as in the paper.
struct FloatBoostSettings {
  std::size_t weak = 1000;
  std::size_t features = 5000;
  std::size_t training = 4000;  ///< of each class
  std::size_t test = 1000;      ///< of each class
  std::size_t stages = 5;       ///< of the face model, passed by the windows without a face
};

/// One draw of windows and features, in the learners' form. In each part, the samples are ordered by class.
struct Draw {
  BinnedResponses training, test;
};

Draw make_draw(const FaceWindows& windows, const FloatBoostSettings& settings, std::uint64_t seed);

/// False-alarm rates of the ensemble of a given size.
struct CurvePoint {
  double training = std::numeric_limits<double>::infinity();
  double test = std::numeric_limits<double>::infinity();
};

struct Round {
  std::size_t size = 0;  ///< after it
  std::size_t removed = 0;
};

/// One method on one draw.
struct Run {
  std::uint64_t seed = 0;
  /// For sizes 1, 2, ...: the ensemble with the lowest training error of each size.
  std::vector<CurvePoint> curve;
  std::vector<Round> rounds;
  double seconds = 0;  ///< of processor time, for training only

  std::size_t removals() const;
  /// Rounds up to the last removal, per weak classifier kept.
  double rounds_while_removing() const;
};

/// A method on all draws so far.
struct Method {
  std::string name;
  std::size_t max_removals = 0;  ///< of FloatBoost
  std::vector<Run> runs{};

  std::vector<double> rates(std::size_t size, double CurvePoint::*what) const;
  std::vector<double> of_all(const std::function<double(const Run&)>& figure) const;
};

/// Boosts on one draw, with progress on stderr.
Run run_method(const Draw& draw, std::size_t max_removals, const FloatBoostSettings& settings,
               std::uint64_t seed);

}  // namespace ocelli::internal::bench
