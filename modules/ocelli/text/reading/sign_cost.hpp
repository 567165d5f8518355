#pragma once

#include <cstdint>
#include <string_view>

namespace ocelli::internal {

/// What a character beyond ASCII is, if it is neither a letter nor a quotation mark or dash.
enum class Sign : std::uint8_t {
  none,
  before_letters,  ///< may stand before a letter, as a copyright sign
  high_dot,        ///< a dot at half height
  other,
};

Sign sign_of(std::string_view character);

/// What stands before a character.
struct Neighbor {
  char last_byte = 0;
  bool is_letter = false;
  Sign sign = Sign::none;
};

/// The cost of a sign beside a letter, where few signs stand, and of a dot at half height beside a letter or
/// after a mark, where it is mostly dirt. `character`: the sign, or the letter after it.
float cost_of_sign(const Neighbor& before, std::string_view character);

}  // namespace ocelli::internal
