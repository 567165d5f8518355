#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/correction/language_model.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kFewQuotes = 3;  ///< on a page, below which each keeps its own form
constexpr double kMostly = 0.65;       ///< share of one form that makes it the page's
constexpr float kSureForm = 0.97F;     ///< confidence of a mark that keeps its form on a page of the other

/// A quotation mark in its forms. Some faces draw the opening one as a grave accent.
struct QuoteForms {
  std::string_view straight, opening, closing, grave;
};
constexpr std::array<QuoteForms, 2> kQuotes = {
    {{"'", "\u2018", "\u2019", "`"}, {"\"", "\u201C", "\u201D", {}}}};
constexpr std::string_view kLowQuote = "\u201E";  ///< where it opens, \u201C closes
constexpr std::string_view kOpeners = "([{-/";

bool is_readable(std::string_view text, std::span<const std::string> readable) {
  return std::ranges::find(readable, text) != readable.end();
}

const QuoteForms* forms_of(const ReadGlyph& glyph) {
  for (const QuoteForms& forms : kQuotes)
    if (glyph.text == forms.straight || glyph.text == forms.opening || glyph.text == forms.closing ||
        glyph.text == forms.grave)
      return &forms;
  return nullptr;
}

bool is_curly(const ReadGlyph& glyph, const QuoteForms& forms) {
  return glyph.text == forms.opening || glyph.text == forms.closing;
}

/// Whether a mark before glyph i of a word would open a quotation.
bool is_opening(std::span<const ReadGlyph> word, std::size_t i) {
  while (i > 0 && forms_of(word[i - 1]) != nullptr) --i;
  if (i == 0) return true;
  const std::string& before = word[i - 1].text;
  return before == "\u2013" || before == "\u2014" ||
         (before.size() == 1 && kOpeners.find(before[0]) != std::string_view::npos);
}

/// How much of a page's quotation marks is curly, by confidence.
struct QuoteShare {
  double curly = 0, all = 0;
  std::size_t count = 0;
};

template <class Visit>
void for_each_quote(std::span<ReadLine> lines, Visit&& visit) {
  for (ReadLine& line : lines)
    for (ReadWord& word : line.words)
      for (std::size_t i = 0; i < word.glyphs.size(); ++i)
        if (const QuoteForms* const forms = forms_of(word.glyphs[i])) visit(word, i, *forms);
}

QuoteShare share_of_curly(std::span<ReadLine> lines) {
  QuoteShare share;
  for_each_quote(lines, [&](const ReadWord& word, std::size_t i, const QuoteForms& forms) {
    const auto confidence = static_cast<double>(word.glyphs[i].confidence);
    share.all += confidence;
    if (is_curly(word.glyphs[i], forms)) share.curly += confidence;
    ++share.count;
  });
  return share;
}

/// The curly form of a mark. Within and after words, a single one is an apostrophe.
std::string_view curly_form(const ReadWord& word, std::size_t i, const QuoteForms& forms) {
  const bool opens = is_opening(word.glyphs, i) && i + 1 < word.glyphs.size();
  return opens ? forms.opening : forms.closing;
}

/// Whether a word is one double quotation mark, but no opening one.
bool is_closing_quote(const ReadWord& word) {
  return word.glyphs.size() == 1 &&
         (word.glyphs[0].text == kQuotes[1].straight || word.glyphs[0].text == kQuotes[1].closing);
}

bool ends_in_mark(const ReadWord& word) {
  constexpr std::string_view kBeforeClosing = ".,!?";
  const std::string& last = word.glyphs.back().text;
  return last.size() == 1 && kBeforeClosing.find(last[0]) != std::string_view::npos;
}

int white_between_words(const ReadWord& left, const ReadWord& right) {
  const cv::Rect before = left.glyphs.back().box;
  return right.glyphs.front().box.x - before.x - before.width;
}

}  // namespace

void join_closing_quotes(ReadLine& line) {
  constexpr double kNearerMark = 0.75;  ///< maximum white before the mark, as a share of that after it
  constexpr double kWidestWhite = 2;    ///< x-heights before a mark that ends the line
  std::vector<ReadWord>& words = line.words;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!is_closing_quote(words[i]) || !ends_in_mark(words[i - 1])) continue;
    const double white = white_between_words(words[i - 1], words[i]);
    const double most = i + 1 < words.size() ? kNearerMark * white_between_words(words[i], words[i + 1])
                                             : kWidestWhite * line.x_height;
    if (white > most) continue;
    words[i - 1].glyphs.push_back(std::move(words[i].glyphs[0]));
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void resolve_quotes(std::span<ReadLine> lines, std::span<const std::string> readable) {
  const bool all = std::ranges::all_of(kQuotes, [&](const QuoteForms& forms) {
    return is_readable(forms.straight, readable) && is_readable(forms.opening, readable) &&
           is_readable(forms.closing, readable);
  });
  if (!all || is_readable(kLowQuote, readable)) return;
  const QuoteShare share = share_of_curly(lines);
  const bool curly = share.count >= kFewQuotes && share.curly >= kMostly * share.all;
  const bool straight = share.count >= kFewQuotes && share.curly <= (1 - kMostly) * share.all;
  for_each_quote(lines, [&](ReadWord& word, std::size_t i, const QuoteForms& forms) {
    ReadGlyph& glyph = word.glyphs[i];
    const bool sure = glyph.confidence >= kSureForm;
    if (glyph.text == forms.grave ? !curly : sure) return;
    if (is_curly(glyph, forms) ? !straight : curly) {
      glyph.text = curly_form(word, i, forms);
    } else if (straight) {
      glyph.text = forms.straight;
    }
  });
}

}  // namespace ocelli::internal
