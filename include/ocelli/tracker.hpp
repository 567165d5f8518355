#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"
#include "ocelli/image.hpp"
#include "ocelli/options.hpp"
#include "ocelli/run.hpp"

namespace ocelli {

/// Detects objects in the frames of a video and follows them: each keeps its number from frame to frame
/// (Detection::track), its box is smoothed, and short gaps are bridged (Detection::seen).
///
///     ocelli::Tracker tracker("share/ocelli/models/face.ocelli");
///     for (const ocelli::Detection& face : tracker.follow(frame)) label(face.box, *face.track);
///
/// One tracker serves one video, from one thread at a time.
/// Source  Zhang et al. 2022, "ByteTrack: multi-object tracking by associating every detection box"; Kalman
///         1960.
class OCELLI_API Tracker {
 public:
  /// Loads a detector, as Detector does. For the options, see tracker_options().
  /// Throws  Error(Kind::model) naming the file and the fault, Error(Kind::usage) naming the option.
  explicit Tracker(const std::filesystem::path& model, const Options& options = {});
  /// Loads a detector from a file in memory; `name` stands for the file in error messages.
  explicit Tracker(std::span<const std::byte> model, const std::string& name = "model",
                   const Options& options = {});

  Tracker(Tracker&&) noexcept;
  Tracker& operator=(Tracker&&) noexcept;
  ~Tracker();

  /// The objects in the next frame, in the order of their numbers. One that is no longer found is estimated
  /// for at most 10 frames.
  /// Throws  Error(Kind::image) for a view without pixels.
  /// Cost    as Detector::detect(), and microseconds.
  std::vector<Detection> follow(const ImageView& frame);

 private:
  friend struct internal::Access;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// All options of a tracker: those of a detector, and every, track-gap, ...
OCELLI_API std::vector<OptionInfo> tracker_options();

/// Runs a tracker on inputs, as run_detector() does. Each video, and each folder of frames, is followed from
/// its beginning, forward and backward: gaps are filled with what is known before and after them. The records
/// of a video reach the sink when it ends; those of cameras and streams as they come. The state of the
/// tracker stays as it is. Throws  what the sink throws.
OCELLI_API RunSummary run_tracker(const Tracker& tracker, const std::vector<std::string>& inputs,
                                  const RecordSink& sink, const InputLimits& limits = {},
                                  std::stop_token stop = {});

}  // namespace ocelli
