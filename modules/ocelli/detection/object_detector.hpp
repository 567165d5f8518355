#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "ocelli/core/object_pool.hpp"
#include "ocelli/core/transparency.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/detection/detector_stages.hpp"

namespace ocelli::internal {

/// Finds the objects of one model in images by running the model's stages in order.
///
///     const auto detector = ObjectDetector::load("face.ocelli");
///     for (const Detection& face : detector.detect(photo)) draw(face.box);
///
/// Immutable: any number of threads and nested tasks may share one detector. The result depends only on the
/// image and the options.
class ObjectDetector {
 public:
  using Scratch = DetectScratch;

  /// From a cascade and, if the model has one, its verifier. Throws Error(Kind::usage) naming the invalid
  /// option.
  explicit ObjectDetector(DetectorModel model, const DetectOptions& options = {});
  explicit ObjectDetector(Cascade cascade, const DetectOptions& options = {});
  /// The same for an OpenCV cascade. The windows are those of OpenCV's own scan; the stride in the options
  /// does not apply.
  explicit ObjectDetector(OpenCvCascade cascade, const DetectOptions& options = {});

  /// Loads a detector from a model file or an OpenCV cascade file. Throws as load_detector(),
  /// load_cascade_xml() and the constructors.
  static ObjectDetector load(const std::filesystem::path& model, const DetectOptions& options = {});

  const std::string& label() const { return label_; }
  /// The options, with the model's minimum score if they had none.
  const DetectOptions& options() const { return options_; }
  /// How to decode files for this detector: whether transparent pixels are composited over white.
  Transparency transparency() const;
  /// Whether detections have landmarks.
  bool places_landmarks() const;

  /// Returns grouped detections, highest score first (ties by y, x, w). The box of an object truncated by the
  /// image's edge is the part inside. Accepts 8- or 16-bit images with one to four channels. An image smaller
  /// than the smallest window has no detections.
  /// Throws  Error(Kind::image) for other types.
  /// Cost    about 10 bytes of working memory per pixel, kept for later calls, once per concurrent call.
  std::vector<Detection> detect(const cv::Mat& image) const;
  /// The same with the caller's working memory, which also reports details of the scan.
  std::vector<Detection> detect(const cv::Mat& image, Scratch& scratch) const;

 private:
  ObjectDetector(std::string label, const DetectOptions& resolved, DetectorStages stages);

  std::string label_;
  DetectOptions options_;
  DetectorStages stages_;
  std::unique_ptr<ObjectPool<Scratch>> scratches_;
};

}  // namespace ocelli::internal
