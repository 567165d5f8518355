#include "ocelli/training/detector_log.hpp"

#include <cstdint>
#include <cstdio>

#include "ocelli/core/file.hpp"
#include "ocelli/pipelines/output/chart_file.hpp"
#include "ocelli/training/training_curves.hpp"

namespace ocelli {
namespace {

void log_round(TrainingSession& session, const RoundReport& r) {
  session.log({{"event", "round"},
               {"stage", r.stage},
               {"round", r.round},
               {"weak", r.weak},
               {"loss", r.loss},
               {"error", r.error},
               {"false_alarm", r.false_alarm},
               {"removed", r.removed}});
}

void log_stage(TrainingSession& session, const StageReport& r) {
  session.log({{"event", "stage"},
               {"stage", r.stage},
               {"weak", r.weak},
               {"positives", r.positives},
               {"negatives", r.negatives},
               {"detection", r.detection},
               {"false_alarm", r.false_alarm},
               {"cascade_false_alarm", r.cascade_false_alarm}});
}

}  // namespace

std::string counted(std::size_t count, const std::string& noun) { return std::to_string(count) + " " + noun; }

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

void log_resume(TrainingSession& session, std::size_t stages, std::size_t rounds) {
  session.log({{"event", "resume"}, {"after_stage", stages}, {"after_round", rounds}});
}

void tell_round(const DetectorTraining& job, TrainingSession& session, const RoundReport& r) {
  log_round(session, r);
  if (!session.progress()) return;
  session.progress()({"stage " + std::to_string(r.stage), r.weak,
                      static_cast<std::size_t>(job.trainer.max_weak_count),
                      "false alarms " + short_number(r.false_alarm) + ", goal " +
                          short_number(job.trainer.max_false_alarm_rate)});
}

void tell_stage(const DetectorTraining& job, TrainingSession& session, const StageReport& r) {
  log_stage(session, r);
  draw_curves(job);
  session.say("Stage " + std::to_string(r.stage) + ": " + counted(r.weak, "weak classifiers from ") +
              counted(r.negatives, "negatives, ") + short_number(100 * r.detection) +
              " % of the validation objects kept, false-alarm rate so far " +
              short_number(r.cascade_false_alarm) + ".");
}

void draw_curves(const DetectorTraining& job) {
  constexpr std::uint64_t kLongestLog = 1 << 30;
  const std::string log = read_text(job.log(), kLongestLog);
  write_chart(job.round_curves(), round_chart(log));
  write_chart(job.stage_curves(), stage_chart(log));
}

}  // namespace ocelli
