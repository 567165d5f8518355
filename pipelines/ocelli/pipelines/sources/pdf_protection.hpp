#pragma once

#include <filesystem>

#include "ocelli/data/pdf/pdf_access.hpp"

namespace ocelli::internal {

/// Refuses a PDF file that an edited copy would rob of a signature, its encryption or a form.
/// Throws  Error(Kind::input) naming the file and everything that would be lost, of what `access` protects.
void check_protection(const std::filesystem::path& pdf, const PdfAccess& access);

}  // namespace ocelli::internal
