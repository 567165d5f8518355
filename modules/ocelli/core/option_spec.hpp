#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

/// What there is to know of an option besides its name, its default and its help:
///
///   option::from(1).to(100'000).may_change()
///   option::above(0.5).to(1).or_value(0).formerly("stage-detection")
///   option::from(0).in("pixels")
///   option::one_of("yes|no|auto")
namespace ocelli::option {

class Spec {
 public:
  constexpr Spec() = default;

  /// The range of a number; its ends are part of it, but for those of above() and below().
  constexpr Spec from(double least) const {
    return with([&](Spec& spec) { spec.least_ = least; });
  }
  constexpr Spec above(double least) const {
    return with([&](Spec& spec) { spec.least_ = least, spec.without_least_ = true; });
  }
  constexpr Spec to(double most) const {
    return with([&](Spec& spec) { spec.most_ = most; });
  }
  constexpr Spec below(double most) const {
    return with([&](Spec& spec) { spec.most_ = most, spec.without_most_ = true; });
  }
  /// A value outside the range that means something else, such as 0 for "by the data".
  constexpr Spec or_value(double special) const {
    return with([&](Spec& spec) { spec.special_ = special; });
  }
  /// The words that a text can be, with | between them.
  constexpr Spec one_of(std::string_view words) const {
    return with([&](Spec& spec) { spec.words_ = words; });
  }

  constexpr Spec in(std::string_view unit) const {
    return with([&](Spec& spec) { spec.unit_ = unit; });
  }
  /// A training that is resumed may have another value: it only says how far training goes.
  constexpr Spec may_change() const {
    return with([&](Spec& spec) { spec.may_change_ = true; });
  }

  /// The option's name in the version before, and a word that it took there in place of one of now.
  constexpr Spec formerly(std::string_view name) const {
    return with([&](Spec& spec) { spec.old_name_ = name; });
  }
  constexpr Spec formerly(std::string_view old_word, std::string_view word) const {
    return with([&](Spec& spec) { spec.old_word_ = old_word, spec.word_ = word; });
  }

  // How a command line writes it.
  /// A letter that stands for the name: -o.
  constexpr Spec letter(char letter) const {
    return with([&](Spec& spec) { spec.letter_ = letter; });
  }
  /// What help calls the value: "file".
  constexpr Spec value(std::string_view placeholder) const {
    return with([&](Spec& spec) { spec.placeholder_ = placeholder; });
  }
  /// A switch: it is given without a value.
  constexpr Spec flag() const {
    return with([&](Spec& spec) { spec.flag_ = true; });
  }
  /// Of a list: one use of the option takes all words up to the next option. Without this, a list is given word by word.
  constexpr Spec several_words() const {
    return with([&](Spec& spec) { spec.several_words_ = true; });
  }

  constexpr char letter() const { return letter_; }
  constexpr std::string_view placeholder() const { return placeholder_; }
  constexpr bool is_flag() const { return flag_; }
  constexpr bool takes_several_words() const { return several_words_; }
  constexpr std::string_view unit() const { return unit_; }
  constexpr std::string_view words() const { return words_; }
  constexpr bool changeable() const { return may_change_; }
  constexpr std::string_view old_name() const { return old_name_; }
  constexpr std::string_view old_word() const { return old_word_; }
  constexpr std::string_view new_word() const { return word_; }

  /// Whether a value is one of those that are allowed.
  bool allows(double value) const;
  bool allows(std::string_view value) const;
  /// What is allowed, such as "above 0.5 and at most 1, or 0"; empty: anything of the option's type.
  std::string allowed() const;

 private:
  template <class Change>
  constexpr Spec with(Change&& change) const {
    Spec spec = *this;
    change(spec);
    return spec;
  }

  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double least_ = -kNone, most_ = kNone;
  bool without_least_ = false, without_most_ = false, may_change_ = false, flag_ = false,
       several_words_ = false;
  char letter_ = 0;
  std::optional<double> special_;
  std::string_view words_, unit_, old_name_, old_word_, word_, placeholder_;
};

constexpr Spec any() { return {}; }
constexpr Spec from(double least) { return Spec().from(least); }
constexpr Spec above(double least) { return Spec().above(least); }
constexpr Spec one_of(std::string_view words) { return Spec().one_of(words); }

}  // namespace ocelli::option
