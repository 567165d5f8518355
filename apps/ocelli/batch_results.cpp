#include "batch_results.hpp"

#include <utility>

#include "batch_run.hpp"

namespace ocelli::app {

BatchResults::BatchResults(std::unique_ptr<ResultWriter> writer, const std::string& drawings)
    : writer_(std::move(writer)) {
  if (!drawings.empty()) drawings_.emplace(drawings);
}

void BatchResults::take(const Item& item, const Record& record, ProgressLine& terminal) {
  const bool shown = drawings_ || (writer_ && writer_->shows_pictures());
  const cv::Mat picture = shown ? picture_of(item, record) : cv::Mat();
  say_fault(record, terminal);
  if (writer_) writer_->write(record, picture);
  if (drawings_) drawings_->save(item, picture, record);
}

void BatchResults::finish(const std::string& output, ProgressLine& terminal) {
  const std::string problem = writer_ ? writer_->finish() : std::string();
  if (drawings_) drawings_->finish();
  if (!problem.empty()) terminal.say("ocelli: " + output + ": " + problem);
}

}  // namespace ocelli::app
