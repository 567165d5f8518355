#include "ocelli/data/annotations/photo_search.hpp"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code failure;
  return fs::is_regular_file(path, failure);
}

/// With slashes instead of backslashes, and without a drive letter.
std::string with_slashes(std::string name) {
  std::ranges::replace(name, '\\', '/');
  const bool has_drive = name.size() > 1 && name[1] == ':' &&
                         ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'));
  return has_drive ? name.substr(2) : name;
}

/// The key for comparing names: in lower case and NFC, because systems compose letters differently.
std::string search_key(const std::string& name) {
  const bool is_ascii =
      std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_ascii || !is_utf8(name)) return in_lower_case(name);
  UErrorCode failure = U_ZERO_ERROR;
  const icu::Normalizer2* const composer = icu::Normalizer2::getNFCInstance(failure);
  if (U_FAILURE(failure)) return in_lower_case(name);
  std::string composed;
  composer->normalize(icu::UnicodeString::fromUTF8(name), failure).toUTF8String(composed);
  return in_lower_case(U_FAILURE(failure) ? name : composed);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char small = static_cast<char>(c | 0x20);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// With "%20" and the like decoded.
std::string without_escapes(const std::string& name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_escape =
        name[i] == '%' && i + 2 < name.size() && hex_digit(name[i + 1]) >= 0 && hex_digit(name[i + 2]) >= 0;
    const int letter = is_escape ? 16 * hex_digit(name[i + 1]) + hex_digit(name[i + 2]) : 0;
    text += letter > 0 ? static_cast<char>(letter) : name[i];
    if (letter > 0) i += 2;
  }
  return text;
}

/// With "\\udce9" and the like replaced by the bytes they stand for, which formats of UTF-8 text cannot
/// contain.
std::string with_own_bytes(const std::string& name) {
  constexpr std::string_view kMark = "\\udc";
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::size_t at = i + kMark.size();
    const bool is_byte = name.compare(i, kMark.size(), kMark) == 0 && at + 1 < name.size() &&
                         hex_digit(name[at]) >= 8 && hex_digit(name[at + 1]) >= 0;
    text += is_byte ? static_cast<char>(16 * hex_digit(name[at]) + hex_digit(name[at + 1])) : name[i];
    if (is_byte) i = at + 1;
  }
  return text;
}

/// The path of a URL, without its scheme, host, query and fragment. Other names are unchanged.
std::string path_of_address(const std::string& name) {
  constexpr std::string_view kMark = "://";
  const std::size_t mark = name.find(kMark);
  if (mark == std::string::npos) {
    std::string path = name.substr(0, name.find('?'));
    return has_image_extension(path) ? path : name;
  }
  const std::string rest = name.substr(mark + kMark.size());
  const std::string path = rest.substr(std::min(rest.find('/'), rest.size()));
  return path.substr(0, path.find_first_of("?#"));
}

/// The possible meanings of a name, the likeliest first.
std::vector<std::string> meanings_of(const std::string& name) {
  std::vector<std::string> meanings = {with_slashes(with_own_bytes(name))};
  const auto add = [&](std::string other) {
    if (!other.empty() && std::ranges::count(meanings, other) == 0) meanings.push_back(std::move(other));
  };
  add(path_of_address(meanings[0]));
  add(without_escapes(meanings.back()));
  return meanings;
}

/// A number without leading zeros; empty for other texts.
std::string plain_number(const std::string& text) {
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number) return {};
  return text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
}

/// The folders and the file in a path, without "..", "." and empty parts.
std::vector<fs::path> parts_of(const fs::path& path) {
  std::vector<fs::path> parts;
  for (const fs::path& part : path.lexically_normal().relative_path()) {
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
  }
  return parts;
}

/// The name without anything after its last dot, if that could be an extension: "a" for "a.jpg", all of
/// "2020.05".
std::string stem_of(const fs::path& name) {
  constexpr std::size_t kMaxLetters = 5;
  const std::string extension = name.extension().string();
  const bool begins_with_letter =
      extension.size() > 1 && ((extension[1] | 0x20) >= 'a' && (extension[1] | 0x20) <= 'z');
  return begins_with_letter && extension.size() <= 1 + kMaxLetters ? name.stem().string() : name.string();
}

/// Whether a file lies in folders of these names, in any case.
bool lies_in(const fs::path& file, std::span<const fs::path> folders) {
  fs::path folder = file.parent_path();
  for (auto name = folders.rbegin(); name != folders.rend(); ++name, folder = folder.parent_path()) {
    if (search_key(folder.filename().string()) != search_key(name->string())) return false;
  }
  return true;
}

/// The subfolder with that name, or else those with the name in another case.
void add_subfolders(const fs::path& folder, const fs::path& name, std::vector<fs::path>& found) {
  std::error_code failure, no_folder;
  if (fs::is_directory(folder / name, failure)) return found.push_back(folder / name);
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const fs::path other = entry->path().filename();
    if (search_key(other.string()) == search_key(name.string()) && entry->is_directory(no_folder))
      found.push_back(folder / other);
  }
}

void keep_distinct(std::vector<fs::path>& paths) {
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end(),
                          [](const fs::path& a, const fs::path& b) {
                            std::error_code failure;
                            return a == b || fs::equivalent(a, b, failure);
                          }),
              paths.end());
}

}  // namespace

void PhotoSearch::Shelf::add(const fs::path& file) {
  by_name.emplace(search_key(file.filename().string()), file);
  if (!is_image_file(file)) return;
  const std::string stem = stem_of(file.filename()), number = plain_number(stem);
  by_stem.emplace(search_key(stem), file);
  if (!number.empty()) by_number.emplace(number, file);
}

