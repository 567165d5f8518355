#include "ocelli/data/annotations/xml_outline.hpp"

#include <algorithm>
#include <string>

#include "ocelli/core/error.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli {
namespace {

class Scan {
 public:
  Scan(std::string_view text, int most_depth, std::string_view source)
      : rest_(text), most_depth_(static_cast<std::size_t>(most_depth)), source_(source) {}

  std::vector<XmlElement> elements() && {
    while (skip_to_markup()) {
      if (rest_.starts_with("<!--")) {
        take_through("-->");
      } else if (rest_.starts_with("<![CDATA[")) {
        take_through("]]>");
      } else if (rest_.starts_with("<?")) {
        take_through("?>");
      } else if (rest_.starts_with("<!")) {
        fail("has a document type declaration, which is not supported; remove it");
      } else {
        take_tag();
      }
    }
    return std::move(elements_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Kind::input, message, place(source_, line_));
  }

  void take(std::size_t count) {
    line_ += static_cast<int>(std::ranges::count(rest_.substr(0, count), '\n'));
    rest_.remove_prefix(std::min(count, rest_.size()));
  }

  bool skip_to_markup() {
    take(std::min(rest_.find('<'), rest_.size()));
    return !rest_.empty();
  }

  void take_through(std::string_view end) {
    const std::size_t found = rest_.find(end);
    if (found == std::string_view::npos) fail("has markup that does not end");
    take(found + end.size());
  }

  /// The length of the tag at the front, with any '>' inside quoted attributes passed over.
  std::size_t tag_length() const {
    char quote = 0;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      const char letter = rest_[i];
      if (quote == 0 && letter == '>') return i + 1;
      if (quote == 0 && (letter == '"' || letter == '\'')) {
        quote = letter;
      } else if (letter == quote) {
        quote = 0;
      }
    }
    fail("has a tag that does not end");
  }

  void take_tag() {
    const std::string_view tag = rest_.substr(0, tag_length());
    const bool closes = tag.starts_with("</");
    const std::string_view inside = tag.substr(closes ? 2 : 1);
    const std::string_view name = inside.substr(0, inside.find_first_of(" \t\r\n/>"));
    if (closes) {
      close(name);
    } else {
      open(name, tag.ends_with("/>"));
    }
    take(tag.size());
  }

  void open(std::string_view name, bool is_empty) {
    elements_.push_back({name, line_, static_cast<int>(open_.size())});
    if (is_empty) return;
    open_.push_back(name);
    if (open_.size() > most_depth_) fail("nests elements more than " + std::to_string(most_depth_) + " deep");
  }

  void close(std::string_view name) {
    if (open_.empty() || open_.back() != name) fail("closes an element that is not open: " + in_quotes(name));
    open_.pop_back();
  }

  std::string_view rest_;
  std::size_t most_depth_;
  std::string_view source_;
  int line_ = 1;
  std::vector<std::string_view> open_;
  std::vector<XmlElement> elements_;
};

}  // namespace

std::vector<XmlElement> outline_xml(std::string_view text, int most_depth, std::string_view source) {
  return Scan(text, most_depth, source).elements();
}

}  // namespace ocelli
