#include "ocelli/training/training_session.hpp"

#include <cstdio>

namespace ocelli::internal {

std::string note_of(const char* name, double value) {
  char note[64];
  std::snprintf(note, sizeof note, "%s %.5f", name, value);
  return note;
}

void TrainingSession::tell(const RoundFigures& report, Progress progress) {
  nlohmann::ordered_json line = {{"event", "round"}, {"round", progress.done}};
  line.update(report.figures);
  log(std::move(line));
  progress.note = report.note;
  if (observer_.progress) observer_.progress(progress);
}

}  // namespace ocelli::internal
