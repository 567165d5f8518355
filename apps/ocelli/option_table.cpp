#include "option_table.hpp"

#include <boost/program_options/value_semantic.hpp>
#include <string>

namespace ocelli::app {

void add_options(boost::program_options::options_description& line, const std::vector<Option>& table) {
  for (const Option& option : table) {
    auto* value = boost::program_options::value<std::string>();
    value->default_value(option.value)->value_name(option.shape)->notifier(option.set);
    line.add_options()(option.name.c_str(), value, option.help.c_str());
  }
}

}  // namespace ocelli::app
