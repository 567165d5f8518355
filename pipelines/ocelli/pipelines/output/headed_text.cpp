#include <algorithm>
#include <memory>
#include <string>

#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/output/result_format.hpp"
#include "ocelli/pipelines/output/text_output.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

/// A line that names an input, as tail prints it.
std::string heading_of(const Item& item) {
  std::u32string name = code_points(item.file);
  std::ranges::replace_if(
      name, [](char32_t character) { return character < U' '; }, U' ');
  return "==> " + to_utf8(name) + " <==\n";
}

/// Plain text with the name of each input above its pages.
class HeadedTextWriter final : public ResultWriter {
 public:
  void write(const Item& item, const Record& record) override {
    std::string text = page_plain_text(record, ++number_);
    if (number_ == 1)
      text.insert(0, heading_of(item));
    else if (item.file != file_)
      text.replace(0, 1, "\n" + heading_of(item));  // instead of the form feed
    file_ = item.file;
    output_.write(text);
  }
  std::string finish() override {
    output_.finish();
    return {};
  }

 private:
  TextOutput output_;
  std::string file_;
  std::size_t number_ = 0;
};

}  // namespace

std::unique_ptr<ResultWriter> open_headed_text() { return std::make_unique<HeadedTextWriter>(); }

}  // namespace ocelli::internal
