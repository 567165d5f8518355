#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "ocelli/detection/opencv/opencv_cascade.hpp"

namespace ocelli::internal {

/// Larger files are rejected before they are read. (The largest cascade that ships with OpenCV has 2.6 MiB.)
constexpr std::size_t kMaxCascadeXmlBytes = std::size_t{16} << 20;

/// Parses a cascade in a text format of OpenCV: XML or, as cv::FileStorage writes them, YAML and JSON.
/// Accepts the format that opencv_traincascade writes and OpenCV 3 and 4 load. Also accepts the format of
/// OpenCV 1 and 2 (`opencv_haartraining`), which OpenCV 4 loads too. Its stages run one after the other, even
/// if the file describes a tree of stages, as in OpenCV 4. The parser is as lenient as OpenCV's
/// (parse_lenient_xml(), stored_number()) and also reads gzip. Votes that are infinite or NaN become finite
/// ones that decide alike.
///
/// The label is the name of `source` without directory and extensions.
/// Throws  Error(Kind::model), naming `source` and the line, or the stage, tree and node at fault: for XML
/// that is not well-formed, other content (with the remedy if the content is known), missing elements,
/// invalid numbers, and everything that OpenCvCascade rejects.
/// Memory  about 30 times the text, which is at most kMaxCascadeXmlBytes.
OpenCvCascade parse_cascade_xml(std::string_view text, const std::string& source);

/// The same for a file.
OpenCvCascade load_cascade_xml(const std::filesystem::path& path);

/// Returns the text of an XML file that CascadeClassifier of OpenCV 3 and 4 loads. OpenCV and
/// parse_cascade_xml() read back the same numbers. The label is not written. Throws Error(Kind::output) for
/// more than kMaxCascadeXmlBytes.
std::string cascade_xml(const OpenCvCascade& cascade);

/// Writes that text to a file. Throws Error(Kind::output) naming the path; the file is then unchanged.
void save_cascade_xml(const std::filesystem::path& path, const OpenCvCascade& cascade);

}  // namespace ocelli::internal
