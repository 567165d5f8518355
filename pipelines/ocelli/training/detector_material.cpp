#include "ocelli/training/detector_material.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/training/verifier_trainer.hpp"
#include "ocelli/pipelines/output/contact_sheet.hpp"
#include "ocelli/pipelines/output/problem_list.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/training/detector_log.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/feature_sheet.hpp"
#include "ocelli/training/object_shapes.hpp"
#include "ocelli/training/training_checks.hpp"
#include "ocelli/training/training_output.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// Samples are larger than the window by this factor, so that they can be varied and reduced.
constexpr int kEnlargement = 2;
/// Separates these random numbers from those of poses.
constexpr std::uint64_t kSynthesis = 3;

/// Window-shaped; if the height is left open, with the shape of the picture.
cv::Size sample_size(const DetectorTraining& job, cv::Size picture) {
  const double height =
      job.height ? *job.height : std::round(1.0 * job.width * picture.height / picture.width);
  return {kEnlargement * job.width,
          kEnlargement * std::clamp(static_cast<int>(height), Cascade::kMinSide, Cascade::kMaxSide)};
}

void write_strip(const std::filesystem::path& path, const cv::Mat& strip) {
  std::string file = "P5\n" + std::to_string(strip.cols) + " " + std::to_string(strip.rows) + "\n255\n";
  file.append(reinterpret_cast<const char*>(strip.data), strip.total());
  write_file_atomically(path, std::as_bytes(std::span(file)));
}

void write_table(const std::filesystem::path& path, int cells) {
  std::string table = "index\n";
  for (int i = 0; i < cells; ++i) table += std::to_string(i) + "\n";
  write_file_atomically(path, std::as_bytes(std::span(table)));
}

/// Synthesizes the samples of --from-one on parts of the negative images and writes them next to the model: a
/// strip for inspection, and its table. Returns the table, which is read like any annotations.
///
/// Deterministic for the same options and images.
/// Throws  Error(Kind::input) when the picture cannot be read.
std::filesystem::path write_synthesized_positives(const DetectorTraining& job,
                                                  const TrainingImages& negatives) {
  const cv::Mat picture = read_gray(job.from_one, job.limits);
  const cv::Size size = sample_size(job, picture.size());
  const int count = job.synthesis.synthesized;
  cv::Mat strip(size.height * count, size.width, CV_8UC1);
  parallel_for(0, count, [&](int i) {
    Random random(hash(job.trainer.seed, {kSynthesis, static_cast<std::uint64_t>(i)}));
    const std::size_t place = random.below(negatives.images.size());
    const cv::Mat background = read_gray(negatives.images[place], job.limits);
    const cv::Mat sample = synthesize(picture, background, size, job.synthesis, random);
    sample.copyTo(strip.rowRange(i * size.height, (i + 1) * size.height));
  });
  write_strip(job.sample_strip(), strip);
  write_table(job.sample_table(), count);
  return job.sample_table();
}

using Sets = std::vector<TrainingImages>;

/// The sets of one role.
Sets read_sets(const std::vector<fs::path>& paths, const DetectorTraining& job,
               TrainingImages (*read)(const fs::path&, const ClassNames&, const InputLimits&,
                                      const AnnotationReading&)) {
  Sets sets;
  for (const fs::path& path : paths)
    sets.push_back(read(path, job.classes, job.limits, {.images = job.images}));
  return sets;
}

void report_problems(const Sets& sets, const TrainingObserver& observer) {
  for (const TrainingImages& set : sets) {
    for (const Problem& problem : shortened(set.problems)) observer.problem(problem);
    if (const auto note = notes_summary(set)) observer.report(*note);
    for (const std::string& remark : set.remarks) observer.report(remark + ".");
  }
}

Sets read_positive_sets(const DetectorTraining& job, const TrainingObserver& observer) {
  Sets sets = read_sets(job.positives, job, read_positives);
  report_problems(sets, observer);
  const TrainingImages all = join(sets);
  require_classes(job.classes, all.classes);
  require(!all.images.empty(), Kind::training, "no image with an object can be used", "--positives");
  require_contrast(all, job.positives);
  if (const auto warning = mixed_classes(all.classes, job.classes)) observer.report(*warning);
  return sets;
}

constexpr const char* kNoNegatives = "no image without objects can be used";

