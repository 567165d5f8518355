#include "ocelli/features/channel_templates/channel_map.hpp"

namespace ocelli::internal {

void ChannelMap::compute(const CellChannels& channels, std::span<const float> image) {
  const CellGrid& cells = channels.cells();
  const std::size_t of_cell = channels.count(), row = cells.columns() * of_cell;
  codes_.resize(cells.rows() * row);
  channels.encode(image, codes_);
  row_ = kSide * of_cell;
  stride_ = row + 2 * kMargin * of_cell;
  values_.assign(stride_ * (cells.rows() + 2 * kMargin), 0);
  for (std::size_t y = 0; y < cells.rows(); ++y)
    std::ranges::copy(std::span(codes_).subspan(y * row, row),
                      std::span(values_).subspan((y + kMargin) * stride_ + kMargin * of_cell).begin());
}

void ChannelMap::add_window(std::size_t x, std::size_t y, float factor, std::span<float> sums) const {
  float* out = sums.data();
  for (std::size_t r = 0; r < kSide; ++r) {
    for (const float byte : window_row(x, y, r)) *out++ += factor * byte;
  }
}

}  // namespace ocelli::internal
