#include "ocelli/detection/detector_stages.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "ocelli/core/object_pool.hpp"
#include "ocelli/core/option_lookup.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/landmark_stage.hpp"
#include "ocelli/detection/opencv/rectangle_grouping.hpp"

namespace ocelli::internal {
namespace {

/// Overhang of candidates. A verifier distinguishes truncated objects from the stripes that continue an image
/// beyond its border.
constexpr double kCandidateOverhang = 0.3;

class ScanStage : public DetectorStage {
 public:
  explicit ScanStage(std::vector<Scanner> scanners) : scanners_(std::move(scanners)) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    CenterRange centers;
    if (const RotatedPicture* const rotation = findings.rotation)
      centers = [rotation](double y) { return rotation->columns(y); };
    for (std::size_t s = 0; s < scanners_.size(); ++s) {
      const auto& found = scanners_[s].scan_turns(findings.gray, centers, scratch.scan[s]);
      const std::span quarters = scanners_[s].quarters();
      for (std::size_t turn = 0; turn < quarters.size(); ++turn)
        findings.windows[static_cast<std::size_t>(quarters[turn])] = found[turn];
      scratch.left_out += scratch.scan[s].left_out();
    }
  }

 private:
  std::vector<Scanner> scanners_;
};

class OpenCvScanStage : public DetectorStage {
 public:
  explicit OpenCvScanStage(OpenCvScanner scanner) : scanner_(std::move(scanner)) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    findings.windows[0] = scanner_.scan(findings.gray, scratch.opencv_scan);
    scratch.left_out += scratch.opencv_scan.left_out();
  }

 private:
  OpenCvScanner scanner_;
};

class GroupingStage : public DetectorStage {
 public:
  GroupingStage(const GroupOptions& options, std::string label)
      : options_(options), label_(std::move(label)) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    findings.detections = group(findings.windows[0], options_, label_, scratch.group);
    for (std::size_t quarters = 1; quarters < findings.windows.size(); ++quarters) {
      for (Detection& detection : group(findings.windows[quarters], options_, label_, scratch.group)) {
        detection.pose = Pose{.roll = 90.0F * static_cast<float>(quarters)};
        findings.detections.push_back(std::move(detection));
      }
    }
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
        group_like_opencv(findings.windows[0], options_.min_neighbors, findings.gray.size(), label_);
    std::erase_if(findings.detections,
                  [&](const Detection& d) { return d.score < options_.min_score.value_or(0); });
  }

 private:
  GroupOptions options_;
  std::string label_;
};

/// The clockwise quarter turns of an object in the picture that was scanned.
int quarters_of(const Detection& detection) {
  return nearest_quarters(static_cast<double>(detection.pose.value_or(Pose()).roll));
}

/// The box of an object as it is before the turn.
Box upright(const Detection& detection) {
  const Box& box = detection.box;
  return quarters_of(detection) % 2 == 0 ? box : Box{box.x, box.y, box.h, box.w};
}

