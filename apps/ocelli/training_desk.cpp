#include "training_desk.hpp"

#include <cstdio>

namespace ocelli::app {

std::string note_of(const char* name, double value) {
  char note[64];
  std::snprintf(note, sizeof note, "%s %.5f", name, value);
  return note;
}

void TrainingDesk::tell(const RoundReport& report, Progress progress) {
  nlohmann::ordered_json line = {{"event", "round"}, {"round", progress.done}};
  line.update(report.figures);
  log_.write(std::move(line));
  progress.note = report.note;
  if (audience_.progress) audience_.progress(progress);
}

}  // namespace ocelli::app
