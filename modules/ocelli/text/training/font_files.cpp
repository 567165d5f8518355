#include "ocelli/text/training/font_files.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/text/training/font_face.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxFaces = 64;  ///< per file

bool has_font_extension(const fs::path& path) {
  constexpr std::array kExtensions{".ttf", ".otf", ".ttc", ".otc", ".pfb"};
  return std::ranges::find(kExtensions, ending_of(path)) != kExtensions.end();
}

std::vector<fs::path> font_paths(const std::vector<fs::path>& folders) {
  std::vector<fs::path> paths;
  for (const fs::path& folder : folders) {
    std::error_code problem;
    fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, problem);
    for (; !problem && walk != fs::recursive_directory_iterator(); walk.increment(problem)) {
      std::error_code unknown;
      if (has_font_extension(walk->path()) && walk->is_regular_file(unknown)) paths.push_back(walk->path());
    }
  }
  std::ranges::sort(paths, {}, [](const fs::path& path) { return path.native(); });
  return paths;
}

std::vector<FontFile> readable_faces(const fs::path& path, std::u32string_view characters) {
  std::vector<FontFile> faces;
  try {
    for (int index = 0; index < kMaxFaces; ++index) {
      const FontFace face(path, index);
      if (face.why_not_text(characters).empty()) faces.push_back({path, index, face.name()});
    }
  } catch (const Error&) {
    // There is no face with that index, or none at all.
  }
  return faces;
}

}  // namespace

std::vector<fs::path> system_font_folders() {
  return {"/usr/share/fonts", "/usr/share/texmf/fonts", "/usr/local/share/fonts"};
}

std::vector<FontFile> find_font_files(const std::vector<fs::path>& folders, std::u32string_view characters) {
  const std::vector<fs::path> paths = font_paths(folders);
  std::vector<std::vector<FontFile>> found(paths.size());
  parallel_for(std::size_t{0}, paths.size(),
               [&](std::size_t i) { found[i] = readable_faces(paths[i], characters); });
  std::vector<FontFile> faces;
  std::set<std::string> names;
  for (const std::vector<FontFile>& of_file : found) {
    for (const FontFile& face : of_file) {
      if (names.insert(face.name).second) faces.push_back(face);
    }
  }
  return faces;
}

}  // namespace ocelli::internal
