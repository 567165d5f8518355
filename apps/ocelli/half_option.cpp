#include "half_option.hpp"

namespace ocelli::app {

Half HalfOption::half() const {
  if (name.empty()) return Half::all;
  return name == "even" ? Half::even : Half::odd;
}

}  // namespace ocelli::app
