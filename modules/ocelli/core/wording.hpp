#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// "1 image", "2 images": a count with its noun, which takes an s unless `several` says otherwise.
std::string count_of(std::size_t count, std::string_view one, std::string_view several = {});

/// "a", "a or b", "a, b or c": names to choose from.
std::string either_of(std::span<const std::string> names);

/// The name that was probably meant by a mistyped one: the one with the fewest letters to change, leave out,
/// add or swap with the next. Case and the marks - and _ do not count; of several the first. A name that
/// differs in more than a third of the letters is not meant.
///
/// Returns  the name as `names` has it; empty: none.
std::string nearest_name(std::string_view mistyped, std::span<const std::string> names);

/// The text in American spelling: "min-neighbors" for "min-neighbours". Options and their values are taken in
/// either.
std::string american_spelling(std::string text);

/// "; did you mean 'detect'?"; empty for an empty name.
std::string did_you_mean(std::string_view name);

}  // namespace ocelli::internal
