#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// The part of an object's width and height that a crop adds on each side.
inline constexpr double kCropMargin = 0.2;

/// The side of an aligned crop if the options have no size.
inline constexpr int kAlignedSide = 112;

/// The longest side of a crop that is resampled.
inline constexpr int kMaxCropSide = 4096;

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
/// Without CropOptions::align: the box with kCropMargin, as far as it lies in the picture. The pixels are
/// those of the picture unless the options have a size for the longer side.
///
/// With it, there are two cases:
/// - Landmarks: a square in which they are as close as possible to kAlignedLandmarks, by a rotation, a scale
///   and a shift (least squares).
/// - A pose alone: the box with the margin, turned upright by its roll.
/// Outside the picture, the pixels at its edge are repeated.
///
/// Requires  8-bit gray or BGR.
/// Throws    Error(Kind::usage) for an object that is to be aligned without landmarks and pose, and for a
///           size out of range.
/// Source    Umeyama 1991, "Least-squares estimation of transformation parameters between two point
///           patterns".
cv::Mat crop(const cv::Mat& picture, const Detection& detection, const CropOptions& options);

}  // namespace ocelli::internal
