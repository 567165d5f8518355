#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli::internal {

/// The mean of the windows, its grays stretched from black to white. Requires at least one window.
cv::Mat mean_window(const TrainingWindows& windows);

/// The mean of the windows, then up to 23 of them, evenly taken. Requires at least one window.
cv::Mat sample_sheet(const TrainingWindows& windows);

/// What one weak classifier compares: on the gray window, enlarged `zoom` times, the pixels that a feature
/// adds are lightened and those that it takes off darkened. A second feature is told from the first by color:
/// orange and blue.
/// Requires  features inside the window.
cv::Mat draw_features(const cv::Mat& window, std::span<const HaarFeature> features, int zoom);

/// The cascade's first 24 weak classifiers, each drawn on the mean of the objects, with its number and stage.
/// Source    Viola and Jones 2001, fig. 3.
cv::Mat feature_sheet(const Cascade& cascade, const cv::Mat& mean);

}  // namespace ocelli::internal
