#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// A .vec file of opencv_createsamples: samples of equal size, 16 bits per pixel.
struct VecFile {
  std::filesystem::path path;
  int samples = 0, width = 0, height = 0;
};

bool is_vec_file(const std::filesystem::path& path);

/// Parses the header. `front` is the start of a file of `bytes` bytes.
///
/// The file states the number of pixels, not the shape. A shape such as 48x24 in the file's name is used if
/// the pixels fit it, else samples are square. Throws Error(Kind::input) naming the file when neither is
/// possible, or when the header is impossible or states more samples than the file contains.
VecFile parse_vec_header(std::span<const std::byte> front, std::uint64_t bytes,
                         const std::filesystem::path& path);

/// Decodes the gray levels of one sample. Throws Error(Kind::input) naming the sample for values other than
/// gray levels.
cv::Mat parse_vec_sample(std::span<const std::byte> bytes, const VecFile& file, int sample);

/// Reads only this sample. Throws Error(Kind::input) like the parsers, and when the file has no such sample
/// of that height.
cv::Mat read_vec_sample(const std::filesystem::path& path, const StripCell& cell);

/// A file named .vec: each sample is an image with one object that fills it.
extern const AnnotationFormat vec_format;

}  // namespace ocelli::internal
