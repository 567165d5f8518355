#include "class_choice.hpp"

#include <sstream>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::app {

std::vector<std::string> ClassChoice::names() const {
  std::vector<std::string> names;
  for (const std::string& word : words) {
    std::istringstream parts(word);
    for (std::string name; std::getline(parts, name, ',');) {
      require(
          !name.empty(), Kind::usage, [&] { return "empty name in '" + word + "'"; }, "--class");
      names.push_back(name);
    }
    require(!word.empty(), Kind::usage, "expected a class name", "--class");
  }
  return names;
}

}  // namespace ocelli::internal::app
