#include "batch_results.hpp"

#include <utility>

#include "batch_run.hpp"

namespace ocelli::app {

BatchResults::BatchResults(std::unique_ptr<ResultWriter> writer, const std::string& drawings)
    : writer_(std::move(writer)) {
  if (!drawings.empty()) drawings_.emplace(drawings);
}

void BatchResults::take(const Item& item, const Record& record, ProgressLine& terminal) {
  const cv::Mat picture = drawings_ ? picture_of(item, record) : cv::Mat();
  if (writer_) writer_->write(item, record);
  say_fault(record, terminal);
  if (drawings_) drawings_->save(item, picture, record);
}

void BatchResults::finish(const std::string& output, ProgressLine& terminal) {
  const std::string problem = writer_ ? writer_->finish() : std::string();
  if (drawings_) drawings_->finish();
  if (!problem.empty()) terminal.say("ocelli: " + output + ": " + problem);
}

}  // namespace ocelli::app
