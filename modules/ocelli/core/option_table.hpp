#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"

namespace ocelli {

/// Names, defaults and help of options have one home: the struct that holds them, with its
///
///   template <class Self, class Visit>
///   static void describe(Self& self, Visit&& visit);   // visit("rounds", self.rounds, "rounds of boosting") and so on
///
/// From it come the option table of a verb (option_table), the list that goes into a model's card (listed), and
/// docs/options.md.
///
/// The value of an option as text: numbers in their shortest form, yes or no for bool.
template <class Value>
std::string to_text(const Value& value) {
  if constexpr (std::same_as<Value, bool>) {
    return value ? "yes" : "no";
  } else if constexpr (std::integral<Value> || std::floating_point<Value>) {
    std::array<char, 64> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
  } else {
    return std::filesystem::path(value).string();
  }
}

/// What a value has to look like, for help and messages.
template <class Value>
constexpr const char* value_shape() {
  if constexpr (std::same_as<Value, bool>) {
    return "yes|no";
  } else if constexpr (std::integral<Value>) {
    return "whole number";
  } else if constexpr (std::floating_point<Value>) {
    return "number";
  } else {
    return "text";
  }
}

/// The value of the text. Throws Error(Kind::usage) naming the option when it is of another kind or too large.
template <class Value>
Value from_text(const std::string& text, const std::string& option) {
  const std::string wrong = "needs a " + std::string(value_shape<Value>()) + ", not '" + text + "'";
  if constexpr (std::same_as<Value, bool>) {
    require(text == "yes" || text == "no", Kind::usage, "needs yes or no, not '" + text + "'", "--" + option);
    return text == "yes";
  } else if constexpr (std::integral<Value> || std::floating_point<Value>) {
    Value value{};
    const char* const end = text.data() + text.size();
    const auto [parsed, failure] = std::from_chars(text.data(), end, value);
    require(failure == std::errc{} && parsed == end, Kind::usage, wrong, "--" + option);
    if constexpr (std::floating_point<Value>)
      require(std::isfinite(value), Kind::usage, wrong, "--" + option);
    return value;
  } else {
    return Value(text);
  }
}

/// An option as a command line, a page or a form shows it.
struct Option {
  std::string name, help;
  std::string shape;                            ///< "whole number", "number", "yes|no" or "text"
  std::string value;                            ///< at the time the table was made: the default
  std::function<void(const std::string&)> set;  ///< throws Error(Kind::usage) naming the option
};

/// The options that a struct describes, in its order. Setting one sets the member of `options`, which must live until
/// then.
template <class Options>
std::vector<Option> option_table(Options& options) {
  std::vector<Option> table;
  Options::describe(options, [&]<class Value>(const char* name, Value& member, const char* help) {
    table.push_back(
        {.name = name,
         .help = help,
         .shape = value_shape<Value>(),
         .value = to_text(member),
         .set = [&member, name](const std::string& text) { member = from_text<Value>(text, name); }});
  });
  return table;
}

/// Names and values.
using OptionList = std::vector<std::pair<std::string, std::string>>;

/// Names and values in the order of the table.
template <class Options>
OptionList listed(const Options& options) {
  OptionList list;
  Options::describe(options, [&](const char* name, const auto& member, const char*) {
    list.emplace_back(name, to_text(member));
  });
  return list;
}

}  // namespace ocelli
