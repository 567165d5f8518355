#pragma once

#include <span>
#include <string>

#include "ocelli/metrics/confusion.hpp"

namespace ocelli::internal {

/// The matrix as a self-contained SVG: a row for each true class, a column for each label. A cell is darker
/// the more of the row's samples it contains. Errors are red, right answers blue. With at most 30 classes the
/// cells show counts.
std::string confusion_svg(const std::string& title, const ConfusionMatrix& matrix);

struct Bar {
  std::string name;
  double length = 0;  ///< at least 0

  friend bool operator==(const Bar&, const Bar&) = default;
};

/// A self-contained SVG of horizontal bars, top to bottom in the order given, each with its name and its
/// length.
std::string bars_svg(const std::string& title, std::span<const Bar> bars);

}  // namespace ocelli::internal
