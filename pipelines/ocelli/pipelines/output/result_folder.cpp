#include "ocelli/pipelines/output/result_format.hpp"

#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/output_path.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
  std::error_code ignored;
  const bool is_file = fs::is_regular_file(folder.has_filename() ? folder : folder.parent_path(), ignored);
  require(!is_file, Kind::output, "is a file; use another folder for the results", folder.native());
  create_folder(folder, " for results");
  require(::access(folder.c_str(), W_OK | X_OK) == 0, Kind::output,
          "cannot write to this folder; use another one, or change its permissions", folder.native());
}

/// The files of one input.
class InputResults {
 public:
  InputResults(std::span<const ResultFormat* const> formats, const OutputFolder& folder, const Item& item)
      : output_(item.output) {
    make_folder(folder.file_of(item, "").parent_path());
    for (const ResultFormat* format : formats) {
      const fs::path file = folder.file_of(item, ending_of_files(*format));
      writers_.push_back(open_new_results(*format, file));
    }
  }

  const std::string& output() const { return output_; }

  void write(const Item& item, const Record& record) {
    is_read_ = is_read_ || !record.error;
    for (const auto& writer : writers_) writer->write(item, record);
  }

  void finish() {
    if (!is_read_) return;
    for (const auto& writer : writers_) writer->finish();
  }

 private:
  std::string output_;
  std::vector<std::unique_ptr<ResultWriter>> writers_;
  bool is_read_ = false;
};

class ResultFolder final : public ResultWriter {
 public:
  ResultFolder(std::span<const ResultFormat* const> formats, OutputFolder folder)
      : formats_(formats.begin(), formats.end()), folder_(std::move(folder)) {
    make_folder(folder_.path);
    // First the writers that may find that a picture cannot be decoded again, before any part of its record
    // is written. (clang 14 does not compile the range form.)
    std::stable_partition(formats_.begin(), formats_.end(),
                          [](const ResultFormat* format) { return format->open_file != nullptr; });
  }

  void write(const Item& item, const Record& record) override {
    if (!input_ || input_->output() != item.output) {
      finish();
      input_.emplace(formats_, folder_, item);
    }
    input_->write(item, record);
  }

  std::string finish() override {
    if (input_) input_->finish();
    input_.reset();
    return {};
  }

 private:
  std::vector<const ResultFormat*> formats_;
  OutputFolder folder_;
  std::optional<InputResults> input_;
};

}  // namespace

std::string_view ending_of_files(const ResultFormat& format) { return format.endings.front(); }

std::unique_ptr<ResultWriter> open_result_folder(std::span<const ResultFormat* const> formats,
                                                 const OutputFolder& folder) {
  return std::make_unique<ResultFolder>(formats, folder);
}

}  // namespace ocelli::internal
