#include "ocelli/pipelines/sources/pdf_protection.hpp"

#include <optional>
#include <string>

#include "ocelli/core/require.hpp"
#include "ocelli/data/pdf/pdf_assembly.hpp"

namespace ocelli::internal {
namespace {

void add(std::string& losses, bool is_lost, const char* loss) {
  if (is_lost) losses += (losses.empty() ? "" : " and ") + std::string(loss);
}

}  // namespace

void check_protection(const std::filesystem::path& pdf, const PdfAccess& access) {
  const PdfProtection& kept = access.kept;
  if (!kept.is_signed && !kept.is_encrypted && !kept.has_form) return;
  const std::optional<PdfProtection> found = inspect_pdf(pdf, access.password);
  if (!found) return;
  std::string losses;
  add(losses, kept.is_signed && found->is_signed, "its digital signature, which would be invalid");
  add(losses, kept.is_encrypted && found->is_encrypted,
      "its encryption, with the password and the restrictions");
  add(losses, kept.has_form && found->has_form, "its form fields");
  require(
      losses.empty(), Kind::input,
      [&] {
        return "is not read: the searchable PDF would lose " + losses +
               "; use --allow-loss, or another format, which loses nothing";
      },
      pdf.string());
}

}  // namespace ocelli::internal
