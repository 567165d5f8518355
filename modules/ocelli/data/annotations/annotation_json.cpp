#include "ocelli/data/annotations/annotation_json.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace ocelli::internal {
namespace {

/// Reads a text until a key identifies its format.
class LayoutFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonLayout layout() const { return layout_.value_or(JsonLayout::coco); }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= kMaxDepth; }
  bool start_array(std::size_t) override { return ++depth_ <= kMaxDepth; }
  bool end_object() override { return --depth_ >= 0; }
  bool end_array() override { return --depth_ >= 0; }
  bool key(string_t& name) override {
    if (depth_ == 1) layout_ = layout_of_root(name);
    if (depth_ == 2 && (name == "regions" || name == "fileref")) layout_ = JsonLayout::via;
    return !layout_;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  static constexpr int kMaxDepth = 64;

  static std::optional<JsonLayout> layout_of_root(const std::string& name) {
    if (name == "images" || name == "annotations" || name == "categories") return JsonLayout::coco;
    if (name == "shapes" || name == "imagePath") return JsonLayout::label_me;
    if (name == "_via_img_metadata") return JsonLayout::via_project;
    return std::nullopt;
  }

  int depth_ = 0;
  std::optional<JsonLayout> layout_;
};

}  // namespace

JsonLayout json_layout(std::string_view text) {
  LayoutFinder finder;
  nlohmann::json::sax_parse(text.begin(), text.end(), &finder);
  return finder.layout();
}

bool is_json_object(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

}  // namespace ocelli::internal
