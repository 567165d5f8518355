#pragma once

#include <filesystem>
#include <memory>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// Whether the name has the extension of a file with pages: pdf tif tiff, in any case.
bool has_page_extension(const std::filesystem::path& path);

/// The pages of a file as items "scan.pdf#0", "scan.pdf#1", ...; a TIFF file of one page is the file itself.
/// A page is decoded on demand, by any number of threads at once, and a damaged one does not affect the
/// others. The file is in memory once per thread that reads it. Throws Error(Kind::input) naming the file
/// when it has no pages or more than the limits allow.
std::unique_ptr<Source> open_pages(const std::filesystem::path& path, const InputLimits& limits = {});

}  // namespace ocelli::internal
