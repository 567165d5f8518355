#include "ocelli/pipelines/bundled_models.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/platform.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The folder of the shared library that contains this code, or of the program if it is linked statically.
fs::path folder_of_library() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&bundled_model), &info) == 0 || info.dli_fname == nullptr)
    return {};
  std::error_code failure;
  return fs::weakly_canonical(info.dli_fname, failure).parent_path();
}

fs::path& folder_of_package() {
  static fs::path folder;
  return folder;
}

std::vector<fs::path> folders_of_models() {
  std::vector<fs::path> folders;
  if (!folder_of_package().empty()) folders.push_back(folder_of_package());
  if (const char* const named = std::getenv("OCELLI_MODELS"); named != nullptr && *named != '\0')
    folders.emplace_back(named);
  folders.push_back((program_path().parent_path() / OCELLI_MODELS_FROM_PROGRAM).lexically_normal());
  folders.push_back((folder_of_library() / OCELLI_MODELS_FROM_LIBRARY).lexically_normal());
  folders.emplace_back(OCELLI_MODELS_INSTALLED);
#ifdef OCELLI_SOURCE_MODELS
  folders.emplace_back(OCELLI_SOURCE_MODELS);
#endif
  return folders;
}

}  // namespace

fs::path bundled_model(const std::string& name) {
  std::string searched;
  for (const fs::path& folder : folders_of_models()) {
    std::error_code failure;
    if (fs::exists(folder / name, failure)) return folder / name;
    searched += (searched.empty() ? "" : ", ") + folder.string();
  }
  throw Error(Kind::model,
              "not found in " + searched +
                  "; give the file of a model, or set OCELLI_MODELS to the folder of the models",
              name);
}

fs::path bundled_face_model(FaceViews views) {
  return bundled_model(views == FaceViews::frontal ? "face-frontal.ocelli" : "face.ocelli");
}

void set_models_folder(fs::path folder) { folder_of_package() = std::move(folder); }

}  // namespace ocelli::internal
