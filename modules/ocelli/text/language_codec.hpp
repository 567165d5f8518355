#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/model_io/payload.hpp"
#include "ocelli/text/language.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts language models to and from the schema.
namespace ocelli::internal::format {

/// The columns of a language model's table.
struct LanguageColumns {
  std::vector<std::uint16_t> hashes;
  std::vector<std::uint8_t> costs, unseen;
};

LanguageColumns columns_of(const LanguageModel& model);

/// Throws Error(Kind::model) for columns that differ in length.
std::vector<LanguageModel::Entry> table_of(const LanguageColumns& columns);

/// Sorted numbers as their differences, seven bits a byte: two bytes each for lists of some 100,000 hashes of
/// 32 bits.
std::vector<std::uint8_t> pack_sorted(std::span<const std::uint32_t> numbers);

/// Throws Error(Kind::model) for numbers beyond 32 bits, or bytes that end within one.
std::vector<std::uint32_t> unpack_sorted(std::span<const std::uint8_t> steps);

/// The language in a payload, after all checks. Throws Error(Kind::model), without the file's name.
LanguageFile parse_language(const Bytes& payload);

}  // namespace ocelli::internal::format
