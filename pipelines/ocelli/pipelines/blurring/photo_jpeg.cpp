#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
// After <cstdio>, which it needs.
#include <jpeglib.h>

#include <cmath>
#include <opencv2/core.hpp>
#include <string>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/pipelines/blurring/exif_cleaning.hpp"
#include "ocelli/pipelines/blurring/photo_blurring.hpp"

// A JPEG file is changed without decoding it as a whole: only the blocks of 8 x 8 samples that an object
// touches are decoded, changed and encoded with the tables of the file. All others stay as they are.

namespace ocelli::internal {
namespace {

using namespace std::string_view_literals;
constexpr int kBlockSide = DCTSIZE;

/// The codec of libjpeg for both ways. Errors leave the library by longjmp(), so code between setjmp() and
/// there must have nothing to destroy.
struct JpegEditor {
  ::jpeg_error_mgr errors{};
  std::jmp_buf back{};
  ::jpeg_decompress_struct in{};
  ::jpeg_compress_struct out{};
  ::jvirt_barray_ptr* coefficients = nullptr;
  unsigned char* result = nullptr;
  unsigned long result_bytes = 0;
  std::array<char, JMSG_LENGTH_MAX> failure{};

  JpegEditor() {
    in.err = out.err = ::jpeg_std_error(&errors);
    errors.error_exit = leave;
    errors.emit_message = [](::j_common_ptr, int) {};
    errors.output_message = [](::j_common_ptr) {};
    in.client_data = out.client_data = this;
    if (setjmp(back) != 0) throw std::bad_alloc();
    ::jpeg_create_decompress(&in);
    ::jpeg_create_compress(&out);
  }
  ~JpegEditor() {
    ::jpeg_destroy_compress(&out);
    ::jpeg_destroy_decompress(&in);
    std::free(result);
  }
  JpegEditor(const JpegEditor&) = delete;
  JpegEditor& operator=(const JpegEditor&) = delete;

  [[noreturn]] static void leave(::j_common_ptr info) {
    auto& editor = *static_cast<JpegEditor*>(info->client_data);
    info->err->format_message(info, editor.failure.data());
    std::longjmp(editor.back, 1);
  }

