#include "ocelli/metrics/edit_distance.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr std::size_t kBlock = 64;
/// Alignments with at most this many cells use a full table.
constexpr std::size_t kTableCells = 1u << 12;

using Ids = std::vector<std::uint32_t>;

/// Both sequences with their symbols numbered from 0 without gaps.
struct Numbered {
  Ids a, b;
  std::size_t symbols = 0;
};

Numbered number(Symbols a, Symbols b) {
  std::unordered_map<std::uint32_t, std::uint32_t> ids;
  const auto numbers = [&ids](Symbols sequence) {
    Ids numbered;
    numbered.reserve(sequence.size());
    for (const std::uint32_t symbol : sequence) {
      const auto next = static_cast<std::uint32_t>(ids.size());
      numbered.push_back(ids.try_emplace(symbol, next).first->second);
    }
    return numbered;
  };
  Numbered both;
  both.a = numbers(a);
  both.b = numbers(b);
  both.symbols = ids.size();
  return both;
}

/// Sixty-four rows of the table of distances, as differences between neighboring rows in bits.
struct RowBlock {
  std::uint64_t plus = ~std::uint64_t{0}, minus = 0;

  /// Advances by one column. `equal` marks the rows with the column's symbol, and `above` is the difference
  /// between the two columns in the row above the block. Returns that difference in the row of the bit
  /// `last`.
  int step(std::uint64_t equal, int above, std::uint64_t last) {
    const std::uint64_t x = equal | minus;
    if (above < 0) equal |= 1;
    const std::uint64_t diagonal = (((equal & plus) + plus) ^ plus) | equal;
    std::uint64_t rises = minus | ~(diagonal | plus), falls = plus & diagonal;
    const int below = (rises & last) != 0 ? 1 : (falls & last) != 0 ? -1 : 0;
    rises = rises << 1 | (above > 0 ? 1 : 0);
    falls = falls << 1 | (above < 0 ? 1 : 0);
    plus = falls | ~(x | rises);
    minus = rises & x;
    return below;
  }
};

/// The distances of the whole of `a` from the first 0, 1 .. |b| symbols of `b`. `places` is scratch space
/// with a zero for every symbol, and is left that way. Blocks of rows are processed one after the other, so
/// that memory is linear.
std::vector<std::size_t> last_row(Symbols a, Symbols b, std::vector<std::uint64_t>& places) {
  std::vector<std::int8_t> differences(b.size(), 1);
  for (std::size_t start = 0; start < a.size(); start += kBlock) {
    const Symbols rows = a.subspan(start, std::min(kBlock, a.size() - start));
    for (std::size_t i = 0; i < rows.size(); ++i) places[rows[i]] |= std::uint64_t{1} << i;
    const std::uint64_t last = std::uint64_t{1} << (rows.size() - 1);
    RowBlock block;
    for (std::size_t j = 0; j < b.size(); ++j)
      differences[j] = static_cast<std::int8_t>(block.step(places[b[j]], differences[j], last));
    for (const std::uint32_t symbol : rows) places[symbol] = 0;
  }
  std::vector<std::size_t> row(b.size() + 1, a.size());
  for (std::size_t j = 0; j < b.size(); ++j) row[j + 1] = row[j] + differences[j];
  return row;
}

/// An alignment from a table of all distances, for short sequences. Pairs are preferred to gaps.
void align_by_table(Symbols a, Symbols b, std::vector<AlignedPair>& pairs) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& cell = table[i * width + j];
      if (i == 0 || j == 0) {
        cell = i + j;
        continue;
      }
      const std::size_t paired = table[(i - 1) * width + j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cell = std::min({paired, table[(i - 1) * width + j] + 1, table[i * width + j - 1] + 1});
    }
  }
  const auto start = static_cast<std::ptrdiff_t>(pairs.size());
  for (std::size_t i = a.size(), j = b.size(); i > 0 || j > 0;) {
    const std::size_t cell = table[i * width + j];
    if (i > 0 && j > 0 && cell == table[(i - 1) * width + j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)) {
      pairs.push_back({a[--i], b[--j]});
    } else if (i > 0 && cell == table[(i - 1) * width + j] + 1) {
      pairs.push_back({a[--i], std::nullopt});
    } else {
      pairs.push_back({std::nullopt, b[--j]});
    }
  }
  std::reverse(pairs.begin() + start, pairs.end());
}

/// Aligns by halves of `a`: each half with the part of `b` that minimizes the sum of the two distances.
class Aligner {
 public:
  explicit Aligner(std::size_t symbols) : places_(symbols) {}

  void align(Symbols a, Symbols b) {
    if (a.size() <= 1 || b.size() <= 1 || a.size() <= kTableCells / b.size()) {
      align_by_table(a, b, pairs);
      return;
    }
    const std::size_t half = a.size() / 2, split = best_split(a, half, b);
    align(a.first(half), b.first(split));
    align(a.subspan(half), b.subspan(split));
  }

  std::vector<AlignedPair> pairs;

 private:
  std::size_t best_split(Symbols a, std::size_t half, Symbols b) {
    const Ids rest(a.rbegin(), a.rend() - static_cast<std::ptrdiff_t>(half)), backward(b.rbegin(), b.rend());
    const std::vector<std::size_t> before = last_row(a.first(half), b, places_);
    const std::vector<std::size_t> after = last_row(rest, backward, places_);
    std::size_t best = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      if (before[j] + after[b.size() - j] < before[best] + after[b.size() - best]) best = j;
    }
    return best;
  }

  std::vector<std::uint64_t> places_;
};

}  // namespace

std::size_t edit_distance(Symbols a, Symbols b) {
  const Numbered both = number(a, b);
  std::vector<std::uint64_t> places(both.symbols);
  return last_row(both.a, both.b, places).back();
}

std::vector<AlignedPair> align(Symbols a, Symbols b) {
  const Numbered both = number(a, b);
  Aligner aligner(both.symbols);
  aligner.pairs.reserve(std::max(a.size(), b.size()));
  aligner.align(both.a, both.b);
  std::size_t i = 0, j = 0;
  for (AlignedPair& pair : aligner.pairs) {
    if (pair.a) pair.a = a[i++];
    if (pair.b) pair.b = b[j++];
  }
  return std::move(aligner.pairs);
}

}  // namespace ocelli::internal
