#include "ocelli/training/detector_log.hpp"

#include <cstdint>
#include <cstdio>

#include "ocelli/core/file.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/pipelines/output/chart_file.hpp"

namespace ocelli::internal {
namespace {

TrainingCurves curves_so_far(const TrainingFiles& files) {
  constexpr std::uint64_t kLongestLog = 1 << 30;
  if (!files.goes_on() || !std::filesystem::exists(files.log())) return {};
  return TrainingCurves(read_text(files.log(), kLongestLog));
}

}  // namespace

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

DetectorLog::DetectorLog(const DetectorTraining& job, TrainingSession& session)
    : job_(job), session_(session), curves_(curves_so_far(session.files())) {}

void DetectorLog::resumed(std::size_t stages, std::size_t rounds) {
  log({{"event", "resume"}, {"after_stage", stages}, {"after_round", rounds}});
}

void DetectorLog::round(const RoundReport& r) {
  log({{"event", "round"},
       {"stage", r.stage},
       {"round", r.round},
       {"weak", r.weak},
       {"loss", r.loss},
       {"error", r.error},
       {"false_alarm", r.false_alarm},
       {"removed", r.removed}});
  if (!session_.progress()) return;
  session_.progress()({"stage " + std::to_string(r.stage), r.weak,
                       static_cast<std::size_t>(job_.trainer.max_weak_count.value()),
                       "false alarms " + short_number(r.false_alarm) + ", goal " +
                           short_number(job_.trainer.max_false_alarm_rate)});
}

void DetectorLog::stage(const StageReport& r) {
  log({{"event", "stage"},
       {"stage", r.stage},
       {"weak", r.weak},
       {"positives", r.positives},
       {"negatives", r.negatives},
       {"detection", r.detection},
       {"false_alarm", r.false_alarm},
       {"cascade_false_alarm", r.cascade_false_alarm}});
  draw_curves();
  session_.report("Stage " + std::to_string(r.stage) + ": " + count_of(r.weak, "weak classifier") + " from " +
                  count_of(r.negatives, "negative") + ", " + short_number(100 * r.detection) +
                  " % of the validation objects kept, false-alarm rate so far " +
                  short_number(r.cascade_false_alarm) + ".");
  const auto warning = no_progress_warning(
      curves_.stage_figures(), static_cast<std::size_t>(job_.trainer.max_weak_count.value()), job_.samples());
  if (warning) session_.report(*warning);
}

void DetectorLog::verifier_round(const VerifierReport& r) {
  log({{"event", "verifier_round"},
       {"round", r.round},
       {"objects", r.objects},
       {"negatives", r.negatives},
       {"trees", r.trees},
       {"loss", r.loss}});
  session_.report("Verifier, round " + std::to_string(r.round) + " of " + std::to_string(r.rounds) + ": " +
                  count_of(r.trees, "tree") + " from " + count_of(r.objects, "sample") + " of objects and " +
                  count_of(r.negatives, "false alarm") + ", loss " + short_number(r.loss) + ".");
}

void DetectorLog::draw_curves() const {
  write_chart(job_.round_curves(), curves_.rounds());
  write_chart(job_.stage_curves(), curves_.stages());
}

void DetectorLog::log(const nlohmann::ordered_json& event) {
  session_.log(event);
  curves_.add(event);
}

}  // namespace ocelli::internal
