#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/pipelines/conversion.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "output_check.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

/// What the command line asks for.
struct ConvertRequest {
  std::string output;
  std::vector<std::string> models;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("output", self.output, "the file to write; its ending is the format",
          option::any().letter('o').value("file"));
  }
};

/// "NAME.ocelli or NAME.xml".
std::string output_names() {
  std::string names;
  for (const ModelFormat& format : model_formats())
    names += (names.empty() ? "NAME" : " or NAME") + std::string(format.ending);
  return names;
}

std::optional<ConvertRequest> parse_convert(const Arguments& arguments, CommandLine& line) {
  ConvertRequest request;
  line.add(request);
  line.writes({{"output"}});
  line.take_arguments(request.models);
  line.explain("Formats:\n" + model_format_table());
  if (!line.parse(arguments)) return std::nullopt;
  line.only(request.models, "MODEL");
  if (request.output.empty()) line.refuse("--output is required, with a name such as " + output_names());
  if (model_format_of(request.output) == nullptr)
    line.refuse("--output must have a name such as " + output_names() + ", not " + request.output);
  return request;
}

int run_convert(const Arguments& arguments) {
  CommandLine line("ocelli convert MODEL -o OUT",
                   "ocelli convert haarcascade_frontalface_alt2.xml -o alt2.ocelli");
  const std::optional<ConvertRequest> request = parse_convert(arguments, line);
  if (!request) return kFine;
  check_outputs({request->output, {}}, {}, {request->models[0]});

  const StopSignal stop;  // the file is written whole, or not at all
  model_format_of(request->output)->write(load_model(request->models[0]), request->output);
  return kFine;
}

}  // namespace

Verb convert_verb() { return {"convert", "convert models from and to other formats", run_convert}; }

}  // namespace ocelli::app
