#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/classifier.hpp"
#include "ocelli/detector.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/reader.hpp"

namespace ocelli {

/// Limits on each input. An input beyond one becomes an error record that names the limit; the run continues.
struct InputLimits {
  std::int64_t max_pixels = std::int64_t{1} << 26;  ///< of an image or page
  int max_pages = 10'000;                           ///< of a file
  double max_seconds = 60;                          ///< to decode, draw or read an image or page
  int max_megabytes = 4096;                         ///< to decode or draw one input
};

/// The result for one input. Exactly one of detections, classification, page and error is filled.
struct Record {
  std::string input;                       ///< the file, the frame "clip.mp4#17", the page "scan.pdf#0"
  int width = 0, height = 0;               ///< pixels
  std::vector<Detection> detections = {};  ///< of run_detector()
  std::optional<Classification> classification = {};  ///< of run_classifier()
  std::optional<Page> page = {};                      ///< of run_reader()
  std::string warning = {};                           ///< of the decoder; empty if none
  std::optional<std::string> error = {};
  std::string json = {};  ///< all of it as the program prints it: one JSON object
};

/// Receives the records one at a time, in the order of the inputs.
using RecordSink = std::function<void(const Record&)>;

struct RunSummary {
  std::size_t items = 0;   ///< records
  std::size_t failed = 0;  ///< of these, with an error
  bool canceled = false;   ///< stopped before the last input
};

/// Runs a model over inputs: image files, folders, patterns, PDF and TIFF pages, videos, cameras ("cam:0"),
/// "@list.txt" (docs/inputs.md). Decoding and the model run on all of oneTBB's threads with a bounded number
/// of images in flight; the result does not depend on the number of threads. An input that fails becomes one
/// error record.
/// Throws  what the sink throws.
OCELLI_API RunSummary run_detector(const Detector& detector, const std::vector<std::string>& inputs,
                                   const RecordSink& sink, const InputLimits& limits = {},
                                   std::stop_token stop = {});
OCELLI_API RunSummary run_classifier(const Classifier& classifier, const std::vector<std::string>& inputs,
                                     const RecordSink& sink, const InputLimits& limits = {},
                                     std::stop_token stop = {});
OCELLI_API RunSummary run_reader(const Reader& reader, const std::vector<std::string>& inputs,
                                 const RecordSink& sink, const InputLimits& limits = {},
                                 std::stop_token stop = {});

}  // namespace ocelli
