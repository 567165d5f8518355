#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli {

/// Whether the file is a BMP file whose pixels are coded in runs (RLE4, RLE8).
bool has_bmp_runs(Bytes file);

/// The same picture as a BMP file without runs, which every decoder reads alike. Pixels that no run names are of colour 0;
/// `warning` is set where runs leave the picture or end early.
/// Requires  has_bmp_runs(), and a size that is bounded by somebody else.
/// Throws    Error(Kind::input) naming the file when its header is invalid.
/// Source    MS-WMF 3.1.6, "RLE8 compression" and "RLE4 compression".
std::vector<std::byte> without_bmp_runs(Bytes file, const std::string& name, std::string& warning);

}  // namespace ocelli