void check_negative_sets(Sets& sets, const DetectorTraining& job, const TrainingImages& positives,
                         const TrainingObserver& observer) {
  for (TrainingImages& set : sets) drop_shown_objects(set, positives, job.limits);
  report_problems(sets, observer);
  const TrainingImages all = join(sets);
  require(!all.images.empty(), Kind::training, kNoNegatives, "--negatives");
  require_contrast(all, job.negatives);
}

/// Includes the samples synthesized from one picture, if any, among its positives.
DetectorTraining with_synthesized(DetectorTraining job, const Sets& negatives,
                                  const TrainingObserver& observer) {
  if (job.from_one.empty()) return job;
  const TrainingImages backgrounds = join(negatives);
  require(!backgrounds.images.empty(), Kind::training, kNoNegatives, "--negatives");
  job.positives.push_back(write_synthesized_positives(job, backgrounds));
  observer.report(count_of(static_cast<std::size_t>(job.synthesis.synthesized), "sample") +
                  " synthesized from " + job.from_one.string() + " are in " + job.sample_strip().string() +
                  ".");
  return job;
}

/// Near copies of an image stay on its side.
TrainingParts positive_parts(const DetectorTraining& job, const TrainingImages& positives,
                             const TrainingObserver& observer) {
  Split split = split_near_images(positives.images.size(), job.validation.value(), job.trainer.seed);
  const std::vector<std::uint32_t> copies = near_copies(positives);
  const std::size_t parted = keep_together(split, copies);
  for (const std::string& sentence : copies_note(positives, copies, parted)) observer.report(sentence);
  TrainingParts parts = part(positives.images, split);
  require(!parts.held_out.empty(), Kind::training,
          "all objects are in one photo or copies of it, but thresholds are set on photos that are not "
          "trained on; add objects in at least one other photo",
          "--positives");
  return parts;
}

TrainingParts negative_parts(const DetectorTraining& job, const TrainingImages& negatives) {
  if (job.held_out.value() == 0) return {negatives.images, {}};
  return part(negatives.images, split_near_images(negatives.images.size(), *job.held_out, job.trainer.seed));
}

/// Decides whether to learn from mirrored objects, if that is derived from the data, and reports it.
void resolve_mirror(DetectorTraining& job, const WindowSize& window, const TrainingParts& positives,
                    const TrainingObserver& observer) {
  job.poses.mirror = job.mirror.value_or(true);
  if (job.mirror || job.poses.samples_per_object == 1) return;
  const MirrorTest test = test_mirror_images(job, window, positives);
  job.poses.mirror = !test.differ();
  job.mirror = job.poses.mirror;
  const std::string told = std::to_string(test.recognized) + " of " + std::to_string(test.objects) +
                           " objects differ visibly from their mirror images";
  observer.report(job.poses.mirror
                      ? "Training uses mirrored objects, too: " + told + ". --mirror no disables this."
                      : "Training uses no mirrored objects: " + told + ". --mirror yes enables them.");
}

void tell_of_shapes(const DetectorTraining& job, const WindowSize& window, const TrainingImages& positives,
                    const TrainingObserver& observer) {
  if (const auto note = shapes_note(window.shapes, positives)) return observer.report(*note);
  if (const auto warning = shape_warning(positives)) observer.report(*warning);
  if (!job.height) return;
  if (const auto warning = window_warning(job.width, *job.height, positives)) observer.report(*warning);
}

/// Draws the training samples, before hours are spent on the training.
void draw_samples(const DetectorTraining& job, const TrainingData& data, const TrainingObserver& observer) {
  write_sheet(job.samples(), sample_sheet(data.positives));
  observer.report("Training samples: " + job.samples().string() +
                  " shows their mean and some examples. The mean should look like a blurred object; if it "
                  "does not, the boxes or samples have the wrong place or size.");
}

