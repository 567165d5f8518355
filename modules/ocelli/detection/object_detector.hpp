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

/// Finds the objects of one model in images: runs the stages of the model, one after the other.
///
///     const auto detector = ObjectDetector::load("face.ocelli");
///     for (const Detection& face : detector.detect(photo)) draw(face.box);
///
/// Immutable: any number of threads, and of nested tasks, may share one detector. The result depends on the
/// image and the options only.
class ObjectDetector {
 public:
  using Scratch = DetectScratch;

  /// A cascade and, if the model has one, its verifier. Throws Error(Kind::usage) naming the invalid option.
  explicit ObjectDetector(DetectorModel model, const DetectOptions& options = {});
  explicit ObjectDetector(Cascade cascade, const DetectOptions& options = {});
  /// The same for an OpenCV cascade. The windows are those of OpenCV's own scan, whatever the stride in the
  /// options.
  explicit ObjectDetector(OpenCvCascade cascade, const DetectOptions& options = {});

  /// The detector in a model file or in an OpenCV cascade file. Throws as load_detector(), load_cascade_xml()
  /// and the constructors.
  static ObjectDetector load(const std::filesystem::path& model, const DetectOptions& options = {});

  const std::string& label() const { return label_; }
  /// The options, with the model's minimum score where they had none.
  const DetectOptions& options() const { return options_; }
  /// How files must be decoded for it: whether transparent pixels are laid over white.
  Transparency transparency() const;

  /// Grouped detections, highest score first (ties by y, x, w). The box of an object truncated by the image's
  /// edge is the part inside. Accepts 8- or 16-bit images with one to four channels; an image smaller than
  /// the smallest window has no detections. Throws  Error(Kind::image) for other types. Cost    about 10
  /// bytes of working memory per pixel, kept for later calls, once per concurrent call.
  std::vector<Detection> detect(const cv::Mat& image) const;
  /// The same with the caller's working memory, which has more information on the scan.
  std::vector<Detection> detect(const cv::Mat& image, Scratch& scratch) const;

 private:
  ObjectDetector(std::string label, const DetectOptions& resolved, DetectorStages stages);

  std::string label_;
  DetectOptions options_;
  DetectorStages stages_;
  std::unique_ptr<ObjectPool<Scratch>> scratches_;
};

}  // namespace ocelli::internal
