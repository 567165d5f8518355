#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ocelli/core/enum_words.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"

namespace ocelli::internal {

/// An option is defined in one place, the struct that contains it:
///
///   template <class Self, class Visit>
///   static void describe(Self& self, Visit&& visit) {
///     visit("rounds", self.rounds, "rounds of boosting", option::from(1).to(100'000).may_change().basic());
///     ...
///
/// This definition drives the option table of a verb (option_table), its help and docs/options.md, the check
/// of values (check_options), the list in a model's card (listed), and the values that a resumed training
/// must share with the interrupted one (resume_keys).

/// Whether an option may be given several times, and whether it is optional.
template <class Value>
inline constexpr bool is_list = false;
template <class Item>
inline constexpr bool is_list<std::vector<Item>> = true;
template <class Value>
inline constexpr bool is_optional = false;
template <class Item>
inline constexpr bool is_optional<std::optional<Item>> = true;
template <class Optional>
using ValueInside = typename Optional::value_type;
template <class Value>
inline constexpr bool is_numeric_option = std::is_arithmetic_v<Value> && !std::same_as<Value, bool>;

/// A value with its own text form, such as ObjectSize: "60x15".
template <class Value>
concept OptionText = requires(const Value& value, std::string_view text, const option::Spec& spec) {
  { Value::shape() } -> std::convertible_to<const char*>;
  { Value::parse(text) } -> std::same_as<std::optional<Value>>;
  { value.text() } -> std::same_as<std::string>;
  { value.allowed_by(spec) } -> std::same_as<bool>;
};

/// The value of an option as text: numbers in their shortest form, yes or no for bool.
template <class Value>
std::string to_text(const Value& value) {
  if constexpr (is_list<Value>) {
    std::string text;
    for (const auto& item : value) text += (text.empty() ? "" : ", ") + to_text(item);
    return text;
  } else if constexpr (is_optional<Value>) {
    return value ? to_text(*value) : std::string();
  } else if constexpr (OptionText<Value>) {
    return value.text();
  } else if constexpr (NamedEnum<Value>) {
    return std::string(to_string(value));
  } else if constexpr (std::same_as<Value, bool>) {
    return value ? "yes" : "no";
  } else if constexpr (std::integral<Value> || std::floating_point<Value>) {
    std::array<char, 64> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
  } else {
    return std::filesystem::path(value).string();
  }
}

/// The same with the word for an empty std::optional, or for 0. (A nested std::optional is an option that may
/// be omitted. If it is empty, the text is empty.)
template <class Value>
std::string to_text(const Value& value, const option::Spec& spec) {
  if constexpr (is_optional<Value>) {
    if (value) return to_text(*value, spec);
    return is_optional<ValueInside<Value>> ? "" : std::string(spec.empty_word());
  } else if constexpr (is_numeric_option<Value>) {
    return spec.is_zero_none() && value == 0 ? "none" : to_text(value);
  } else {
    return to_text(value);
  }
}

/// The form of a value, for help and messages.
template <class Value>
constexpr const char* value_shape() {
  if constexpr (is_list<Value> || is_optional<Value>) {
    return value_shape<typename Value::value_type>();
  } else if constexpr (OptionText<Value>) {
    return Value::shape();
  } else if constexpr (std::same_as<Value, bool>) {
    return "yes|no";
  } else if constexpr (std::integral<Value>) {
    return "whole number";
  } else if constexpr (std::floating_point<Value>) {
    return "number";
  } else {
    return "text";
  }
}

/// The same with its article, for "expected an integer, got 'x'".
template <class Value>
std::string expected_shape() {
  if constexpr (std::integral<Value>) return "an integer";
  return "a " + std::string(value_shape<Value>());
}

/// The value of a text. Throws Error(Kind::usage) naming the option when the text has another type or the
/// value is too large.
template <class Value>
Value from_text(const std::string& text, const std::string& option) {
  const std::string wrong = "expected " + expected_shape<Value>() + ", got '" + text + "'";
  if constexpr (std::same_as<Value, bool>) {
    require(
        text == "yes" || text == "no", Kind::usage, [&] { return "expected yes or no, got '" + text + "'"; },
        "--" + option);
    return text == "yes";
  } else if constexpr (std::integral<Value> || std::floating_point<Value>) {
    Value value{};
    const char* const end = text.data() + text.size();
    const auto [parsed, failure] = std::from_chars(text.data(), end, value);
    require(failure == std::errc{} && parsed == end, Kind::usage, wrong, "--" + option);
    if constexpr (std::floating_point<Value>)
      require(std::isfinite(value), Kind::usage, wrong, "--" + option);
    return value;
  } else if constexpr (OptionText<Value>) {
    const std::optional<Value> value = Value::parse(text);
    require(value.has_value(), Kind::usage, wrong, "--" + option);
    return *value;
  } else if constexpr (NamedEnum<Value>) {
    const std::optional<Value> value = enum_named<Value>(text);
    require(
        value.has_value(), Kind::usage,
        [&] { return "must be " + option::one_of(joined_names<Value>()).allowed() + ", got '" + text + "'"; },
        "--" + option);
    return *value;
  } else {
    return Value(text);
  }
}

/// The properties of an option of that type, with the words that it accepts: the names of an enumeration, yes
/// and no, and the word for an empty std::optional.
template <class Value>
option::Spec with_names(const option::Spec& spec) {
  if constexpr (NamedEnum<Value>) {
    return spec.one_of(joined_names<Value>());
  } else if constexpr (is_optional<Value>) {
    using Inside = ValueInside<Value>;
    return std::same_as<Inside, bool> ? spec.one_of("yes|no") : with_names<Inside>(spec);
  } else {
    return spec;
  }
}

/// The same, but also accepts the option's word for an empty std::optional or for 0.
template <class Value>
Value from_text(const std::string& text, const std::string& option, const option::Spec& spec) {
  if constexpr (is_optional<Value>) {
    if (!is_optional<ValueInside<Value>> && spec.means_empty(text)) return std::nullopt;
    const option::Spec words = with_names<Value>(spec);
    require(
        words.allows(std::string_view(text)), Kind::usage,
        [&] { return "must be " + words.allowed() + ", got '" + text + "'"; }, "--" + option);
    return from_text<ValueInside<Value>>(text, option, spec);
  } else if constexpr (is_numeric_option<Value>) {
    return spec.is_zero_none() && text == "none" ? Value() : from_text<Value>(text, option);
  } else {
    return from_text<Value>(text, option);
  }
}

/// Throws Error(Kind::usage) naming the option, the value and the allowed values when the value is not
/// allowed.
template <class Value>
void check_option(const option::Spec& spec, const char* name, const Value& value) {
  if constexpr (is_list<Value>) {
    for (const auto& item : value) check_option(spec, name, item);
  } else if constexpr (is_optional<Value>) {
    if (value) check_option(spec, name, *value);
  } else if constexpr (!std::same_as<Value, bool> && !NamedEnum<Value>) {
    bool allowed = true;
    if constexpr (std::is_arithmetic_v<Value>) {
      allowed = spec.allows(static_cast<double>(value));
    } else if constexpr (OptionText<Value>) {
      allowed = value.allowed_by(spec);
    } else if constexpr (std::convertible_to<Value, std::string_view>) {
      allowed = spec.allows(std::string_view(value));
    }
    if (allowed) return;
    const std::string given = std::is_arithmetic_v<Value> ? to_text(value) : "'" + to_text(value) + "'";
    const std::string range = spec.allowed();
    throw Error(Kind::usage, "must be " + (range.empty() ? "a number" : range) + ", got " + given,
                "--" + std::string(name));
  }
}

/// Sets an option, or appends to it if it is a list. Throws Error(Kind::usage) like from_text() and
/// check_option().
template <class Value>
void set_option(Value& member, const std::string& given, const option::Spec& spec, const char* name) {
  const bool is_word = !with_names<Value>(spec).words().empty();
  const std::string text = is_word ? american_spelling(given) : given;
  if constexpr (is_list<Value>) {
    auto value = from_text<typename Value::value_type>(text, name, spec);
    check_option(spec, name, value);
    member.push_back(std::move(value));
  } else {
    auto value = from_text<Value>(text, name, spec);
    check_option(spec, name, value);
    member = std::move(value);
  }
}

/// Checks that every option of a struct has an allowed value. Throws Error(Kind::usage) like check_option().
template <class Options>
void check_options(const Options& options) {
  Options::describe(options,
                    []<class Value>(const char* name, const Value& member, const char*,
                                    const option::Spec& spec = {}) { check_option(spec, name, member); });
}

/// An option as shown by a command line, a page or a form.
struct Option {
  std::string name, help;
  std::string shape;  ///< "whole number", "number", "yes|no", "text" or that of an OptionText
  std::string value;  ///< the value when the table was made: the default
  option::Spec spec = {};
  bool is_list = false;  ///< each set() adds to it
  /// Throws Error(Kind::usage) naming the option.
  std::function<void(const std::string&)> set = {};
};

/// The options that a struct describes, in its order. Setting one sets the member of `options`, which must
/// outlive the table. Options of a const struct are read-only.
template <class Options>
std::vector<Option> option_table(Options& options) {
  std::vector<Option> table;
  Options::describe(options, [&]<class Value>(const char* name, Value& member, const char* help,
                                              const option::Spec& spec = {}) {
    Option entry{.name = name,
                 .help = help,
                 .shape = value_shape<std::remove_const_t<Value>>(),
                 .value = to_text(member, spec),
                 .spec = with_names<std::remove_const_t<Value>>(spec),
                 .is_list = ocelli::internal::is_list<std::remove_const_t<Value>>};
    if constexpr (!std::is_const_v<Value>)
      entry.set = [&member, name, spec](const std::string& text) { set_option(member, text, spec, name); };
    table.push_back(std::move(entry));
  });
  return table;
}

/// The options that are not constants of a method (option::Spec::fixed()).
inline std::vector<Option> without_constants(std::vector<Option> table) {
  std::erase_if(table, [](const Option& option) { return option.spec.is_fixed(); });
  return table;
}

/// Names and values.
using OptionList = std::vector<std::pair<std::string, std::string>>;

/// Names and values in the order of the table.
template <class Options>
OptionList listed(const Options& options) {
  OptionList list;
  Options::describe(options,
                    [&](const char* name, const auto& member, const char*, const option::Spec& spec = {}) {
                      list.emplace_back(name, to_text(member, spec));
                    });
  return list;
}

/// The options of a struct that a resumed training must share with the interrupted one.
template <class Options>
OptionList resume_keys(const Options& options) {
  OptionList keys;
  Options::describe(options,
                    [&](const char* name, const auto& member, const char*, const option::Spec& spec = {}) {
                      if (!spec.changeable()) keys.emplace_back(name, to_text(member, spec));
                    });
  return keys;
}

}  // namespace ocelli::internal
