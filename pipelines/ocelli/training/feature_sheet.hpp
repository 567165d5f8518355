#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli::internal {

/// The mean of the windows, its grays stretched from black to white.
/// Requires  at least one window.
cv::Mat mean_window(const TrainingWindows& windows);

/// The mean of the windows, followed by up to 23 windows at even intervals.
/// Requires  at least one window.
cv::Mat sample_sheet(const TrainingWindows& windows);

/// Draws the features of a weak classifier on the gray window, enlarged `zoom` times. Pixels that a feature
/// adds are lightened, and pixels that it subtracts are darkened. The first and second feature are orange and
/// blue.
/// Requires  features inside the window.
cv::Mat draw_features(const cv::Mat& window, std::span<const HaarFeature> features, int zoom);

/// The cascade's first 24 weak classifiers, each drawn on the mean of the objects, with its number and stage.
/// Source    Viola and Jones 2001, fig. 3.
cv::Mat feature_sheet(const Cascade& cascade, const cv::Mat& mean);

}  // namespace ocelli::internal
