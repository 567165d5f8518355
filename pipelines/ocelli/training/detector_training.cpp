#include "ocelli/training/detector_training.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <sstream>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "ocelli/pipelines/output/chart_file.hpp"
#include "ocelli/pipelines/output/contact_sheet.hpp"
#include "ocelli/pipelines/output/problem_list.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/training/feature_sheet.hpp"
#include "ocelli/training/operating_point.hpp"
#include "ocelli/training/training_checks.hpp"
#include "ocelli/training/training_curves.hpp"
#include "ocelli/training/training_output.hpp"
#include "ocelli/training/training_parts.hpp"
#include "ocelli/training/training_session.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

/// Where few images set thresholds, each of them is a large share to lose.
constexpr int kLosslessWeak = 4;
/// More photos than this hardly make the operating point any surer; fewer than the other say nothing of it.
constexpr double kMostHeldOut = 200;
constexpr std::size_t kLeastNegativesToHoldOut = 10;

std::string counted(std::size_t count, const std::string& noun) { return std::to_string(count) + " " + noun; }

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

using Sets = std::vector<TrainingImages>;

/// The sets of one role.
Sets read_sets(const std::vector<fs::path>& paths, const DetectorTraining& job,
               TrainingImages (*read)(const fs::path&, const ClassNames&, const InputLimits&)) {
  Sets sets;
  for (const fs::path& path : paths) sets.push_back(read(path, job.classes, job.limits));
  return sets;
}

void tell_problems(const Sets& sets, const TrainingObserver& observer) {
  for (const TrainingImages& set : sets) {
    for (const Problem& problem : shortened(set.problems)) observer.problem(problem);
  }
}

Sets read_positive_sets(const DetectorTraining& job, const TrainingObserver& observer) {
  Sets sets = read_sets(job.positives, job, read_positives);
  tell_problems(sets, observer);
  const TrainingImages all = join(sets);
  require_classes(job.classes, all.classes);
  require(!all.images.empty(), Kind::training, "no image with an object can be used", "--positives");
  require_contrast(all, job.positives);
  if (const auto warning = mixed_classes(all.classes, job.classes)) observer.say(*warning);
  return sets;
}

Sets read_negative_sets(const DetectorTraining& job, const TrainingImages& positives,
                        const TrainingObserver& observer) {
  Sets sets = read_sets(job.negatives, job, read_negatives);
  for (TrainingImages& set : sets) drop_shown_objects(set, positives, job.limits);
  tell_problems(sets, observer);
  const TrainingImages all = join(sets);
  require(!all.images.empty(), Kind::training, "no image without objects can be used", "--negatives");
  require_contrast(all, job.negatives);
  return sets;
}

/// Near copies of an image are on its side.
TrainingParts positive_parts(const DetectorTraining& job, const TrainingImages& positives,
                             const TrainingObserver& observer) {
  Split split = split_near_images(positives.images.size(), job.validation, job.trainer.seed);
  const std::vector<std::uint32_t> copies = near_copies(positives);
  const std::size_t parted = keep_together(split, copies);
  for (const std::string& sentence : words_on_copies(positives, copies, parted)) observer.say(sentence);
  return part(positives.images, split);
}

TrainingParts negative_parts(const DetectorTraining& job, const TrainingImages& negatives) {
  if (job.held_out == 0) return {negatives.images, {}};
  return part(negatives.images, split_near_images(negatives.images.size(), job.held_out, job.trainer.seed));
}

/// Decides whether mirrored objects are learned from, where that is left to the data, and says so.
void settle_mirror(DetectorTraining& job, const WindowSize& window, const TrainingParts& positives,
                   const TrainingObserver& observer) {
  job.poses.mirror = job.mirror != "no";
  if (job.mirror != "auto" || job.poses.samples_per_object == 1) return;
  const MirrorTest test = test_mirror_images(job, window, positives);
  job.poses.mirror = !test.differ();
  job.mirror = to_text(job.poses.mirror);
  const std::string told =
      counted(test.told_apart, "of ") + counted(test.objects, "told from their mirror images");
  observer.say(job.poses.mirror
                   ? "Mirrored objects are learned from, too: " + told + ". --mirror no leaves them out."
                   : "Mirrored objects are left out, as they look different: " + told +
                         ". --mirror yes learns from them, too.");
}

