#include "option_table.hpp"

#include <boost/program_options/value_semantic.hpp>
#include <string>
#include <string_view>

namespace ocelli::internal::app {
namespace {

namespace po = boost::program_options;

/// What program_options is to do with the values.
const po::value_semantic* semantic_of(const Option& option) {
  const std::string placeholder(placeholder_of(option));
  if (option.spec.is_flag()) {
    return po::bool_switch()->notifier([set = option.set](bool given) {
      if (given) set("yes");
    });
  }
  if (option.is_list) {
    auto* const values = po::value<std::vector<std::string>>()->value_name(placeholder);
    if (option.spec.takes_several_words()) values->multitoken();
    return values->composing()->notifier([set = option.set](const std::vector<std::string>& words) {
      for (const std::string& word : words) set(word);
    });
  }
  auto* const value = po::value<std::string>()->value_name(placeholder)->notifier(option.set);
  if (!option.value.empty()) value->default_value(option.value);
  return value;
}

/// As program_options wants it: "output,o".
std::string declared_name(const Option& option) {
  return option.spec.letter() == 0 ? option.name : option.name + "," + option.spec.letter();
}

bool& are_constants_offered() {
  static bool are_offered = false;
  return are_offered;
}

}  // namespace

void offer_constants() { are_constants_offered() = true; }

std::vector<Option> offered(const std::vector<Option>& table) {
  return are_constants_offered() ? table : without_constants(table);
}

std::string_view placeholder_of(const Option& option) {
  if (!option.spec.placeholder().empty()) return option.spec.placeholder();
  if (!option.spec.words().empty()) return option.spec.words();
  return option.shape;
}

void add_options(po::options_description& line, const std::vector<Option>& table) {
  for (const Option& option : table) {
    line.add_options()(declared_name(option).c_str(), semantic_of(option), "");
  }
}

}  // namespace ocelli::internal::app
