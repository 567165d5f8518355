#pragma once

#include <span>
#include <string>

#include "ocelli/metrics/confusion.hpp"

namespace ocelli::internal {

/// The matrix as a self-contained SVG: a row for each true class, a column for each label, a cell the darker
/// the more of the row's samples it holds; errors are red, right answers blue. Counts stand in the cells of
/// at most 30 classes.
std::string confusion_svg(const std::string& title, const ConfusionMatrix& matrix);

struct Bar {
  std::string name;
  double length = 0;  ///< at least 0

  friend bool operator==(const Bar&, const Bar&) = default;
};

/// A self-contained SVG with a bar below the other, each with its name and its length, in the order given.
std::string bars_svg(const std::string& title, std::span<const Bar> bars);

}  // namespace ocelli::internal
