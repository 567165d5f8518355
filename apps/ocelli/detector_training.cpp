#include "detector_training.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <sstream>
#include <utility>

#include "chart_file.hpp"
#include "contact_sheet.hpp"
#include "feature_sheet.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/split.hpp"
#include "ocelli/model_io/checkpoint_file.hpp"
#include "ocelli/model_io/model_file.hpp"
#include "option_table.hpp"
#include "training_curves.hpp"
#include "training_log.hpp"
#include "training_sources.hpp"

namespace ocelli::app {
namespace {

namespace fs = std::filesystem;

/// Images that stay on one side of the split together: in many sets near copies are neighbours.
constexpr std::uint32_t kSplitBlock = 64;
/// A small set is cut into this many blocks at least, so that validation gets the share that was asked for.
constexpr std::uint32_t kLeastBlocks = 50;

std::string counted(std::size_t count, const std::string& noun) { return std::to_string(count) + " " + noun; }

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// The sets of one role, with what was left out of them reported.
std::vector<TrainingImages> read_sets(const std::vector<fs::path>& paths,
                                      TrainingImages (*read)(const fs::path&),
                                      const TrainingAudience& audience) {
  std::vector<TrainingImages> sets;
  for (const fs::path& path : paths) {
    sets.push_back(read(path));
    for (const Problem& problem : sets.back().problems) audience.problem(problem);
  }
  return sets;
}

/// The window's height: as asked for, or as the median box is shaped.
int window_height(const DetectorTraining& job, const TrainingImages& positives) {
  if (job.height > 0) return job.height;
  std::vector<double> shapes;
  for (const AnnotatedImage& image : positives.images) {
    for (const AnnotatedObject& object : image.objects)
      shapes.push_back(static_cast<double>(object.box.h) / object.box.w);
  }
  std::nth_element(shapes.begin(), shapes.begin() + static_cast<std::ptrdiff_t>(shapes.size() / 2),
                   shapes.end());
  const int height = static_cast<int>(std::lround(job.width * shapes[shapes.size() / 2]));
  return std::clamp(height, Cascade::kMinSide, Cascade::kMaxSide);
}

Patches cut(const TrainingImages& positives, const std::vector<std::uint32_t>& part, int width, int height,
            const PoseOptions& poses, std::uint64_t seed) {
  std::vector<AnnotatedImage> images;
  images.reserve(part.size());
  for (const std::uint32_t i : part) images.push_back(positives.images[i]);
  return cut_positives(positive_images(images, width, height), width, height, poses, seed);
}

/// Training sees objects varied, validation as they are marked: that is what thresholds are set for.
TrainingData training_data(const DetectorTraining& job, const TrainingImages& positives,
                           const TrainingImages& negatives, const TrainingImages& surroundings) {
  const int height = window_height(job, positives);
  const std::uint64_t seed = job.trainer.seed;
  const auto images = static_cast<std::uint32_t>(positives.images.size());
  const Split split = split_by_blocks(images, {.validation_share = job.validation,
                                               .block = std::clamp(images / kLeastBlocks, 1u, kSplitBlock),
                                               .seed = seed});
  PoseOptions as_marked = job.poses;
  as_marked.copies = 1;
  return {
      cut(positives, split.training, job.width, height, job.poses, seed),
      cut(positives, split.validation, job.width, height, as_marked, seed),
      join(negative_images(negatives.images, job.negative_views), surrounding_images(surroundings.images)),
      hash(negatives.fingerprint, {surroundings.fingerprint})};
}

std::string feasibility(const DetectorTraining& job, const TrainingImages& positives,
                        const TrainingImages& negatives, const TrainingData& data) {
  const double samples = static_cast<double>(data.positives.size()) + 0.8 * job.trainer.mined;
  const double mebibytes = std::min<double>(job.trainer.memory, samples * job.trainer.features / (1 << 20));
  std::ostringstream text;
  text << counted(positives.objects(), "objects in ") << counted(positives.images.size(), "images: ")
       << counted(data.positives.size(), "training and ")
       << counted(data.validation.size(), "validation windows of ") << data.positives.width() << " x "
       << data.positives.height() << " pixels. " << counted(negatives.images.size(), "negative images. ")
       << "About " << std::lround(mebibytes + 200) << " MiB of memory.";
  return text.str();
}

DataSet card_entry(const TrainingImages& set, const char* role) {
  char checksum[32];
  std::snprintf(checksum, sizeof checksum, "list:%016llx", static_cast<unsigned long long>(set.fingerprint));
  return {set.name, role, set.images.size(), set.objects(), checksum};
}

ModelCard card(const DetectorTraining& job, const std::vector<TrainingImages>& positives,
               const std::vector<TrainingImages>& negatives, const TrainingResult& result) {
  ModelCard card;
  card.description = std::string(job.trainer.backtrack > 0 ? "FloatBoost" : "RealBoost") +
                     " cascade that finds: " + job.trainer.label + ". " + result.ending;
  card.trained_by = "ocelli " OCELLI_VERSION;
  for (const TrainingImages& set : positives) card.data.push_back(card_entry(set, "positives"));
  for (const TrainingImages& set : negatives) card.data.push_back(card_entry(set, "negatives"));
  card.options = listed(job);
  card.seed = job.trainer.seed;
  return card;
}

void log_resume(TrainingLog& log, const TrainingState& from) {
  log.write({{"event", "resume"}, {"after_stage", from.cascade.stages.size()}, {"after_round", from.rounds}});
}

void log_round(TrainingLog& log, const RoundReport& r) {
  log.write({{"event", "round"},
             {"stage", r.stage},
             {"round", r.round},
             {"weak", r.weak},
             {"loss", r.loss},
             {"error", r.error},
             {"false_alarm", r.false_alarm},
             {"removed", r.removed}});
}

void log_stage(TrainingLog& log, const StageReport& r) {
  log.write({{"event", "stage"},
             {"stage", r.stage},
             {"weak", r.weak},
             {"positives", r.positives},
             {"negatives", r.negatives},
             {"detection", r.detection},
             {"false_alarm", r.false_alarm},
             {"cascade_false_alarm", r.cascade_false_alarm}});
}

/// From the log, which knows the rounds of an interrupted training too.
void draw_curves(const DetectorTraining& job) {
  constexpr std::uint64_t kLongestLog = 1 << 30;
  const std::string log = read_text(job.log(), kLongestLog);
  write_chart(job.round_curves(), round_chart(log));
  write_chart(job.stage_curves(), stage_chart(log));
}

TrainingWatch watch(const DetectorTraining& job, const TrainingAudience& audience, TrainingLog& log) {
  return {.progress = audience.progress,
          .round =
              [&](const RoundReport& r) {
                log_round(log, r);
                if (!audience.progress) return;
                audience.progress({"stage " + std::to_string(r.stage), r.weak,
                                   static_cast<std::size_t>(job.trainer.stage_weak),
                                   "false alarms " + short_number(r.false_alarm) + ", goal " +
                                       short_number(job.trainer.stage_false_alarm)});
              },
          .stage =
              [&](const StageReport& r) {
                log_stage(log, r);
                draw_curves(job);
                audience.say("Stage " + std::to_string(r.stage) + ": " +
                             counted(r.weak, "weak classifiers from ") + counted(r.negatives, "negatives, ") +
                             short_number(100 * r.detection) +
                             " % of the validation objects kept, false-alarm rate so far " +
                             short_number(r.cascade_false_alarm) + ".");
              },
          .checkpoint = [&](const TrainingState& state) { save_checkpoint(job.checkpoint(), state); }};
}

std::optional<TrainingState> state_to_resume(const DetectorTraining& job, const TrainingAudience& audience) {
  if (!job.resume) return {};
  if (!fs::exists(job.checkpoint())) {
    audience.say("There is no checkpoint " + job.checkpoint().string() + " yet: training starts anew.");
    return {};
  }
  return load_checkpoint(job.checkpoint());
}

/// Where mirrored objects were learnt from, too, the detector is to ask for its opinion of mirror images.
Cascade finished(const DetectorTraining& job, const Cascade& cascade) {
  CascadeParts parts = cascade.parts();
  parts.symmetric = job.poses.mirror && job.poses.copies > 1;
  return Cascade(std::move(parts));
}

}  // namespace

DetectorTraining DetectorTraining::settled(std::size_t images) const {
  DetectorTraining job = *this;
  const auto all = static_cast<double>(images);
  if (job.validation == 0) job.validation = std::clamp(60 / all, 0.15, 0.3);
  const double kept = all * job.validation, learned_from = all - kept;
  if (job.poses.copies == 0) job.poses.copies = static_cast<int>(std::clamp(1000 / learned_from, 3.0, 8.0));
  if (job.trainer.stage_detection == 0) {
    job.trainer.stage_detection = kept >= 200 ? 0.995 : std::max(0.95, std::floor(100 - 100 / kept) / 100);
  }
  const double samples = learned_from * job.poses.copies;
  const auto fill = [samples](int& option, double a_sample, double least, double most) {
    if (option == 0) option = static_cast<int>(std::clamp(a_sample * samples, least, most));
  };
  fill(job.trainer.mined, 5, 4000, 20'000);
  fill(job.trainer.features, 5, 5000, 25'000);
  fill(job.trainer.stage_weak, 0.05, 40, 150);
  return job;
}

void DetectorTraining::validate() const {
  const auto fits = [](int side) { return side >= Cascade::kMinSide && side <= Cascade::kMaxSide; };
  require(fits(width), Kind::usage, "must lie in 4 to 128", "--width");
  require(height == 0 || fits(height), Kind::usage, "must be 0 or lie in 4 to 128", "--height");
  require(validation >= 0 && validation <= 0.9, Kind::usage, "must lie in 0 to 0.9", "--validation");
  require(negative_views >= 1 && negative_views <= 8, Kind::usage, "must lie in 1 to 8", "--negative-views");
  const DetectorTraining filled = settled(1);
  filled.poses.validate();
  filled.trainer.validate();
}

void train_detector(const DetectorTraining& asked, const TrainingAudience& audience, std::stop_token stop) {
  asked.validate();
  const std::vector<TrainingImages> positive_sets = read_sets(asked.positives, read_positives, audience);
  const std::vector<TrainingImages> negative_sets = read_sets(asked.negatives, read_negatives, audience);
  const TrainingImages positives = join(positive_sets), negatives = join(negative_sets);
  require(!positives.images.empty(), Kind::training, "no image with an object can be used", "--positives");
  require(!negatives.images.empty(), Kind::training, "no image without objects can be used", "--negatives");

  const DetectorTraining job = asked.settled(positives.images.size());
  std::vector<TrainingImages> surroundings;
  if (job.surroundings) surroundings = read_sets(job.positives, read_surroundings, audience);
  const TrainingData data = training_data(job, positives, negatives, join(surroundings));
  audience.say(feasibility(job, positives, negatives, data));
  const std::optional<TrainingState> from = state_to_resume(job, audience);
  TrainingLog log(job.log(), from.has_value());
  if (from) log_resume(log, *from);
  const TrainingResult result =
      train_cascade(job.trainer, data, from, watch(job, audience, log), std::move(stop));
  draw_curves(job);
  write_sheet(job.features(), feature_sheet(result.cascade, mean_window(data.positives)));
  save_model(job.output, {finished(job, result.cascade), card(job, positive_sets, negative_sets, result)});
  fs::remove(job.checkpoint());
  audience.say(result.ending);
  audience.say("How it went: " + job.round_curves().string() + " and " + job.stage_curves().string() +
               ". What it looks at: " + job.features().string() + ".");
}

}  // namespace ocelli::app
