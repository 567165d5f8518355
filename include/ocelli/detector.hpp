#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"
#include "ocelli/image.hpp"
#include "ocelli/options.hpp"

namespace ocelli {

namespace internal {
struct Access;
}

/// Detects objects of one kind in images.
///
///     const ocelli::Detector detector("share/ocelli/models/face.ocelli");
///     for (const ocelli::Detection& face : detector.detect(ocelli::read_image("photo.jpg"))) mark(face.box);
///
/// Immutable: any number of threads may share one detector. The result depends only on the image and the
/// options.
/// Source  floatboost fig. 1 and 2 (the cascade), section 5 (scanning).
class OCELLI_API Detector {
 public:
  /// Loads a detector from a model file or an OpenCV cascade (.xml, .xml.gz). For the options, see
  /// detector_options().
  /// Throws  Error(Kind::model) naming the file and the fault, Error(Kind::usage) naming the option.
  explicit Detector(const std::filesystem::path& model, const Options& options = {});
  /// Loads a detector from a file in memory; `name` stands for the file in error messages.
  explicit Detector(std::span<const std::byte> model, const std::string& name = "model",
                    const Options& options = {});

  Detector(const Detector&);
  Detector& operator=(const Detector&);
  Detector(Detector&&) noexcept;
  Detector& operator=(Detector&&) noexcept;
  ~Detector();

  /// Returns the detections, highest score first (ties by y, x, w). An image smaller than the window has
  /// none.
  /// Throws  Error(Kind::image) for a view without pixels.
  /// Cost    about 10 bytes of working memory per pixel, kept for later calls, for each concurrent call.
  /// Large images are split across oneTBB's threads.
  std::vector<Detection> detect(const ImageView& image) const;

  /// The label of its detections: "face".
  const std::string& label() const;
  /// The training window, in pixels: the smallest object detected with default options.
  int window_width() const;
  int window_height() const;

 private:
  friend struct internal::Access;
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

/// All options of a detector: min-size, max-size, min-neighbors, min-score, like ...
OCELLI_API std::vector<OptionInfo> detector_options();

/// Returns the object cut out of the image: gray stays gray, other images become BGR. With
/// CropOptions::align, an object with landmarks is turned and scaled so that these are as close as possible
/// to those of ArcFace's 112 x 112 pixels, which face recognition networks expect. One with a pose alone is
/// turned upright.
/// Throws  Error(Kind::usage) for `align` without landmarks and pose, and for a number out of range.
/// Source  Umeyama 1991 (the rotation, scale and shift with the least squared distances).
OCELLI_API Image crop(const ImageView& image, const Detection& detection, const CropOptions& options = {});

/// Returns a color copy of the image with a box, a label and a percentage for each detection.
OCELLI_API Image draw(const ImageView& image, const std::vector<Detection>& detections);

}  // namespace ocelli
