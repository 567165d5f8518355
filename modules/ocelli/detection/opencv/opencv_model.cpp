#include "ocelli/detection/opencv/opencv_model.hpp"

#include <algorithm>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "ocelli/core/gzip.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/opencv/opencv_codec.hpp"
#include "ocelli/detection/opencv/yaml_and_json.hpp"
#include "ocelli/model_io/card_codec.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli::internal {
namespace {

constexpr std::string_view kOpenCvFolder = "/usr/share/opencv4/";  ///< of Debian's package opencv-data

/// The file's folder among OpenCV's data; empty for other names.
std::string folder_of_opencv(const std::string& file) {
  if (!file.ends_with(".xml") && !file.ends_with(".xml.gz")) return {};
  if (file.starts_with("haarcascade_")) return std::string(kOpenCvFolder) + "haarcascades/";
  if (file.starts_with("lbpcascade_")) return std::string(kOpenCvFolder) + "lbpcascades/";
  return {};
}

}  // namespace

OpenCvModel format::parse_opencv_model(const Bytes& payload) {
  const auto& packed = content<schema::OpenCvModel>(payload);
  return {.cascade = OpenCvCascade(unpack(*packed.cascade())),
          .card = unpack(*packed.card(), payload.size())};
}

bool is_cascade_text(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf", kBlanks = " \t\r\n";
  if (is_gzip(std::as_bytes(std::span(text))) || is_yaml_or_json(text)) return true;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  // A model file may begin with the same byte as part of a number.
  return text.size() > 1 && text[0] == '<' && text[1] != '\0';
}

bool is_cascade_file(const std::filesystem::path& path) {
  std::string beginning(256, ' ');
  std::ifstream stream(path, std::ios::binary);
  stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(stream.gcount()));
  return is_cascade_text(beginning);
}

void require_if_of_opencv(const std::filesystem::path& path) {
  std::error_code failure;
  const std::string file = path.filename().string(), folder = folder_of_opencv(file);
  if (folder.empty() || std::filesystem::exists(path, failure)) return;
  const bool is_installed = std::filesystem::exists(folder + file, failure);
  throw Error(
      Kind::input,
      "no such file; " + (is_installed ? "OpenCV's is " + folder + file
                                       : "OpenCV's cascades are in Debian's package opencv-data, which "
                                         "installs them in " +
                                             folder),
      path.native());
}

OpenCvModel import_cascade(const std::filesystem::path& path) {
  return {.cascade = load_cascade_xml(path),
          .card = {.description = "OpenCV cascade, read from " + path.filename().string(),
                   .components = {},
                   .trained_by = "unknown: the file does not say",
                   .data = {},
                   .options = {},
                   .seed = 0,
                   .figures = {},
                   .license = "that of the file"}};
}

std::vector<std::byte> serialize(const OpenCvModel& model) {
  flatbuffers::FlatBufferBuilder builder;
  // Separate statements: the evaluation order of arguments, and so of the bytes, depends on the compiler.
  const auto cascade = format::pack(builder, model.cascade.parts());
  const auto card = format::pack(builder, model.card);
  return format::finish(builder, schema::CreateOpenCvModel(builder, cascade, card), kMaxModelBytes,
                        format::parse_opencv_model);
}

void save_model(const std::filesystem::path& path, const OpenCvModel& model) { format::save(path, model); }

}  // namespace ocelli::internal
