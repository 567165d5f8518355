#include "ocelli/detection/detector_stages.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "ocelli/core/object_pool.hpp"
#include "ocelli/core/option_lookup.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/rectangle_grouping.hpp"

namespace ocelli::internal {
namespace {

/// Overhang of candidates. A verifier distinguishes truncated objects from the stripes that continue an image
/// beyond its border.
constexpr double kCandidateOverhang = 0.3;

class ScanStage : public DetectorStage {
 public:
  explicit ScanStage(Scanner scanner) : scanner_(std::move(scanner)) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    findings.windows = scanner_.scan(findings.gray, scratch.scan);
    scratch.left_out = scratch.scan.left_out();
  }

 private:
  Scanner scanner_;
};

class OpenCvScanStage : public DetectorStage {
 public:
  explicit OpenCvScanStage(OpenCvScanner scanner) : scanner_(std::move(scanner)) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    findings.windows = scanner_.scan(findings.gray, scratch.opencv_scan);
    scratch.left_out = scratch.opencv_scan.left_out();
  }

 private:
  OpenCvScanner scanner_;
};

class GroupingStage : public DetectorStage {
 public:
  GroupingStage(const GroupOptions& options, std::string label)
      : options_(options), label_(std::move(label)) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    findings.detections = group(findings.windows, options_, label_, scratch.group);
  }

 private:
  GroupOptions options_;
  std::string label_;
};

class OpenCvGroupingStage : public DetectorStage {
 public:
  OpenCvGroupingStage(const GroupOptions& options, std::string label)
      : options_(options), label_(std::move(label)) {}

  void apply(Findings& findings, DetectScratch&) const override {
    findings.detections =
        group_like_opencv(findings.windows, options_.min_neighbors, findings.gray.size(), label_);
    std::erase_if(findings.detections,
                  [&](const Detection& d) { return d.score < options_.min_score.value_or(0); });
  }

 private:
  GroupOptions options_;
  std::string label_;
};

/// Replaces the scores of candidates with the verifier's and drops those that it rejects.
class VerificationStage : public DetectorStage {
 public:
  VerificationStage(Verifier verifier, bool symmetric, const GroupOptions& options)
      : verifier_(std::move(verifier)), symmetric_(symmetric), options_(options) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    std::vector<Detection>& found = findings.detections;
    if (found.empty()) return;
    scratch.pyramid.assign(findings.gray);
    const auto width = [](const Detection& detection) { return detection.box.w; };
    verifier_.prepare(scratch.pyramid, std::ranges::max_element(found, {}, width)->box);
    const auto rescore_some = [&](const tbb::blocked_range<std::size_t>& range) {
      const auto own = scratches_.borrow();
      for (Detection& detection : std::span(found).subspan(range.begin(), range.size()))
        rescore(detection, scratch.pyramid, *own);
    };
    const tbb::blocked_range<std::size_t> all(0, found.size(), kMinTask);
    // Keeps a waiting thread from starting another picture, which would need its own scratch.
    tbb::this_task_arena::isolate([&] { ocelli::internal::parallel_for(all, rescore_some); });
    const double min_score = std::max(options_.min_score.value_or(0), 0.0);
    std::erase_if(found, [=](const Detection& detection) { return detection.score < min_score; });
    drop_contained(found, options_.containment);
  }

 private:
  /// Minimum candidates per task: a few hundred microseconds of work.
  static constexpr std::size_t kMinTask = 8;
  static constexpr float kRejected = -1;

  void rescore(Detection& detection, const Pyramid& pyramid, Verifier::Scratch& scratch) const {
    const std::optional<float> score =
        verifier_.score(pyramid, detection.box, detection.score, symmetric_, scratch);
    detection.score = score.value_or(kRejected);
    if (score) detection.probability = probability_of(*score);
  }

  Verifier verifier_;
  bool symmetric_;
  GroupOptions options_;
  mutable ObjectPool<Verifier::Scratch> scratches_;
};

/// Clips boxes to the image.
class ClippingStage : public DetectorStage {
 public:
  void apply(Findings& findings, DetectScratch&) const override {
    const auto width = static_cast<float>(findings.gray.cols),
               height = static_cast<float>(findings.gray.rows);
    for (Detection& detection : findings.detections) {
      Box& box = detection.box;
      const float left = std::max(0.0F, -box.x), right = std::max(0.0F, box.x + box.w - width);
      const float above = std::max(0.0F, -box.y), below = std::max(0.0F, box.y + box.h - height);
      box = {box.x + left, box.y + above, box.w - (left + right), box.h - (above + below)};
    }
  }
};

constexpr std::array<std::string_view, 3> kScanOptions = {"stride", "scale-stride", "overhang"};
constexpr std::array<std::string_view, 2> kOverlapOptions = {"overlap", "containment"};

}  // namespace

void DetectOptions::validate() const { check_options(*this); }

DetectOptions candidate_options(DetectOptions options, const Cascade& cascade) {
  options.scan.grid_stages = cascade.stages().size();
  if (!options.scan.scale_stride) {
    options.scan.scale_step = options.scan.grid_step();
    options.scan.scale_stride = 1;
  }
  if (!options.scan.overhang) options.scan.overhang = kCandidateOverhang;
  options.group.containment = 1;
  options.group.min_score = 0;
  return options;
}

DetectorStages stages_of(DetectorModel model, const DetectOptions& options) {
  require(options.like != GroupingRule::opencv, Kind::usage,
          "is for OpenCV cascades only, and this model is not one", "--like opencv");
  const std::string label = model.cascade.label();
  const bool symmetric = model.cascade.symmetric();
  const DetectOptions first = model.verifier ? candidate_options(options, model.cascade) : options;
  DetectorStages stages;
  stages.push_back(std::make_unique<ScanStage>(
      Scanner(std::make_shared<const Cascade>(std::move(model.cascade)), first.scan)));
  stages.push_back(std::make_unique<GroupingStage>(first.group, label));
  if (model.verifier)
    stages.push_back(
        std::make_unique<VerificationStage>(std::move(*model.verifier), symmetric, options.group));
  stages.push_back(std::make_unique<ClippingStage>());
  return stages;
}

DetectorStages stages_of(OpenCvCascade cascade, const DetectOptions& options) {
  const bool like_opencv = options.like == GroupingRule::opencv;
  const OptionList given = listed(options), defaults = listed(DetectOptions{});
  refuse_changed(given, defaults, kScanOptions,
                 "has no effect on an OpenCV cascade, which is scanned as OpenCV scans it");
  if (like_opencv) refuse_changed(given, defaults, kOverlapOptions, "has no effect with --like opencv");
  const std::string label = cascade.label();
  DetectorStages stages;
  stages.push_back(std::make_unique<OpenCvScanStage>(
      OpenCvScanner(std::make_shared<const OpenCvCascade>(std::move(cascade)), options.scan,
                    like_opencv ? ZeroSide::is_as_in_opencv : ZeroSide::is_free)));
  if (like_opencv)
    stages.push_back(std::make_unique<OpenCvGroupingStage>(options.group, label));
  else
    stages.push_back(std::make_unique<GroupingStage>(options.group, label));
  return stages;
}

}  // namespace ocelli::internal
