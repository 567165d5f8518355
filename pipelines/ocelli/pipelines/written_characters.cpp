#include "ocelli/pipelines/written_characters.hpp"

#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>

#include <array>
#include <memory>

namespace ocelli::internal {
namespace {

/// In texts of every language. Low quotes, which open where others close, are in the files of languages that
/// use them.
constexpr char16_t kSigns[] = u"£€¥§¶©®™°†‡•·–—“”‘’«»½¼¾×÷±¹²³№";

using LocaleData = std::unique_ptr<ULocaleData, decltype(&ulocdata_close)>;

icu::UnicodeSet letters_of(ULocaleData* data, ULocaleDataExemplarSetType type) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeSet letters;
  ulocdata_getExemplarSet(data, letters.toUSet(), USET_ADD_CASE_MAPPINGS, type, &status);
  return U_SUCCESS(status) ? letters : icu::UnicodeSet();
}

/// The letters of a language and, if it has any beyond ASCII, those of Latin-1 in its foreign words: with
/// them, English would explain pages of other languages.
void add_alphabet(ULocaleData* data, icu::UnicodeSet& characters) {
  const icu::UnicodeSet alphabet = letters_of(data, ULOCDATA_ES_STANDARD);
  characters.addAll(alphabet);
  if (!alphabet.containsSome(icu::UnicodeSet(U'\u00C0', U'\u024F'))) return;
  icu::UnicodeSet foreign = letters_of(data, ULOCDATA_ES_AUXILIARY);
  foreign.retain(U'\u00C0', U'\u00FF');
  characters.addAll(foreign);
}

}  // namespace

std::string written_characters(const std::string& code) {
  icu::UnicodeSet characters(U'!', U'~');
  characters.addAll(icu::UnicodeString(kSigns));
  std::array<char, 16> language{};
  UErrorCode status = U_ZERO_ERROR;
  uloc_getLanguage(code.c_str(), language.data(), static_cast<std::int32_t>(language.size()), &status);
  const LocaleData data(ulocdata_open(language.data(), &status), ulocdata_close);
  if (status == U_ZERO_ERROR) add_alphabet(data.get(), characters);
  icu::UnicodeString text;
  for (std::int32_t i = 0; i < characters.getRangeCount(); ++i) {
    for (UChar32 c = characters.getRangeStart(i); c <= characters.getRangeEnd(i); ++c) text.append(c);
  }
  std::string utf8;
  return text.toUTF8String(utf8);
}

}  // namespace ocelli::internal
