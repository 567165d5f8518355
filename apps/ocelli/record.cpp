#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <string>
#include <variant>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "ocelli/model_io/model_file.hpp"

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

int run(const Arguments& arguments) {
  Figure figure;
  std::vector<std::string> models;
  CommandLine line("ocelli record --figure NAME --value VALUE [--data DATA] [--command COMMAND] MODEL",
                   "ocelli record --figure 'training time' --value '12 minutes' mug.ocelli");
  line.options().add_options()                                                          //
      ("figure", po::value(&figure.name)->value_name("text"), "what was measured")      //
      ("value", po::value(&figure.value)->value_name("text"), "what came out")          //
      ("data", po::value(&figure.data)->value_name("text"), "what it was measured on")  //
      ("command", po::value(&figure.command)->value_name("text"), "what measures it again");
  line.take_arguments(models);
  if (!line.parse(arguments)) return kFine;
  if (models.size() != 1) line.refuse("one MODEL is needed");
  if (figure.name.empty() || figure.value.empty()) line.refuse("--figure and --value are needed");

  Model model = load_model(models[0]);
  std::visit(
      [&](auto& known) {
        record(figure, known.card);
        save_model(models[0], known);
      },
      model);
  return kFine;
}

}  // namespace

const Verb record_verb{"record", "write a measured figure into a model's card", run};

}  // namespace ocelli::app
