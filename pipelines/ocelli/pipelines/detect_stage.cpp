#include "ocelli/pipelines/detect_stage.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include <memory>

namespace ocelli {

Work detect_work(const Detector& detector) {
  using Scratches = tbb::enumerable_thread_specific<Detector::Scratch>;
  return [&detector, scratches = std::make_shared<Scratches>()](const Item& item) {
    const cv::Mat grey = grey_image(item);
    Record record{.input = item.input, .width = grey.cols, .height = grey.rows};
    // A thread that waits inside the detector may not begin another item meanwhile: it would use the same
    // scratch.
    tbb::this_task_arena::isolate([&] { record.detections = detector.detect(grey, scratches->local()); });
    return record;
  };
}

}  // namespace ocelli
