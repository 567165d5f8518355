#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

namespace ocelli {

/// A piece of ink whose pixels touch, at their sides or corners.
struct Component {
  cv::Rect box;
  std::uint32_t area = 0;  ///< pixels of ink

  friend bool operator==(const Component&, const Component&) = default;
};

/// All pieces of ink of a page, in the order of their first pixels, row by row.
struct Components {
  cv::Mat labels;  ///< 32-bit signed, the page's size: 0 is paper, i + 1 is ink of list[i]
  std::vector<Component> list;
};

/// Requires  8-bit, one channel; every pixel that is not 0 is ink.
/// Throws    Error(Kind::image) for any other image.
/// Cost      one pass over the pixels, and 4 bytes for each.
Components connected_components(const cv::Mat& ink);

}  // namespace ocelli
