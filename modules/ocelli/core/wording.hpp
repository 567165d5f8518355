#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// A count with its noun: "1 image", "2 images". The plural adds an s unless `several` is given.
std::string count_of(std::size_t count, std::string_view one, std::string_view several = {});

/// "a", "a or b", "a, b or c": names to choose from.
std::string either_of(std::span<const std::string> names);

/// The name that a mistyped name probably means: the only one that begins with its three or more letters,
/// otherwise the one with the fewest letters to change, omit, add or swap with the next. Ignores case, - and
/// _. The first of several equal ones wins. A name that differs in more than a third of its letters does not
/// match.
///
/// Returns  the name as spelled in `names`; empty if there is none.
std::string nearest_name(std::string_view mistyped, std::span<const std::string> names);

/// The text in American spelling: "min-neighbors" for "min-neighbours". Options and their values are accepted
/// in either spelling.
std::string american_spelling(std::string text);

/// "; did you mean 'detect'?"; empty for an empty name.
std::string did_you_mean(std::string_view name);

}  // namespace ocelli::internal
