#include "ocelli/text/training/printed_glyphs.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/ink_settings.hpp"
#include "ocelli/text/training/alphabet.hpp"
#include "ocelli/text/training/typesetting.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kLineLength = 40;
constexpr std::size_t kCountedFaces = 4;
constexpr double kLetterHeight = 1.2;  ///< of a text's letters, in x-heights
constexpr double kSmallPrint = 14;     ///< x-height in pixels below which gray lines are read enlarged

/// A random integer from low to high.
std::size_t between(Random& random, std::size_t low, std::size_t high) {
  return low + random.below(high - low + 1);
}

/// Random characters, all equally frequent, in "words" of one to eight.
std::u32string random_text(std::u32string_view all, Random& random) {
  std::u32string text;
  while (text.size() < kLineLength) {
    const std::size_t letters = between(random, 1, 8);
    for (std::size_t i = 0; i < letters; ++i) text += all[random.below(all.size())];
    text += U' ';
  }
  return text;
}

/// A piece of a text that begins at a word, reduced to these sorted characters and spaces.
std::u32string piece_of(const std::string& text, std::u32string_view characters, Random& random) {
  constexpr std::size_t kMaxBytes = 4 * kLineLength;
  const std::size_t start = text.size() > kLineLength ? random.below(text.size() - kLineLength) : 0;
  const std::size_t word = start == 0 ? 0 : text.find(' ', start);
  std::u32string piece;
  const std::string_view rest =
      std::string_view(text).substr(word == std::string::npos ? 0 : word, kMaxBytes);
  for (const char32_t letter : comparable_text(rest, {.keep_signs = true})) {
    if (letter == U' ' || std::ranges::binary_search(characters, letter)) piece += letter;
    if (piece.size() == kLineLength) break;
  }
  return piece;
}

TypesettingOptions random_setting(Random& random) {
  TypesettingOptions setting;
  // Mostly 7 to 14 points at 150 to 400 dots per inch, occasionally a headline.
  const double points = random.uniform() < 0.1 ? random.uniform(14, 24) : random.uniform(7, 14);
  const double resolution = random.uniform() < 0.6 ? 300 : random.uniform(150, 400);
  setting.size = points * resolution / 72;
  setting.spacing = random.uniform() < 0.4 ? random.uniform(-0.035, 0.05) : 0;
  setting.wander = random.uniform() < 0.15 ? random.uniform(0, 0.03) : 0;
  setting.start = random.uniform();
  setting.seed = random.bits();
  if (random.uniform() < 0.15) setting.style.slant = random.uniform(-0.05, 0.25);
  if (random.uniform() < 0.25) setting.style.stretch = random.uniform(0.75, 1.25);
  if (random.uniform() < 0.25) setting.style.weight = random.uniform(-0.02, 0.05) * setting.size;
  return setting;
}

/// Ink as page reading produces it: small gray print is enlarged before binarization, with any of the
/// settings.
LabeledLine labeled(const SetLine& line, const Scan& scan, Random& random) {
  LabeledLine labeled;
  const bool gray = cv::countNonZero((scan.image > 0) & (scan.image < 255)) > 0;
  const bool small = gray && line.x_height < kSmallPrint;
  const int scale = small ? 2 : 1;
  const InkSettings settings = gray ? kInkSettings[random.below(kInkSettings.size())] : InkSettings{};
  labeled.ink = ink_at(settings, scan.image, kLetterHeight * line.x_height, scale);
  cv::Mat owners = line.owners;
  if (small) cv::resize(line.owners, owners, labeled.ink.size(), 0, 0, cv::INTER_NEAREST);
  labeled.owners = spread_owners(owners, labeled.ink, 3 * scale);
  labeled.frame = {line.baseline * scale, 0, std::max(line.x_height * scale, 1.0)};
  for (const SetCharacter& set : line.characters) {
    labeled.characters.push_back(utf8_of({&set.character, 1}));
  }
  return labeled;
}

std::u32string those_in(const FontFace& face, std::u32string_view characters) {
  std::u32string found(characters);
  std::erase_if(found, [&face](char32_t character) { return !face.has({&character, 1}); });
  return found;
}

/// The part of the name that faces of one family share: its first two words.
std::string_view family_of(const FontFile& face) {
  const std::string_view name = face.name;
  return name.substr(0, name.find(' ', std::min(name.find(' '), name.size() - 1) + 1));
}

/// The number of lines per face. Families of many similar faces together get no more lines than kCountedFaces
/// faces.
std::vector<std::size_t> lines_of(std::span<const FontFile> faces, std::size_t lines) {
  std::map<std::string_view, std::size_t> sizes;
  for (const FontFile& face : faces) ++sizes[family_of(face)];
  std::vector<std::size_t> counts;
  for (const FontFile& face : faces) {
    const std::size_t size = std::max(sizes[family_of(face)], kCountedFaces);
    counts.push_back((lines * kCountedFaces + size - 1) / size);
  }
  return counts;
}

void print_line(FontFace& face, std::u32string_view characters, std::span<const std::string> texts,
                const PrintedGlyphOptions& options, std::uint64_t seed, GlyphSamples& samples) {
  Random random(seed);
  const bool any_order = texts.empty() || random.uniform() < options.random_text;
  const std::u32string text = any_order ? random_text(characters, random)
                                        : piece_of(texts[random.below(texts.size())], characters, random);
  const TypesettingOptions setting = random_setting(random);
  const SetLine line = set_line(face, text, setting);
  const Scan scan = print_and_scan(line.image, line.owners, options.scan, random);
  extract_glyphs(labeled(line, scan, random), options.reject_share, random.bits(), samples);
}

}  // namespace

void PrintedGlyphOptions::validate() const { check_options(*this); }

GlyphSamples print_glyphs(std::span<const FontFile> faces, std::u32string_view alphabet,
                          std::span<const std::string> texts, const PrintedGlyphOptions& options,
                          const ProgressSink& progress, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  const GlyphSamples none(reading_classes(alphabet));
  std::vector<GlyphSamples> of_faces(faces.size(), none);
  const std::vector<std::size_t> lines = lines_of(faces, options.lines);
  std::mutex told;
  std::size_t done = 0;
  parallel_for(std::size_t{0}, faces.size(), [&](std::size_t i) {
    FontFace face(faces[i].path, faces[i].index);
    const std::u32string characters = those_in(face, alphabet);
    for (std::size_t line = 0; line < lines[i]; ++line) {
      check_canceled();
      print_line(face, characters, texts, options, hash(options.seed, {i, line}), of_faces[i]);
    }
    const std::scoped_lock lock(told);
    if (progress) progress({"rendering glyphs", ++done, faces.size(), faces[i].name});
  });
  GlyphSamples all = none;
  for (const GlyphSamples& of_face : of_faces) all.add(of_face);
  return all;
}

}  // namespace ocelli::internal
