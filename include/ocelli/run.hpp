#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/classifier.hpp"
#include "ocelli/detector.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/options.hpp"
#include "ocelli/reader.hpp"

namespace ocelli {

/// The result for one input. Exactly one of detections, classification, page and error is set.
struct Record {
  std::string input;                       ///< a file, a frame "clip.mp4#17" or a page "scan.pdf#0"
  int width = 0, height = 0;               ///< pixels
  std::vector<Detection> detections = {};  ///< of run_detector()
  std::optional<Classification> classification = {};  ///< of run_classifier()
  std::optional<Page> page = {};                      ///< of run_reader()
  std::string warning = {};                           ///< from the decoder; empty if none
  std::optional<std::string> error = {};
  std::string json = {};  ///< the whole record as the program prints it: one JSON object
};

/// Receives the records one at a time, in input order.
using RecordSink = std::function<void(const Record&)>;

struct RunSummary {
  std::size_t items = 0;   ///< records
  std::size_t failed = 0;  ///< records with an error
  bool canceled = false;   ///< stopped before the last input
};

/// Runs a model on inputs: image files, folders, patterns, PDF and TIFF pages, videos, cameras ("cam:0"),
/// "@list.txt" (docs/inputs.md). Decoding and inference use all of oneTBB's threads, with a bounded number of
/// images in flight. The result does not depend on the number of threads. An input that fails becomes one
/// error record.
/// Throws  what the sink throws.
OCELLI_API RunSummary run_detector(const Detector& detector, const std::vector<std::string>& inputs,
                                   const RecordSink& sink, const InputLimits& limits = {},
                                   std::stop_token stop = {});
OCELLI_API RunSummary run_classifier(const Classifier& classifier, const std::vector<std::string>& inputs,
                                     const RecordSink& sink, const InputLimits& limits = {},
                                     std::stop_token stop = {});
/// `pdf`: the options for PDF files, existing-text and password.
OCELLI_API RunSummary run_reader(const Reader& reader, const std::vector<std::string>& inputs,
                                 const RecordSink& sink, const InputLimits& limits = {},
                                 std::stop_token stop = {}, const Options& pdf = {});

}  // namespace ocelli
