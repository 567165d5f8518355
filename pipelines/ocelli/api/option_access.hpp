#pragma once

#include <string>
#include <vector>

#include "ocelli/core/option_lookup.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/options.hpp"

namespace ocelli::internal {

/// The rows of a table in the form of the public API, without the constants of methods.
inline std::vector<OptionInfo> infos_of(const std::vector<Option>& table) {
  std::vector<OptionInfo> infos;
  for (const Option& option : without_constants(table))
    infos.push_back({option.name, option.help, option.shape, option.value, option.spec.allowed()});
  return infos;
}

/// Sets options by name; - and _ are equivalent.
/// Throws  Error(Kind::usage) naming a value that is not allowed, or a name that is unknown or a constant,
/// with the closest option.
inline void set_options(const std::vector<Option>& all, const Options& options) {
  const std::vector<Option> table = without_constants(all);
  for (const auto& [name, value] : options) {
    const Option* const option = find_option(table, name);
    if (option == nullptr)
      throw Error(Kind::usage, "unknown option" + did_you_mean(nearest_option(table, name)), name);
    option->set(value);
  }
}

}  // namespace ocelli::internal
