#pragma once

#include <string>
#include <vector>

namespace ocelli::test {

/// A PDF file written by hand: one page for each of `contents`, which are drawing operators, each `width` x `height`
/// points. `trailer` is put into the trailer.
inline std::string pdf_bytes(const std::vector<std::string>& contents, int width = 144, int height = 72,
                             const std::string& trailer = "") {
  std::vector<std::string> objects = {"<< /Type /Catalog /Pages 2 0 R >>", ""};
  std::string kids;
  for (const std::string& content : contents) {
    const std::string page = std::to_string(objects.size() + 1), stream = std::to_string(objects.size() + 2);
    kids += page + " 0 R ";
    objects.push_back("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + std::to_string(width) + " " +
                      std::to_string(height) + "] /Contents " + stream + " 0 R >>");
    objects.push_back("<< /Length " + std::to_string(content.size()) + " >>\nstream\n" + content +
                      "\nendstream");
  }
  objects[1] = "<< /Type /Pages /Count " + std::to_string(contents.size()) + " /Kids [" + kids + "] >>";
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

/// A PDF file of one empty page that no password opens.
inline std::string encrypted_pdf_bytes() {
  const std::string key(64, '5');
  return pdf_bytes(
      {""}, 72, 72,
      "/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + key + "> /U <" + key + "> >>");
}

}  // namespace ocelli::test
