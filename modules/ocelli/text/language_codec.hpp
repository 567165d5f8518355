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

/// Throws Error(Kind::model) for columns of different lengths.
std::vector<LanguageModel::Entry> table_of(const LanguageColumns& columns);

/// Packs sorted numbers as differences, seven bits per byte. Lists of some 100,000 32-bit hashes need two
/// bytes per number.
std::vector<std::uint8_t> pack_sorted(std::span<const std::uint32_t> numbers);

/// Throws Error(Kind::model) for numbers beyond 32 bits, or bytes that end within a number.
std::vector<std::uint32_t> unpack_sorted(std::span<const std::uint8_t> steps);

/// Parses a payload and runs all checks. Throws Error(Kind::model), without the file's name.
LanguageFile parse_language(const Bytes& payload);

}  // namespace ocelli::internal::format
