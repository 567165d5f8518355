#pragma once

#include <string>

namespace ocelli::internal {

/// What a PDF file may have that an edited copy of it loses.
struct PdfProtection {
  bool is_signed = false, is_encrypted = false, has_form = false;
};

/// How PDF files are opened.
struct PdfAccess {
  std::string password = {};  ///< of the owner or the user of encrypted files; empty: none
  /// Whether invisible text, such as the layer of an earlier reading, is removed first.
  bool without_invisible_text = false;
  /// What is not to be lost: a file that has it is refused by those who open it to write a copy.
  PdfProtection kept = {};
};

}  // namespace ocelli::internal
