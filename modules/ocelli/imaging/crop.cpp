#include "ocelli/imaging/crop.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/imaging/resize_kernel.hpp"

namespace ocelli::internal {
namespace {

std::size_t halvings_for(const Box& part, cv::Size result) {
  const double step =
      std::max(static_cast<double>(part.w) / result.width, static_cast<double>(part.h) / result.height);
  return step < 2 ? 0 : static_cast<std::size_t>(std::ilogb(step));
}

}  // namespace

CropScratch::CropScratch() : kernel_(std::make_unique<resize_kernel::Scratch>()) {}
CropScratch::~CropScratch() = default;
CropScratch::CropScratch(CropScratch&&) noexcept = default;
CropScratch& CropScratch::operator=(CropScratch&&) noexcept = default;

void prepare_crop(Pyramid& pyramid, const Box& largest, cv::Size result) {
  pyramid.prepare_octaves(halvings_for(largest, result));
}

void crop(const Pyramid& pyramid, const Box& part, cv::Mat& result, CropScratch& scratch) {
  const cv::Size whole = pyramid.octave(0).size();
  const cv::Mat& octave = pyramid.octave(halvings_for(part, result.size()));
  const double to_x = static_cast<double>(octave.cols) / whole.width,
               to_y = static_cast<double>(octave.rows) / whole.height;
  resize_kernel::interpolate_part(octave, {part.x * to_x, part.w * to_x}, {part.y * to_y, part.h * to_y},
                                  result, *scratch.kernel_);
}

}  // namespace ocelli::internal
