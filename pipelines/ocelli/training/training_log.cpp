#include "ocelli/training/training_log.hpp"

#include <cmath>

namespace ocelli {

TrainingLog::TrainingLog(const std::filesystem::path& path, bool resume)
    : text_(path, resume ? OpenMode::append : OpenMode::anew) {}

void TrainingLog::write(nlohmann::ordered_json line) {
  line["seconds"] = std::round(10 * std::chrono::duration<double>(Clock::now() - start_).count()) / 10;
  text_.write(line.dump() + "\n");
}

}  // namespace ocelli
