#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "ocelli/training/model_edit.hpp"
#include "stop_signal.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct EditRequest {
  ModelEdit edit;
  std::vector<std::string> models;
};

std::optional<EditRequest> parse_edit(const Arguments& arguments, CommandLine& line) {
  EditRequest request;
  line.add(request.edit);
  line.take_arguments(request.models);
  if (!line.parse(arguments)) return std::nullopt;
  line.only(request.models, "MODEL");
  request.edit.validate();
  return request;
}

int run_edit(const Arguments& arguments) {
  CommandLine line(
      "ocelli edit [--figure NAME --value VALUE [--data DATA] [--command COMMAND]] [--min-score S] "
      "[--normalized-side S] [--tilt DEGREES] MODEL",
      "ocelli edit --figure 'training time' --value '12 minutes' mug.ocelli");
  const std::optional<EditRequest> request = parse_edit(arguments, line);
  if (!request) return kFine;

  const StopSignal stop;  // the model is written completely or not at all
  edit_model(request->models[0], request->edit);
  return kFine;
}

}  // namespace

Verb edit_verb() { return {"edit", "edit the card, figures or operating point of a model", run_edit}; }

}  // namespace ocelli::internal::app
