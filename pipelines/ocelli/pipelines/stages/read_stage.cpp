#include "ocelli/pipelines/stages/model_stages.hpp"

#include <tbb/task_arena.h>

#include <chrono>
#include <string>

#include "ocelli/core/require.hpp"
#include "ocelli/core/time_limit.hpp"

namespace ocelli::internal {
namespace {

PageText read_in_time(const cv::Mat& gray, const std::string& name, const Reader& reader,
                      const ReadingOptions& options, const InputLimits& limits) {
  const TimeLimit limit(std::chrono::duration<double>(limits.max_seconds));
  try {
    return read_page(gray, reader, options, &limit);
  } catch (const Error& error) {
    if (error.kind() != Kind::canceled || !limit.is_over()) throw;
    throw Error(Kind::input, "took more than " + limits.seconds() + " s to read; raise --max-seconds", name);
  }
}

void warn_of_haste(Record& record, const InputLimits& limits) {
  if (!record.page->cut_short) return;
  if (!record.warning.empty()) record.warning += "; ";
  record.warning +=
      "was not fully read within " + limits.seconds() + " s and may have more errors; raise --max-seconds";
}

}  // namespace

Work read_work(const Reader& reader, const ReadingOptions& options, const InputLimits& limits,
               Colors colors) {
  [[maybe_unused]] const ClassFilter checked(reader, options.charset);
  return [&reader, options, limits, colors](const Item& item) {
    const DecodedImage image = decoded_gray(item, colors);
    Record record{.input = item.input,
                  .width = image.pixels.cols,
                  .height = image.pixels.rows,
                  .resolution = resolution_of(item),
                  .picture = image.colors,
                  .warning = image.warning};
    // A thread that waits for its page's last lines must not start another page, because the number of open
    // pages would then be unlimited.
    tbb::this_task_arena::isolate(
        [&] { record.page = read_in_time(image.pixels, item.input, reader, options, limits); });
    warn_of_haste(record, limits);
    return record;
  };
}

}  // namespace ocelli::internal
