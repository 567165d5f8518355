#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/correction/language_model.hpp"

namespace ocelli::internal {
namespace {

/// Whether a text has letters, all in listed words.
bool is_listed(std::string_view text, const LanguageModel& language) {
  bool any = false, all = true;
  for_each_word(text, [&](const WordHash& word) {
    any = true;
    all = all && language.knows_word(word.value());
  });
  return any && all;
}

}  // namespace

bool join_initial(const ReadLine& initial, ReadLine& line, const LanguageModel& language) {
  if (initial.words.size() != 1 || initial.words[0].glyphs.size() != 1 || line.words.empty()) return false;
  ReadGlyph letter = initial.words[0].glyphs[0];
  if (!WordHash::is_letter(letter.text)) return false;
  letter.text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(letter.text[0])));
  ReadWord& first = line.words.front();
  const bool may_be_word = letter.text == "A" || letter.text == "I";
  if (may_be_word && is_listed(first.text(), language) && !is_listed(letter.text + first.text(), language))
    line.words.insert(line.words.begin(), ReadWord{{std::move(letter)}});
  else
    first.glyphs.insert(first.glyphs.begin(), std::move(letter));
  line.box |= initial.box;
  return true;
}

}  // namespace ocelli::internal
