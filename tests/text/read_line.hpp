#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal::test {

constexpr int kXHeight = 20, kCapital = 29, kFoot = 100;

/// A glyph that stands on the baseline at kFoot.
inline ReadGlyph glyph(std::string text, int x, int height) {
  return {std::move(text), {x, kFoot - height, 12, height}, 0.9F};
}

/// A line as it was read: small letters an x-height tall, all else like capitals. Letters named in `tall` are
/// as tall as capitals, those in `low` as small letters, whatever they were read as.
inline ReadLine line_of(const std::vector<std::string>& words, std::string_view tall = "",
                        std::string_view low = "") {
  constexpr std::string_view kLow = "aceimnorsuvwxzgpqy";
  ReadLine line;
  line.baseline = kFoot;
  line.x_height = kXHeight;
  int x = 0;
  for (const std::string& text : words) {
    ReadWord word;
    for (std::string_view rest = text, letter; !rest.empty(); rest.remove_prefix(letter.size())) {
      letter = first_character(rest);
      const bool is_low =
          low.find(letter) != std::string_view::npos ||
          (kLow.find(letter) != std::string_view::npos && tall.find(letter) == std::string_view::npos);
      word.glyphs.push_back(glyph(std::string(letter), x, is_low ? kXHeight : kCapital));
      x += 15;
    }
    line.words.push_back(std::move(word));
    x += 15;
  }
  return line;
}

/// All printing characters of ASCII, each as a class.
inline std::vector<std::string> printing_classes() {
  std::vector<std::string> classes;
  for (char letter = '!'; letter <= '~'; ++letter) classes.emplace_back(1, letter);
  return classes;
}

}  // namespace ocelli::internal::test
