#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/gzip.hpp"
#include "ocelli/core/mistaken_file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/opencv/stored_number.hpp"
#include "ocelli/detection/opencv/yaml_and_json.hpp"
#include "ocelli/xml/xml_tree.hpp"

namespace ocelli::internal {
namespace {

/// The old format nests deepest: storage, cascade, stages, stage, trees, tree, node, feature, rects,
/// rectangle.
constexpr int kMaxDepth = 12;
constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::size_t kRectNumbers = 5, kBlockNumbers = 4;
constexpr std::size_t kCategories = 256;
constexpr double kLargest = std::numeric_limits<float>::max();

[[noreturn]] void fail(const XmlElement& element, const std::string& message) {
  throw Error(Kind::model, "<" + element.name + "> " + message,
              element.line > 0 ? std::to_string(element.line) : "");
}

void expect(bool holds, const XmlElement& element, const std::string& message) {
  if (!holds) fail(element, message);
}

const XmlElement& child(const XmlElement& parent, std::string_view name) {
  const XmlElement* const found = parent.find(name);
  expect(found != nullptr, parent, "has no <" + std::string(name) + ">");
  return *found;
}

/// Numbers beyond single precision become its largest value. As thresholds and votes they decide alike.
float to_float(const XmlElement& element, const StoredNumber& number) {
  expect(!std::isnan(number.real()), element, "contains NaN");
  return static_cast<float>(std::clamp(number.real(), -kLargest, kLargest));
}

/// Nothing is below a NaN threshold, so it acts like the lowest number.
float to_threshold(const XmlElement& element, const StoredNumber& number) {
  return std::isnan(number.real()) ? -static_cast<float>(kLargest) : to_float(element, number);
}

/// Converts a vote so that it decides as in OpenCV. A sum with a NaN vote is not below the stage's threshold,
/// so the window passes, as with an infinite vote.
float to_vote(const StoredNumber& number) {
  constexpr float kMostNegative = -1e24F;  // small enough that many of them cannot outweigh one NaN vote
  const double vote = number.real();
  if (std::isnan(vote)) return OpenCvCascade::kMaxVote;
  if (vote < -OpenCvCascade::kMaxVote) return kMostNegative;
  return static_cast<float>(std::min<double>(vote, OpenCvCascade::kMaxVote));
}

/// The numbers in an element's text, separated by white space.
std::vector<StoredNumber> numbers(const XmlElement& element) {
  std::vector<StoredNumber> values;
  std::string_view left = element.text;
  for (;;) {
    left.remove_prefix(std::min(left.find_first_not_of(kWhiteSpace), left.size()));
    if (left.empty()) return values;
    const std::string_view word = left.substr(0, left.find_first_of(kWhiteSpace));
    const std::optional<StoredNumber> value = stored_number(word);
    expect(value.has_value(), element,
           "contains \"" + std::string(word.substr(0, 40)) + "\", which is not a number");
    values.push_back(*value);
    left.remove_prefix(word.size());
  }
}

std::vector<StoredNumber> numbers(const XmlElement& element, std::size_t count) {
  std::vector<StoredNumber> values = numbers(element);
  expect(values.size() == count, element,
         "contains " + std::to_string(values.size()) + " numbers, expected " + std::to_string(count));
  return values;
}

StoredNumber number(const XmlElement& element) { return numbers(element, 1).front(); }

int integer(const XmlElement& element) { return number(element).whole(); }

/// Strips the quotes that OpenCV may put around words.
std::string word(const XmlElement& element) {
  constexpr std::string_view kAround = " \t\r\n\"";
  const std::size_t first = std::min(element.text.find_first_not_of(kAround), element.text.size());
  return element.text.substr(first, element.text.find_first_of(kAround, first) - first);
}

/// Any word makes a feature tilted, as in OpenCV.
bool is_tilted(const XmlElement& feature) {
  const XmlElement* const tilted = feature.find("tilted");
  if (tilted == nullptr) return false;
  return stored_number(word(*tilted)) ? integer(*tilted) != 0 : !word(*tilted).empty();
}

OpenCvHaar haar_feature(const XmlElement& element) {
  OpenCvHaar feature{.rects = {}, .tilted = is_tilted(element)};
  const std::span all(child(element, "rects").children);
  // OpenCV uses at most three.
  for (const XmlElement& rect : all.first(std::min(all.size(), OpenCvCascade::kMaxRects))) {
    const std::vector<StoredNumber> values = numbers(rect, kRectNumbers);
    const float weight = to_float(rect, values[4]);
    // The old trainer padded with rectangles of zero weight.
    if (weight == 0) continue;
    const auto side = [&](std::size_t i) { return values[i].whole(); };
    feature.rects.push_back({side(0), side(1), side(2), side(3), weight});
  }
  return feature;
}

OpenCvLbp lbp_feature(const XmlElement& element) {
  const XmlElement& rect = child(element, "rect");
  const std::vector<StoredNumber> values = numbers(rect, kBlockNumbers);
  const auto side = [&](std::size_t i) { return values[i].whole(); };
  return {side(0), side(1), side(2), side(3)};
}

std::vector<float> votes(const XmlElement& element) {
  std::vector<float> values;
  for (const StoredNumber& value : numbers(element)) values.push_back(to_vote(value));
  return values;
}

float threshold(const XmlElement& element) { return to_threshold(element, number(element)); }

OpenCvTree new_tree(const XmlElement& element, bool haar) {
  const XmlElement& packed = child(element, "internalNodes");
  const std::vector<StoredNumber> values = numbers(packed);
  const std::size_t length = 3 + (haar ? 1 : CategorySet{}.size());
  expect(!values.empty() && values.size() % length == 0, packed,
         "contains " + std::to_string(values.size()) + " numbers, expected " + std::to_string(length) +
             " per node");
  OpenCvTree tree{.nodes = {}, .leaves = votes(child(element, "leafValues"))};
  for (std::size_t i = 0; i < values.size(); i += length) {
    OpenCvNode node{.left = values[i].whole(),
                    .right = values[i + 1].whole(),
                    .feature = static_cast<std::uint32_t>(values[i + 2].whole())};
    if (haar) node.threshold = to_threshold(packed, values[i + 3]);
    // Words of a set are stored as signed numbers.
    for (std::size_t w = 0; !haar && w < node.set.size(); ++w)
      node.set[w] = static_cast<std::uint32_t>(values[i + 3 + w].whole());
    tree.nodes.push_back(node);
  }
  return tree;
}

OpenCvStage new_stage(const XmlElement& element, bool haar) {
  OpenCvStage stage{.trees = {}, .threshold = threshold(child(element, "stageThreshold"))};
  for (const XmlElement& tree : child(element, "weakClassifiers").children)
    stage.trees.push_back(new_tree(tree, haar));
  return stage;
}

template <class Parse>
auto parse_each(const XmlElement& parent, Parse&& parse) {
  std::vector<decltype(parse(parent))> list;
  list.reserve(parent.children.size());
  for (const XmlElement& element : parent.children) list.push_back(parse(element));
  return list;
}

/// Parses the format of opencv_traincascade.
OpenCvCascadeParts new_format(const XmlElement& cascade) {
  const XmlElement& boosting = child(cascade, "stageType");
  expect(word(boosting) == "BOOST", boosting, "must be BOOST, the only type that OpenCV loads");
  const XmlElement& kind = child(cascade, "featureType");
  const bool haar = word(kind) == "HAAR";
  expect(haar || word(kind) == "LBP", kind,
         "must be HAAR or LBP; OpenCV 3 dropped the other types, so retrain the cascade");
  const XmlElement& categories = child(child(cascade, "featureParams"), "maxCatCount");
  expect(integer(categories) == static_cast<int>(haar ? 0 : kCategories), categories,
         haar ? "must be 0 for Haar features" : "must be 256, the number of local binary patterns");
  OpenCvCascadeParts parts{.width = integer(child(cascade, "width")),
                           .height = integer(child(cascade, "height")),
                           .label = {},
                           .features = {},
                           .stages = parse_each(child(cascade, "stages"), [&](const XmlElement& stage) {
                             return new_stage(stage, haar);
                           })};
  const XmlElement& features = child(cascade, "features");
  if (haar) {
    parts.features = parse_each(features, haar_feature);
  } else {
    parts.features = parse_each(features, lbp_feature);
  }
  return parts;
}

/// One child of a node of the old format: another node, or a new leaf.
std::int32_t old_child(const XmlElement& node, const std::string& side, std::vector<float>& leaves) {
  if (const XmlElement* const value = node.find(side + "_val")) {
    leaves.push_back(to_vote(number(*value)));
    return 1 - static_cast<std::int32_t>(leaves.size());
  }
  const XmlElement& next = child(node, side + "_node");
  const int place = integer(next);
  expect(place > 0, next, "must be the number of a later node");
  return place;
}

/// Parses the format of opencv_haartraining, in which each node has its own feature.
OpenCvCascadeParts old_format(const XmlElement& cascade) {
  const std::vector<StoredNumber> size = numbers(child(cascade, "size"), 2);
  std::vector<OpenCvHaar> features;
  const auto tree = [&](const XmlElement& element) {
    OpenCvTree result;
    for (const XmlElement& node : element.children) {
      const auto feature = static_cast<std::uint32_t>(features.size());
      features.push_back(haar_feature(child(node, "feature")));
      const float limit = threshold(child(node, "threshold"));
      const std::int32_t left = old_child(node, "left", result.leaves);
      const std::int32_t right = old_child(node, "right", result.leaves);
      result.nodes.push_back({.left = left, .right = right, .feature = feature, .threshold = limit});
    }
    return result;
  };
  const auto stage = [&](const XmlElement& element) {
    return OpenCvStage{.trees = parse_each(child(element, "trees"), tree),
                       .threshold = threshold(child(element, "stage_threshold"))};
  };
  OpenCvCascadeParts parts{.width = size[0].whole(),
                           .height = size[1].whole(),
                           .label = {},
                           .features = {},
                           .stages = parse_each(child(cascade, "stages"), stage)};
  parts.features = std::move(features);
  return parts;
}

/// Throws for the other files that opencv_traincascade writes beside its cascade, and names the right file.
void refuse_other_files(const XmlElement& content) {
  expect(content.name != "params", content,
         "contains the parameters of a training (params.xml); the cascade is cascade.xml in the same folder, "
         "which "
         "opencv_traincascade writes at the end: let it finish, or rerun it with -numStages set to the "
         "number of "
         "finished stages");
  const bool is_stage = content.name.starts_with("stage") && content.find("weakClassifiers") != nullptr;
  expect(
      !is_stage, content,
      "is one stage of a training; the cascade is cascade.xml in the same folder, which opencv_traincascade "
      "writes at the end: let it finish, or rerun it with -numStages set to the number of finished stages");
}

OpenCvCascadeParts parts_of(const XmlElement& root) {
  expect(root.name == "opencv_storage" && !root.children.empty(), root,
         "is not an OpenCV cascade; expected an <opencv_storage> with one element");
  const XmlElement& cascade = root.children.front();
  refuse_other_files(cascade);
  if (cascade.find("stageType") != nullptr) return new_format(cascade);
  if (cascade.find("size") != nullptr && cascade.find("stages") != nullptr) return old_format(cascade);
  fail(cascade, "is not a cascade: it has neither <stageType> nor <size> and <stages>");
}

/// Identifies a text without a cascade, if it is a known kind.
std::optional<std::string> mistaken_text(std::string_view text) {
  if (text.find("<opencv_storage") != std::string_view::npos) return std::nullopt;
  return mistaken_file(std::as_bytes(std::span(text)));
}

/// The name of a file without directory and extensions: haarcascade_eye for haarcascade_eye.xml.gz.
std::string label_of(const std::filesystem::path& source) {
  const bool is_packed = ends_in(source, {".gz"});
  return (is_packed ? source.stem() : source).stem().string();
}

XmlElement root_of(std::string_view text, const std::string& source) {
  try {
    if (is_yaml_or_json(text)) return parse_storage(text, kMaxDepth, source);
    return parse_lenient_xml(text, kMaxDepth, source);
  } catch (const Error& error) {
    throw Error(Kind::model, error.message(), error.where());
  }
}

OpenCvCascade parse_plain_xml(std::string_view text, const std::string& source) {
  require(text.size() <= kMaxCascadeXmlBytes, Kind::model, "is too large for a cascade", source);
  if (const std::optional<std::string> other = mistaken_text(text)) throw Error(Kind::model, *other, source);
  const XmlElement root = root_of(text, source);
  try {
    OpenCvCascadeParts parts = parts_of(root);
    parts.label = label_of(source);
    return OpenCvCascade(std::move(parts));
  } catch (const Error& error) {
    const std::string line = error.where().empty() ? "" : ":" + error.where();
    throw Error(Kind::model, error.message(), source + line);
  }
}

}  // namespace

OpenCvCascade parse_cascade_xml(std::string_view text, const std::string& source) {
  const auto bytes = std::as_bytes(std::span(text));
  if (!is_gzip(bytes)) return parse_plain_xml(text, source);
  const std::vector<std::byte> unpacked = [&] {
    try {
      return unpack(bytes, kMaxCascadeXmlBytes + 1, source);
    } catch (const Error& error) {
      throw Error(Kind::model, error.message(), error.where());
    }
  }();
  return parse_plain_xml({reinterpret_cast<const char*>(unpacked.data()), unpacked.size()}, source);
}

OpenCvCascade load_cascade_xml(const std::filesystem::path& path) {
  const std::string text = [&] {
    try {
      return read_text(path, kMaxCascadeXmlBytes);
    } catch (const Error& error) {
      throw Error(Kind::model, error.message(), error.where());
    }
  }();
  return parse_cascade_xml(text, path.string());
}

}  // namespace ocelli::internal
