#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "output_check.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

namespace fs = std::filesystem;

/// What the command line asks for.
struct ConvertRequest {
  std::string output;
  std::vector<std::string> models;

  bool to_xml() const { return fs::path(output).extension() == ".xml"; }
  bool to_model() const { return fs::path(output).extension() == ".ocelli"; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("output", self.output, "the file to write: NAME.ocelli, or NAME.xml for OpenCV 3 and 4",
          option::any().letter('o').value("file"));
  }
};

void write_xml(const OpenCvModel& model, const fs::path& output) { save_cascade_xml(output, model.cascade); }

void write_xml(const DetectorModel&, const fs::path& output) {
  throw Error(
      Kind::usage,
      "OpenCV's XML can hold cascades of stumps and trees only, each stage with a sum of its own; this "
      "detector's "
      "lookup tables with a running sum do not fit. Train one that does: ocelli train detector --for opencv",
      output.string());
}

template <class Other>
void write_xml(const Other&, const fs::path& output) {
  throw Error(Kind::usage, "OpenCV's XML can hold detectors only, and this model is not a detector",
              output.string());
}

std::optional<ConvertRequest> parse_convert(const Arguments& arguments, CommandLine& line) {
  ConvertRequest request;
  line.add(request);
  line.take_arguments(request.models);
  if (!line.parse(arguments)) return std::nullopt;
  if (request.models.size() != 1) line.refuse("one MODEL is required");
  if (!request.to_xml() && !request.to_model())
    line.refuse("--output is required, a name that ends in .ocelli or .xml");
  return request;
}

int run_convert(const Arguments& arguments) {
  CommandLine line("ocelli convert MODEL -o OUT",
                   "ocelli convert haarcascade_frontalface_alt2.xml -o alt2.ocelli");
  const std::optional<ConvertRequest> request = parse_convert(arguments, line);
  if (!request) return kFine;
  check_outputs({request->output, {}}, {}, {request->models[0]});

  const StopSignal stop;  // the file is written whole, or not at all
  const auto write = [&](const auto& model) {
    if (request->to_xml()) return write_xml(model, request->output);
    save_model(request->output, model);
  };
  std::visit(write, load_model(request->models[0]));
  return kFine;
}

}  // namespace

Verb convert_verb() { return {"convert", "convert OpenCV cascades from and to OpenCV's XML", run_convert}; }

}  // namespace ocelli::app
