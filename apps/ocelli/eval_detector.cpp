#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <boost/program_options/value_semantic.hpp>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chart_file.hpp"
#include "command_line.hpp"
#include "contact_sheet.hpp"
#include "detector_errors.hpp"
#include "exit_code.hpp"
#include "model_path.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/data/annotation.hpp"
#include "ocelli/data/image_file.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/metrics/plot.hpp"
#include "ocelli/metrics/precision_recall.hpp"
#include "ocelli/metrics/roc.hpp"
#include "ocelli/model_io/model_file.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;
using Json = nlohmann::ordered_json;

constexpr std::size_t kOperatingPoints[] = {5, 10, 31, 50, 100, 300};
constexpr std::size_t kMostErrors = 24;  ///< of either kind on a sheet: three rows

struct Request {
  std::string model, test, roc, errors;
  bool json = false;
  DetectOptions detect;
};

std::optional<Request> parse(const Arguments& arguments, CommandLine& line) {
  Request request;
  request.detect.group.min_score = 0;
  request.detect.group.min_neighbours = 1;  // the whole curve, down to the faintest detection
  std::vector<std::string> tests;
  line.options().add_options()  //
      ("model,m", po::value(&request.model)->value_name("file"),
       "model (default: the face model that comes along)")                                      //
      ("json", po::bool_switch(&request.json), "figures as JSON")                               //
      ("roc", po::value(&request.roc)->value_name("file"), "draw the ROC curve there, as SVG")  //
      ("errors", po::value(&request.errors)->value_name("file"),
       "draw the objects found least surely or not at all, and the surest false alarms there, as PNG");
  line.add("Which windows are looked at, and how they are grouped", request.detect);
  line.take_arguments(tests);
  if (!line.parse(arguments)) return std::nullopt;
  if (tests.size() != 1) line.refuse("one TEST annotation file is needed");
  request.test = tests[0];
  request.detect.validate();
  if (request.model.empty()) request.model = shipped_model("face.ocelli").string();
  return request;
}

std::vector<Truth> truths_of(const AnnotatedImage& image) {
  std::vector<Truth> truths;
  for (const AnnotatedObject& object : image.objects) truths.push_back({object.box, object.ignored});
  return truths;
}

struct Evaluation {
  std::vector<MeasuredImage> images;  ///< those that could be read
  MatchedDetections matched;
  std::vector<Problem> problems;
};

MeasuredImage measure(const Detector& detector, const AnnotatedImage& image, Detector::Scratch& scratch) {
  MeasuredImage measured{.image = &image, .found = detector.detect(read_grey(image), scratch), .matched = {}};
  measured.matched = match_detections(measured.found, truths_of(image));
  return measured;
}

/// What it says of an image points into the test.
Evaluation evaluate(const Detector& detector, const Annotations& test) {
  struct Look {
    MeasuredImage measured;
    std::optional<Problem> problem;
  };
  std::vector<Look> looks(test.images.size());
  tbb::enumerable_thread_specific<Detector::Scratch> scratches;
  tbb::parallel_for(std::size_t{0}, looks.size(), [&](std::size_t i) {
    try {
      looks[i].measured = measure(detector, test.images[i], scratches.local());
    } catch (const Error& error) {
      looks[i].problem = Problem{error.where(), error.message()};
    }
  });
  Evaluation evaluation{.images = {}, .matched = {}, .problems = test.problems};
  std::vector<MatchedDetections> matched;
  for (Look& look : looks) {
    if (look.problem) {
      evaluation.problems.push_back(*look.problem);
    } else {
      matched.push_back(look.measured.matched);
      evaluation.images.push_back(std::move(look.measured));
    }
  }
  evaluation.matched = pool(matched);
  return evaluation;
}

Json to_json(const Evaluation& evaluation, std::span<const RocPoint> curve) {
  Json points = Json::array();
  for (const std::size_t false_positives : kOperatingPoints) {
    const RocPoint point = point_at(curve, false_positives);
    points.push_back({{"false_positives", false_positives},
                      {"detection_rate", point.detection_rate},
                      {"min_score", curve.size() > 1 ? point.threshold : 0}});
  }
  return {{"images", evaluation.images.size()},
          {"objects", evaluation.matched.truths},
          {"average_precision", average_precision(precision_recall(evaluation.matched))},
          {"roc", points}};
}

void print_table(const Json& figures) {
  std::printf(
      "%zu images, %zu objects, average precision %.4f\n\nfalse positives  detection rate  --min-score\n",
      figures["images"].get<std::size_t>(), figures["objects"].get<std::size_t>(),
      figures["average_precision"].get<double>());
  for (const Json& point : figures["roc"]) {
    std::printf("%15zu  %12.2f %%  %11.3f\n", point["false_positives"].get<std::size_t>(),
                100 * point["detection_rate"].get<double>(),
                point["min_score"].is_number() ? point["min_score"].get<double>() : 0.0);
  }
}

void draw_roc(const std::string& file, const std::string& name, std::span<const RocPoint> curve) {
  LineChart chart{.title = "Detections",
                  .x = {.label = "false positives", .scale = Scale::logarithmic},
                  .y = {.label = "detection rate", .low = 0, .high = 1},
                  .series = {{.name = name, .points = {}}}};
  for (const RocPoint& point : curve) {
    chart.series[0].points.push_back({static_cast<double>(point.false_positives), point.detection_rate});
  }
  write_chart(file, chart);
}

int run(const Arguments& arguments) {
  CommandLine line("ocelli eval detector [-m MODEL] TEST",
                   "ocelli eval detector -m mug.ocelli --roc mug.svg test/mugs.csv");
  const std::optional<Request> request = parse(arguments, line);
  if (!request) return kFine;

  const Detector detector(load_detector(request->model).cascade, request->detect);
  const Annotations test = read_annotations(request->test);
  const Evaluation evaluation = evaluate(detector, test);
  for (const Problem& problem : evaluation.problems) {
    std::cerr << "ocelli: left out: " << problem.where << ": " << problem.message << "\n";
  }
  const std::vector<RocPoint> curve = detection_roc(evaluation.matched);
  const Json figures = to_json(evaluation, curve);
  if (!request->roc.empty()) draw_roc(request->roc, request->model, curve);
  if (!request->errors.empty()) {
    write_sheet(request->errors, error_sheet(worst_misses(evaluation.images, kMostErrors),
                                             worst_false_alarms(evaluation.images, kMostErrors)));
  }
  if (request->json) {
    std::cout << figures.dump(2) << "\n";
  } else {
    print_table(figures);
  }
  return evaluation.problems.empty() ? kFine : kSomeInputsFailed;
}

}  // namespace

const Verb eval_detector_verb{"eval detector", "measure a detector on annotated images", run};

}  // namespace ocelli::app
