#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli_generated.h"

/// Inside the model file; not part of the room's interface. Vectors to and from the schema.
namespace ocelli::format {

/// Copies numbers. By bytes, as the verifier does not see to the alignment of a vector's 8-byte numbers.
template <class T>
std::vector<T> unpack(const flatbuffers::Vector<T>& packed) {
  std::vector<T> values(packed.size());
  std::copy_n(packed.Data(), packed.size() * sizeof(T), reinterpret_cast<std::uint8_t*>(values.data()));
  std::ranges::transform(values, values.begin(), flatbuffers::EndianScalar<T>);
  return values;
}

/// Each item by a function from the one kind to the other.
template <class Item, class Pack>
auto pack_each(const std::vector<Item>& items, Pack&& pack_one) {
  std::vector<decltype(pack_one(items.front()))> packed;
  packed.reserve(items.size());
  for (const Item& item : items) packed.push_back(pack_one(item));
  return packed;
}

template <class Packed, class Unpack>
auto unpack_each(const flatbuffers::Vector<Packed>& packed, Unpack&& unpack_one) {
  std::vector<decltype(unpack_one(*packed.Get(0)))> items;
  items.reserve(packed.size());
  for (const auto* one : packed) items.push_back(unpack_one(*one));
  return items;
}

}  // namespace ocelli::format
