#pragma once

#include <vector>

#include "ocelli/imaging/concealment.hpp"
#include "ocelli/pipelines/ffmpeg/av_handles.hpp"

namespace ocelli::internal::ffmpeg {

/// Whether the planes of such a frame are arrays of samples of 8 or 16 bits: all planar formats, gray,
/// NV12 and RGB. Others must be converted first.
bool has_plain_planes(AVPixelFormat format);

/// The planes of a frame, in its memory.
/// Requires  has_plain_planes().
std::vector<PicturePlane> planes_of(const AVFrame& frame);

/// Whether the first plane is the brightness.
bool starts_with_gray(AVPixelFormat format);

/// Whether samples use all their values, as in JPEG. Video leaves some free at both ends.
bool has_full_range(const AVFrame& frame);

/// The brightness as 8-bit gray of the full range, in its own memory.
cv::Mat gray_of(const AVFrame& frame);

/// A copy of the frame in another format, with its times and other properties.
FrameHandle converted(const AVFrame& frame, AVPixelFormat format);

}  // namespace ocelli::internal::ffmpeg
