// What a cascade passes on to its verifier: the share of the objects, and the candidates per megapixel, for
// each number of its last stages left out.

#include <cstdio>
#include <vector>

#include "face_options.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/metrics/detection_matching.hpp"
#include "table.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;

struct CandidateOptions {
  std::string model = bench::face_model();
  std::vector<std::string> sets = {bench::face_set("wider_poses")};
  int min_size = 20;
  std::size_t stages = 1;
};

struct Candidates {
  std::size_t found = 0, truths = 0, all = 0;
  double megapixels = 0;
};

Candidates in_image(const ObjectDetector& detector, const AnnotatedImage& image) {
  const cv::Mat gray = read_gray(image);
  std::vector<Truth> truths;
  for (const AnnotatedObject& object : image.objects) truths.push_back({object.box, object.ignored});
  const MatchRule rule;
  const std::vector<Detection> candidates = detector.detect(gray);
  Candidates counts{.all = candidates.size(), .megapixels = static_cast<double>(gray.total()) / 1e6};
  for (const Truth& truth : truths) {
    if (truth.ignored) continue;
    ++counts.truths;
    counts.found += std::ranges::any_of(
        candidates, [&](const Detection& candidate) { return rule.admits(candidate.box, truth.box); });
  }
  return counts;
}

Candidates in_set(const ObjectDetector& detector, const std::vector<AnnotatedImage>& images) {
  std::vector<Candidates> counts(images.size());
  parallel_for(std::size_t{0}, images.size(),
               [&](std::size_t i) { counts[i] = in_image(detector, images[i]); });
  Candidates sum;
  for (const Candidates& one : counts) {
    sum.found += one.found, sum.truths += one.truths;
    sum.all += one.all, sum.megapixels += one.megapixels;
  }
  return sum;
}

void run(const CandidateOptions& options) {
  const Cascade whole = load_detector(options.model).cascade;
  bench::Table table({"set", "stages", "weak classifiers", "objects", "found", "candidates per megapixel",
                      "processor seconds"});
  for (const std::string& set : options.sets) {
    const std::vector<AnnotatedImage> images = read_annotations(set).images;
    for (std::size_t stages = std::min(options.stages, whole.stages().size());
         stages <= whole.stages().size(); ++stages) {
      const Cascade cascade = first_stages(whole, stages);
      DetectOptions detect{.scan = {.min_size = options.min_size},
                           .group = {.min_neighbors = 1, .min_score = 0}};
      const ObjectDetector detector(cascade, candidate_options(detect, cascade));
      const bench::ProcessorStopwatch watch;
      const Candidates sum = in_set(detector, images);
      table.add(
          {std::filesystem::path(set).stem().string(), std::to_string(stages),
           std::to_string(cascade.weak_count()), std::to_string(sum.truths),
           bench::cell(100.0 * static_cast<double>(sum.found) / static_cast<double>(sum.truths), 1) + " %",
           bench::cell(static_cast<double>(sum.all) / sum.megapixels, 0), bench::cell(watch.seconds(), 2)});
    }
  }
  std::printf("%s", to_markdown(table).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  CandidateOptions options;
  bench::po::options_description table("What a cascade passes on to its verifier");
  table.add_options()("model", bench::po::value(&options.model), "model (default: the bundled one)")(
      "sets", bench::po::value(&options.sets)->multitoken(), "annotation files (default: wider_poses)")(
      "min-size", bench::po::value(&options.min_size), "smallest face (default: 20)")(
      "stages", bench::po::value(&options.stages), "fewest stages (default: 1)");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
