#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"

namespace ocelli::internal {
namespace {

/// Enough digits to distinguish the number from every other double: OpenCV reads doubles and then rounds. A
/// point or an exponent marks it as real.
std::string real(float value) {
  std::array<char, 40> buffer;
  const auto [end, failure] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<double>(value));
  std::string digits(buffer.data(), end);
  if (digits.find_first_of(".e") == std::string::npos) digits += '.';
  return digits;
}

/// Builds an XML text, indented by nesting depth.
class XmlText {
 public:
  void open(const std::string& name) {
    line("<" + name + ">");
    ++depth_;
  }
  void close(const std::string& name) {
    --depth_;
    line("</" + name + ">");
  }
  void put(const std::string& name, const std::string& value) {
    line("<" + name + ">" + value + "</" + name + ">");
  }
  void put(const std::string& name, std::size_t value) { put(name, std::to_string(value)); }
  std::string take() && { return std::move(text_); }

 private:
  void line(const std::string& content) {
    text_.append(2 * depth_, ' ');
    text_ += content;
    text_ += '\n';
  }

  std::string text_ = "<?xml version=\"1.0\"?>\n";
  std::size_t depth_ = 0;
};

std::string joined(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string words_of(const OpenCvNode& node, bool haar) {
  std::vector<std::string> words{std::to_string(node.left), std::to_string(node.right),
                                 std::to_string(node.feature)};
  if (haar) words.push_back(real(node.threshold));
  for (std::size_t w = 0; !haar && w < node.set.size(); ++w)
    words.push_back(std::to_string(static_cast<std::int32_t>(node.set[w])));
  return joined(words);
}

void put_tree(XmlText& xml, const OpenCvTree& tree, bool haar) {
  std::vector<std::string> nodes, leaves;
  for (const OpenCvNode& node : tree.nodes) nodes.push_back(words_of(node, haar));
  for (const float leaf : tree.leaves) leaves.push_back(real(leaf));
  xml.open("_");
  xml.put("internalNodes", joined(nodes));
  xml.put("leafValues", joined(leaves));
  xml.close("_");
}

void put_stage(XmlText& xml, const OpenCvStage& stage, bool haar) {
  xml.open("_");
  xml.put("maxWeakCount", stage.trees.size());
  xml.put("stageThreshold", real(stage.threshold));
  xml.open("weakClassifiers");
  for (const OpenCvTree& tree : stage.trees) put_tree(xml, tree, haar);
  xml.close("weakClassifiers");
  xml.close("_");
}

std::string corner_and_size(int x, int y, int w, int h) {
  return std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(w) + " " + std::to_string(h);
}

void put_feature(XmlText& xml, const OpenCvHaar& feature) {
  xml.open("_");
  xml.open("rects");
  for (const OpenCvRect& rect : feature.rects)
    xml.put("_", corner_and_size(rect.x, rect.y, rect.w, rect.h) + " " + real(rect.weight));
  xml.close("rects");
  xml.put("tilted", feature.tilted ? 1 : 0);
  xml.close("_");
}

void put_feature(XmlText& xml, const OpenCvLbp& feature) {
  xml.open("_");
  xml.put("rect", corner_and_size(feature.x, feature.y, feature.w, feature.h));
  xml.close("_");
}

std::size_t depth_below(const OpenCvTree& tree, std::int32_t child) {
  if (child <= 0) return 0;
  const OpenCvNode& node = tree.nodes[static_cast<std::size_t>(child)];
  return 1 + std::max(depth_below(tree, node.left), depth_below(tree, node.right));
}

std::size_t depth(const OpenCvTree& tree) {
  return 1 + std::max(depth_below(tree, tree.nodes[0].left), depth_below(tree, tree.nodes[0].right));
}

void put_params(XmlText& xml, const OpenCvCascade& cascade) {
  std::size_t deepest = 1, max_trees = 1;
  for (const OpenCvStage& stage : cascade.stages()) {
    max_trees = std::max(max_trees, stage.trees.size());
    for (const OpenCvTree& tree : stage.trees) deepest = std::max(deepest, depth(tree));
  }
  xml.open("stageParams");
  xml.put("boostType", "GAB");
  xml.put("maxDepth", deepest);
  xml.put("maxWeakCount", max_trees);
  xml.close("stageParams");
  xml.open("featureParams");
  xml.put("maxCatCount", cascade.has_haar() ? 0 : 256);
  xml.put("featSize", 1);
  if (cascade.has_haar()) xml.put("mode", cascade.tilted() ? "ALL" : "BASIC");
  xml.close("featureParams");
}

}  // namespace

std::string cascade_xml(const OpenCvCascade& cascade) {
  const bool haar = cascade.has_haar();
  XmlText xml;
  xml.open("opencv_storage");
  xml.open("cascade");
  xml.put("stageType", "BOOST");
  xml.put("featureType", haar ? "HAAR" : "LBP");
  xml.put("height", static_cast<std::size_t>(cascade.height()));
  xml.put("width", static_cast<std::size_t>(cascade.width()));
  put_params(xml, cascade);
  xml.put("stageNum", cascade.stages().size());
  xml.open("stages");
  for (const OpenCvStage& stage : cascade.stages()) put_stage(xml, stage, haar);
  xml.close("stages");
  xml.open("features");
  std::visit(
      [&](const auto& features) {
        for (const auto& feature : features) put_feature(xml, feature);
      },
      cascade.parts().features);
  xml.close("features");
  xml.close("cascade");
  xml.close("opencv_storage");
  std::string text = std::move(xml).take();
  require(text.size() <= kMaxCascadeXmlBytes, Kind::output, "the cascade is too large for an XML file");
  return text;
}

void save_cascade_xml(const std::filesystem::path& path, const OpenCvCascade& cascade) {
  const std::string text = cascade_xml(cascade);
  write_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace ocelli::internal
