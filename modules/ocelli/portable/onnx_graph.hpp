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

struct Attribute {
  std::string_view name;
  std::variant<std::int64_t, float, Sizes> value;
};

enum class Element : std::int64_t { real = 1, integer = 7 };  // TensorProto.DataType

/// A model's description besides its graph.
struct About {
  std::string name, description;
  std::vector<std::pair<std::string, std::string>> properties;
};

/// A graph of operators under construction. Values are identified by name. Each call returns the name of its
/// result.
///
/// Operators are those of operator set 10, the last with a Clip that OpenCV 4.6 reads. Other limits of that
/// importer are noted where they are avoided.
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

  /// An operator with one result, named `name` or else after the operator.
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
