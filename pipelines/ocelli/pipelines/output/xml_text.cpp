#include "ocelli/pipelines/output/xml_text.hpp"

#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

/// What XML 1.0 may hold; even escaped, it may hold no other (its section 2.2).
bool is_xml(char32_t character) {
  return character >= U' ' ? character != 0xFFFE && character != 0xFFFF
                           : character == U'\t' || character == U'\n' || character == U'\r';
}

}  // namespace

std::string escaped_xml(const std::string& text) {
  std::string xml;
  for (const char32_t character : code_points(text)) {
    switch (character) {
      case U'&':
        xml += "&amp;";
        break;
      case U'<':
        xml += "&lt;";
        break;
      case U'>':
        xml += "&gt;";
        break;
      case U'"':
        xml += "&quot;";
        break;
      case U'\t':
      case U'\n':
      case U'\r':
        xml += "&#" + std::to_string(static_cast<unsigned>(character)) + ";";
        break;
      default:
        xml += to_utf8(std::u32string(1, is_xml(character) ? character : 0xFFFD));
    }
  }
  return xml;
}

}  // namespace ocelli::internal
