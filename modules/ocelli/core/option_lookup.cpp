#include "ocelli/core/option_lookup.hpp"

#include <algorithm>

#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"

namespace ocelli::internal {
namespace {

std::string plain_name(std::string_view name) {
  std::string plain = american_spelling(std::string(name));
  std::ranges::replace(plain, '_', '-');
  while (plain.ends_with('-')) plain.pop_back();
  return plain;
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

std::vector<Option> joined(std::vector<Option> table, const std::vector<Option>& more) {
  table.insert(table.end(), more.begin(), more.end());
  return table;
}

const Option* find_option(const std::vector<Option>& table, std::string_view name) {
  const auto found = std::ranges::find(table, plain_name(name), &Option::name);
  return found != table.end() ? &*found : nullptr;
}

std::string nearest_option(const std::vector<Option>& table, std::string_view mistyped) {
  std::vector<std::string> names;
  names.reserve(table.size());
  for (const Option& option : table) names.push_back(option.name);
  return nearest_name(mistyped, names);
}

void refuse_changed(const OptionList& given, const OptionList& defaults,
                    std::span<const std::string_view> names, const char* why) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool has_no_effect = std::ranges::find(names, given[i].first) != names.end();
    require(!has_no_effect || given[i].second == defaults[i].second, Kind::usage, why, "--" + given[i].first);
  }
}

}  // namespace ocelli::internal
