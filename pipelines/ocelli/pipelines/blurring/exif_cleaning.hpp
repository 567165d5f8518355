#pragma once

#include <cstddef>
#include <vector>

namespace ocelli::internal {

/// Removes what may show or name an object from a block of EXIF data (from its byte order mark on): the
/// thumbnail and the maker's note, which may contain a picture. On request, the place, and the device
/// (make, model, software, owner, serial numbers). The bytes are overwritten, too. A block that cannot be
/// read becomes empty. Source  EXIF 2.32, 4.6; TIFF 6.0 section 2.
void clean_exif(std::vector<std::byte>& exif, bool without_place, bool without_device);

}  // namespace ocelli::internal
