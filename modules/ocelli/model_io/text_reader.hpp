#pragma once

#include <flatbuffers/string.h>

#include <cstddef>
#include <string>

#include "ocelli/core/require.hpp"

/// Internal to the model file.
namespace ocelli::internal::format {

/// Copies strings up to a total length. In a malicious file a thousand entries can share one long string,
/// which would be copied for each.
class TextReader {
 public:
  explicit TextReader(std::size_t limit) : left_(limit) {}

  /// Throws Error(Kind::model) when the total length exceeds the limit.
  std::string operator()(const flatbuffers::String* text) {
    require(text->size() <= left_, Kind::model, "it has more text than the file has bytes");
    left_ -= text->size();
    return text->str();
  }

 private:
  std::size_t left_;
};

}  // namespace ocelli::internal::format