  void require_success(bool succeeds) const {
    require(succeeds, Kind::input, [&] { return std::string("cannot be changed: ") + failure.data(); });
  }
};

/// Returns false if the library gave up, like the functions below.
bool read_blocks(JpegEditor& editor, Bytes file) {
  if (setjmp(editor.back) != 0) return false;
  ::jpeg_mem_src(&editor.in, reinterpret_cast<const unsigned char*>(file.data()), file.size());
  constexpr unsigned kAll = 0xFFFF;
  for (int i = 0; i < 16; ++i) ::jpeg_save_markers(&editor.in, JPEG_APP0 + i, kAll);
  ::jpeg_save_markers(&editor.in, JPEG_COM, kAll);
  ::jpeg_read_header(&editor.in, TRUE);
  editor.coefficients = ::jpeg_read_coefficients(&editor.in);
  return true;
}

/// A row of blocks for reading and writing.
JBLOCKROW row_of_blocks(JpegEditor& editor, int component, int row) {
  if (setjmp(editor.back) != 0) return nullptr;
  constexpr JDIMENSION kOne = 1;
  return *editor.in.mem->access_virt_barray(reinterpret_cast<::j_common_ptr>(&editor.in),
                                            editor.coefficients[component], static_cast<JDIMENSION>(row),
                                            kOne, TRUE);
}

/// The samples of one component, and which of its blocks are decoded.
struct JpegPlane {
  PicturePlane plane;
  cv::Mat is_changed;  ///< one element per block
};

/// (blue, green, red, 1) to the sample.
cv::Mat color_row(::J_COLOR_SPACE space, int component) {
  cv::Matx14d row(0, 0, 0, 0);
  if (space == JCS_GRAYSCALE || (space == JCS_YCbCr && component == 0)) row = {0.114, 0.587, 0.299, 0};
  if (space == JCS_YCbCr && component == 1) row = {0.5, -0.3313, -0.1687, 128};
  if (space == JCS_YCbCr && component == 2) row = {-0.0813, -0.4187, 0.5, 128};
  if (space == JCS_RGB && component < 3) row(2 - component) = 1;
  if (space == JCS_YCCK && (component == 1 || component == 2)) row(3) = 128;
  return cv::Mat(row);
}

JpegPlane jpeg_plane_of(const JpegEditor& editor, int index) {
  const ::jpeg_component_info& info = editor.in.comp_info[index];
  const int max_h = editor.in.max_h_samp_factor, max_v = editor.in.max_v_samp_factor;
  require(max_h % info.h_samp_factor == 0 && max_v % info.v_samp_factor == 0, Kind::input,
          "has unusual color sampling: convert it to PNG first");
  const int rows = static_cast<int>(info.height_in_blocks), columns = static_cast<int>(info.width_in_blocks);
  return {{.samples = cv::Mat(rows * kBlockSide, columns * kBlockSide, CV_8UC1, cv::Scalar(0)),
           .step_x = max_h / info.h_samp_factor,
           .step_y = max_v / info.v_samp_factor,
           .from_bgr = color_row(editor.in.jpeg_color_space, index)},
          cv::Mat(rows, columns, CV_8UC1, cv::Scalar(0))};
}

/// The blocks that the object's region touches.
cv::Rect blocks_of(const JpegPlane& component, const Box& region) {
  const double step_x = kBlockSide * component.plane.step_x, step_y = kBlockSide * component.plane.step_y;
  const cv::Point first(cvFloor(region.x / step_x), cvFloor(region.y / step_y));
  const cv::Point last(cvCeil((region.x + region.w) / step_x), cvCeil((region.y + region.h) / step_y));
  return cv::Rect(first, last) & cv::Rect({}, component.is_changed.size());
}

cv::Mat quantizers_of(const JpegEditor& editor, int component) {
  const ::JQUANT_TBL* const table = editor.in.comp_info[component].quant_table;
  require(table != nullptr, Kind::input, "has no quantization table");
  cv::Mat steps(kBlockSide, kBlockSide, CV_32F);
  for (int i = 0; i < DCTSIZE2; ++i)
    steps.at<float>(i / kBlockSide, i % kBlockSide) = static_cast<float>(table->quantval[i]);
  return steps;
}

/// Calls change(block, samples) for each changed block. OpenCV's transform has the scale of JPEG's.
template <class Change>
void for_changed_blocks(JpegEditor& editor, int index, const JpegPlane& component, const Change& change) {
  for (int y = 0; y < component.is_changed.rows; ++y) {
    if (cv::countNonZero(component.is_changed.row(y)) == 0) continue;
    JBLOCKROW row = row_of_blocks(editor, index, y);
    editor.require_success(row != nullptr);
    for (int x = 0; x < component.is_changed.cols; ++x) {
      if (component.is_changed.at<unsigned char>(y, x) == 0) continue;
      cv::Mat samples =
          component.plane.samples(cv::Rect(x * kBlockSide, y * kBlockSide, kBlockSide, kBlockSide));
      change(row[x], samples);
    }
  }
}

void decode_blocks(JpegEditor& editor, int index, const JpegPlane& component) {
  const cv::Mat steps = quantizers_of(editor, index);
  for_changed_blocks(editor, index, component, [&](const JBLOCK& block, cv::Mat& samples) {
    cv::Mat values(kBlockSide, kBlockSide, CV_32F);
    for (int i = 0; i < DCTSIZE2; ++i)
      values.at<float>(i / kBlockSide, i % kBlockSide) = static_cast<float>(block[i]);
    cv::idct(values.mul(steps), values);
    values.convertTo(samples, CV_8U, 1, 128);
  });
}

void encode_blocks(JpegEditor& editor, int index, const JpegPlane& component) {
  const cv::Mat steps = quantizers_of(editor, index);
  for_changed_blocks(editor, index, component, [&](JBLOCK& block, const cv::Mat& samples) {
    cv::Mat values;
    samples.convertTo(values, CV_32F, 1, -128);
    cv::dct(values, values);
    values = values / steps;
    constexpr long kMax = 1023;
    for (int i = 0; i < DCTSIZE2; ++i)
      block[i] = static_cast<JCOEF>(
          std::clamp(std::lround(values.at<float>(i / kBlockSide, i % kBlockSide)), -kMax, kMax));
  });
}

void hide_in_blocks(JpegEditor& editor, const PhotoEdit& edit) {
  std::vector<JpegPlane> components;
  for (int c = 0; c < editor.in.num_components; ++c) {
    components.push_back(jpeg_plane_of(editor, c));
    for (const Detection& object : edit.objects)
      components[c].is_changed(blocks_of(components[c], concealed_region(object, edit.how.margin))).setTo(1);
    decode_blocks(editor, c, components[c]);
  }
  std::vector<PicturePlane> planes;
  planes.reserve(components.size());
  for (const JpegPlane& component : components) planes.push_back(component.plane);
  for (const Detection& object : edit.objects) conceal(planes, object, edit.how);
  for (int c = 0; c < editor.in.num_components; ++c) encode_blocks(editor, c, components[c]);
}

/// Only what is known to hold no picture is kept: cameras and editors put previews, the picture before
/// editing and thermal images into segments of their own. Returns the content to write; empty if it is left
/// out. The library writes the segments of JFIF and Adobe itself.
std::vector<std::byte> cleaned_segment(const ::jpeg_marker_struct& marker, const PhotoEdit& edit) {
  const auto* const data = reinterpret_cast<const std::byte*>(marker.data);
  std::vector<std::byte> bytes(data, data + marker.data_length);
  constexpr std::string_view kExif = "Exif\0\0"sv;
  constexpr int kMetadata = JPEG_APP0 + 1, kMore = JPEG_APP0 + 2;
  if (marker.marker == kMore && has_at(bytes, 0, "ICC_PROFILE"sv)) return bytes;
  const bool is_text = std::ranges::all_of(bytes, [](std::byte byte) {
    return byte >= std::byte{0x20} || byte == std::byte{'\n'} || byte == std::byte{'\r'} ||
           byte == std::byte{'\t'};
  });
  if (marker.marker == JPEG_COM && is_text && !edit.without_place && !edit.without_device) return bytes;
  if (marker.marker != kMetadata || !has_at(bytes, 0, kExif)) return {};
  std::vector<std::byte> exif(bytes.begin() + static_cast<std::ptrdiff_t>(kExif.size()), bytes.end());
  clean_exif(exif, edit.without_place, edit.without_device);
  if (exif.empty()) return {};
  std::ranges::copy(exif, bytes.begin() + static_cast<std::ptrdiff_t>(kExif.size()));
  return bytes;
}

bool begin_writing(JpegEditor& editor) {
  if (setjmp(editor.back) != 0) return false;
  ::jpeg_mem_dest(&editor.out, &editor.result, &editor.result_bytes);
  ::jpeg_copy_critical_parameters(&editor.in, &editor.out);
  editor.out.optimize_coding = TRUE;
  editor.out.restart_interval = editor.in.restart_interval;
  if (editor.in.progressive_mode != 0) ::jpeg_simple_progression(&editor.out);
  ::jpeg_write_coefficients(&editor.out, editor.coefficients);
  return true;
}

bool write_segment(JpegEditor& editor, int marker, const std::vector<std::byte>& bytes) {
  if (setjmp(editor.back) != 0) return false;
  ::jpeg_write_marker(&editor.out, marker, reinterpret_cast<const unsigned char*>(bytes.data()),
                      static_cast<unsigned>(bytes.size()));
  return true;
}

bool finish_writing(JpegEditor& editor) {
  if (setjmp(editor.back) != 0) return false;
  ::jpeg_finish_compress(&editor.out);
  return true;
}

}  // namespace

std::vector<std::byte> blurred_jpeg(Bytes file, const PhotoEdit& edit) {
  JpegEditor editor;
  editor.require_success(read_blocks(editor, file));
  hide_in_blocks(editor, edit);
  editor.require_success(begin_writing(editor));
  for (const ::jpeg_marker_struct* marker = editor.in.marker_list; marker != nullptr; marker = marker->next) {
    const std::vector<std::byte> bytes = cleaned_segment(*marker, edit);
    if (!bytes.empty()) editor.require_success(write_segment(editor, marker->marker, bytes));
  }
  editor.require_success(finish_writing(editor));
  const auto* const begin = reinterpret_cast<const std::byte*>(editor.result);
  return {begin, begin + editor.result_bytes};
}

}  // namespace ocelli::internal
