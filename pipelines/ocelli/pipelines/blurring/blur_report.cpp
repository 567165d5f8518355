#include "ocelli/pipelines/blurring/blur_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ocelli/core/wording.hpp"

namespace ocelli::internal {
namespace {

using ReportJson = nlohmann::ordered_json;

/// The share of faces that the bundled model misses in single photos, in percent (docs/results/faces.md).
struct MissRate {
  const char* height;
  double percent;
};
constexpr std::array kMissRates{MissRate{"up to 30", 22.7}, MissRate{"30 to 50", 21.5},
                                MissRate{"50 to 100", 21.9}, MissRate{"over 100", 12.9}};

constexpr const char* kAboutMisses =
    "Share of the faces in hard single photos that the bundled model misses when it finds "
    "(docs/results/faces.md), "
    "by height in pixels. Hiding uses a lower score, and videos have many frames, so it misses fewer. "
    "No detector finds all faces: look at the result before you publish it.";

double two_digits(double value) { return std::round(value * 100) / 100; }

ReportJson report_json(const HiddenObject& object) {
  const Box& box = object.box;
  ReportJson json{{"number", object.number},
                  {"frames", {object.first, object.last}},
                  {"found_in", object.frames},
                  {"score", two_digits(object.best_score)},
                  {"box", {std::lround(box.x), std::lround(box.y), std::lround(box.w), std::lround(box.h)}}};
  if (object.is_kept) json["kept"] = true;
  return json;
}

ReportJson report_json(const DoubtfulFrames& frames) {
  ReportJson json;
  if (!frames.is_missing) json["frames"] = {frames.first, frames.last};
  json["seconds"] = two_digits(frames.seconds);
  json["reason"] = frames.reason;
  return json;
}

ReportJson report_json(const BlurredFile& file);

template <class Items>
ReportJson report_list(const Items& items) {
  ReportJson list = ReportJson::array();
  for (const auto& item : items) list.push_back(report_json(item));
  return list;
}

ReportJson report_json(const BlurredFile& file) {
  ReportJson json{{"input", file.input}};
  if (file.error) {
    json["error"] = *file.error;
    return json;
  }
  json["output"] = file.output;
  json["objects"] = report_list(file.objects);
  json["frames"] = file.frames;
  json["hidden_frames"] = file.hidden_frames;
  json["bridged_frames"] = file.bridged_frames;
  json["damaged"] = report_list(file.damaged);
  json["look_at"] = report_list(file.doubtful);
  json["notes"] = file.notes;
  return json;
}

ReportJson miss_rates() {
  ReportJson rates = ReportJson::array();
  for (const MissRate& rate : kMissRates)
    rates.push_back({{"height", rate.height}, {"percent", rate.percent}});
  return {{"about", kAboutMisses}, {"rates", rates}};
}

std::size_t frames_of(const std::vector<DoubtfulFrames>& stretches) {
  std::size_t count = 0;
  for (const DoubtfulFrames& stretch : stretches) count += stretch.last - stretch.first + 1;
  return count;
}

}  // namespace

std::string report_text(const std::vector<BlurredFile>& files, bool is_bundled_model) {
  ReportJson report{{"files", report_list(files)}};
  if (is_bundled_model) report["miss_rate"] = miss_rates();
  return report.dump(2, ' ', false, ReportJson::error_handler_t::replace) + "\n";
}

std::string summary_of(const BlurredFile& file, const std::string& label) {
  const auto kept = static_cast<std::size_t>(std::ranges::count(file.objects, true, &HiddenObject::is_kept));
  std::string text = count_of(file.objects.size() - kept, label) + " hidden";
  if (kept > 0) text += ", " + std::to_string(kept) + " left clear";
  if (file.frames > 1)
    text += " in " + std::to_string(file.hidden_frames) + " of " + count_of(file.frames, "frame");
  if (file.bridged_frames > 0) text += ", in " + std::to_string(file.bridged_frames) + " by estimate";
  if (!file.doubtful.empty()) text += "; " + count_of(frames_of(file.doubtful), "frame") + " to look at";
  if (!file.damaged.empty()) text += "; " + count_of(frames_of(file.damaged), "frame") + " damaged";
  return text;
}

}  // namespace ocelli::internal
