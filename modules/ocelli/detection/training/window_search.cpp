#include "ocelli/detection/training/window_search.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <utility>

namespace ocelli::internal {

WindowSearch search_with(std::shared_ptr<const Cascade> cascade, const ScanOptions& scan) {
  const auto scanner = std::make_shared<const Scanner>(std::move(cascade), scan);
  const auto scratches = std::make_shared<tbb::enumerable_thread_specific<ScanScratch>>();
  return {.window = {scanner->cascade().width(), scanner->cascade().height()},
          .scan = scan,
          .passing = [=](const cv::Mat& gray, const RowChoice& choose) {
            return scanner->windows(gray, choose, scratches->local());
          }};
}

}  // namespace ocelli::internal
