#include "ocelli/pipelines/blurring/exif_cleaning.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr std::uint16_t kExifFolder = 0x8769, kGpsFolder = 0x8825, kMakerNote = 0x927C, kPictureAt = 0x0201,
                        kPictureBytes = 0x0202, kStripsAt = 0x0111, kStripBytes = 0x0117;
constexpr std::array<std::uint16_t, 11> kDevice{0x010F, 0x0110, 0x0131, 0x013C, 0xA430, 0xA431,
                                                0xA432, 0xA433, 0xA434, 0xA435, 0xC62F};
constexpr std::size_t kEntryBytes = 12;

/// A block of EXIF data with its byte order.
class ExifBlock {
 public:
  explicit ExifBlock(std::vector<std::byte>& bytes) : bytes_(bytes) {
    if (bytes.size() < 8) throw std::out_of_range("no header");
    is_big_ = bytes[0] == std::byte{'M'};
  }

  std::uint32_t number(std::size_t at, std::size_t bytes) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      value = value << 8 | std::to_integer<std::uint32_t>(bytes_.at(at + (is_big_ ? i : bytes - 1 - i)));
    return value;
  }

  void clear(std::size_t at, std::size_t count) {
    const std::size_t begin = std::min(at, bytes_.size()),
                      end = begin + std::min(count, bytes_.size() - begin);
    std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(begin),
              bytes_.begin() + static_cast<std::ptrdiff_t>(end), std::byte{0});
  }

  void set_count(std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 2; ++i)
      bytes_.at(at + (is_big_ ? 1 - i : i)) = static_cast<std::byte>(value >> 8 * i & 0xFF);
  }

  void move_up(std::size_t from, std::size_t end) {
    std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(from),
              bytes_.begin() + static_cast<std::ptrdiff_t>(end),
              bytes_.begin() + static_cast<std::ptrdiff_t>(from - kEntryBytes));
    clear(end - kEntryBytes, kEntryBytes);
  }

 private:
  std::vector<std::byte>& bytes_;
  bool is_big_ = false;
};

struct Entry {
  std::size_t at = 0;  ///< of the entry
  std::uint16_t tag = 0;
  std::size_t value_at = 0, value_bytes = 0;
};

Entry entry_at(const ExifBlock& block, std::size_t at) {
  constexpr std::array<std::size_t, 14> kBytes{1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
  const std::uint32_t type = block.number(at + 2, 2);
  const std::size_t bytes = std::size_t{block.number(at + 4, 4)} * kBytes[type < kBytes.size() ? type : 0];
  return {at, static_cast<std::uint16_t>(block.number(at, 2)), bytes <= 4 ? at + 8 : block.number(at + 8, 4),
          bytes};
}

std::vector<Entry> entries_of(const ExifBlock& block, std::size_t folder) {
  std::vector<Entry> entries;
  const std::size_t count = block.number(folder, 2);
  for (std::size_t i = 0; i < count; ++i) entries.push_back(entry_at(block, folder + 2 + i * kEntryBytes));
  return entries;
}

const Entry* find(const std::vector<Entry>& entries, std::uint16_t tag) {
  const auto found = std::ranges::find(entries, tag, &Entry::tag);
  return found == entries.end() ? nullptr : &*found;
}

void clear_values(ExifBlock& block, std::size_t folder) {
  for (const Entry& entry : entries_of(block, folder)) block.clear(entry.value_at, entry.value_bytes);
}

/// Removes entries and overwrites their values. The offset of the next folder moves with the last entry.
template <class IsRemoved>
void remove_entries(ExifBlock& block, std::size_t folder, const IsRemoved& is_removed) {
  std::vector<Entry> entries = entries_of(block, folder);
  std::size_t count = entries.size();
  for (std::size_t i = entries.size(); i-- > 0;) {
    if (!is_removed(entries[i].tag)) continue;
    block.clear(entries[i].value_at, entries[i].value_bytes);
    block.move_up(entries[i].at + kEntryBytes, folder + 2 + count * kEntryBytes + 4);
    --count;
  }
  block.set_count(folder, static_cast<std::uint32_t>(count));
}

void remove_thumbnail(ExifBlock& block, std::size_t folder) {
  const std::size_t link = folder + 2 + block.number(folder, 2) * kEntryBytes;
  const std::size_t second = block.number(link, 4);
  block.clear(link, 4);
  if (second == 0) return;
  const std::vector<Entry> entries = entries_of(block, second);
  for (const auto& [at_tag, bytes_tag] :
       {std::pair{kPictureAt, kPictureBytes}, std::pair{kStripsAt, kStripBytes}}) {
    const Entry *at = find(entries, at_tag), *bytes = find(entries, bytes_tag);
    if (at != nullptr && bytes != nullptr)
      block.clear(block.number(at->at + 8, 4), block.number(bytes->at + 8, 4));
  }
  clear_values(block, second);
  block.clear(second, 2 + entries.size() * kEntryBytes + 4);
}

void clean(ExifBlock& block, bool without_place, bool without_device) {
  const std::size_t first = block.number(4, 4);
  remove_thumbnail(block, first);
  const std::vector<Entry> entries = entries_of(block, first);
  const auto is_device = [&](std::uint16_t tag) {
    return without_device && std::ranges::count(kDevice, tag) > 0;
  };
  if (const Entry* const exif = find(entries, kExifFolder)) {
    remove_entries(block, block.number(exif->at + 8, 4),
                   [&](std::uint16_t tag) { return tag == kMakerNote || is_device(tag); });
  }
  if (const Entry* const gps = find(entries, kGpsFolder); gps != nullptr && without_place)
    clear_values(block, block.number(gps->at + 8, 4));
  remove_entries(block, first,
                 [&](std::uint16_t tag) { return (without_place && tag == kGpsFolder) || is_device(tag); });
}

}  // namespace

void clean_exif(std::vector<std::byte>& exif, bool without_place, bool without_device) {
  try {
    ExifBlock block(exif);
    clean(block, without_place, without_device);
  } catch (const std::out_of_range&) {
    exif.clear();
  }
}

}  // namespace ocelli::internal
