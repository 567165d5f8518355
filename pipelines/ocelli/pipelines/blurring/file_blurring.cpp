#include "ocelli/pipelines/blurring/file_blurring.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "ocelli/core/output_guard.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/pipelines/blurring/photo_blurring.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/video.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

bool names_input(const fs::path& file) { return names_images(file) || has_video_extension(file); }

/// A file, and its place below the folder that was searched.
struct FoundFile {
  fs::path file, place;
};

void find_in(const std::string& input, std::vector<FoundFile>& files) {
  if (input == "-") {
    ListLines lines(std::cin);
    while (const std::optional<std::string> line = lines.next()) find_in(*line, files);
  } else if (input.starts_with("@")) {
    for (const std::string& line : lines_of(input.substr(1))) find_in(line, files);
  } else if (is_folder(input)) {
    for (const fs::path& file : list_folder(input, names_input).files)
      files.push_back({file, fs::relative(file, input)});
  } else if (!exists(input) && is_pattern(input)) {
    for (const fs::path& file : matches(input)) files.push_back({file, file.filename()});
  } else {
    require(exists(input), Kind::input, "no such file", input);
    files.push_back({input, fs::path(input).filename()});
  }
}

bool is_folder_name(const fs::path& output) {
  std::error_code ignored;
  return fs::is_directory(output, ignored) || !output.has_filename();
}

}  // namespace

std::vector<BlurPair> plan_blurring(const std::vector<std::string>& inputs, const fs::path& output) {
  std::vector<FoundFile> files;
  for (const std::string& input : inputs) find_in(input, files);
  require(!files.empty(), Kind::input, "contains no photo, page or video", inputs.front());
  const bool is_one = files.size() == 1 && !is_folder(inputs.front()) && !is_folder_name(output);
  require(is_one || is_folder_name(output) || !names_input(output), Kind::usage,
          "is named like a file, but several are written: name a folder", output.string());
  std::vector<BlurPair> pairs;
  std::set<fs::path> taken;
  OutputGuard guard;
  for (FoundFile& found : files) {
    const fs::path target = is_one ? output : output / found.place;
    require(
        taken.insert(target.lexically_normal()).second, Kind::usage,
        [&] { return "two inputs have this name: give " + target.string() + " one of them only"; },
        found.file.string());
    guard.add(target);
    pairs.push_back({std::move(found.file), target});
  }
  for (const BlurPair& pair : pairs) guard.check(pair.input);
  return pairs;
}

BlurPair plan_blurring_of_one(const std::string& input, const fs::path& output) {
  require(!is_folder(input), Kind::usage, "is a folder: blur each of its files", input);
  return plan_blurring({input}, output).front();
}

BlurredFile blur_file(const BlurPair& pair, const BlurJob& job) {
  if (const fs::path folder = pair.output.parent_path(); !folder.empty())
    create_folder(folder, " for results");
  BlurredFile result;
  if (has_video_extension(pair.input))
    result = blur_video(pair, job);
  else if (has_page_extension(pair.input))
    result = blur_pages(pair, job);
  else
    result = blur_photo(pair, job);
  for (const KeptObject& kept : job.options.keep)
    if (const int* const number = std::get_if<int>(&kept.what);
        number != nullptr && std::ranges::count(result.objects, *number, &HiddenObject::number) == 0)
      result.notes.push_back("no object has the number " + kept.text());
  result.input = pair.input.string();
  result.output = pair.output.string();
  return result;
}

}  // namespace ocelli::internal
