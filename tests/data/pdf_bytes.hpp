#pragma once

#include <string>
#include <vector>

namespace ocelli::internal::test {

/// A PDF file of these objects, numbered from 1. The first is the catalog. `trailer` is inserted into the
/// trailer.
inline std::string pdf_of_objects(const std::vector<std::string>& objects, const std::string& trailer = "") {
  std::string file = "%PDF-1.4\n", places;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string at = std::to_string(file.size());
    places += std::string(10 - at.size(), '0') + at + " 00000 n \n";
    file += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::string size = std::to_string(objects.size() + 1), start = std::to_string(file.size());
  file += "xref\n0 " + size + "\n0000000000 65535 f \n" + places;
  return file + "trailer\n<< /Size " + size + " /Root 1 0 R " + trailer + " >>\nstartxref\n" + start +
         "\n%%EOF\n";
}

inline std::string pdf_stream(const std::string& content, const std::string& entries = "") {
  return "<< " + entries + " /Length " + std::to_string(content.size()) + " >>\nstream\n" + content +
         "\nendstream";
}

/// A handwritten PDF file with one page for each of `contents`, which are drawing operators. Pages are
/// `width` x `height` points. `trailer` is inserted into the trailer.
inline std::string pdf_bytes(const std::vector<std::string>& contents, int width = 144, int height = 72,
                             const std::string& trailer = "") {
  std::vector<std::string> objects = {"<< /Type /Catalog /Pages 2 0 R >>", ""};
  std::string kids;
  for (const std::string& content : contents) {
    const std::string page = std::to_string(objects.size() + 1), stream = std::to_string(objects.size() + 2);
    kids += page + " 0 R ";
    objects.push_back("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + std::to_string(width) + " " +
                      std::to_string(height) + "] /Contents " + stream + " 0 R >>");
    objects.push_back(pdf_stream(content));
  }
  objects[1] = "<< /Type /Pages /Count " + std::to_string(contents.size()) + " /Kids [" + kids + "] >>";
  return pdf_of_objects(objects, trailer);
}

/// The same with a font, /F1, for text, and with more entries in the catalog and more objects, numbered from
/// kFirstOfMore on if there is one page.
inline constexpr int kFirstOfMore = 6;
inline std::string text_pdf_bytes(const std::vector<std::string>& contents, int width = 288, int height = 144,
                                  const std::string& catalog = "",
                                  const std::vector<std::string>& more = {}) {
  std::vector<std::string> objects = {"<< /Type /Catalog /Pages 2 0 R " + catalog + " >>", "",
                                      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"};
  std::string kids;
  for (const std::string& content : contents) {
    const std::string page = std::to_string(objects.size() + 1), stream = std::to_string(objects.size() + 2);
    kids += page + " 0 R ";
    objects.push_back("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + std::to_string(width) + " " +
                      std::to_string(height) + "] /Resources << /Font << /F1 3 0 R >> >> /Contents " +
                      stream + " 0 R >>");
    objects.push_back(pdf_stream(content));
  }
  objects[1] = "<< /Type /Pages /Count " + std::to_string(contents.size()) + " /Kids [" + kids + "] >>";
  objects.insert(objects.end(), more.begin(), more.end());
  return pdf_of_objects(objects);
}

/// The operators that show a text at a place, in points from the lower left corner. `mode` 3 is invisible.
inline std::string pdf_text(const std::string& text, int x, int y, int mode = 0, int size = 12) {
  return "BT " + std::to_string(mode) + " Tr /F1 " + std::to_string(size) + " Tf " + std::to_string(x) + " " +
         std::to_string(y) + " Td (" + text + ") Tj ET\n";
}

/// A PDF file of two kilobytes. Its first page takes forever to draw: its forms draw others ten times each,
/// ten levels deep. Its second page is empty.
inline std::string endless_pdf_bytes() {
  constexpr int kDepth = 10;
  const auto resources = [](int object) {
    return "/Resources << /XObject << /F " + std::to_string(object) + " 0 R >> >>";
  };
  std::string calls;
  for (int i = 0; i < 10; ++i) calls += "/F Do ";
  std::vector<std::string> objects = {
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents 5 0 R " + resources(6) + " >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>", pdf_stream(calls)};
  for (int depth = 0; depth < kDepth; ++depth) {
    const int next = static_cast<int>(objects.size()) + 2;
    const bool is_last = depth + 1 == kDepth;
    objects.push_back(
        pdf_stream(is_last ? "0 0 9 9 re f" : calls,
                   "/Type /XObject /Subtype /Form /BBox [0 0 72 72] " + (is_last ? "" : resources(next))));
  }
  return pdf_of_objects(objects);
}

/// A PDF file of one empty page that no password opens.
inline std::string encrypted_pdf_bytes() {
  const std::string key(64, '5');
  return pdf_bytes(
      {""}, 72, 72,
      "/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + key + "> /U <" + key + "> >>");
}

}  // namespace ocelli::internal::test