/// Replaces the scores of candidates with the verifier's and drops those that it rejects.
class VerificationStage : public DetectorStage {
 public:
  /// `window`: as in CropSource.
  VerificationStage(Verifier verifier, bool symmetric, cv::Size window, const DetectOptions& options)
      : verifier_(std::move(verifier)), symmetric_(symmetric), window_(window), options_(options) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    std::vector<Detection>& found = findings.detections;
    if (found.empty()) return;
    prepare(found, findings.gray, scratch.pyramid);
    const auto rescore_some = [&](const tbb::blocked_range<std::size_t>& range) {
      const auto own = scratches_.borrow();
      for (Detection& detection : std::span(found).subspan(range.begin(), range.size()))
        rescore(detection, scratch.pyramid, *own);
    };
    const tbb::blocked_range<std::size_t> all(0, found.size(), kMinTask);
    // Keeps a waiting thread from starting another picture, which would need its own scratch.
    tbb::this_task_arena::isolate([&] { ocelli::internal::parallel_for(all, rescore_some); });
    const double min_score = std::max(options_.group.min_score.value_or(0), 0.0);
    std::erase_if(found, [=](const Detection& detection) { return detection.score < min_score; });
    drop_contained(found, options_.group.containment);
  }

 private:
  /// Minimum candidates per task: a few hundred microseconds of work.
  static constexpr std::size_t kMinTask = 8;
  static constexpr float kRejected = -1;
  static constexpr std::size_t kAllOctaves = 16;

  void prepare(const std::vector<Detection>& found, const cv::Mat& gray, Pyramid& pyramid) const {
    pyramid.assign(gray);
    if (!window_.empty()) return pyramid.prepare_octaves(kAllOctaves);
    const auto width = [](const Detection& detection) { return upright(detection).w; };
    verifier_.prepare(pyramid, upright(*std::ranges::max_element(found, {}, width)));
  }

  bool is_of_asked_size(const Box& box) const {
    const ObjectSize least = options_.scan.smallest(), most = options_.scan.largest();
    const auto fits = [](float side, int min, int max) {
      return side >= static_cast<float>(min) && (max == 0 || side <= static_cast<float>(max));
    };
    return fits(box.w, least.width, most.width) && fits(box.h, least.height, most.height);
  }

  void rescore(Detection& detection, const Pyramid& pyramid, Verifier::Scratch& scratch) const {
    const std::optional<Verifier::Rescored> rescored = verifier_.score(
        {pyramid, quarters_of(detection), window_}, detection.box, detection.score, symmetric_, scratch);
    if (!rescored) {
      detection.score = kRejected;
      return;
    }
    if (is_of_asked_size(rescored->box)) detection.box = rescored->box;
    detection.score = rescored->score;
    detection.probability = probability_of(rescored->score);
  }

  Verifier verifier_;
  bool symmetric_;
  cv::Size window_;
  DetectOptions options_;
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

/// Runs stages on rotated copies of the image. An object found at several rotations is one detection: the
/// surest.
class RotationStage : public DetectorStage {
 public:
  /// `rolls`: the clockwise rotations, in degrees, that the copies undo.
  RotationStage(std::vector<float> rolls, DetectorStages stages, double containment)
      : rolls_(std::move(rolls)), stages_(std::move(stages)), containment_(containment) {}

  void apply(Findings& findings, DetectScratch& scratch) const override {
    for (const float roll : rolls_) {
      const RotatedPicture rotation(findings.gray.size(), -static_cast<double>(roll));
      if (roll != 0) rotation.draw(findings.gray, scratch.rotated);
      Findings own{.gray = roll == 0 ? findings.gray : scratch.rotated,
                   .rotation = roll == 0 ? nullptr : &rotation};
      for (const auto& stage : stages_) stage->apply(own, scratch);
      for (Detection& detection : own.detections) {
        to_source(detection, roll, rotation);
        if (tilt_of(static_cast<double>(roll)) == 0 || lies_in(findings.gray.size(), detection.box))
          findings.detections.push_back(std::move(detection));
      }
    }
    drop_contained(findings.detections, containment_);
  }

 private:
  /// Whether the center and at least half of the box are in the image. The corners of tilted copies are not.
  static bool lies_in(cv::Size image, const Box& box) {
    const Box whole{0, 0, static_cast<float>(image.width), static_cast<float>(image.height)};
    return box.center_x() >= 0 && box.center_x() <= whole.w && box.center_y() >= 0 &&
           box.center_y() <= whole.h && 2 * intersection_area(box, whole) >= box.area();
  }

  /// Sets the box in the source, and the pose.
  static void to_source(Detection& detection, float roll, const RotatedPicture& rotation) {
    Box& box = detection.box;
    const cv::Point2d center = rotation.to_source(cv::Point2f(box.center_x(), box.center_y()));
    if (nearest_quarters(static_cast<double>(roll)) % 2 == 1) std::swap(box.w, box.h);
    box.x = static_cast<float>(center.x) - box.w / 2;
    box.y = static_cast<float>(center.y) - box.h / 2;
    const float sum = roll + detection.pose.value_or(Pose()).roll;
    detection.pose = Pose{.roll = sum > 180 ? sum - 360 : sum};
  }

  std::vector<float> rolls_;
  DetectorStages stages_;
  double containment_;
};

