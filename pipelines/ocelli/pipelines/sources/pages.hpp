#pragma once

#include <filesystem>
#include <memory>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli {

/// Whether the name ends as files of pages do: pdf tif tiff, in either case.
bool has_page_extension(const std::filesystem::path& path);

/// The pages of a file as items "scan.pdf#0", "scan.pdf#1", ...; a TIFF file of one page is the file itself. A page
/// is decoded when it is looked at, by any number of threads at once, and a damaged one leaves the others as they are.
/// The file is in memory once for each thread that looks at it.
/// Throws Error(Kind::input) naming the file when it has no pages that could be found or more than the limits allow.
std::unique_ptr<Source> open_pages(const std::filesystem::path& path, const InputLimits& limits = {});

}  // namespace ocelli
