#include "ocelli/pipelines/model_file.hpp"

#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/cascade_codec.hpp"
#include "ocelli/detection/opencv/opencv_codec.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/recognition/classifier_codec.hpp"
#include "ocelli/text/language_codec.hpp"
#include "ocelli/text/reader_codec.hpp"

namespace ocelli::internal {

Model format::parse_model(const Bytes& payload) {
  switch (verify(payload).content_type()) {
    case schema::Content::ClassifierModel:
      return parse_classifier(payload);
    case schema::Content::ReaderModel:
      return parse_reader(payload);
    case schema::Content::LanguageFile:
      return parse_language(payload);
    case schema::Content::OpenCvModel:
      return parse_opencv_model(payload);
    default:
      return parse_detector(payload);
  }
}

Model load_model(const std::filesystem::path& path) {
  require_if_of_opencv(path);
  if (is_cascade_file(path)) return import_cascade(path);
  return format::load(path, kMaxModelBytes, format::parse_model);
}

Model load_model(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_model);
}

LoadedDetector detector_of(Model model, const DetectOptions& options, const std::string& name) {
  if (auto* const own = std::get_if<DetectorModel>(&model)) {
    const cv::Size window(own->cascade.width(), own->cascade.height());
    ModelCard card = own->card;
    return {ObjectDetector(std::move(*own), options), std::move(card), window};
  }
  auto* const opencv = std::get_if<OpenCvModel>(&model);
  require(opencv != nullptr, Kind::model, "is another kind of model, not a detector", name);
  const cv::Size window(opencv->cascade.width(), opencv->cascade.height());
  return {ObjectDetector(std::move(opencv->cascade), options), std::move(opencv->card), window};
}

}  // namespace ocelli::internal
