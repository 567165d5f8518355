#include <opencv2/imgproc.hpp>

#include "arguments.hpp"
#include "arrays.hpp"
#include "module.hpp"
#include "ocelli/data/images/image_encoding.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/imaging/image.hpp"

namespace ocelli::python {
namespace {

/// A grey file in three channels where colour is asked for, so that arrays have one form.
cv::Mat in_channels(const cv::Mat& pixels, Colours wanted) {
  if (wanted == Colours::grey || pixels.channels() == 3) return pixels;
  cv::Mat colour;
  cv::cvtColor(pixels, colour, cv::COLOR_GRAY2BGR);
  return colour;
}

py::array_t<std::uint8_t> read(const py::handle& file, const std::string& colours) {
  const std::filesystem::path path = path_of(file);
  const Colours wanted = decoded_colours(colours);
  DecodedImage image;
  {
    const py::gil_scoped_release release;
    image = read_image_file(path, wanted);
  }
  return array_of(in_channels(image.pixels, wanted), colours);
}

py::bytes png_of(const py::handle& array, const std::string& colours) {
  const ArrayImage image(array, colours);
  const cv::Mat picture = to_eight_bits(image.pixels());
  require(!picture.empty(), Kind::image, "has no pixels");
  const std::vector<unsigned char> bytes = encode_png(picture);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void add_images(py::module_& module) {
  module.attr("MOST_PIXELS") = kMostPixels;
  module.def("read_image", &read, py::arg("file"), py::arg("colours"));
  module.def("encode_png", &png_of, py::arg("image"), py::arg("colours"));
}

}  // namespace ocelli::python
