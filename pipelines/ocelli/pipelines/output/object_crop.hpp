#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// The side of an aligned crop if the options have no size.
inline constexpr int kAlignedSide = 112;

/// The longest side of a crop that is resampled.
inline constexpr int kMaxCropSide = 4096;

inline constexpr double kMaxCropMargin = 4, kMinCropAspect = 0.1, kMaxCropAspect = 10;

/// The five landmarks in an aligned crop of kAlignedSide pixels: the places that face recognition networks
/// expect.
/// Source  Deng et al. 2019, "ArcFace: additive angular margin loss for deep face recognition".
inline constexpr Landmarks kAlignedLandmarks = {Point{38.2946F, 51.6963F},
                                                {73.5318F, 51.5014F},
                                                {56.0252F, 71.7366F},
                                                {41.5493F, 92.3655F},
                                                {70.7299F, 92.2041F}};

/// An object cut out of its picture.
///
/// Without CropOptions::align and an aspect: the box with the margin, as far as it lies in the picture. The
/// pixels are those of the picture unless the options have a size for the longer side.
///
/// Otherwise, outside the picture, the pixels at its edge are repeated. There are three cases:
/// - An aspect: the box with the margin, extended to the aspect, turned upright with `align`.
/// - Landmarks: a square in which they are as close as possible to kAlignedLandmarks, by a rotation, a scale
///   and a shift (least squares).
/// - A pose alone: the box with the margin, turned upright by its roll.
///
/// Requires  8-bit gray or BGR.
/// Throws    Error(Kind::usage) for an object that is to be aligned without landmarks and pose, and for a
///           number out of range, naming the option of `ocelli detect`.
/// Source    Umeyama 1991, "Least-squares estimation of transformation parameters between two point
///           patterns".
cv::Mat crop(const cv::Mat& picture, const Detection& detection, const CropOptions& options);

}  // namespace ocelli::internal
