#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "ocelli/training/model_edit.hpp"
#include "stop_signal.hpp"

namespace ocelli::internal::app {
namespace {

/// What the command line asks for.
struct RecordRequest {
  ModelEdit edit;
  std::vector<std::string> models;
};

std::optional<RecordRequest> parse_record(const Arguments& arguments, CommandLine& line) {
  RecordRequest request;
  line.add(request.edit);
  line.take_arguments(request.models);
  if (!line.parse(arguments)) return std::nullopt;
  line.only(request.models, "MODEL");
  request.edit.validate();
  return request;
}

int run_record(const Arguments& arguments) {
  CommandLine line(
      "ocelli record [--figure NAME --value VALUE [--data DATA] [--command COMMAND]] [--min-score S] "
      "[--normalized-side S] [--tilt DEGREES] MODEL",
      "ocelli record --figure 'training time' --value '12 minutes' mug.ocelli");
  const std::optional<RecordRequest> request = parse_record(arguments, line);
  if (!request) return kFine;

  const StopSignal stop;  // the model is written whole, or not at all
  edit_model(request->models[0], request->edit);
  return kFine;
}

}  // namespace

Verb record_verb() {
  return {"record", "write a measured figure or the operating point into a model", run_record};
}

}  // namespace ocelli::internal::app
