#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

/// The properties of an option other than name, default and help:
///
///   option::from(1).to(100'000).may_change()
///   option::above(0.5).to(1).auto_at(0)
///   option::from(0).in("pixels")
///   option::one_of("yes|no|auto")
namespace ocelli::internal::option {

class Spec {
 public:
  constexpr Spec() = default;

  /// The range of a number; from() and to() include their end, above() and below() exclude it.
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
  /// The value that stands for "auto": the data or the model decide. People read and write the word.
  constexpr Spec auto_at(double value) const {
    return with([&](Spec& spec) { spec.auto_ = value; });
  }
  /// The same for "none": off.
  constexpr Spec none_at(double value) const {
    return with([&](Spec& spec) { spec.none_ = value; });
  }
  /// The words that a text option accepts, separated by |.
  constexpr Spec one_of(std::string_view words) const {
    return with([&](Spec& spec) { spec.words_ = words; });
  }

  /// The same for an option that takes one of them or several, separated by commas.
  constexpr Spec some_of(std::string_view words) const {
    return with([&](Spec& spec) { spec.words_ = words, spec.joined_ = true; });
  }

  constexpr Spec in(std::string_view unit) const {
    return with([&](Spec& spec) { spec.unit_ = unit; });
  }
  /// A resumed training may change the value: it only sets how long training continues.
  constexpr Spec may_change() const {
    return with([&](Spec& spec) { spec.may_change_ = true; });
  }

  /// Shown by --help; the others by --help-all alone.
  constexpr Spec basic() const {
    return with([&](Spec& spec) { spec.basic_ = true; });
  }

  // On the command line:
  /// A letter as short name: -o.
  constexpr Spec letter(char letter) const {
    return with([&](Spec& spec) { spec.letter_ = letter; });
  }
  /// The placeholder of the value in help: "file".
  constexpr Spec value(std::string_view placeholder) const {
    return with([&](Spec& spec) { spec.placeholder_ = placeholder; });
  }
  /// A switch, without a value.
  constexpr Spec flag() const {
    return with([&](Spec& spec) { spec.flag_ = true; });
  }
  /// A list option takes all words up to the next option; without this, one word per use.
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

  /// "auto" or "none" for the value that stands for it; empty for any other.
  std::string_view word_for(double value) const;
  /// The value that "auto" or "none" stands for, if the option has that word.
  std::optional<double> value_of(std::string_view word) const;
  constexpr bool has_auto() const { return auto_.has_value(); }
  constexpr bool has_none() const { return none_.has_value(); }

  /// Whether the value is allowed.
  bool allows(double value) const;
  bool allows(std::string_view value) const;
  /// The allowed values in words, such as "above 0.5 and at most 1, or auto"; empty: any of the type.
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
       joined_ = false, basic_ = false;
  char letter_ = 0;
  std::optional<double> auto_, none_;
  std::string_view words_, unit_, placeholder_;
};

constexpr Spec any() { return {}; }
constexpr Spec from(double min) { return Spec().from(min); }
constexpr Spec above(double min) { return Spec().above(min); }
constexpr Spec one_of(std::string_view words) { return Spec().one_of(words); }
constexpr Spec some_of(std::string_view words) { return Spec().some_of(words); }

}  // namespace ocelli::internal::option
