#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>
#include <string_view>

#include "ocelli/pipelines/output/record.hpp"

namespace ocelli {

/// Where the records of a run go, in their order.
class ResultWriter {
 public:
  ResultWriter() = default;
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;
  virtual ~ResultWriter() = default;

  /// Whether write() needs the picture that the record is about (picture_of()).
  virtual bool shows_pictures() const { return false; }
  /// Throws Error(Kind::output) naming what cannot be written, here and below.
  virtual void write(const Record& record, const cv::Mat& picture) = 0;
  /// Ends the output of a run that came through. Returns why there is none, for people; usually nothing.
  virtual std::string finish() = 0;
};

/// What the text of a record depends on besides the record.
struct RecordContext {
  std::size_t number = 1;                     ///< of the record in its run, from 1
  std::span<const std::string> classes = {};  ///< of a classifier
  std::size_t top = 5;                        ///< labels to tell of each input
};

/// A format of results: text, or else a file with a writer of its own. A further one is its source, and an entry in
/// result_format.cpp.
struct ResultFormat {
  std::string_view name;                         ///< "csv"
  std::array<std::string_view, 4> endings = {};  ///< of its files: ".csv"; those left are empty
  std::string_view title = {};                   ///< for help: "a table as Tesseract writes it"; may be empty
  std::string_view header = {}, footer = {};     ///< what stands before and after the text of all records
  std::string (*text)(const Record& record, const RecordContext& context) = nullptr;
  std::unique_ptr<ResultWriter> (*open_file)(const std::filesystem::path& file) =
      nullptr;  ///< where it is no text
};

/// The formats of detections, of a classifier's labels, and of pages that were read; the first of each is the default.
std::span<const ResultFormat> detection_formats();
std::span<const ResultFormat> label_formats();
std::span<const ResultFormat> page_formats();

/// A writer to a file, or to the standard output where the path is empty (which only text can go to). The classes of the
/// context must outlive it; it numbers the records itself.
/// Throws  Error(Kind::output) naming the file where it may not be written.
std::unique_ptr<ResultWriter> open_results(const ResultFormat& format, const std::filesystem::path& file,
                                           const RecordContext& context = {});

}  // namespace ocelli