PhotoSearch::PhotoSearch(std::vector<fs::path> folders, std::span<const fs::path> trees)
    : folders_(std::move(folders)), trees_(trees.begin(), trees.end()) {}

const PhotoSearch::Shelf& PhotoSearch::shelf(const fs::path& folder) {
  const auto [entry, is_new] = shelves_.try_emplace(folder);
  if (!is_new) return entry->second;
  std::error_code failure, no_file;
  for (fs::directory_iterator file(folder.empty() ? "." : folder, failure), end; !failure && file != end;
       file.increment(failure)) {
    if (!is_left_by_system(file->path()) && file->is_regular_file(no_file))
      entry->second.add(folder / file->path().filename());
  }
  return entry->second;
}

const PhotoSearch::Paths& PhotoSearch::subfolders(const fs::path& folder, std::span<const fs::path> parts) {
  fs::path names;
  for (const fs::path& part : parts) names /= part;
  const auto [entry, is_new] = subfolders_.try_emplace({folder, names});
  if (!is_new) return entry->second;
  entry->second = {folder};
  for (const fs::path& part : parts) {
    Paths next;
    for (const fs::path& place : entry->second) add_subfolders(place, part, next);
    entry->second = std::move(next);
  }
  return entry->second;
}

PhotoSearch::Paths PhotoSearch::candidates(std::span<const fs::path> parts, Likeness likeness) {
  const fs::path& name = parts.back();
  const std::span<const fs::path> above = parts.first(parts.size() - 1);
  Paths found;
  const auto add_matches = [&](const Shelf& files, bool is_tree) {
    const auto add = [&](const auto& by, const std::string& key) {
      for (auto [file, end] = by.equal_range(key); file != end; ++file) {
        const bool is_same = file->second.filename() == name;
        if ((likeness != Likeness::same || is_same) && (!is_tree || lies_in(file->second, above)))
          found.push_back(file->second);
      }
    };
    if (likeness == Likeness::same_number) return add(files.by_number, plain_number(stem_of(name)));
    if (likeness != Likeness::other_extension) return add(files.by_name, search_key(name.string()));
    add(files.by_stem, search_key(stem_of(name)));
    if (stem_of(name) != name) add(files.by_stem, search_key(name.string()));
  };
  for (const fs::path& folder : folders_) {
    for (const fs::path& place : subfolders(folder, above)) add_matches(shelf(place), false);
  }
  if (in_trees_) add_matches(*in_trees_, true);
  keep_distinct(found);
  return found;
}

std::optional<fs::path> PhotoSearch::find_as_written(std::string_view name) const {
  std::vector<std::string> spellings = {std::string(name)};
  if (name.find('\\') != std::string_view::npos) spellings.push_back(with_slashes(std::string(name)));
  for (const std::string& spelling : spellings) {
    for (const Paths& places : {folders_, trees_}) {
      for (const fs::path& folder : places) {
        fs::path there = (folder / spelling).lexically_normal();
        if (is_file(there)) return there;
      }
    }
  }
  return std::nullopt;
}

std::optional<PhotoSearch::Found> PhotoSearch::find(std::string_view name) {
  if (auto there = find_as_written(name)) return Found{std::move(*there), true};
  return find_meant(name);
}

std::optional<PhotoSearch::Found> PhotoSearch::find_meant(std::string_view name) {
  const std::vector<std::string> meanings = meanings_of(std::string(name));
  for (const std::string& meaning : meanings) {
    if (meaning == name || !fs::path(meaning).is_absolute()) continue;
    if (auto there = find_as_written(meaning)) return Found{std::move(*there), false};
  }
  list_trees();
  for (const std::string& meaning : meanings) {
    if (auto found = find_end(meaning, name)) return found;
  }
  return std::nullopt;
}

void PhotoSearch::list_trees() {
  if (!in_trees_ && !trees_.empty()) {
    in_trees_.emplace();
    for (const fs::path& tree : trees_) {
      for (const fs::path& file : list_folder(tree, [](const fs::path&) { return true; }).files)
        in_trees_->add(file);
    }
  }
}

std::optional<PhotoSearch::Found> PhotoSearch::find_end(const std::string& meaning, std::string_view name) {
  const std::vector<fs::path> parts = parts_of(meaning);
  for (std::size_t first = 0; first < parts.size(); ++first) {
    for (const Likeness likeness :
         {Likeness::same, Likeness::other_case, Likeness::other_extension, Likeness::same_number}) {
      Paths found = candidates(std::span(parts).subspan(first), likeness);
      if (found.size() == 1) return Found{std::move(found.front()), false};
      if (found.size() < 2) continue;
      throw Error(Kind::input,
                  "the image " + in_quotes(name) + " could be " + found[0].string() + " or " +
                      found[1].string() +
                      (found.size() > 2 ? " or " + std::to_string(found.size() - 2) + " other files"
                                        : std::string()) +
                      "; give it with its folder and extension");
    }
  }
  return std::nullopt;
}

std::string PhotoSearch::places() const {
  Paths all = folders_;
  for (const fs::path& tree : trees_) {
    if (std::ranges::count(all, tree) == 0) all.push_back(tree);
  }
  std::string words;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) words += i + 1 == all.size() ? " and in " : ", ";
    words += all[i].empty() ? "." : all[i].string();
  }
  return words;
}

}  // namespace ocelli::internal
