#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ocelli/portable/onnx_protobuf.hpp"

/// Internal to portable.
namespace ocelli::internal::onnx {

/// The sizes of a tensor. kBatch stands for the number of samples in a run.
using Sizes = std::vector<std::int64_t>;
inline constexpr std::int64_t kBatch = -1;

using Texts = std::vector<std::string>;

/// A graph as the value of an attribute: the body of a loop.
struct Body {
  Message graph;
};

struct Attribute {
  std::string_view name;
  std::variant<std::int64_t, float, Sizes, Texts, Body> value;
};

enum class Element : std::int64_t { real = 1, integer = 7, text = 8, wide = 11 };  // TensorProto.DataType

/// A model's description besides its graph.
struct About {
  std::string name, description;
  std::vector<std::pair<std::string, std::string>> properties;
};

/// A graph of operators under construction. Values are identified by name. Each call returns the name of its
/// result.
///
/// Operators are those of operator set 10, the last with a Clip that OpenCV 4.6 reads, or of set 11. Other
/// limits of that importer are noted where they are avoided.
class Graph {
 public:
  static constexpr std::int64_t kBasicSet = 10, kSetWithGathers = 11;

  explicit Graph(std::int64_t operator_set = kBasicSet) : operator_set_(operator_set) {}

  std::string input(std::string name, const Sizes& sizes, Element element = Element::real);
  /// Constants.
  std::string scalar(float value) { return reals({value}, {}); }
  std::string wide_scalar(double value) { return wides({value}, {}); }
  std::string row(const std::vector<float>& values) {
    return reals(values, {static_cast<std::int64_t>(values.size())});
  }
  std::string reals(const std::vector<float>& values, const Sizes& sizes);
  std::string wides(const std::vector<double>& values, const Sizes& sizes);
  std::string integers(const Sizes& values);
  std::string integers(const Sizes& values, const Sizes& sizes);

  /// An operator with one result, named `name` or else after the operator. Operators of ONNX's machine
  /// learning domain are LabelEncoder and the like.
  std::string add(std::string_view type, const std::vector<std::string>& inputs,
                  const std::vector<Attribute>& attributes = {}, std::string name = "");
  std::string cast(const std::string& value, Element element) {
    return add("Cast", {value}, {{"to", static_cast<std::int64_t>(element)}});
  }
  /// The value limited to low .. high.
  std::string clip(const std::string& value, float low, float high);
  void output(std::string_view name, Element element, const Sizes& sizes);

  /// An empty graph whose names differ from those of this one, for the body of a loop.
  Graph body();
  /// The body of a loop as an attribute.
  Body finished_body();

  /// The ONNX file.
  std::string model(const About& about) const;

 private:
  std::string fresh(std::string_view kind) {
    return prefix_ + std::string(kind) + "_" + std::to_string(names_++);
  }

  std::int64_t operator_set_;
  std::string prefix_;  ///< of fresh names
  Message graph_;
  int names_ = 0;
  bool uses_learning_operators_ = false;
};

}  // namespace ocelli::internal::onnx
