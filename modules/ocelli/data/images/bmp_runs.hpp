#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli::internal {

/// Whether the file is a BMP file with run-length encoded pixels (RLE4, RLE8).
bool has_bmp_runs(Bytes file);

/// The same picture as a BMP file without run-length encoding, which every decoder reads alike. Pixels that
/// no run covers have color 0; `warning` is set where runs leave the picture or end early. Requires
/// has_bmp_runs(), and a size that the caller has checked.
/// Throws    Error(Kind::input) naming the file when
/// its header is invalid.
/// Source    MS-WMF 3.1.6, "RLE8 compression" and "RLE4 compression".
std::vector<std::byte> without_bmp_runs(Bytes file, const std::string& name, std::string& warning);

}  // namespace ocelli::internal
