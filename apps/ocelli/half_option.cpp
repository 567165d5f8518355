#include "half_option.hpp"

namespace ocelli::internal::app {

Half HalfOption::half() const {
  if (name.empty()) return Half::all;
  return name == "even" ? Half::even : Half::odd;
}

}  // namespace ocelli::internal::app
