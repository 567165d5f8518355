#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>

#include "ocelli/detection.hpp"
#include "ocelli/imaging/pyramid.hpp"

namespace ocelli::internal {

/// Working memory of one caller of crop().
class CropScratch {
 public:
  CropScratch();
  ~CropScratch();
  CropScratch(CropScratch&&) noexcept;
  CropScratch& operator=(CropScratch&&) noexcept;

 private:
  friend void crop(const Pyramid&, const Box&, cv::Mat&, CropScratch&);

  std::unique_ptr<resize_kernel::Scratch> kernel_;
};

/// The part of an image inside a box, at the size of `result`. It is interpolated linearly from the octave of
/// the pyramid with one to two pixels per result pixel, along the axis that is reduced more. Outside the
/// image its border is replicated. Everything except positions is computed in integers, so pixels are the
/// same on every machine.
///
/// Requires  an 8-bit gray result that is not empty, a box with a positive area, and a pyramid prepared for
/// it.
/// Cost      at most four pixels read for each result pixel; rows that results share are resampled once.
void crop(const Pyramid& pyramid, const Box& part, cv::Mat& result, CropScratch& scratch);

/// Computes the octaves that this box and smaller ones are cropped from.
void prepare_crop(Pyramid& pyramid, const Box& largest, cv::Size result);

}  // namespace ocelli::internal
