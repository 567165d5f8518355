#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ocelli::internal {

/// An enumeration with names for its values, in one table next to it:
///
///     enum class Mirror { yes, no, automatic };
///     constexpr auto names_of(Mirror) {
///       return std::array{std::pair{Mirror::yes, "yes"}, std::pair{Mirror::no, "no"}, ...};
///     }
///
/// Options, cards and checkpoints write the names.
template <class Value>
concept NamedEnum = std::is_enum_v<Value> && requires {
  names_of(Value{}).front().second;
};

/// The name of a value. Requires a value in the table.
template <NamedEnum Value>
constexpr std::string_view to_string(Value value) {
  for (const auto& [one, name] : names_of(Value{}))
    if (one == value) return name;
  return {};
}

/// The value with this name, if there is one.
template <NamedEnum Value>
constexpr std::optional<Value> enum_named(std::string_view name) {
  for (const auto& [value, own] : names_of(Value{}))
    if (own == name) return value;
  return std::nullopt;
}

/// All names, separated by |.
template <NamedEnum Value>
std::string_view joined_names() {
  static const std::string names = [] {
    std::string all;
    for (const auto& [value, name] : names_of(Value{})) all += (all.empty() ? "" : "|") + std::string(name);
    return all;
  }();
  return names;
}

}  // namespace ocelli::internal
