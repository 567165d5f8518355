#pragma once

#include <cstddef>
#include <iterator>

namespace ocelli::internal {

/// Iterates over the text and counts lines for a parser that does not.
class LineCounting {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  LineCounting(const char* at, int* line) : at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  LineCounting& operator++() {
    *line_ += *at_ == '\n';
    ++at_;
    return *this;
  }
  LineCounting operator++(int) {
    LineCounting before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const LineCounting& a, const LineCounting& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  int* line_;
};

}  // namespace ocelli::internal
