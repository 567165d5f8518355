#pragma once

#include <filesystem>
#include <stdexcept>

#include "ocelli/core/plugin.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/sources/video_file_library.hpp"

namespace ocelli::internal {

/// Calls the plugin "ffmpeg". Its exceptions become Error(Kind::input) naming the file.
template <class Action>
auto with_ffmpeg(const std::filesystem::path& file, const Action& action) {
  const VideoFileLibrary& library = plugin<VideoFileLibrary>(Kind::input);
  try {
    return action(library);
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& failure) {
    throw Error(Kind::input, failure.what(), file.string());
  }
}

}  // namespace ocelli::internal
