#include "ocelli/pipelines/read_stage.hpp"

#include <tbb/task_arena.h>

namespace ocelli {

Work read_work(const Reader& reader, const ReadingOptions& options) {
  [[maybe_unused]] const ClassFilter checked(reader, options.only);
  return [&reader, options](const Item& item) {
    const cv::Mat grey = grey_image(item);
    Record record{.input = item.input, .width = grey.cols, .height = grey.rows};
    // A thread that waits for its page's last lines may not begin another page meanwhile: there would be no limit to the
    // pages open at once.
    tbb::this_task_arena::isolate([&] { record.page = read_page(grey, reader, options); });
    return record;
  };
}

}  // namespace ocelli
