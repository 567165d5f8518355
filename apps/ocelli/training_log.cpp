#include "training_log.hpp"

#include <cmath>

#include "ocelli/core/error.hpp"

namespace ocelli::app {

TrainingLog::TrainingLog(const std::filesystem::path& path, bool resume)
    : stream_(path, resume ? std::ios::app : std::ios::trunc) {
  require(stream_.good(), Kind::output, "the training log cannot be written", path.string());
}

void TrainingLog::write(nlohmann::ordered_json line) {
  line["seconds"] = std::round(10 * std::chrono::duration<double>(Clock::now() - start_).count()) / 10;
  stream_ << line.dump() + "\n" << std::flush;
}

}  // namespace ocelli::app
