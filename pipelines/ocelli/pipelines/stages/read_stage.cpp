#include "ocelli/pipelines/stages/read_stage.hpp"

#include <tbb/task_arena.h>

namespace ocelli {

Work read_work(const Reader& reader, const ReadingOptions& options) {
  [[maybe_unused]] const ClassFilter checked(reader, options.charset);
  return [&reader, options](const Item& item) {
    const DecodedImage image = decoded_grey(item);
    Record record{.input = item.input,
                  .width = image.pixels.cols,
                  .height = image.pixels.rows,
                  .resolution = resolution_of(item),
                  .warning = image.warning};
    // A thread that waits for its page's last lines may not begin another page meanwhile: there would be no limit to the
    // pages open at once.
    tbb::this_task_arena::isolate([&] { record.page = read_page(image.pixels, reader, options); });
    return record;
  };
}

}  // namespace ocelli
