#include "ocelli/detector.hpp"

#include <memory>

#include "ocelli/api/model_access.hpp"
#include "ocelli/api/option_access.hpp"
#include "ocelli/api/public_values.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/object_crop.hpp"

namespace ocelli {
namespace {

internal::DetectOptions detect_options(const Options& given) {
  internal::DetectOptions options;
  internal::set_options(internal::option_table(options), given);
  options.validate();
  return options;
}

}  // namespace

Detector::Detector(const std::filesystem::path& model, const Options& options)
    : impl_(std::make_shared<const Impl>(
          internal::detector_of(internal::load_model(model), detect_options(options), model.string()))) {}

Detector::Detector(std::span<const std::byte> model, const std::string& name, const Options& options)
    : impl_(std::make_shared<const Impl>(
          internal::detector_of(internal::load_model(model, name), detect_options(options), name))) {}

Detector::Detector(const Detector&) = default;
Detector& Detector::operator=(const Detector&) = default;
Detector::Detector(Detector&&) noexcept = default;
Detector& Detector::operator=(Detector&&) noexcept = default;
Detector::~Detector() = default;

std::vector<Detection> Detector::detect(const ImageView& image) const {
  return impl_->detector.detect(internal::matrix_of(image));
}

const std::string& Detector::label() const { return impl_->detector.label(); }
int Detector::window_width() const { return impl_->window.width; }
int Detector::window_height() const { return impl_->window.height; }

std::vector<OptionInfo> detector_options() {
  internal::DetectOptions options;
  return internal::infos_of(internal::option_table(options));
}

Image crop(const ImageView& image, const Detection& detection, const CropOptions& options) {
  const cv::Mat picture = internal::to_eight_bits(internal::matrix_of(image));
  return internal::image_of(internal::crop(picture, detection, options));
}

Image draw(const ImageView& image, const std::vector<Detection>& detections) {
  return internal::image_of(internal::draw(internal::to_eight_bits(internal::matrix_of(image)), detections));
}

}  // namespace ocelli
