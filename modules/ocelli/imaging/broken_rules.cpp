#include "ocelli/imaging/rules.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ocelli/core/chunks.hpp"
#include "ocelli/imaging/box_index.hpp"

namespace ocelli::internal {
namespace {

/// In letter heights.
constexpr double kWidestPiece = 0.4;
constexpr double kLowestPiece = 0.4;  ///< dots are shorter
constexpr double kNeighbor = 1.2;     ///< a letter this near makes a piece part of a word
constexpr double kSameColumn = 0.35;  ///< between the centers of neighboring pieces, horizontally
constexpr double kShortestColumn = 8;
constexpr double kWidestColumn = 1.5;  ///< rules lean a little; fragments of small print spread out
constexpr double kLowestLetter = 0.75, kHighestLetter = 1.4;

constexpr std::size_t kMinPieces = 5;
/// A column is a rule from this share of pieces without the height of a letter on.
constexpr double kIrregular = 0.4;

double middle_x(const cv::Rect& box) { return box.x + box.width / 2.0; }

/// The boxes of components that are not pieces, to find the neighbors of a piece.
BoxIndex neighbors_of(std::span<const Component> components, double letter) {
  std::vector<cv::Rect> boxes;
  for (const Component& component : components) {
    if (component.box.width > kWidestPiece * letter) boxes.push_back(component.box);
  }
  return {std::move(boxes), letter};
}

bool any_beside(const BoxIndex& neighbors, const cv::Rect& piece, double letter) {
  const auto reach = static_cast<int>(kNeighbor * letter);
  const auto aside = static_cast<int>(kLowestPiece * letter);
  const cv::Rect around(piece.x - reach, piece.y - aside, piece.width + 2 * reach, piece.height + 2 * aside);
  return neighbors.any_over(around, [](std::uint32_t) { return true; });
}

/// Whether the pieces in a column are a rule.
bool is_rule(std::span<const std::uint32_t> column, std::span<const Component> components, double letter) {
  if (column.size() < kMinPieces) return false;
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
  const BoxIndex neighbors = neighbors_of(components, letter);
  std::vector<std::uint32_t> pieces;
  for (std::uint32_t i = 0; i < components.size(); ++i) {
    const cv::Rect& box = components[i].box;
    if (box.width <= kWidestPiece * letter && box.height >= kLowestPiece * letter &&
        !any_beside(neighbors, box, letter))
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

}  // namespace ocelli::internal
