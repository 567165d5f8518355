#include "ocelli/text/reading/sign_cost.hpp"

#include <algorithm>
#include <array>

#include "ocelli/text/correction/language_model.hpp"

namespace ocelli::internal {
namespace {

constexpr float kSignInWord = 4, kDotInWord = 7;
constexpr std::array<std::string_view, 8> kAfterLetters = {"\u2122", "\u00AE", "\u2020", "\u2021",
                                                           "\u00B9", "\u00B2", "\u00B3", "\u00B0"};
constexpr std::string_view kBeforeNoDot = ".,;:'-";

}  // namespace

Sign sign_of(std::string_view character) {
  if (character.size() == 1 || WordHash::is_letter(character)) return Sign::none;
  const bool punctuation = character >= "\u2010" && character <= "\u201F";
  if (punctuation || character == "\u00AB" || character == "\u00BB") return Sign::none;
  if (character == "\u00B7") return Sign::high_dot;
  return character == "\u00A9" ? Sign::before_letters : Sign::other;
}

float cost_of_sign(const Neighbor& before, std::string_view character) {
  const Sign sign = sign_of(character);
  if (sign == Sign::high_dot)
    return before.is_letter || kBeforeNoDot.find(before.last_byte) != std::string_view::npos ? kDotInWord : 0;
  if (sign != Sign::none)
    return before.is_letter && std::ranges::count(kAfterLetters, character) == 0 ? kSignInWord : 0;
  if (!WordHash::is_letter(character)) return 0;
  if (before.sign == Sign::high_dot) return kDotInWord;
  return before.sign == Sign::other ? kSignInWord : 0;
}

}  // namespace ocelli::internal
