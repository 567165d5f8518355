#include "ocelli/detection/opencv/yaml_and_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <opencv2/core.hpp>
#include <opencv2/core/persistence.hpp>
#include <stdexcept>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::string_view kStorageMark = "\xef\xbb\xbf";
constexpr std::size_t kMaxFields = 3'000'000;

/// Strips a byte order mark and leading blanks.
std::string_view trimmed_front(std::string_view text) {
  if (text.starts_with(kStorageMark)) text.remove_prefix(kStorageMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

/// OpenCV's parser recurses for each level of brackets or indentation, and a program's stack is small.
void require_shallow(std::string_view text, const std::string& source) {
  constexpr int kMaxBrackets = 32, kMaxIndentation = 128;
  int brackets = 0, indentation = 0;
  bool is_at_front = true, is_too_deep = false;
  for (const char c : text) {
    if (c == '\n') indentation = 0;
    if (c == '\n' || c == '\r') {
      is_at_front = true;
      continue;
    }
    is_at_front = is_at_front && (c == ' ' || c == '-' || c == '\t' || c == '?' || c == ':');
    if (is_at_front) ++indentation;
    if (c == '[' || c == '{') ++brackets;
    if (c == ']' || c == '}') brackets = std::max(0, brackets - 1);
    is_too_deep = is_too_deep || brackets > kMaxBrackets || indentation > kMaxIndentation;
  }
  require(!is_too_deep, Kind::input, "nests fields deeper than any cascade", source);
  require(text.find('\0') == std::string_view::npos, Kind::input, "contains a zero byte", source);
}

/// Writes a point or an exponent, which marks the number as real.
std::string real_text(double value) {
  if (std::isnan(value)) return ".Nan";
  if (std::isinf(value)) return value < 0 ? "-.Inf" : ".Inf";
  std::array<char, 64> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
  std::string number(text.data(), written.ptr);
  return number.find_first_of(".e") == std::string::npos ? number + "." : number;
}

std::string scalar_text(const cv::FileNode& node) {
  if (node.isInt()) return std::to_string(static_cast<int>(node));
  if (node.isReal()) return real_text(static_cast<double>(node));
  if (node.isString()) return static_cast<std::string>(node);
  return {};
}

bool has_fields(const cv::FileNode& node) { return node.isMap() || node.isSeq(); }

bool is_plain_list(const cv::FileNode& node) {
  if (!node.isSeq()) return false;
  for (const cv::FileNode& item : node) {
    if (has_fields(item)) return false;
  }
  return true;
}

/// Converts cv::FileStorage nodes to elements.
class Fields {
 public:
  Fields(int max_depth, const std::string& source) : max_depth_(max_depth), source_(source) {}

  XmlElement element(std::string name, const cv::FileNode& node, int depth) {
    require(depth <= max_depth_, Kind::input, "nests fields deeper than any cascade", source_);
    require(++count_ <= kMaxFields, Kind::input, "has too many fields for a cascade", source_);
    XmlElement result{.name = std::move(name)};
    if (!has_fields(node)) {
      result.text = scalar_text(node);
    } else if (is_plain_list(node)) {
      for (const cv::FileNode& item : node) result.text += scalar_text(item) + " ";
    } else {
      for (const cv::FileNode& item : node)
        result.children.push_back(element(node.isMap() ? item.name() : "_", item, depth + 1));
    }
    return result;
  }

 private:
  int max_depth_;
  const std::string& source_;
  std::size_t count_ = 0;
};

}  // namespace

bool is_yaml_or_json(std::string_view beginning) {
  constexpr std::string_view kModelMark = "OCEL";
  constexpr std::size_t kModelMarkAt = 4;
  if (beginning.substr(std::min(kModelMarkAt, beginning.size())).starts_with(kModelMark)) return false;
  const std::string_view text = trimmed_front(beginning);
  return text.starts_with("%YAML") || text.starts_with('{');
}

XmlElement parse_storage(std::string_view text, int max_depth, const std::string& source) {
  const std::string content(trimmed_front(text));
  require_shallow(content, source);
  try {
    const cv::FileStorage storage(content, cv::FileStorage::READ | cv::FileStorage::MEMORY);
    return Fields(max_depth, source).element("opencv_storage", storage.root(), 0);
  } catch (const cv::Exception& error) {
    constexpr std::size_t kMaxReason = 80;  // it may include the text itself
    throw Error(Kind::input, "cannot be read as OpenCV's YAML or JSON: " + error.err.substr(0, kMaxReason),
                source);
  } catch (const std::logic_error&) {  // thrown by the standard library for invalid lengths
    throw Error(Kind::input, "cannot be read as OpenCV's YAML or JSON: it is damaged", source);
  }
}

}  // namespace ocelli::internal
