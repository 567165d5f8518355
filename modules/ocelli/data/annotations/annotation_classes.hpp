#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli {

/// How many objects of each class there are, by name; those that are ignored are not counted.
using ClassCounts = std::map<std::string, std::size_t>;

ClassCounts count_classes(std::span<const AnnotatedImage> images);

/// Adds the counts of `more` to `all`.
void add(ClassCounts& all, const ClassCounts& more);

/// "car 200, stop sign 180", the most frequent first, and how many classes more there are than can be listed.
std::string in_words(const ClassCounts& counts);

/// Takes away the objects of other classes than these, as if nobody had marked them. Images stay, also those that hold no
/// object any more. With no classes, nothing is taken away.
void keep_classes(std::vector<AnnotatedImage>& images, std::span<const std::string> classes);

/// Throws Error(Kind::input) naming a class of which there is no object, and those that there are.
void require_classes(std::span<const std::string> classes, const ClassCounts& counts);

}  // namespace ocelli
