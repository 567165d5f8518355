#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/image.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// The pixels of a view as a matrix: shared where OpenCV supports the format, converted otherwise.
/// Throws  Error(Kind::image) for a view without pixels, or with rows that overlap.
cv::Mat matrix_of(const ImageView& view);

/// Requires  8-bit gray or BGR.
Image image_of(const cv::Mat& matrix);

/// Reports what was skipped to a public observer, whose function may be empty.
inline void report(const Observer& observer, std::span<const Problem> problems) {
  if (!observer.problem) return;
  for (const Problem& problem : problems) observer.problem(problem.where, problem.message);
}

}  // namespace ocelli::internal
