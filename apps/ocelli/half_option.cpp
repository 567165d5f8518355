#include "half_option.hpp"

namespace ocelli::app {

Half half_named(const std::string& name, const CommandLine& line) {
  if (name.empty()) return Half::all;
  if (name != "even" && name != "odd") line.refuse("--half must be even or odd");
  return name == "even" ? Half::even : Half::odd;
}

}  // namespace ocelli::app
