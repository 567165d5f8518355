#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts vectors to and from the schema.
namespace ocelli::internal::format {

/// Copies numbers. Bytewise, because the FlatBuffers verifier does not check the alignment of a vector's
/// 8-byte numbers.
template <class T>
std::vector<T> unpack(const flatbuffers::Vector<T>& packed) {
  std::vector<T> values(packed.size());
  std::copy_n(packed.Data(), packed.size() * sizeof(T), reinterpret_cast<std::uint8_t*>(values.data()));
  std::ranges::transform(values, values.begin(), flatbuffers::EndianScalar<T>);
  return values;
}

/// Converts each item with `pack`.
template <class Item, class Pack>
auto pack_each(const std::vector<Item>& items, Pack&& pack_one) {
  std::vector<decltype(pack_one(items.front()))> packed;
  packed.reserve(items.size());
  for (const Item& item : items) packed.push_back(pack_one(item));
  return packed;
}

/// Throws Error(Kind::model) for misaligned structs. The FlatBuffers verifier accepts them: it checks the
/// alignment of a vector's length, not that of items with 8-byte numbers.
template <class Packed, class Unpack>
auto unpack_each(const flatbuffers::Vector<Packed>& packed, Unpack&& unpack_one) {
  using PackedItem = std::remove_reference_t<decltype(*packed.Get(0))>;
  require(packed.size() == 0 || reinterpret_cast<std::uintptr_t>(packed.Data()) % alignof(PackedItem) == 0,
          Kind::model, "a vector of numbers is misaligned");
  std::vector<decltype(unpack_one(*packed.Get(0)))> items;
  items.reserve(packed.size());
  for (const PackedItem* one : packed) items.push_back(unpack_one(*one));
  return items;
}

/// Concatenated lists and the end of each. (If each list had its own table, lists in a malicious file could
/// share their items, and each would copy them.)
template <class Item>
struct JoinedLists {
  std::vector<Item> items;
  std::vector<std::uint32_t> ends;
};

template <class Item>
JoinedLists<Item> join_lists(const std::vector<std::vector<Item>>& lists) {
  JoinedLists<Item> joined;
  for (const std::vector<Item>& list : lists) {
    joined.items.insert(joined.items.end(), list.begin(), list.end());
    joined.ends.push_back(static_cast<std::uint32_t>(joined.items.size()));
  }
  return joined;
}

/// Throws Error(Kind::model) unless the ends are in order and cover all items.
template <class Item>
std::vector<std::vector<Item>> part_lists(const JoinedLists<Item>& joined) {
  const auto& [items, ends] = joined;
  require(std::ranges::is_sorted(ends) && (ends.empty() ? 0 : ends.back()) == items.size(), Kind::model,
          "the ends of lists are invalid");
  std::vector<std::vector<Item>> lists;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends) {
    lists.emplace_back(items.begin() + begin, items.begin() + end);
    begin = end;
  }
  return lists;
}

}  // namespace ocelli::internal::format
