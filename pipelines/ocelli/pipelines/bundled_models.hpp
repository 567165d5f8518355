#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

namespace ocelli::internal {

/// Finds a bundled model by its file name in the models folder, such as "languages/deu.ocelli". Searches
/// $OCELLI_MODELS, the folder of an installed program or library, and the source tree of the build.
/// Throws  Error(Kind::model) naming the folders that were searched.
std::filesystem::path bundled_model(const std::string& name);

/// The faces that a bundled face model finds: turned, tilted and half covered ones too, or only those that
/// look at the camera, in less than half the time.
enum class FaceViews : std::uint8_t { any, frontal };
constexpr auto names_of(FaceViews) {
  using enum FaceViews;
  return std::array{std::pair{any, "any"}, std::pair{frontal, "frontal"}};
}

/// The bundled face model for these views.
/// Throws  as bundled_model().
std::filesystem::path bundled_face_model(FaceViews views = FaceViews::any);

/// Adds a folder that is searched first, for packages that store the models elsewhere.
/// Requires  that no other thread has started.
void set_models_folder(std::filesystem::path folder);

}  // namespace ocelli::internal
