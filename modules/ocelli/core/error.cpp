#include "ocelli/core/require.hpp"

#include <utility>

namespace ocelli {

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::usage:
      return "usage";
    case Kind::input:
      return "input";
    case Kind::image:
      return "image";
    case Kind::model:
      return "model";
    case Kind::training:
      return "training";
    case Kind::output:
      return "output";
    case Kind::canceled:
      return "canceled";
  }
  return "unknown";
}

Error::Error(Kind kind, std::string message, std::string where)
    : std::runtime_error(where.empty() ? message : where + ": " + message),
      kind_(kind),
      message_(std::move(message)),
      where_(std::move(where)) {}

}  // namespace ocelli
