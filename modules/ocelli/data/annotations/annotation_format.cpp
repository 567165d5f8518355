#include "ocelli/data/annotations/annotation_format.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_csv.hpp"
#include "ocelli/data/annotations/annotation_darknet.hpp"
#include "ocelli/data/annotations/annotation_readers.hpp"
#include "ocelli/data/annotations/annotation_vec.hpp"
#include "ocelli/data/annotations/annotation_yolo.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> list_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure, no_file;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (!is_left_by_system(entry->path()) && entry->is_regular_file(no_file)) files.push_back(entry->path());
  }
  require(
      !failure, Kind::input, [&] { return "cannot be listed: " + failure.message(); }, folder.native());
  std::ranges::sort(files, natural_less, &fs::path::native);
  return files;
}

}  // namespace

std::span<const AnnotationFormat* const> annotation_formats() {
  static constexpr std::array kFormats = {
      &vec_format,        &cvat_format,     &imglab_format,     &voc_format,  &labelme_format,
      &via_format,        &createml_format, &detections_format, &coco_format, &wider_format,
      &keras_yolo_format, &darknet_format,  &yolo_format,       &csv_format,  &opencv_format};
  return kFormats;
}

std::string list_annotation_formats() {
  std::string words;
  for (const AnnotationFormat* format : annotation_formats()) {
    if (!words.empty()) words += ", ";
    words += format->title;
  }
  return words;
}

std::string list_annotation_folders() {
  std::vector<std::string_view> kinds;
  for (const AnnotationFormat* format : annotation_formats()) {
    if (!format->in_folder.empty()) kinds.push_back(format->in_folder);
  }
  std::string words;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (i > 0) words += i + 1 == kinds.size() ? " or " : ", ";
    words += kinds[i];
  }
  return words;
}

AnnotationInput open_annotations(const fs::path& path, const AnnotationReading& reading) {
  std::error_code failure;
  AnnotationInput input{.path = path, .is_folder = fs::is_directory(path, failure), .reading = reading};
  if (input.is_folder) {
    input.files = list_files(path);
  } else if (!is_vec_file(path)) {
    input.text = to_utf8(read_text(path, AnnotationLimits::text_bytes), path.string());
  }
  return input;
}

std::optional<AnnotationInput> only_file(const AnnotationInput& input, std::string_view extension) {
  if (!input.is_folder) return input;
  const auto has = [&](const fs::path& file) { return has_extension(file, extension); };
  if (std::ranges::count_if(input.files, has) != 1) return std::nullopt;
  return open_annotations(*std::ranges::find_if(input.files, has), input.reading);
}

bool has_extension(const fs::path& path, std::string_view extension) {
  return std::ranges::equal(path.extension().native(), extension, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

void append(Annotations& all, Annotations&& more) {
  std::ranges::move(more.images, std::back_inserter(all.images));
  std::ranges::move(more.problems, std::back_inserter(all.problems));
  std::ranges::move(more.notes, std::back_inserter(all.notes));
}

}  // namespace ocelli::internal
