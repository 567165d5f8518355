#include "ocelli/blur.hpp"

#include <utility>

#include "ocelli/api/option_access.hpp"
#include "ocelli/api/public_values.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/pipelines/blurring/blur_options.hpp"
#include "ocelli/pipelines/blurring/blur_report.hpp"
#include "ocelli/pipelines/blurring/file_blurring.hpp"

namespace ocelli {
namespace {

struct BlurRequest {
  internal::BlurOptions blur;
  internal::DetectOptions detect;
};

BlurRequest blur_request(const Options& given) {
  BlurRequest request;
  std::vector<internal::Option> table = internal::option_table(request.blur);
  for (internal::Option& option : internal::option_table(request.detect)) table.push_back(std::move(option));
  internal::set_options(table, given);
  request.detect.validate();
  return request;
}

}  // namespace

Image blur(const ImageView& image, const std::vector<Detection>& objects, const Options& options) {
  internal::BlurOptions blurring;
  internal::set_options(internal::option_table(blurring), options);
  const cv::Mat picture = internal::to_eight_bits(internal::matrix_of(image)).clone();
  internal::conceal(picture, objects, blurring.concealment());
  return internal::image_of(picture);
}

std::string blur_file(const std::filesystem::path& model, const std::filesystem::path& input,
                      const std::filesystem::path& output, const Options& options, const Observer& observer,
                      std::stop_token stop) {
  const BlurRequest request = blur_request(options);
  const auto detector = internal::HidingDetector::load(model, request.detect);
  const internal::InputLimits limits{.stop = stop};
  const internal::BlurPair pair = internal::plan_blurring_of_one(input.string(), output);
  const bool is_bundled = model.filename() == "face.ocelli";
  return internal::report_text({internal::blur_file(pair, {.detector = detector,
                                                           .options = request.blur,
                                                           .limits = limits,
                                                           .progress = observer.progress,
                                                           .stop = stop})},
                               is_bundled);
}

std::vector<OptionInfo> blur_options() {
  internal::BlurOptions options;
  return internal::infos_of(internal::option_table(options));
}

}  // namespace ocelli
