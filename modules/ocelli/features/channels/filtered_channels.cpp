#include "ocelli/features/channels/filtered_channels.hpp"

#include <algorithm>

#include "ocelli/features/channels/filter_kernel.hpp"

namespace ocelli::internal {
namespace {

using filter_kernel::kPadding;
using filter_kernel::kReach;

static_assert(FilteredChannels::kFilters == filter_kernel::kFilters && FilteredChannels::kSlack == kPadding);

/// A plane of channels.
struct Plane {
  const std::uint8_t* cells;
  std::size_t columns, rows;
};

/// The rows of a plane, extended by repeating the cells at the border. If every second column has results,
/// the even columns come first.
class PaddedPlane {
 public:
  PaddedPlane(const Plane& plane, bool every_second, std::vector<std::uint8_t>& storage)
      : last_row_(plane.rows - 1), count_(plane.columns + 2 * kReach), stride_(count_ + kPadding) {
    storage.resize(stride_ * plane.rows);
    first_ = storage.data();
    for (std::size_t y = 0; y < plane.rows; ++y) {
      const std::uint8_t* const cells = plane.cells + y * plane.columns;
      std::uint8_t* const row = storage.data() + y * stride_;
      const Border border{cells[0], cells[plane.columns - 1]};
      if (every_second) {
        pad<2>(cells, plane.columns, border, row);
        pad<2>(cells + 1, plane.columns, border, row + count_ / 2);
      } else {
        pad<1>(cells, plane.columns, border, row);
      }
    }
  }

  /// Entries per row.
  std::size_t count() const { return count_; }

  filter_kernel::Rows around(std::size_t y) const {
    filter_kernel::Rows rows{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t below = y + i;  // too far by kReach
      rows[i] = first_ + std::min(below > kReach ? below - kReach : 0, last_row_) * stride_;
    }
    return rows;
  }

 private:
  struct Border {
    std::uint8_t left, right;
  };

  /// Every kStep-th cell of a row, extended by the border cells on both sides.
  template <std::size_t kStep>
  static void pad(const std::uint8_t* cells, std::size_t columns, const Border& border, std::uint8_t* row) {
    const std::size_t reach = kReach / kStep, count = columns / kStep;
    std::fill_n(row, reach, border.left);
    for (std::size_t x = 0; x < count; ++x) row[reach + x] = cells[kStep * x];
    std::fill_n(row + reach + count, reach, border.right);
  }

  std::size_t last_row_, count_, stride_;
  const std::uint8_t* first_;
};

filter_kernel::RowSums sums_at(std::int16_t* row, std::size_t stride) {
  return {row, row + stride, row + 2 * stride, row + 3 * stride, row + 4 * stride};
}

/// Writes the results of a plane at every `step`-th cell (1 or 2). Returns their end.
std::uint8_t* filter(const Plane& plane, std::size_t step, FilteredChannels::Scratch& scratch,
                     std::uint8_t* out) {
  const PaddedPlane padded(plane, step == 2, scratch.padded);
  constexpr std::size_t kKindsOfSums = 5;
  const std::size_t stride = padded.count() + kPadding;
  scratch.sums.resize(kKindsOfSums * stride * (plane.rows / step));
  const filter_kernel::PlaneSums sums{.first = sums_at(scratch.sums.data(), stride),
                                      .stride = kKindsOfSums * stride,
                                      .columns = plane.columns / step,
                                      .rows = plane.rows / step,
                                      .every_second = step == 2};
  for (std::size_t y = 0; y < sums.rows; ++y) {
    filter_kernel::add_up_rows(padded.around(step * y), padded.count(),
                               sums_at(scratch.sums.data() + y * sums.stride, stride));
  }
  filter_kernel::filter_plane(sums, out);
  return out + filter_kernel::kFilters * sums.columns * sums.rows;
}

}  // namespace

FilteredChannels::FilteredChannels(cv::Size picture)
    : gradients_(picture),
      size_(gradients_.size() +
            kPlanes * kFilters * GradientChannels::cells(picture, GradientChannels::kOrientationCell)) {}

void FilteredChannels::filter(std::span<const std::uint8_t> gradients, std::span<std::uint8_t> channels,
                              Scratch& scratch) const {
  std::ranges::copy(gradients, channels.begin());
  constexpr std::size_t kFine = GradientChannels::kCell, kCoarse = GradientChannels::kOrientationCell;
  const auto width = static_cast<std::size_t>(picture().width),
             height = static_cast<std::size_t>(picture().height);
  const std::uint8_t* cells = channels.data();
  std::uint8_t* out = channels.data() + gradients_.size();
  for (std::size_t p = 0; p < kPlanes; ++p) {
    const std::size_t side = p < kPlanes - GradientChannels::kOrientations ? kFine : kCoarse;
    const Plane plane{cells, width / side, height / side};
    out = ocelli::internal::filter(plane, kCoarse / side, scratch, out);
    cells += plane.columns * plane.rows;
  }
}

std::vector<std::uint8_t> FilteredChannels::filtered(std::span<const std::uint8_t> gradients) const {
  std::vector<std::uint8_t> channels(size_ + kSlack);
  Scratch scratch;
  filter(gradients, channels, scratch);
  channels.resize(size_);
  return channels;
}

}  // namespace ocelli::internal
