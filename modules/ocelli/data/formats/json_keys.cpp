#include "ocelli/data/formats/json_keys.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

namespace ocelli::internal {

/// Reads a text as long as more keys may follow.
class JsonKeyReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonKeyReader(JsonKeys& keys) : found_(keys) {}

  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return count(); }
  bool start_object(std::size_t) override { return deepen(); }
  bool start_array(std::size_t) override {
    found_.is_list_ = found_.is_list_ || depth_ == 0;
    return deepen();
  }
  bool end_object() override { return --depth_ >= 0; }
  bool end_array() override { return --depth_ >= 0; }
  bool key(string_t& name) override {
    constexpr std::size_t kMaxKeyBytes = 256;
    found_.keys_.emplace(depth_, name.substr(0, kMaxKeyBytes));
    return ++all_keys_ < kMaxKeys;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  static constexpr int kMaxDepth = 64, kMaxKeys = 256, kMaxValues = 1 << 14;

  bool deepen() { return ++depth_ <= kMaxDepth && count(); }
  bool count() { return ++values_ < kMaxValues; }

  JsonKeys& found_;
  int depth_ = 0, all_keys_ = 0, values_ = 0;
};

JsonKeys::JsonKeys(std::string_view text) {
  constexpr bool kToTheEnd = false;
  JsonKeyReader reader(*this);
  nlohmann::json::sax_parse(text.begin(), text.end(), &reader, nlohmann::json::input_format_t::json,
                            kToTheEnd);
}

bool JsonKeys::has(std::string_view key) const {
  return std::ranges::any_of(keys_, [&](const auto& one) { return one.second == key; });
}

std::string with_readable_bytes(std::string_view json) {
  constexpr std::string_view kMark = "\\udc", kPairMark = "\\ud";
  constexpr std::size_t kEscape = 6;
  std::string readable;
  readable.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\\' || i + 1 == json.size()) {
      readable += json[i];
      continue;
    }
    const bool is_second =
        i >= kEscape && json.substr(i - kEscape).starts_with(kPairMark) &&
        std::string_view("89ab").find(json[i - kEscape + kPairMark.size()]) != std::string_view::npos;
    if (json.substr(i).starts_with(kMark) && !is_second) readable += '\\';
    readable += json[i];
    readable += json[++i];  // escaped, so it does not begin an escape
  }
  return readable;
}

}  // namespace ocelli::internal
