#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/pipelines/blurring/blur_options.hpp"
#include "ocelli/pipelines/blurring/blur_report.hpp"
#include "ocelli/pipelines/blurring/hiding_detector.hpp"

namespace ocelli::internal {

/// What is hidden, and how.
struct BlurJob {
  const HidingDetector& detector;
  const BlurOptions& options;
  const InputLimits& limits;
  ProgressSink progress = {};
  std::stop_token stop = {};
};

/// An input file and where its blurred copy goes.
struct BlurPair {
  std::filesystem::path input, output;
};

/// The files to blur: folders are searched for photos, pages and videos. One file goes to `output`, or into
/// it if it is a folder; several go into the folder, in the subfolders where they were found.
/// Throws  Error(Kind::input) for a missing input; Error(Kind::usage) when outputs would replace inputs or
///         each other.
std::vector<BlurPair> plan_blurring(const std::vector<std::string>& inputs,
                                    const std::filesystem::path& output);

/// The same for one file.
/// Throws  also Error(Kind::usage) for a folder.
BlurPair plan_blurring_of_one(const std::string& input, const std::filesystem::path& output);

/// Writes a copy of a photo, a file with pages, or a video with its objects hidden. The content decides what
/// it is. The copy appears when it is complete.
/// Throws  Error(Kind::input) naming the file and why it is refused; Error(Kind::output);
/// Error(Kind::canceled)
///         on a stop.
BlurredFile blur_file(const BlurPair& file, const BlurJob& job);

/// The same for a PDF or TIFF file. If a page has an object, all pages become pictures, those of a PDF file
/// without their text.
BlurredFile blur_pages(const BlurPair& pair, const BlurJob& job);

/// The same for a video. The first pass finds the objects and follows them both ways. The second hides them.
/// Frames that the decoder calls damaged are black.
/// Cost    decoding twice, searching and encoding.
BlurredFile blur_video(const BlurPair& pair, const BlurJob& job);

}  // namespace ocelli::internal
