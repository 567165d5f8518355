#include "ocelli/features/channels/filtered_channels.hpp"

#include <algorithm>

#include "ocelli/features/channels/filter_kernel.hpp"

namespace ocelli {
namespace {

using filter_kernel::kPadding;
using filter_kernel::kReach;

static_assert(FilteredChannels::kFilters == filter_kernel::kFilters);

/// A plane of channels, and how far apart the cells are that have results.
struct Plane {
  const std::uint8_t* cells;
  std::size_t columns, rows, step;
};

/// Rows of a plane with room around each. The cells beside them are those at the border.
class PaddedPlane {
 public:
  PaddedPlane(const Plane& plane, std::vector<std::uint8_t>& storage)
      : last_row_(plane.rows - 1), stride_(plane.columns + 2 * kReach + kPadding) {
    storage.resize(stride_ * plane.rows);
    first_ = storage.data() + kReach;
    for (std::size_t y = 0; y < plane.rows; ++y) {
      const std::uint8_t* const cells = plane.cells + y * plane.columns;
      std::uint8_t* const row = storage.data() + y * stride_;
      std::fill_n(row, kReach, cells[0]);
      std::copy_n(cells, plane.columns, row + kReach);
      std::fill_n(row + kReach + plane.columns, kReach, cells[plane.columns - 1]);
    }
  }

  filter_kernel::Rows around(std::size_t y) const {
    filter_kernel::Rows rows{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t below = y + i;  // by kReach too far
      rows[i] = first_ + std::min(below > kReach ? below - kReach : 0, last_row_) * stride_;
    }
    return rows;
  }

 private:
  std::size_t last_row_, stride_;
  const std::uint8_t* first_;
};

/// Writes the results of a plane, filter after filter, and returns where they end.
std::uint8_t* filter_plane(const Plane& plane, FilteredChannels::Scratch& scratch, std::uint8_t* out) {
  const PaddedPlane padded(plane, scratch.padded);
  const std::size_t stride = plane.columns + kPadding, results = plane.columns / plane.step;
  const std::size_t cells = results * (plane.rows / plane.step);
  scratch.sums.resize(filter_kernel::working_entries(plane.columns));
  scratch.filtered.resize(filter_kernel::kFilters * stride);
  filter_kernel::FilteredRows filtered{};
  for (std::size_t f = 0; f < filtered.size(); ++f) filtered[f] = scratch.filtered.data() + f * stride;
  for (std::size_t y = 0, at = 0; y < plane.rows; y += plane.step, at += results) {
    filter_kernel::filter_row(padded.around(y), plane.columns, scratch.sums.data(), filtered);
    for (std::size_t f = 0; f < filtered.size(); ++f) {
      std::uint8_t* const row = out + f * cells + at;
      for (std::size_t x = 0; x < results; ++x) row[x] = filtered[f][x * plane.step];
    }
  }
  return out + filtered.size() * cells;
}

}  // namespace

FilteredChannels::FilteredChannels(cv::Size picture)
    : gradients_(picture),
      size_(gradients_.size() +
            kPlanes * kFilters *
                static_cast<std::size_t>(picture.width / GradientChannels::kOrientationCell) *
                static_cast<std::size_t>(picture.height / GradientChannels::kOrientationCell)) {}

void FilteredChannels::filter(std::span<std::uint8_t> channels, Scratch& scratch) const {
  const auto width = static_cast<std::size_t>(picture().width),
             height = static_cast<std::size_t>(picture().height);
  const std::uint8_t* plane = channels.data();
  std::uint8_t* out = channels.data() + gradients_.size();
  for (std::size_t p = 0; p < kPlanes; ++p) {
    const std::size_t side = p < 2 ? GradientChannels::kCell : GradientChannels::kOrientationCell;
    const std::size_t step = GradientChannels::kOrientationCell / side;
    out = filter_plane({plane, width / side, height / side, step}, scratch, out);
    plane += (width / side) * (height / side);
  }
}

std::vector<std::uint8_t> FilteredChannels::filtered(std::span<const std::uint8_t> gradients) const {
  std::vector<std::uint8_t> channels(size_);
  std::ranges::copy(gradients, channels.begin());
  Scratch scratch;
  filter(channels, scratch);
  return channels;
}

}  // namespace ocelli
