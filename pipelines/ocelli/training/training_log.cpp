#include "ocelli/training/training_log.hpp"

#include <cmath>

namespace ocelli::internal {

TrainingLog::TrainingLog(const std::filesystem::path& path, bool resume)
    : text_(std::in_place, path, resume ? OpenMode::append : OpenMode::anew) {}

std::string TrainingLog::write(nlohmann::ordered_json line) {
  line["seconds"] = std::round(10 * std::chrono::duration<double>(Clock::now() - start_).count()) / 10;
  std::string text = line.dump();
  if (text_) text_->write(text + "\n");
  return text;
}

}  // namespace ocelli::internal
