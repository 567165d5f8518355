#pragma once

#include "ocelli/pipelines/ffmpeg/av_handles.hpp"
#include "ocelli/pipelines/sources/video_file_library.hpp"

namespace ocelli::internal::ffmpeg {

/// Copies the entries of a file, stream or chapter, but for those that the job leaves out.
void copy_metadata(const AVDictionary* from, AVDictionary** to, const VideoRewrite& job);

/// Whether a stream may hold places: telemetry of cameras.
bool may_hold_places(const AVStream& stream);

}  // namespace ocelli::internal::ffmpeg
