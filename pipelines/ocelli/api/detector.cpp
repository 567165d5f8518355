#include "ocelli/detector.hpp"

#include <utility>
#include <variant>

#include "ocelli/api/model_access.hpp"
#include "ocelli/api/option_access.hpp"
#include "ocelli/api/public_values.hpp"
#include "ocelli/imaging/image.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/output/drawing.hpp"

namespace ocelli {
namespace {

struct DetectorParts {
  internal::Detector detector;
  int width, height;
};

internal::DetectOptions detect_options(const Options& given) {
  internal::DetectOptions options;
  internal::set_options(internal::option_table(options), given);
  options.validate();
  return options;
}

DetectorParts parts_of(internal::Model model, const std::string& name, const Options& given) {
  const internal::DetectOptions options = detect_options(given);
  if (auto* const own = std::get_if<internal::DetectorModel>(&model)) {
    const int width = own->cascade.width(), height = own->cascade.height();
    return {internal::Detector(std::move(*own), options), width, height};
  }
  auto* const opencv = std::get_if<internal::OpenCvModel>(&model);
  internal::require(opencv != nullptr, Kind::model, "is a model, but not a detector", name);
  const int width = opencv->cascade.width(), height = opencv->cascade.height();
  return {internal::Detector(std::move(opencv->cascade), options), width, height};
}

}  // namespace

Detector::Detector(const std::filesystem::path& model, const Options& options) {
  auto [detector, width, height] = parts_of(internal::load_model(model), model.string(), options);
  impl_ = std::make_shared<const Impl>(Impl{std::move(detector), width, height});
}

Detector::Detector(std::span<const std::byte> model, const std::string& name, const Options& options) {
  auto [detector, width, height] = parts_of(internal::load_model(model, name), name, options);
  impl_ = std::make_shared<const Impl>(Impl{std::move(detector), width, height});
}

Detector::Detector(const Detector&) = default;
Detector& Detector::operator=(const Detector&) = default;
Detector::Detector(Detector&&) noexcept = default;
Detector& Detector::operator=(Detector&&) noexcept = default;
Detector::~Detector() = default;

std::vector<Detection> Detector::detect(const ImageView& image) const {
  return impl_->detector.detect(internal::matrix_of(image));
}

const std::string& Detector::label() const { return impl_->detector.label(); }
int Detector::window_width() const { return impl_->width; }
int Detector::window_height() const { return impl_->height; }

std::vector<OptionInfo> detector_options() {
  internal::DetectOptions options;
  return internal::infos_of(internal::option_table(options));
}

Image draw(const ImageView& image, const std::vector<Detection>& detections) {
  return internal::image_of(internal::draw(internal::to_eight_bits(internal::matrix_of(image)), detections));
}

}  // namespace ocelli
