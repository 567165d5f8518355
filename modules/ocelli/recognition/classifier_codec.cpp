#include "ocelli/recognition/classifier_codec.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/data/samples/class_names.hpp"
#include "ocelli/features/feature_codec.hpp"
#include "ocelli/model_io/text_reader.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {
namespace {

std::vector<std::string> unpack_classes(
    const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>& packed, std::size_t text_limit) {
  require(packed.size() <= kMaxClasses, Kind::model, "has too many classes");
  TextReader text(text_limit);
  std::vector<std::string> classes;
  for (const flatbuffers::String* name : packed) classes.push_back(text(name));
  return classes;
}

ScoreWeights unpack_weights(const flatbuffers::Vector<float>& packed, std::size_t classes,
                            std::size_t columns) {
  require(packed.size() == classes * (columns + 1), Kind::model,
          "its weights do not match its classes and columns");
  const std::vector<float> weights = unpack(packed);
  return Eigen::Map<const ScoreWeights>(weights.data(), static_cast<Eigen::Index>(classes),
                                        static_cast<Eigen::Index>(columns + 1));
}

std::optional<ImageShape> unpack_shape(int width, int height) {
  if (width == 0 && height == 0) return std::nullopt;
  return ImageShape{width, height};
}

}  // namespace

flatbuffers::Offset<schema::Classifier> pack(flatbuffers::FlatBufferBuilder& builder,
                                             const Classifier& classifier) {
  // One after the other: the order of a call's arguments, and with it of the bytes, is the compiler's choice.
  const auto [kind, features] = pack(builder, classifier.features());
  const ScoreWeights& table = classifier.weights();
  const auto weights = builder.CreateVector(table.data(), static_cast<std::size_t>(table.size()));
  const auto classes = builder.CreateVectorOfStrings(classifier.classes());
  const ImageShape shape = classifier.shape().value_or(ImageShape{});
  return schema::CreateClassifier(builder, kind, features, weights, classes, shape.width, shape.height,
                                  classifier.normalized_side(), classifier.tilt(), classifier.temperature());
}

Classifier unpack(const schema::Classifier& packed, std::size_t text_limit) {
  FeatureSet features = unpack_features(packed);
  std::vector<std::string> classes = unpack_classes(*packed.classes(), text_limit);
  ScoreWeights weights = unpack_weights(*packed.weights(), classes.size(), columns(features));
  return Classifier({.features = std::move(features),
                     .weights = std::move(weights),
                     .classes = std::move(classes),
                     .shape = unpack_shape(packed.width(), packed.height()),
                     .normalized_side = packed.normalized_side(),
                     .tilt = packed.tilt(),
                     .temperature = packed.temperature()});
}

}  // namespace ocelli::internal::format
