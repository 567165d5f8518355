#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;

/// The figure takes the place of an older one of the same name on the same data.
void record(Figure figure, ModelCard& card) {
  const auto same = [&](const Figure& old) { return old.name == figure.name && old.data == figure.data; };
  const auto old = std::find_if(card.figures.begin(), card.figures.end(), same);
  if (old == card.figures.end()) {
    card.figures.push_back(std::move(figure));
  } else {
    *old = std::move(figure);
  }
}

void set_operating_point(DetectorModel& model, float min_score) {
  CascadeParts parts = model.cascade.parts();
  parts.min_score = min_score;
  model.cascade = Cascade(std::move(parts));
}

/// How images are looked at, where it is to change.
struct View {
  std::optional<double> ink_side, tilt;
};

void set_view(ClassifierModel& model, const View& view) {
  if (view.ink_side) model.classifier = with_ink_side(model.classifier, *view.ink_side);
  if (view.tilt) model.classifier = with_tilt(model.classifier, *view.tilt);
}

/// Of models of other kinds.
template <class Model>
[[noreturn]] void set_view(Model&, const View& view) {
  throw Error(Kind::usage, "is only for classifiers", view.ink_side ? "--ink-side" : "--tilt");
}

template <class Model>
[[noreturn]] void set_operating_point(Model&, float) {
  throw Error(Kind::usage, "only a detector has an operating point", "--min-score");
}

int run(const Arguments& arguments) {
  Figure figure;
  std::optional<float> min_score;
  View view;
  std::vector<std::string> models;
  CommandLine line(
      "ocelli record [--figure NAME --value VALUE [--data DATA] [--command COMMAND]] [--min-score S] "
      "[--ink-side S] [--tilt DEGREES] MODEL",
      "ocelli record --figure 'training time' --value '12 minutes' mug.ocelli");
  line.options().add_options()                                                      //
      ("figure", po::value(&figure.name)->value_name("text"), "what was measured")  //
      ("value", po::value(&figure.value)->value_name("text"), "its value")          //
      ("min-score",
       po::value<float>()->notifier([&](float score) { min_score = score; })->value_name("number"),
       "the operating point: detections with a lower score are dropped by default")  //
      ("ink-side",
       po::value<double>()->notifier([&](double side) { view.ink_side = side; })->value_name("pixels"),
       "normalise the size of the ink to this side and centre it before classification (0: leave "
       "them)")  //
      ("tilt", po::value<double>()->notifier([&](double tilt) { view.tilt = tilt; })->value_name("degrees"),
       "average the scores of an image and of its rotations by this angle both ways (0: off)")  //
      ("data", po::value(&figure.data)->value_name("text"), "what it was measured on")          //
      ("command", po::value(&figure.command)->value_name("text"), "the command that measures it");
  line.take_arguments(models);
  if (!line.parse(arguments)) return kFine;
  if (models.size() != 1) line.refuse("one MODEL is required");
  if (figure.name.empty() != figure.value.empty()) line.refuse("--figure and --value go together");
  const bool has_view = view.ink_side || view.tilt;
  if (figure.name.empty() && !min_score && !has_view)
    line.refuse("--figure, --min-score, --ink-side or --tilt is required");

  if (min_score)
    require(std::isfinite(*min_score) && *min_score >= 0, Kind::usage, "must be a number of at least 0",
            "--min-score");
  const StopSignal stop;  // the model is written whole, or not at all
  Model model = load_model(models[0]);
  std::visit(
      [&](auto& known) {
        if (!figure.name.empty()) record(figure, known.card);
        if (min_score) set_operating_point(known, *min_score);
        if (has_view) set_view(known, view);
        check_cancelled();
        save_model(models[0], known);
      },
      model);
  return kFine;
}

}  // namespace

Verb record_verb() { return {"record", "write a measured figure or the operating point into a model", run}; }

}  // namespace ocelli::app
