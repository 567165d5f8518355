#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

/// The properties of an option other than name, default and help:
///
///   option::from(1).to(100'000).may_change()
///   option::above(0.5).to(1).or_auto()
///   option::from(0).in("pixels")
namespace ocelli::internal::option {

class Spec {
 public:
  constexpr Spec() = default;

  /// The range of a number. from() and to() include their limit, above() and below() exclude it.
  constexpr Spec from(double min) const {
    return with([&](Spec& spec) { spec.min_ = min; });
  }
  constexpr Spec above(double min) const {
    return with([&](Spec& spec) { spec.min_ = min, spec.without_min_ = true; });
  }
  constexpr Spec to(double max) const {
    return with([&](Spec& spec) { spec.max_ = max; });
  }
  constexpr Spec below(double max) const {
    return with([&](Spec& spec) { spec.max_ = max, spec.without_max_ = true; });
  }
  /// An empty std::optional is written "auto": the data or the model determine the value. The number `also`
  /// means the same.
  constexpr Spec or_auto(std::optional<double> also = {}) const {
    return with([&](Spec& spec) { spec.empty_word_ = "auto", spec.also_empty_ = also; });
  }
  /// The same for "none": off.
  constexpr Spec or_none(std::optional<double> also = {}) const {
    return with([&](Spec& spec) { spec.empty_word_ = "none", spec.also_empty_ = also; });
  }
  /// The same for another word.
  constexpr Spec or_word(std::string_view word) const {
    return with([&](Spec& spec) { spec.empty_word_ = word; });
  }
  /// A count of 0 is read and written as "none".
  constexpr Spec zero_is_none() const {
    return with([&](Spec& spec) { spec.zero_is_none_ = true; });
  }
  /// The words that a text option accepts, separated by |.
  constexpr Spec one_of(std::string_view words) const {
    return with([&](Spec& spec) { spec.words_ = words; });
  }

  /// The same for an option that accepts one or several words, separated by commas.
  constexpr Spec some_of(std::string_view words) const {
    return with([&](Spec& spec) { spec.words_ = words, spec.joined_ = true; });
  }

  constexpr Spec in(std::string_view unit) const {
    return with([&](Spec& spec) { spec.unit_ = unit; });
  }
  /// A resumed training may change the value, because it only sets how long training continues.
  constexpr Spec may_change() const {
    return with([&](Spec& spec) { spec.may_change_ = true; });
  }

  /// A constant of the method, which users have no reason to change. It is recorded in cards and checkpoints
  /// like every option, but not offered (without_constants()).
  constexpr Spec fixed() const {
    return with([&](Spec& spec) { spec.fixed_ = true; });
  }
  /// The title of the group that shows the option in help and on the options page.
  constexpr Spec under(std::string_view title) const {
    return with([&](Spec& spec) { spec.group_ = title; });
  }

  /// Shown by --help. The others are shown only by --help-all.
  constexpr Spec basic() const {
    return with([&](Spec& spec) { spec.basic_ = true; });
  }

  // On the command line:
  /// A one-letter short name: -o.
  constexpr Spec letter(char letter) const {
    return with([&](Spec& spec) { spec.letter_ = letter; });
  }
  /// The placeholder for the value in help: "file".
  constexpr Spec value(std::string_view placeholder) const {
    return with([&](Spec& spec) { spec.placeholder_ = placeholder; });
  }
  /// A switch, without a value.
  constexpr Spec flag() const {
    return with([&](Spec& spec) { spec.flag_ = true; });
  }
  /// A list option takes all words up to the next option. Without this, it takes one word per use.
  constexpr Spec several_words() const {
    return with([&](Spec& spec) { spec.several_words_ = true; });
  }

  constexpr bool is_basic() const { return basic_; }
  constexpr char letter() const { return letter_; }
  constexpr std::string_view placeholder() const { return placeholder_; }
  constexpr bool is_flag() const { return flag_; }
  constexpr bool takes_several_words() const { return several_words_; }
  constexpr std::string_view unit() const { return unit_; }
  constexpr std::string_view words() const { return words_; }
  constexpr bool changeable() const { return may_change_; }
  constexpr bool is_fixed() const { return fixed_; }
  constexpr std::string_view group() const { return group_; }
  /// The word for an empty std::optional; empty if it has none.
  constexpr std::string_view empty_word() const { return empty_word_; }
  /// Whether the text stands for an empty std::optional.
  bool means_empty(std::string_view text) const;

  constexpr bool is_zero_none() const { return zero_is_none_; }

  /// Whether the value is allowed.
  bool allows(double value) const;
  bool allows(std::string_view value) const;
  /// The allowed values in words, such as "above 0.5 and at most 1, or auto"; empty if any value of the type
  /// is allowed.
  std::string allowed() const;

 private:
  template <class Change>
  constexpr Spec with(Change&& change) const {
    Spec spec = *this;
    change(spec);
    return spec;
  }

  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double min_ = -kNone, max_ = kNone;
  bool without_min_ = false, without_max_ = false, may_change_ = false, flag_ = false, several_words_ = false,
       joined_ = false, basic_ = false, fixed_ = false, zero_is_none_ = false;
  char letter_ = 0;
  std::optional<double> also_empty_;
  std::string_view empty_word_, words_, unit_, placeholder_, group_;
};

constexpr Spec any() { return {}; }
constexpr Spec from(double min) { return Spec().from(min); }
constexpr Spec above(double min) { return Spec().above(min); }
constexpr Spec one_of(std::string_view words) { return Spec().one_of(words); }
constexpr Spec some_of(std::string_view words) { return Spec().some_of(words); }

/// Describes a part of a struct. Its options become constants, except those with these names.
template <class Part, class Self, class Visit>
void describe_fixed_except(std::initializer_list<std::string_view> names, Self& self, Visit&& visit) {
  Part::describe(self, [&](const char* name, auto& member, const char* help, const Spec& spec = {}) {
    visit(name, member, help, std::ranges::find(names, name) == names.end() ? spec.fixed() : spec);
  });
}

}  // namespace ocelli::internal::option