std::string feasibility(const DetectorTraining& job, const TrainingImages& positives,
                        const TrainingParts& negatives, const TrainingData& data) {
  const double samples = static_cast<double>(data.positives.size()) + 0.8 * job.trainer.mined.value();
  const double mebibytes =
      std::min<double>(job.trainer.memory, samples * job.trainer.features.value() / (1 << 20));
  std::ostringstream text;
  text << count_of(positives.objects(), "object") << " in " << count_of(positives.images.size(), "image")
       << ": " << data.positives.size() << " training and "
       << count_of(data.validation.size(), "validation window") << " of " << data.positives.width() << " x "
       << data.positives.height() << " pixels. "
       << count_of(negatives.training.size() + negatives.held_out.size(), "negative image") << ", "
       << negatives.held_out.size() << " of them held out to set the operating point. About "
       << std::lround(mebibytes + 200) << " MiB of memory";
  if (job.verifier.trees.value() > 0) {
    const cv::Size window(static_cast<int>(data.positives.width()),
                          static_cast<int>(data.positives.height()));
    text << ", at most "
         << std::lround(
                verifier_mebibytes(job.verifier, positives.images.size(), positives.objects(), window))
         << " MiB for the verifier";
  }
  text << ".";
  return text.str();
}

void refuse_to_overwrite(const DetectorTraining& job, const TrainingImages& positives,
                         const TrainingImages& negatives) {
  const OutputGuard outputs = training_outputs(job.output);
  for (const TrainingImages& set : {std::cref(positives), std::cref(negatives)}) {
    for (const AnnotatedImage& image : set.images) outputs.check(image.path);
  }
}

}  // namespace

void check(const DetectorTraining& asked) {
  asked.validate();
  check_outputs(training_outputs(asked.output), asked.positives);
  check_outputs(training_outputs(asked.output), asked.negatives);
  if (!asked.cascade.empty()) training_outputs(asked.output).check(asked.cascade);
  if (asked.from_one.empty()) return;
  training_outputs(asked.output).check(asked.from_one);
  OutputGuard samples;
  samples.add(asked.sample_strip());
  samples.add(asked.sample_table());
  samples.check(asked.from_one);
  check_outputs(samples, asked.positives);
}

DetectorMaterial prepare(const DetectorTraining& asked, const TrainingObserver& observer) {
  Sets negative_sets = read_sets(asked.negatives, asked, read_negatives);
  DetectorTraining job = with_synthesized(asked, negative_sets, observer);
  Sets positive_sets = read_positive_sets(job, observer);
  const TrainingImages positives = join(positive_sets);
  check_negative_sets(negative_sets, job, positives, observer);
  const TrainingImages negatives = join(negative_sets);
  refuse_to_overwrite(asked, positives, negatives);
  for (const std::string& warning : warnings_of_few(positives, negatives)) observer.report(warning);

  job = job.resolved(positives.images.size(), negatives.images.size());
  TrainingParts with_objects = positive_parts(job, positives, observer),
                without = negative_parts(job, negatives);
  const WindowSize window = window_size(job, positives);
  job.shapes = std::max(1, static_cast<int>(window.shapes.size()));
  job.poses.stretch = stretch_between(window.shapes);
  tell_of_shapes(job, window, positives, observer);
  resolve_mirror(job, window, with_objects, observer);
  Sets surroundings;
  if (job.surroundings) surroundings = read_sets(job.positives, job, read_surroundings);
  TrainingData data =
      training_data(job, window, with_objects, without, join(surroundings), negatives.fingerprint);
  if (job.shared_stages)
    data.first =
        first_stages(load_detector(job.cascade).cascade, static_cast<std::size_t>(*job.shared_stages));
  observer.report(feasibility(job, positives, without, data));
  draw_samples(job, data, observer);
  return {.job = std::move(job),
          .positive_sets = std::move(positive_sets),
          .negative_sets = std::move(negative_sets),
          .with_objects = std::move(with_objects),
          .without = std::move(without),
          .data = std::move(data)};
}

namespace {

DataSet card_entry(const TrainingImages& set, const char* role) {
  char checksum[32];
  std::snprintf(checksum, sizeof checksum, "pixels:%016llx",
                static_cast<unsigned long long>(set.fingerprint));
  return {set.name, role, set.images.size(), set.objects(), checksum};
}

}  // namespace

ModelCard training_card(const DetectorMaterial& material) {
  const DetectorTraining& job = material.job;
  ModelCard card;
  card.trained_by = "ocelli " OCELLI_VERSION;
  for (const TrainingImages& set : material.positive_sets) card.data.push_back(card_entry(set, "positives"));
  for (const TrainingImages& set : material.negative_sets) card.data.push_back(card_entry(set, "negatives"));
  card.options = listed(job);
  for (const std::string& name : job.classes) card.options.emplace_back("class", name);
  card.seed = job.trainer.seed;
  return card;
}

}  // namespace ocelli::internal
