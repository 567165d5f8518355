#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sparsity_curves.hpp"

namespace ocelli::internal::bench {

inline constexpr const char* kShareBoost = "ShareBoost";
inline constexpr const char* kRegularized = "ShareBoost, regularized";
inline constexpr const char* kMixedNorm = "mixed norm";
inline constexpr const char* kJointBoost = "JointBoost";

struct MixedNormSettings {
  std::size_t points = 150;
  double ratio = 0.9, tolerance = 1e-3;
};

/// A data set as used in the experiment.
struct SetFacts {
  std::string name;
  std::size_t training = 0, test = 0, inputs = 0, classes = 0;
};

/// The content of the page about ShareBoost's figure 3.
struct ShareBoostPage {
  std::string command;
  double seconds = 0;
  std::size_t features = 0;
  double frobenius = 0;
  std::size_t thresholds = 0;
  MixedNormSettings mixed;
  std::vector<SetFacts> sets;
  std::vector<SparsityCurve> curves;
};

/// The picture of a set's curves with these columns, next to the page.
std::string picture_name(const std::string& set, const std::string& columns);

/// The page as Markdown: command, settings, tables, pictures, and what they show about the paper's claims.
std::string to_text(const ShareBoostPage& page);

}  // namespace ocelli::internal::bench
