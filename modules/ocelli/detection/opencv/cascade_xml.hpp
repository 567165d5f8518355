#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "ocelli/detection/opencv/opencv_cascade.hpp"

namespace ocelli::internal {

/// Larger files are refused before they are read. (The largest cascade that comes with OpenCV has 2.6
/// MiB.)
constexpr std::size_t kMaxCascadeXmlBytes = std::size_t{16} << 20;

/// The cascade in a text of OpenCV's, XML or, as cv::FileStorage writes them, YAML and JSON: the format that
/// opencv_traincascade writes and OpenCV 3 and 4 load, or that of OpenCV 1 and 2 (`opencv_haartraining`),
/// which OpenCV 4 loads as well. Its stages then run one after the other, whatever tree of stages it tells,
/// as OpenCV 4 does it. Read with the lenience of OpenCV's reader (parse_lenient_xml(), stored_number()), and
/// from gzip too. Votes that are infinite or none become finite ones that decide alike.
///
/// The label is the name of `source` without folder and endings.
/// Throws  Error(Kind::model), naming `source` and the line, or stage, tree and node of what is wrong: XML
/// that is not
///         well-formed, other content, with the remedy where it is known what that is, elements that are
///         missing, numbers that are none, and all that OpenCvCascade refuses.
/// Memory  some 30 times the text, which is at most kMaxCascadeXmlBytes.
OpenCvCascade parse_cascade_xml(std::string_view text, const std::string& source);

/// The same from a file.
OpenCvCascade load_cascade_xml(const std::filesystem::path& path);

/// The text of an XML file that CascadeClassifier of OpenCV 3 and 4 loads. Read back, by them or by
/// parse_cascade_xml(), it gives the same numbers; the label is not written. Throws Error(Kind::output) for
/// more than kMaxCascadeXmlBytes.
std::string cascade_xml(const OpenCvCascade& cascade);

/// Writes that text to a file. Throws Error(Kind::output) naming the path; then the file is as it was before.
void save_cascade_xml(const std::filesystem::path& path, const OpenCvCascade& cascade);

}  // namespace ocelli::internal
