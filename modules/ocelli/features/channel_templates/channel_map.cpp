#include "ocelli/features/channel_templates/channel_map.hpp"

namespace ocelli {

void ChannelMap::compute(const OrientationFeatures& channels, std::span<const float> image) {
  constexpr std::size_t kChannels = OrientationFeatures::kDirections;
  const CellGrid& cells = channels.cells(0);
  codes_.resize(channels.groups());
  channels.encode(image, codes_);
  const std::size_t row = cells.columns() * kChannels;
  stride_ = row + 2 * kMargin * kChannels;
  values_.assign(stride_ * (cells.rows() + 2 * kMargin), 0);
  for (std::size_t y = 0; y < cells.rows(); ++y)
    std::ranges::copy(std::span(codes_).subspan(y * row, row),
                      std::span(values_).subspan((y + kMargin) * stride_ + kMargin * kChannels).begin());
}

void ChannelMap::add_window(std::size_t x, std::size_t y, float factor, std::span<float> sums) const {
  float* out = sums.data();
  for (std::size_t r = 0; r < kSide; ++r) {
    for (const float byte : window_row(x, y, r)) *out++ += factor * byte;
  }
}

}  // namespace ocelli
