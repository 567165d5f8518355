#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ocelli/data/formats/column_cells.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// Where the records of a run go, in their order.
class ResultWriter {
 public:
  ResultWriter() = default;
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;
  virtual ~ResultWriter() = default;

  /// Throws Error(Kind::output) naming what cannot be written, here and below; the item's own error, before
  /// anything is written, when its picture is needed and cannot be decoded any more.
  virtual void write(const Item& item, const Record& record) = 0;
  /// Ends the output of a run that came through. Returns why there is none, for people; usually nothing.
  virtual std::string finish() = 0;
};

/// What the text of a record depends on besides the record.
struct RecordContext {
  std::size_t number = 1;                     ///< of the record in its run, from 1
  std::span<const std::string> classes = {};  ///< of a classifier
  std::size_t top = 5;                        ///< labels to tell of each input
  const ColumnCells* kept =
      nullptr;  ///< what the CSV row of a label begins with: a row of cells for each record
};

/// A format of results: text, or else a file with a writer of its own. A further one is its source, and an
/// entry in result_format.cpp.
struct ResultFormat {
  std::string_view name;                         ///< "csv"
  std::array<std::string_view, 4> endings = {};  ///< of its files: ".csv"; those left are empty
  std::string_view title = {};                   ///< for help: "a table as Tesseract writes it"; may be empty
  std::string_view header = {}, footer = {};     ///< what stands before and after the text of all records
  std::string (*text)(const Record& record, const RecordContext& context) = nullptr;
  std::unique_ptr<ResultWriter> (*open_file)(const std::filesystem::path& file) =
      nullptr;                ///< where it is no text
  bool needs_record = false;  ///< a text without any gets an empty one
};

/// The formats of detections, of a classifier's labels, and of pages that were read; the first of each is the
/// default.
std::span<const ResultFormat> detection_formats();
std::span<const ResultFormat> label_formats();
std::span<const ResultFormat> page_formats();

/// A writer to a file, or to the standard output where the path is empty (which only text can go to). The
/// classes and the kept cells of the context must outlive it; it numbers the records itself. Throws
/// Error(Kind::output) naming the file where it may not be written.
std::unique_ptr<ResultWriter> open_results(const ResultFormat& format, const std::filesystem::path& file,
                                           const RecordContext& context = {});

/// The same to a file that appears when finish() is called, complete, and not at all without.
std::unique_ptr<ResultWriter> open_new_results(const ResultFormat& format, const std::filesystem::path& file,
                                               const RecordContext& context = {});

/// The extension of a format's files.
std::string_view ending_of_files(const ResultFormat& format);

/// A writer of results to a folder: a file in each format for each input, with all its pages. The items are
/// those of named_items() for the same folder.
///
/// A file appears when it is complete (NewFile). An input of which nothing could be read gets none.
/// Throws  Error(Kind::output) naming a folder that cannot be made or written to, at once.
std::unique_ptr<ResultWriter> open_result_folder(std::span<const ResultFormat* const> formats,
                                                 const OutputFolder& folder);

}  // namespace ocelli::internal
