#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/data/samples/size_normalisation.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/training/operating_point.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

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

/// What the training measured at its own point does not hold at another.
void set_operating_point(DetectorModel& model, float min_score) {
  CascadeParts parts = model.cascade.parts();
  parts.min_score = min_score;
  model.cascade = Cascade(std::move(parts));
  std::erase_if(model.card.figures,
                [](const Figure& figure) { return figure.name == kOperatingPointFigure; });
}

/// How images are looked at, where it is to change.
struct View {
  std::optional<double> normalised_side, tilt;
};

/// What the command line asks for.
struct RecordRequest {
  Figure figure;
  std::optional<float> min_score;
  View view;
  std::vector<std::string> models;

  bool has_view() const { return view.normalised_side || view.tilt; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("figure", self.figure.name, "what was measured");
    visit("value", self.figure.value, "its value");
    visit("data", self.figure.data, "what it was measured on");
    visit("command", self.figure.command, "the command that measures it");
    visit("min-score", self.min_score,
          "the operating point: detections with a lower score are dropped by default", option::from(0));
    visit("normalised-side", self.view.normalised_side,
          "normalise the size of the ink to this side and centre it before classification (0: off)",
          option::from(kLeastNormalisedSide)
              .to(kMostNormalisedSide)
              .or_value(0)
              .in("pixels")
              .formerly("ink-side"));
    visit("tilt", self.view.tilt,
          "average the scores of an image and of its rotations by this angle both ways (0: off)",
          option::from(0).to(90).in("degrees"));
  }
};

void set_view(ClassifierModel& model, const View& view) {
  if (view.normalised_side) model.classifier = with_normalised_side(model.classifier, *view.normalised_side);
  if (view.tilt) model.classifier = with_tilt(model.classifier, *view.tilt);
}

/// Of models of other kinds.
template <class Model>
[[noreturn]] void set_view(Model&, const View& view) {
  throw Error(Kind::usage, "is only for classifiers", view.normalised_side ? "--normalised-side" : "--tilt");
}

template <class Model>
[[noreturn]] void set_operating_point(Model&, float) {
  throw Error(Kind::usage, "only a detector has an operating point", "--min-score");
}

std::optional<RecordRequest> parse_record(const Arguments& arguments, CommandLine& line) {
  RecordRequest request;
  line.add(request);
  line.take_arguments(request.models);
  if (!line.parse(arguments)) return std::nullopt;
  if (request.models.size() != 1) line.refuse("one MODEL is required");
  if (request.figure.name.empty() != request.figure.value.empty())
    line.refuse("--figure and --value go together");
  if (request.figure.name.empty() && !request.min_score && !request.has_view())
    line.refuse("--figure, --min-score, --normalised-side or --tilt is required");
  return request;
}

int run_record(const Arguments& arguments) {
  CommandLine line(
      "ocelli record [--figure NAME --value VALUE [--data DATA] [--command COMMAND]] [--min-score S] "
      "[--normalised-side S] [--tilt DEGREES] MODEL",
      "ocelli record --figure 'training time' --value '12 minutes' mug.ocelli");
  const std::optional<RecordRequest> request = parse_record(arguments, line);
  if (!request) return kFine;

  const StopSignal stop;  // the model is written whole, or not at all
  const std::string& path = request->models[0];
  require(
      !is_xml_file(path), Kind::usage,
      [&] {
        return "an XML file has no card; convert it first: ocelli convert " + path + " -o MODEL.ocelli";
      },
      path);
  Model model = load_model(path);
  std::visit(
      [&](auto& known) {
        if (request->min_score) set_operating_point(known, *request->min_score);
        if (!request->figure.name.empty()) record(request->figure, known.card);
        if (request->has_view()) set_view(known, request->view);
        check_cancelled();
        save_model(path, known);
      },
      model);
  return kFine;
}

}  // namespace

Verb record_verb() {
  return {"record", "write a measured figure or the operating point into a model", run_record};
}

}  // namespace ocelli::app
