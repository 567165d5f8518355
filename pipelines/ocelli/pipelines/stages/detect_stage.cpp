#include "ocelli/pipelines/stages/model_stages.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include <memory>
#include <string>

namespace ocelli::internal {
namespace {

/// Adds the detections, and a warning if they are incomplete.
void detect_in(const cv::Mat& image, const ObjectDetector& detector, ObjectDetector::Scratch& scratch,
               Record& record) {
  record.detections = detector.detect(image, scratch);
  if (scratch.left_out == 0) return;
  if (!record.warning.empty()) record.warning += "; ";
  record.warning += std::to_string(Scanner::kMaxWindows + scratch.left_out) +
                    " windows passed the model, but only the " + std::to_string(Scanner::kMaxWindows) +
                    " with the highest scores were grouped: the image is very crowded, or the model is not "
                    "selective enough";
}

}  // namespace

Work detect_work(const ObjectDetector& detector, Colors colors) {
  using Scratches = tbb::enumerable_thread_specific<ObjectDetector::Scratch>;
  return [&detector, colors, scratches = std::make_shared<Scratches>()](const Item& item) {
    const DecodedImage image = decoded_gray(item, {colors, detector.transparency()});
    Record record{.input = item.input,
                  .width = image.pixels.cols,
                  .height = image.pixels.rows,
                  .picture = image.colors,
                  .warning = image.warning};
    // A thread that waits inside the detector must not start another item, because it would use the same
    // scratch memory.
    tbb::this_task_arena::isolate([&] { detect_in(image.pixels, detector, scratches->local(), record); });
    return record;
  };
}

}  // namespace ocelli::internal