/// The tilts of copies of the image, in degrees. Models find objects that are tilted by up to about 20.
std::vector<float> tilts_of(Rotation rotation) {
  if (rotation == Rotation::tilted) return {0, 30, -30};
  if (rotation == Rotation::any) return {0, 45};
  return {0};
}

std::vector<int> quarters_of(Rotation rotation) {
  if (rotation == Rotation::quarter || rotation == Rotation::any) return {0, 1, 2, 3};
  return {0};
}

/// The rotations of copies of the image that are scanned only for upright objects.
std::vector<float> rolls_of(Rotation rotation) {
  std::vector<float> rolls;
  for (const int quarters : quarters_of(rotation)) {
    for (const float tilt : tilts_of(rotation)) rolls.push_back(90.0F * static_cast<float>(quarters) + tilt);
  }
  return rolls;
}

/// One scanner for all turns if they do not change the window's size or shapes, and otherwise two.
std::vector<Scanner> scanners_of(Cascade cascade, const ScanOptions& options, Rotation rotation) {
  std::vector<Scanner> scanners;
  const bool square = cascade.width() == cascade.height() && cascade.shapes().empty();
  const auto shared = std::make_shared<const Cascade>(std::move(cascade));
  const std::vector<int> quarters = quarters_of(rotation);
  if (square || quarters.size() == 1) {
    scanners.emplace_back(shared, options, quarters);
  } else {
    scanners.emplace_back(shared, options, std::vector{0, 2});
    scanners.emplace_back(shared, options, std::vector{1, 3});
  }
  return scanners;
}

/// Takes sizes one step farther apart, from one step above the smallest on, unless that is too far. Objects
/// between two sizes are nearly always found, too, in two thirds of the time.
void spread_sizes(ScanOptions& scan, const Cascade& cascade, double step) {
  constexpr double kMaxRatio = 1.35;
  if (scan.scale_step * step > kMaxRatio) return;
  scan.scale_step *= step;
  if (scan.max_size) return;
  const ObjectSize least = scan.min_size.value_or(ObjectSize(cascade.width(), cascade.height()));
  const auto larger = [step](int side) { return static_cast<int>(std::lround(side * step)); };
  scan.min_size = ObjectSize(larger(least.width), larger(least.height));
}

/// The stages, or one that runs them on rotated copies of the image if there are several rotations.
DetectorStages with_rotations(DetectorStages stages, std::vector<float> rolls, const DetectOptions& options) {
  if (options.rotation == Rotation::upright) return stages;
  DetectorStages rotated;
  rotated.push_back(
      std::make_unique<RotationStage>(std::move(rolls), std::move(stages), options.group.containment));
  return rotated;
}

constexpr std::array<std::string_view, 3> kScanOptions = {"stride", "scale-stride", "overhang"};
constexpr std::array<std::string_view, 2> kOverlapOptions = {"overlap", "containment"};

}  // namespace

void DetectOptions::validate() const { check_options(*this); }

DetectOptions candidate_options(DetectOptions options, const Cascade& cascade) {
  options.scan.grid_stages = cascade.stages().size();
  if (!options.scan.scale_stride) {
    const double step = options.scan.scale_step;
    options.scan.scale_step = options.scan.grid_step();
    options.scan.scale_stride = 1;
    if (tilts_of(options.rotation).size() > 1) spread_sizes(options.scan, cascade, step);
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
  const cv::Size window = window_of_shapes(model.cascade);
  const DetectOptions first = model.verifier ? candidate_options(options, model.cascade) : options;
  DetectorStages stages;
  stages.push_back(
      std::make_unique<ScanStage>(scanners_of(std::move(model.cascade), first.scan, options.rotation)));
  stages.push_back(std::make_unique<GroupingStage>(first.group, label));
  if (model.verifier)
    stages.push_back(
        std::make_unique<VerificationStage>(std::move(*model.verifier), symmetric, window, options));
  stages = with_rotations(std::move(stages), tilts_of(options.rotation), options);
  if (model.landmarks) stages.push_back(landmark_stage(std::move(*model.landmarks)));
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
  return with_rotations(std::move(stages), rolls_of(options.rotation), options);
}

}  // namespace ocelli::internal
