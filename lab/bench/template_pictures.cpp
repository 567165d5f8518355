// Pictures of a trained image classifier: its first templates with their masks and weights (shareboost figure
// 5), and its error curve, from the training log (figure 4).

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <variant>
#include <vector>

#include "data_folder.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "program_run.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;

struct Options {
  std::string model = bench::source_path() / "models" / "digits.ocelli";
  std::string templates = bench::result_path("digits-templates.png");
  std::string log;
  std::string convergence = bench::result_path("digits-convergence.svg");
  double training = 60'000, measured = 10'000;
};

constexpr int kShown = 30, kAcross = 6;
constexpr int kSide = 84, kGap = 8, kCell = 24, kText = 20;
const cv::Scalar kInk(60, 60, 60), kPaper(255, 255, 255);

/// Red for positive, blue for negative, white for 0; 1 is full color.
cv::Vec3b shade(double value) {
  const double strength = std::min(1.0, std::abs(value));
  const auto fade = [&](double full) {
    return cv::saturate_cast<std::uint8_t>(255 + strength * (full - 255));
  };
  return value > 0 ? cv::Vec3b(fade(33), fade(24), fade(178)) : cv::Vec3b(fade(172), fade(102), fade(33));
}

/// Numbers as colors, the largest magnitude in full color, each a square of `cell` pixels.
cv::Mat colored(const cv::Mat1d& values, cv::Size size) {
  double max = 0;
  for (const double v : values) max = std::max(max, std::abs(v));
  cv::Mat3b colors(values.size());
  std::ranges::transform(values, colors.begin(), [max](double v) { return shade(max > 0 ? v / max : 0); });
  cv::Mat large;
  cv::resize(colors, large, size, 0, 0, cv::INTER_NEAREST);
  return large;
}

cv::Mat1d matrix(std::span<const float> values, int rows) {
  return cv::Mat1d(cv::Mat(std::vector<float>(values.begin(), values.end()), true).reshape(1, rows));
}

void write(cv::Mat& sheet, const std::string& text, cv::Point at) {
  cv::putText(sheet, text, at, cv::FONT_HERSHEY_SIMPLEX, 0.4, kInk, 1, cv::LINE_AA);
}

void place(cv::Mat& sheet, const cv::Mat& picture, cv::Point at) {
  const cv::Rect area(at, picture.size());
  picture.copyTo(sheet(area));
  cv::rectangle(sheet, area, kInk);
}

/// The patch, next to its mask, with the patch's size to scale in the middle of the mask.
void draw_template(cv::Mat& sheet, const TemplateFeatures& features, std::size_t f, cv::Point at) {
  const ImagePatch& patch = features.patch(f);
  const std::vector<float> taps(patch.weights.begin(), patch.weights.end());
  const ImageShape shape = features.shape();
  const std::vector<float> mask = features.masks().mask(features.templates()[f].mask, shape);
  cv::Mat gray, picture;
  cv::resize(matrix(mask, shape.height), gray, {kSide, kSide}, 0, 0, cv::INTER_NEAREST);
  gray.convertTo(gray, CV_8U, 255);
  cv::cvtColor(gray, picture, cv::COLOR_GRAY2BGR);
  write(sheet, std::to_string(f + 1), {at.x, at.y + kText - 6});
  place(sheet, colored(matrix(taps, patch.side), {kSide, kSide}), {at.x, at.y + kText});
  place(sheet, picture, {at.x + kSide + 2, at.y + kText});
}

/// The weights of the first columns: one row per class, each column scaled separately.
void draw_weights(cv::Mat& sheet, const Classifier& classifier, int count, cv::Point at) {
  const auto classes = static_cast<int>(classifier.classes().size());
  for (int c = 0; c < classes; ++c) {
    write(sheet, classifier.classes()[static_cast<std::size_t>(c)],
          {at.x - kText, at.y + c * kCell + kCell - 7});
  }
  for (int j = 0; j < count; ++j) {
    cv::Mat1d column(classes, 1);
    for (int c = 0; c < classes; ++c) column(c) = classifier.weights()(c, j);
    place(sheet, colored(column, {kCell, classes * kCell}), {at.x + j * kCell, at.y});
    write(sheet, std::to_string(j + 1), {at.x + j * kCell + 2, at.y - 6});
  }
}

void draw_templates(const Options& options) {
  const Classifier classifier = load_classifier(options.model).classifier;
  const auto* const features = std::get_if<TemplateFeatures>(&classifier.features());
  require(features != nullptr, Kind::model, "looks at no patches", options.model);
  const int shown = std::min(kShown, static_cast<int>(features->groups()));
  const auto classes = static_cast<int>(classifier.classes().size());

  const cv::Size tile(2 * kSide + 2 + 2 * kGap, kSide + kText + kGap);
  const int weights_top = (shown + kAcross - 1) / kAcross * tile.height + 3 * kGap + kText;
  const int width = std::max(kAcross * tile.width, kText + kShown * kCell) + 2 * kGap;
  cv::Mat sheet(weights_top + classes * kCell + kGap, width, CV_8UC3, kPaper);
  for (int f = 0; f < shown; ++f) {
    draw_template(sheet, *features, static_cast<std::size_t>(f),
                  {kGap + f % kAcross * tile.width, kGap + f / kAcross * tile.height});
  }
  draw_weights(sheet, classifier, shown, {kGap + kText, weights_top});

  std::vector<std::uint8_t> png;
  cv::imencode(".png", sheet, png);
  write_file_atomically(options.templates, std::as_bytes(std::span(png)));
  std::printf("written: %s\n", options.templates.c_str());
}

void draw_convergence(const Options& options) {
  std::ifstream log(options.log);
  require(log.good(), Kind::input, "cannot be read", options.log);
  Series training{"training", {}}, measured{"not learned from", {}};
  for (std::string line; std::getline(log, line);) {
    const auto event = nlohmann::json::parse(line, nullptr, false);
    if (event.is_discarded() || event.value("event", "") != "round") continue;
    const double round = event.at("round");
    training.points.push_back({round, 100 * event.at("training_errors").get<double>() / options.training});
    measured.points.push_back({round, 100 * event.value("validation_errors", 0.0) / options.measured});
  }
  require(!training.points.empty(), Kind::input, "holds no rounds", options.log);
  bench::write_chart(options.convergence, {.title = "ShareBoost on MNIST",
                                           .x = {.label = "features"},
                                           .y = {.label = "error, %", .scale = Scale::logarithmic},
                                           .series = {training, measured}});
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("Pictures of a classifier of images and of its training");
  table.add_options()("model", value(options.model), "whose templates to draw")(
      "templates", value(options.templates), "their picture")(
      "log", value(options.log), "JSON Lines of a training, to draw instead of templates")(
      "convergence", value(options.convergence), "the picture of its rounds")(
      "training", value(options.training), "samples learned from, of that log")(
      "measured", value(options.measured), "samples measured on");
  return bench::run_program(
      argc, argv, table, [&] { options.log.empty() ? draw_templates(options) : draw_convergence(options); });
}
