#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// The number of objects of each class, by name, without ignored ones.
using ClassCounts = std::map<std::string, std::size_t>;

ClassCounts count_classes(std::span<const AnnotatedImage> images);

/// Adds the counts of `more` to `all`.
void add(ClassCounts& all, const ClassCounts& more);

/// The most frequent classes first, "car 200, stop sign 180", and the number of omitted classes if there are
/// too many.
std::string to_string(const ClassCounts& counts);

/// Removes the objects of all other classes, as if they were not annotated. Images stay, even those left
/// without an object. An empty list of classes removes nothing.
void keep_classes(std::vector<AnnotatedImage>& images, std::span<const std::string> classes);

/// Throws Error(Kind::input) naming a class without objects, and the classes present.
void require_classes(std::span<const std::string> classes, const ClassCounts& counts);

}  // namespace ocelli::internal
