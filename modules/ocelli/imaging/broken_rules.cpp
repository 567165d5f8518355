#include "ocelli/imaging/broken_rules.hpp"

#include <algorithm>
#include <cstddef>

#include "ocelli/core/chunks.hpp"

namespace ocelli {
namespace {

/// In letters' heights.
constexpr double kWidestPiece = 0.4;
constexpr double kLowestPiece = 0.4;  ///< dots are lower
constexpr double kNeighbour = 1.2;    ///< a letter this near makes a piece part of a word
constexpr double kSameColumn = 0.35;  ///< between the middles of neighbouring pieces, sideways
constexpr double kShortestColumn = 8;
constexpr double kWidestColumn = 1.5;  ///< rules lean a little; fragments of small print spread
constexpr double kLowestLetter = 0.75, kHighestLetter = 1.4;

constexpr std::size_t kFewestPieces = 5;
constexpr double kIrregular =
    0.4;  ///< share of pieces of no letter's height from which on a column is a rule

double middle_x(const cv::Rect& box) { return box.x + box.width / 2.0; }

/// Components that are no pieces, sorted by rows, to ask who stands beside a piece.
class Neighbours {
 public:
  Neighbours(std::span<const Component> components, double letter) : letter_(letter) {
    for (const Component& component : components) {
      if (component.box.width > kWidestPiece * letter) boxes_.push_back(component.box);
      highest_ = std::max(highest_, component.box.height);
    }
    std::ranges::sort(boxes_, {}, &cv::Rect::y);
  }

  bool any_beside(const cv::Rect& piece) const {
    const auto reach = static_cast<int>(kNeighbour * letter_);
    const auto aside = static_cast<int>(kLowestPiece * letter_);
    const cv::Rect around(piece.x - reach, piece.y - aside, piece.width + 2 * reach,
                          piece.height + 2 * aside);
    for (auto box = std::ranges::lower_bound(boxes_, around.y - highest_, {}, &cv::Rect::y);
         box != boxes_.end() && box->y < around.y + around.height; ++box) {
      if (!(*box & around).empty()) return true;
    }
    return false;
  }

 private:
  double letter_;
  int highest_ = 0;
  std::vector<cv::Rect> boxes_;
};

/// Whether pieces that stand in a column are a rule.
bool is_rule(std::span<const std::uint32_t> column, std::span<const Component> components, double letter) {
  if (column.size() < kFewestPieces) return false;
  cv::Rect around;
  std::size_t irregular = 0;
  for (const std::uint32_t piece : column) {
    const cv::Rect& box = components[piece].box;
    around |= box;
    irregular += box.height < kLowestLetter * letter || box.height > kHighestLetter * letter;
  }
  return around.height >= kShortestColumn * letter && around.width <= kWidestColumn * letter &&
         static_cast<double>(irregular) >= kIrregular * static_cast<double>(column.size());
}

}  // namespace

std::vector<std::uint8_t> pieces_of_rules(std::span<const Component> components, double letter) {
  const Neighbours neighbours(components, letter);
  std::vector<std::uint32_t> pieces;
  for (std::uint32_t i = 0; i < components.size(); ++i) {
    const cv::Rect& box = components[i].box;
    if (box.width <= kWidestPiece * letter && box.height >= kLowestPiece * letter &&
        !neighbours.any_beside(box))
      pieces.push_back(i);
  }
  std::ranges::stable_sort(pieces, {}, [&](std::uint32_t piece) { return middle_x(components[piece].box); });

  std::vector<std::uint8_t> is_piece(components.size(), 0);
  const auto same_column = [&](std::uint32_t one, std::uint32_t next) {
    return middle_x(components[next].box) - middle_x(components[one].box) <= kSameColumn * letter;
  };
  for_each_chunk(std::span(pieces), same_column, [&](std::span<const std::uint32_t> column) {
    if (!is_rule(column, components, letter)) return;
    for (const std::uint32_t piece : column) is_piece[piece] = 1;
  });
  return is_piece;
}

}  // namespace ocelli
