#pragma once

#include <cstddef>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// A misclassified sample.
struct Misread {
  std::size_t sample = 0;
  std::string truth, given;
  float score = 0, margin = 0;  ///< score of the predicted label, and its margin over the second
  std::string item = {};        ///< origin of the sample: a file, or "images.idx#17"
};

inline constexpr std::size_t kMaxOnSheet = 400;

/// One picture of the first kMaxOnSheet misclassified images, row by row, each captioned "truth > predicted"
/// and with its file name. Labels are truncated to 40 characters. File names show their last 24 characters.
/// Requires  samples that are images.
/// Source    shareboost fig. 6.
cv::Mat misread_sheet(const Samples& samples, std::span<const Misread> misread);

/// The path of the list of misclassified samples: FILE.csv next to a sheet, or FILE itself if it has that
/// extension.
std::filesystem::path misread_list_beside(const std::filesystem::path& file);

/// Writes all misclassified samples as CSV (RFC 4180, lines end in LF) with a header, atomically:
///   item,truth,answer,score,margin
/// Throws  Error(Kind::output).
void write_misread_list(const std::filesystem::path& file, std::span<const Misread> misread);

}  // namespace ocelli::internal
