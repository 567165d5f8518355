#include "class_choice.hpp"

#include <boost/program_options/value_semantic.hpp>
#include <sstream>

#include "ocelli/core/error.hpp"

namespace ocelli::app {

void add_class_option(CommandLine& line, std::vector<std::string>& words) {
  namespace po = boost::program_options;
  line.options().add_options()("class", po::value(&words)->composing()->value_name("name,..."),
                               "use only objects of these classes, by name in the annotations; may be given "
                               "several times (default: all classes)");
}

std::vector<std::string> class_names(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const std::string& word : words) {
    std::istringstream parts(word);
    for (std::string name; std::getline(parts, name, ',');) {
      require(!name.empty(), Kind::usage, "has an empty name in '" + word + "'", "--class");
      names.push_back(name);
    }
    require(!word.empty(), Kind::usage, "needs a name", "--class");
  }
  return names;
}

}  // namespace ocelli::app
