#include "ocelli/data/formats/json_tree.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/line_counting.hpp"

namespace ocelli::internal {
namespace {

using Json = nlohmann::json;

class JsonTreeBuilder : public nlohmann::json_sax<Json> {
 public:
  JsonTreeBuilder(std::string_view source, const int& line) : source_(source), line_(line) {}

  JsonNode take() && { return std::move(root_); }

  bool null() override { return add({}); }
  bool boolean(bool value) override {
    return add({.kind = JsonNode::Kind::boolean, .number = value ? 1.0 : 0.0});
  }
  bool number_integer(number_integer_t value) override { return add_number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add_number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return add_number(value); }
  bool binary(binary_t&) override { return true; }
  bool string(string_t& value) override {
    if (value.size() > JsonLimits::text_bytes) value.clear();
    return add({.kind = JsonNode::Kind::text, .text = std::move(value)});
  }
  bool start_object(std::size_t) override { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    open_.back()->keys.push_back(std::move(name));
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    fail(std::string("is not well-formed JSON: ") + error.what());
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Kind::input, message, source_ + ":" + std::to_string(line_));
  }

  JsonNode& place_for(JsonNode node) {
    if (++values_ > JsonLimits::values)
      fail("contains more than " + std::to_string(JsonLimits::values) + " values; split the file");
    node.line = line_;
    if (open_.empty()) return root_ = std::move(node);
    return open_.back()->items.emplace_back(std::move(node));
  }

  bool add(JsonNode node) {
    place_for(std::move(node));
    return true;
  }

  bool add_number(double value) { return add({.kind = JsonNode::Kind::number, .number = value}); }

  bool open(JsonNode::Kind kind) {
    if (open_.size() >= static_cast<std::size_t>(JsonLimits::depth))
      fail("nests values more than " + std::to_string(JsonLimits::depth) + " deep");
    // A parent's items do not move while one of them is open.
    open_.push_back(&place_for({.kind = kind}));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string source_;
  const int& line_;
  JsonNode root_;
  std::vector<JsonNode*> open_;
  std::size_t values_ = 0;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
  const auto found = std::ranges::find(keys, key);
  const auto place = static_cast<std::size_t>(found - keys.begin());
  return place < items.size() ? &items[place] : nullptr;
}

std::string JsonNode::text_of(std::string_view key) const {
  const JsonNode* const item = find(key);
  if (item == nullptr) return {};
  return item->kind == Kind::number ? to_text(item->number) : item->text;
}

JsonNode parse_json_tree(std::string_view text, std::string_view source) {
  int line = 1;
  JsonTreeBuilder builder(source, line);
  Json::sax_parse(LineCounting(text.data(), &line), LineCounting(text.data() + text.size(), &line), &builder);
  return std::move(builder).take();
}

}  // namespace ocelli::internal