std::string feasibility(const DetectorTraining& job, const TrainingImages& positives,
                        const TrainingParts& negatives, const TrainingData& data) {
  const double samples = static_cast<double>(data.positives.size()) + 0.8 * job.trainer.mined;
  const double mebibytes = std::min<double>(job.trainer.memory, samples * job.trainer.features / (1 << 20));
  std::ostringstream text;
  text << counted(positives.objects(), "objects in ") << counted(positives.images.size(), "images: ")
       << counted(data.positives.size(), "training and ")
       << counted(data.validation.size(), "validation windows of ") << data.positives.width() << " x "
       << data.positives.height() << " pixels. "
       << counted(negatives.training.size() + negatives.held_out.size(), "negative images, ")
       << counted(negatives.held_out.size(), "of them held out to set the operating point. ") << "About "
       << std::lround(mebibytes + 200) << " MiB of memory.";
  return text.str();
}

DataSet card_entry(const TrainingImages& set, const char* role) {
  char checksum[32];
  std::snprintf(checksum, sizeof checksum, "pixels:%016llx",
                static_cast<unsigned long long>(set.fingerprint));
  return {set.name, role, set.images.size(), set.objects(), checksum};
}

ModelCard card(const DetectorTraining& job, const std::vector<TrainingImages>& positives,
               const std::vector<TrainingImages>& negatives, const TrainingResult& result,
               const OperatingPoint& point) {
  ModelCard card;
  card.description = std::string(job.trainer.backtrack > 0 ? "FloatBoost" : "RealBoost") +
                     " cascade that finds: " + job.trainer.label + ". " + result.ending;
  card.trained_by = "ocelli " OCELLI_VERSION;
  for (const TrainingImages& set : positives) card.data.push_back(card_entry(set, "positives"));
  for (const TrainingImages& set : negatives) card.data.push_back(card_entry(set, "negatives"));
  card.options = listed(job);
  for (const std::string& name : job.classes) card.options.emplace_back("class", name);
  card.seed = job.trainer.seed;
  card.figures.push_back(
      {.name = "operating point",
       .value = "a least score of " + short_number(point.min_score) + " " + point.in_words(),
       .data = "the part of the training images that was held out",
       .command = ""});
  return card;
}

void log_resume(TrainingSession& session, const TrainingState& from) {
  session.log(
      {{"event", "resume"}, {"after_stage", from.cascade.stages.size()}, {"after_round", from.rounds}});
}

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

void log_operating_point(TrainingSession& session, const OperatingPoint& point) {
  session.log({{"event", "operating_point"},
               {"min_score", point.min_score},
               {"found", point.found},
               {"objects", point.objects},
               {"false_alarms", point.false_alarms},
               {"photos", point.photos}});
}

/// From the log, which knows the rounds of an interrupted training too.
void draw_curves(const DetectorTraining& job) {
  constexpr std::uint64_t kLongestLog = 1 << 30;
  const std::string log = read_text(job.log(), kLongestLog);
  write_chart(job.round_curves(), round_chart(log));
  write_chart(job.stage_curves(), stage_chart(log));
}

TrainingWatch watch(const DetectorTraining& job, TrainingSession& session) {
  return {.progress = session.progress(),
          .round =
              [&](const RoundReport& r) {
                log_round(session, r);
                if (!session.progress()) return;
                session.progress()({"stage " + std::to_string(r.stage), r.weak,
                                    static_cast<std::size_t>(job.trainer.max_weak_count),
                                    "false alarms " + short_number(r.false_alarm) + ", goal " +
                                        short_number(job.trainer.max_false_alarm_rate)});
              },
          .stage =
              [&](const StageReport& r) {
                log_stage(session, r);
                draw_curves(job);
                session.say("Stage " + std::to_string(r.stage) + ": " +
                            counted(r.weak, "weak classifiers from ") + counted(r.negatives, "negatives, ") +
                            short_number(100 * r.detection) +
                            " % of the validation objects kept, false-alarm rate so far " +
                            short_number(r.cascade_false_alarm) + ".");
              },
          .checkpoint =
              [&](const TrainingState& state) { save_checkpoint(session.files().checkpoint(), state); }};
}

/// Where mirrored objects were learnt from, too, the detector is to ask for its opinion of mirror images.
Cascade finished(const DetectorTraining& job, const Cascade& cascade) {
  CascadeParts parts = cascade.parts();
  parts.symmetric = job.poses.mirror && job.poses.samples_per_object > 1;
  return Cascade(std::move(parts));
}

Cascade with_min_score(const Cascade& cascade, float min_score) {
  CascadeParts parts = cascade.parts();
  parts.min_score = min_score;
  return Cascade(std::move(parts));
}

void say_how_to_use(const DetectorTraining& job, const OperatingPoint& point,
                    const TrainingObserver& observer) {
  observer.say("Its operating point, a least score of " + short_number(point.min_score) + ", " +
               point.in_words() +
               ". Another: ocelli detect --min-score S, or for good, ocelli record --min-score S " +
               job.output.string() + ".");
}

