#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

/// A struct that describes itself, so that one piece of code stores and logs all such structs:
///
///   struct StumpRound {
///     double objective = 0;
///     std::size_t training_errors = 0;
///
///     template <class Self, class Visit>
///     static void describe(Self& self, Visit&& visit) {
///       visit("objective", self.objective);
///       visit("training_errors", self.training_errors);
///     }
///   };
///
/// Members are numbers, structs like this one, matrices, and vectors and arrays of any of them.
template <class Member>
concept SelfDescribing = requires(Member& member) {
  Member::describe(member, [](const char*, const auto&) {});
};

/// The numbers of a struct in the order of its members: one list of integers and one of real numbers.
struct StoredNumbers {
  std::vector<std::uint64_t> integers;  ///< negative ones in two's complement
  std::vector<double> reals;
};

namespace stored_numbers {

template <class Member>
concept Matrix = requires(Member& member) {
  member.rows();
  member.cols();
  member.data();
  member.resize(member.rows(), member.cols());
};

template <class Member>
inline constexpr bool is_vector = false;
template <class Item>
inline constexpr bool is_vector<std::vector<Item>> = true;
template <class Member>
inline constexpr bool is_array = false;
template <class Item, std::size_t N>
inline constexpr bool is_array<std::array<Item, N>> = true;

class Writer {
 public:
  template <class Member>
  void put(const Member& member) {
    if constexpr (std::integral<Member>) {
      numbers_.integers.push_back(static_cast<std::uint64_t>(member));
    } else if constexpr (std::floating_point<Member>) {
      numbers_.reals.push_back(member);
    } else if constexpr (is_vector<Member>) {
      put(member.size());
      for (const auto& item : member) put(item);
    } else if constexpr (is_array<Member>) {
      for (const auto& item : member) put(item);
    } else if constexpr (Matrix<Member>) {
      put(static_cast<std::uint64_t>(member.rows()));
      put(static_cast<std::uint64_t>(member.cols()));
      numbers_.reals.insert(numbers_.reals.end(), member.data(), member.data() + member.size());
    } else {
      Member::describe(member, [this](const char*, const auto& part) { put(part); });
    }
  }

  StoredNumbers take() && { return std::move(numbers_); }

 private:
  StoredNumbers numbers_;
};

/// Reads what Writer wrote. Rejects any size that the remaining numbers could not fill, so that memory is
/// bounded by that of the numbers.
class Reader {
 public:
  explicit Reader(const StoredNumbers& numbers) : numbers_(numbers) {}

  template <class Member>
  void get(Member& member) {
    if constexpr (std::integral<Member>) {
      member = integer<Member>();
    } else if constexpr (std::floating_point<Member>) {
      require(real_ < numbers_.reals.size(), Kind::model, "has too few numbers");
      member = static_cast<Member>(numbers_.reals[real_++]);
    } else if constexpr (is_vector<Member>) {
      member.resize(size(left()));
      for (auto& item : member) get(item);
    } else if constexpr (is_array<Member>) {
      for (auto& item : member) get(item);
    } else if constexpr (Matrix<Member>) {
      const std::size_t reals = numbers_.reals.size() - real_;
      const std::size_t rows = size(reals), columns = size(rows == 0 ? 0 : reals / rows);
      member.resize(static_cast<std::ptrdiff_t>(rows), static_cast<std::ptrdiff_t>(columns));
      for (std::size_t i = 0; i < rows * columns; ++i) get(member.data()[i]);
    } else {
      Member::describe(member, [this](const char*, auto& part) { get(part); });
    }
  }

  std::size_t left() const { return numbers_.integers.size() - integer_ + numbers_.reals.size() - real_; }

 private:
  template <class Number>
  Number integer() {
    require(integer_ < numbers_.integers.size(), Kind::model, "has too few numbers");
    const std::uint64_t bits = numbers_.integers[integer_++];
    const auto number = static_cast<Number>(bits);
    require(static_cast<std::uint64_t>(number) == bits, Kind::model, "has a number out of range");
    return number;
  }

  std::size_t size(std::size_t max) {
    const auto size = integer<std::size_t>();
    require(size <= max, Kind::model, "has a list longer than its numbers");
    return size;
  }

  const StoredNumbers& numbers_;
  std::size_t integer_ = 0, real_ = 0;
};

}  // namespace stored_numbers

/// Cost  a pass over the numbers.
template <SelfDescribing Struct>
StoredNumbers numbers_of(const Struct& value) {
  stored_numbers::Writer writer;
  writer.put(value);
  return std::move(writer).take();
}

/// The struct with these numbers; the inverse of numbers_of(). The caller must check what the numbers mean.
/// Throws  Error(Kind::model) for too few or too many numbers, and for one out of its member's range.
/// Cost    a pass over the numbers.
/// Memory  in proportion to the numbers.
template <SelfDescribing Struct>
Struct from_numbers(const StoredNumbers& numbers) {
  Struct value;
  stored_numbers::Reader reader(numbers);
  reader.get(value);
  require(reader.left() == 0, Kind::model, "has too many numbers");
  return value;
}

}  // namespace ocelli::internal
