#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/detection/scanner.hpp"

namespace ocelli::internal {

/// How windows on the same object are merged into one detection.
struct GroupOptions {
  double overlap = 0.3;  ///< windows with at least this intersection over union belong to the same object
  /// Detections that share at least this fraction of the smaller box with a higher-scoring one are dropped.
  double containment = 0.4;
  int min_neighbors = 3;  ///< groups of fewer windows are dropped
  /// Groups with a lower score are dropped. Empty: the model's own limit.
  std::optional<double> min_score = {};

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("overlap", self.overlap, "minimum intersection over union of windows on the same object",
          option::from(0.15).to(1));
    visit("containment", self.containment,
          "drop detections that share this much of the smaller box with a higher-scoring one (1: none)",
          option::above(0).to(1));
    visit("min-neighbors", self.min_neighbors, "drop groups of fewer windows", option::from(1).basic());
    visit("min-score", self.min_score,
          "drop detections with a lower score (auto: the operating point of the model)",
          option::any().basic().or_auto());
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// Working memory of one caller of group(). Grows to the largest number of windows seen and is then reused.
class GroupScratch {
 public:
  GroupScratch();
  ~GroupScratch();
  GroupScratch(GroupScratch&&) noexcept;
  GroupScratch& operator=(GroupScratch&&) noexcept;

 private:
  friend std::vector<Detection> group(std::span<const ScoredWindow>, const GroupOptions&, const std::string&,
                                      GroupScratch&);
  struct Buffers;
  std::unique_ptr<Buffers> buffers_;
};

/// The score of a group with a single window.
float group_score(float window_score);
/// The score of a group of windows with the given scores.
float group_score(std::span<const float> window_scores);

/// Groups windows and computes the scores of the groups; docs/detect.md describes the rule. Highest score
/// first, ties by y, x, w. With a scratch that has seen as many windows, allocates only the detections.
std::vector<Detection> group(std::span<const ScoredWindow> windows, const GroupOptions& options,
                             const std::string& label, GroupScratch& scratch);
std::vector<Detection> group(std::span<const ScoredWindow> windows, const GroupOptions& options,
                             const std::string& label);

/// Sorts detections by descending score and drops those that share more than `containment` of the smaller box
/// with a higher-scoring one.
void drop_contained(std::vector<Detection>& detections, double containment);

}  // namespace ocelli::internal
