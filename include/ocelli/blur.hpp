#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"
#include "ocelli/image.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/options.hpp"

namespace ocelli {

/// Returns a copy of the image with the objects made unrecognizable: gray stays gray, other images become
/// BGR. Of an object, at most six mean colors across its box remain, whatever the style.
/// Throws  Error(Kind::usage) naming the option.
OCELLI_API Image blur(const ImageView& image, const std::vector<Detection>& objects,
                      const Options& options = {});

/// Writes a copy of a photo, a PDF file or a video with its objects made unrecognizable (docs/blurring.md).
/// The copy appears when it is complete. `options`: of blur_options() and detector_options().
///
///     ocelli::blur_file(ocelli::bundled_model("face.ocelli"), "party.mp4", "blurred.mp4");
///
/// Returns the report as JSON: the objects, and the frames to look at.
/// Throws  Error(Kind::input) naming the file and why it is refused, Error(Kind::output),
///         Error(Kind::canceled) on a stop; Error(Kind::model), Error(Kind::usage).
/// Cost    a video is decoded twice, searched and encoded.
OCELLI_API std::string blur_file(const std::filesystem::path& model, const std::filesystem::path& input,
                                 const std::filesystem::path& output, const Options& options = {},
                                 const Observer& observer = {}, std::stop_token stop = {});

/// All options of blurring: style, shape, margin, keep, every ...
OCELLI_API std::vector<OptionInfo> blur_options();

}  // namespace ocelli