void refuse_to_overwrite(const DetectorTraining& job, const TrainingImages& positives,
                         const TrainingImages& negatives) {
  const OutputGuard outputs = training_outputs(job.output);
  for (const TrainingImages& set : {std::cref(positives), std::cref(negatives)}) {
    for (const AnnotatedImage& image : set.images) outputs.check(image.path);
  }
}

}  // namespace

DetectorTraining DetectorTraining::settled(std::size_t images, std::size_t plain_images) const {
  DetectorTraining job = *this;
  if (job.held_out < 0) {
    job.held_out = plain_images < kLeastNegativesToHoldOut
                       ? 0
                       : std::min(0.15, kMostHeldOut / static_cast<double>(plain_images));
  }
  const auto all = static_cast<double>(images);
  if (job.validation == 0) job.validation = std::clamp(60 / all, 0.15, 0.3);
  const double kept = all * job.validation, learned_from = all - kept;
  if (job.poses.samples_per_object == 0)
    job.poses.samples_per_object = static_cast<int>(std::clamp(1000 / learned_from, 3.0, 8.0));
  if (job.trainer.lossless_weak < 0)
    job.trainer.lossless_weak = job.trainer.min_hit_rate == 0 && kept < 200 ? kLosslessWeak : 0;
  if (job.trainer.min_hit_rate == 0) {
    job.trainer.min_hit_rate = kept >= 200 ? 0.995 : std::max(0.95, std::floor(100 - 100 / kept) / 100);
  }
  const double samples = learned_from * job.poses.samples_per_object;
  const auto fill = [samples](int& option, double a_sample, double least, double most) {
    if (option == 0) option = static_cast<int>(std::clamp(a_sample * samples, least, most));
  };
  fill(job.trainer.mined, 5, 4000, 20'000);
  fill(job.trainer.features, 5, 5000, 25'000);
  fill(job.trainer.max_weak_count, 0.05, 40, 150);
  return job;
}

void DetectorTraining::validate() const {
  check_options(*this);
  const DetectorTraining filled = settled(1, 1);
  filled.poses.validate();
  filled.trainer.validate();
  limits.validate();
}

DetectorModel train_detector(const DetectorTraining& asked, const TrainingObserver& observer,
                             std::stop_token stop) {
  asked.validate();
  check_outputs(training_outputs(asked.output), asked.positives);
  check_outputs(training_outputs(asked.output), asked.negatives);
  TrainingSession session({asked.output, asked.resume}, observer);
  const Sets positive_sets = read_positive_sets(asked, observer);
  const TrainingImages positives = join(positive_sets);
  const Sets negative_sets = read_negative_sets(asked, positives, observer);
  const TrainingImages negatives = join(negative_sets);
  refuse_to_overwrite(asked, positives, negatives);
  for (const std::string& warning : warnings_of_few(positives, negatives)) observer.say(warning);

  DetectorTraining job = asked.settled(positives.images.size(), negatives.images.size());
  const TrainingParts with_objects = positive_parts(job, positives, observer),
                      without = negative_parts(job, negatives);
  const WindowSize window = window_size(job, positives);
  settle_mirror(job, window, with_objects, observer);
  Sets surroundings;
  if (job.surroundings) surroundings = read_sets(job.positives, job, read_surroundings);
  const TrainingData data =
      training_data(job, window, with_objects, without, join(surroundings), negatives.fingerprint);
  observer.say(feasibility(job, positives, without, data));
  const std::optional<TrainingState> from =
      session.resumed([](const fs::path& path) { return load_checkpoint(path); });
  if (from) log_resume(session, *from);
  const TrainingResult result =
      session.run([&] { return train_cascade(job.trainer, data, from, watch(job, session), stop); });
  const Cascade cascade = finished(job, result.cascade);
  const OperatingPoint point = choose_operating_point(
      score_held_out(cascade, with_objects.held_out, without.held_out, job.limits, stop),
      job.false_alarms_per_image);
  log_operating_point(session, point);
  draw_curves(job);
  write_sheet(job.features(), feature_sheet(result.cascade, mean_window(data.positives)));
  DetectorModel model{with_min_score(cascade, point.min_score),
                      card(job, positive_sets, negative_sets, result, point)};
  save_model(job.output, model);
  session.finish();
  observer.say(result.ending);
  say_how_to_use(job, point, observer);
  observer.say("How it went: " + job.round_curves().string() + " and " + job.stage_curves().string() +
               ". What it looks at: " + job.features().string() + ".");
  return model;
}

}  // namespace ocelli
