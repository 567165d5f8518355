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

/// The sizes of a tensor. kBatch stands for the number of samples that a run is given.
using Sizes = std::vector<std::int64_t>;
inline constexpr std::int64_t kBatch = -1;

struct Attribute {
  std::string_view name;
  std::variant<std::int64_t, float, Sizes> value;
};

enum class Element : std::int64_t { real = 1, integer = 7 };  // TensorProto.DataType

/// What is said about a model beside its graph.
struct About {
  std::string name, description;
  std::vector<std::pair<std::string, std::string>> properties;
};

/// A graph of operators while it is built. Values are known by their names; each call returns that of its
/// result.
///
/// Operators are those of operator set 10, the last whose Clip OpenCV 4.6 reads. What else that importer
/// cannot do is said where it is avoided.
class Graph {
 public:
  std::string input(std::string name, const Sizes& sizes);
  /// Constants.
  std::string scalar(float value) { return reals({value}, {}); }
  std::string row(const std::vector<float>& values) {
    return reals(values, {static_cast<std::int64_t>(values.size())});
  }
  std::string reals(const std::vector<float>& values, const Sizes& sizes);
  std::string integers(const Sizes& values);

  /// An operator with one result; of that name, or else named for the operator.
  std::string add(std::string_view type, const std::vector<std::string>& inputs,
                  const std::vector<Attribute>& attributes = {}, std::string name = "");
  void output(std::string_view name, Element element, const Sizes& sizes);

  /// The ONNX file.
  std::string model(const About& about) const;

 private:
  std::string fresh(std::string_view kind) { return std::string(kind) + "_" + std::to_string(names_++); }

  Message graph_;
  int names_ = 0;
};

}  // namespace ocelli::internal::onnx
