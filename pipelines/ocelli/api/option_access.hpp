#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/options.hpp"

namespace ocelli::internal {

/// The rows of a table as the public API shows them, without the constants of methods.
inline std::vector<OptionInfo> infos_of(const std::vector<Option>& table) {
  std::vector<OptionInfo> infos;
  for (const Option& option : without_constants(table))
    infos.push_back({option.name, option.help, option.shape, option.value, option.spec.allowed()});
  return infos;
}

/// Sets the options by their names; - and _ are the same. Throws Error(Kind::usage) naming one that is not in
/// the table or a constant, with the nearest that is an option, or a value that is not allowed.
inline void set_options(const std::vector<Option>& all, const Options& options) {
  const std::vector<Option> table = without_constants(all);
  for (const auto& [given, value] : options) {
    std::string name = american_spelling(given);
    std::ranges::replace(name, '_', '-');
    const auto option = std::ranges::find(table, name, &Option::name);
    if (option == table.end()) {
      std::vector<std::string> names;
      names.reserve(table.size());
      for (const Option& one : table) names.push_back(one.name);
      throw Error(Kind::usage, "is not an option" + did_you_mean(nearest_name(name, names)), given);
    }
    option->set(value);
  }
}

inline std::vector<Option> joined(std::vector<Option> table, const std::vector<Option>& more) {
  table.insert(table.end(), more.begin(), more.end());
  return table;
}

}  // namespace ocelli::internal
