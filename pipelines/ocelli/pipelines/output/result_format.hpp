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
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// Writes the records of a run, in order.
class ResultWriter {
 public:
  ResultWriter() = default;
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;
  virtual ~ResultWriter() = default;

  /// Throws  Error(Kind::output) naming what cannot be written, here and below. Throws the item's own error,
  /// before anything is written, when its picture is needed and cannot be decoded again.
  virtual void write(const Item& item, const Record& record) = 0;
  /// Ends the output of a successful run. If there is no output, returns the reason as a message; usually
  /// empty.
  virtual std::string finish() = 0;
};

/// What the text of a record depends on, apart from the record itself.
struct RecordContext {
  std::size_t number = 1;                     ///< of the record in the run, from 1
  std::span<const std::string> classes = {};  ///< of a classifier
  std::size_t top = 5;                        ///< number of labels per input
  /// The first cells of a label's CSV row: one row of cells per record.
  const ColumnCells* kept = nullptr;
  DetectionColumns columns = {};  ///< of a detector, in CSV
};

/// A result format: text, or a file with its own writer. To add one, add its source and an entry in
/// result_format.cpp.
struct ResultFormat {
  std::string_view name;                         ///< "csv"
  std::array<std::string_view, 4> endings = {};  ///< of its files: ".csv"; unused ones are empty
  std::string_view title = {};                   ///< for help: "a table as Tesseract writes it"; may be empty
  std::string_view header = {}, footer = {};     ///< text before and after all records
  std::string (*header_of)(const RecordContext& context) = nullptr;  ///< instead, if it depends on that
  std::string (*text)(const Record& record, const RecordContext& context) = nullptr;
  /// Set if the format is not text.
  std::unique_ptr<ResultWriter> (*open_file)(const std::filesystem::path& file) = nullptr;
  bool needs_record = false;  ///< whether a text without records gets an empty one
  /// Of a page: its text, its text and its tables if they were found, or its tables alone.
  enum class Content { text, text_and_tables, tables } content = Content::text;
};

/// The format of detections that holds only objects that are followed.
inline constexpr std::string_view kMotFormat = "mot";

/// The formats for detections, classifier labels and pages. The first of each is the default.
std::span<const ResultFormat> detection_formats();
std::span<const ResultFormat> label_formats();
std::span<const ResultFormat> page_formats();

/// The path that stands for standard output.
inline constexpr std::string_view kStandardOutput = "-";

/// A writer to a file, or to standard output if the path is empty or kStandardOutput, which only text formats
/// support. The context's classes and kept cells must outlive the writer. The writer numbers the records
/// itself.
/// Throws  Error(Kind::output) naming a file that cannot be written.
std::unique_ptr<ResultWriter> open_results(const ResultFormat& format, const std::filesystem::path& file,
                                           const RecordContext& context = {});

/// A writer of plain text to standard output, with the name of each input above its pages.
std::unique_ptr<ResultWriter> open_headed_text();

/// A writer to a file that appears complete when finish() is called, and not at all otherwise.
std::unique_ptr<ResultWriter> open_new_results(const ResultFormat& format, const std::filesystem::path& file,
                                               const RecordContext& context = {});

/// The extension of a format's files.
std::string_view ending_of_files(const ResultFormat& format);

/// A writer to a folder: one file per format for each input, with all its pages. The items must come from
/// named_items() for the same folder.
///
/// A file appears when it is complete (NewFile). An input with no readable content gets no file.
/// Throws  Error(Kind::output), immediately, naming a folder that cannot be created or written to.
std::unique_ptr<ResultWriter> open_result_folder(std::span<const ResultFormat* const> formats,
                                                 const OutputFolder& folder);

}  // namespace ocelli::internal
