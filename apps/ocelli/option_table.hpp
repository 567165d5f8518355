#pragma once

#include <array>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <charconv>
#include <cmath>
#include <concepts>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"

namespace ocelli::app {

/// Names, defaults and help of options have one home: the struct that holds them, with its describe(self,
/// visit). From it come the option table of a verb (add_options) and the list that goes into a model's card
/// (listed).
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

/// The value that fills the text. Throws Error(Kind::usage) naming the option when it is of another kind or
/// too large.
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

/// One option for each member that Options describes, with its present value as default. Parsing sets the
/// members of `options`, which must live until then.
template <class Options>
void add_options(boost::program_options::options_description& table, Options& options) {
  Options::describe(options, [&]<class Value>(const char* name, Value& member, const char* help) {
    const auto set = [&member, name](const std::string& text) { member = from_text<Value>(text, name); };
    auto* value = boost::program_options::value<std::string>();
    value->default_value(to_text(member))->value_name(value_shape<Value>())->notifier(set);
    table.add_options()(name, value, help);
  });
}

/// Names and values in the order of the table.
template <class Options>
std::vector<std::pair<std::string, std::string>> listed(const Options& options) {
  std::vector<std::pair<std::string, std::string>> list;
  Options::describe(options, [&](const char* name, const auto& member, const char*) {
    list.emplace_back(name, to_text(member));
  });
  return list;
}

}  // namespace ocelli::app
