#include <algorithm>
#include <cctype>
#include <opencv2/imgproc.hpp>
#include <span>

#include "arguments.hpp"
#include "arrays.hpp"
#include "module.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/new_file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal::python {
namespace {

/// Converts a gray file to three channels if color is requested, so that arrays have a single shape.
cv::Mat in_channels(const cv::Mat& pixels, Colors wanted) {
  if (wanted == Colors::gray || pixels.channels() == 3) return pixels;
  cv::Mat color;
  cv::cvtColor(pixels, color, cv::COLOR_GRAY2BGR);
  return color;
}

py::array_t<std::uint8_t> read(const py::handle& file, const std::string& colors, bool over_white) {
  const std::filesystem::path path = path_of(file);
  const Colors wanted = decoded_colors(colors);
  DecodedImage image;
  {
    const py::gil_scoped_release release;
    image = read_image_file(path, {wanted, over_white ? Transparency::over_white : Transparency::dropped});
  }
  return array_of(in_channels(image.pixels, wanted), colors);
}

py::array_t<std::uint8_t> decoded_array(const py::bytes& file, const std::string& colors, bool over_white) {
  const Colors wanted = decoded_colors(colors);
  const std::string_view bytes = file;
  DecodedImage image;
  {
    const py::gil_scoped_release release;
    image = decode(std::as_bytes(std::span(bytes)),
                   {wanted, over_white ? Transparency::over_white : Transparency::dropped},
                   "the bytes of the image");
  }
  return array_of(in_channels(image.pixels, wanted), colors);
}

/// Reduces 16 bits to 8, and returns a note on how.
py::tuple eight_bits(const py::handle& array) {
  const ArrayImage image(array, "bgr");
  if (image.pixels().depth() == CV_8U || image.pixels().empty()) return py::make_tuple(array, "");
  const EightBits bytes = [&] {
    const py::gil_scoped_release release;
    return in_eight_bits(image.pixels());
  }();
  return py::make_tuple(array_of(bytes.pixels, "bgr"), bytes.note);
}

py::bytes png_of(const py::handle& array, const std::string& colors) {
  const ArrayImage image(array, colors);
  const cv::Mat picture = to_eight_bits(image.pixels());
  require(!picture.empty(), Kind::image, "has no pixels");
  const std::vector<unsigned char> bytes = encode_png(picture);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<unsigned char> encoded(const cv::Mat& picture, const std::filesystem::path& path) {
  constexpr int kJpegQuality = 95;
  const std::string ending = ending_of(path);
  if (ending == ".png") return encode_png(picture);
  require(ending == ".jpg" || ending == ".jpeg", Kind::usage, "must end in .png, .jpg or .jpeg",
          path.string());
  return encode_jpeg(picture, kJpegQuality);
}

void write(const py::handle& file, const py::handle& array, const std::string& colors) {
  const std::filesystem::path path = path_of(file);
  const ArrayImage image(array, colors);
  const py::gil_scoped_release release;
  const cv::Mat picture = to_eight_bits(image.pixels());
  require(!picture.empty(), Kind::image, "has no pixels");
  const std::vector<unsigned char> bytes = encoded(picture, path);
  NewFile written(path);
  written.write(std::as_bytes(std::span(bytes)));
  written.commit();
}

}  // namespace

void add_images(py::module_& module) {
  module.attr("MOST_PIXELS") = kMaxPixels;
  module.def("read_image", &read, py::arg("file"), py::arg("colors"), py::arg("over_white") = true);
  module.def("decode_image", &decoded_array, py::arg("file"), py::arg("colors"),
             py::arg("over_white") = true);
  module.def("eight_bits", &eight_bits, py::arg("image"));
  module.def("write_image", &write, py::arg("file"), py::arg("image"), py::arg("colors"));
  module.def("encode_png", &png_of, py::arg("image"), py::arg("colors"));
}

}  // namespace ocelli::internal::python
