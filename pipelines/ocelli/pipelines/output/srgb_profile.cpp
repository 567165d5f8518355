#include "ocelli/pipelines/output/picture_coding.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "ocelli/pipelines/output/big_endian.hpp"

namespace ocelli::internal {
namespace {

void put_fixed(BigEndian& data, double value) {
  data.i32(static_cast<std::int32_t>(std::lround(value * 65536)));
}

std::string xyz(double x, double y, double z) {
  BigEndian data;
  data.text("XYZ ").u32(0);
  for (const double value : {x, y, z}) put_fixed(data, value);
  return data.data();
}

/// An English text.
std::string localized(std::string_view text) {
  BigEndian data;
  data.text("mluc")
      .u32(0)
      .u32(1)
      .u32(12)
      .text("enUS")
      .u32(static_cast<std::uint32_t>(2 * text.size()))
      .u32(28);
  for (const char letter : text) data.u16(static_cast<unsigned char>(letter));
  return data.data();
}

/// From Bradford's adaptation of daylight (D65) to the profile white point D50.
std::string adaptation() {
  BigEndian data;
  data.text("sf32").u32(0);
  for (const double value :
       {1.0478112, 0.0228866, -0.0501270, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316})
    put_fixed(data, value);
  return data.data();
}

/// A power curve with a linear segment near black.
std::string curve() {
  BigEndian data;
  data.text("para").u32(0).u16(3).u16(0);
  for (const double value : {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045}) put_fixed(data, value);
  return data.data();
}

struct ProfileTag {
  std::string name, data;
};

std::string profile_header(std::size_t size) {
  BigEndian header;
  header.u32(static_cast<std::uint32_t>(size)).u32(0).u32(0x04200000).text("mntrRGB XYZ ");
  for (const std::uint32_t part : {2020U, 1U, 1U, 0U, 0U, 0U}) header.u16(part);
  header.text("acsp").zeros(28);
  for (const double value : {0.9642, 1.0, 0.8249}) put_fixed(header, value);
  return header.zeros(48).data();
}

}  // namespace

std::string srgb_profile() {
  const std::vector<ProfileTag> tags = {{"desc", localized("sRGB")},
                                        {"cprt", localized("No copyright, use freely")},
                                        {"wtpt", xyz(0.9642, 1, 0.8249)},
                                        {"chad", adaptation()},
                                        {"rXYZ", xyz(0.4360657, 0.2224884, 0.0139160)},
                                        {"gXYZ", xyz(0.3851471, 0.7168732, 0.0970764)},
                                        {"bXYZ", xyz(0.1430664, 0.0606079, 0.7140961)},
                                        {"rTRC", curve()},
                                        {"gTRC", curve()},
                                        {"bTRC", curve()}};
  constexpr std::size_t kHeader = 128;
  BigEndian table;
  std::string content;
  table.u32(static_cast<std::uint32_t>(tags.size()));
  for (const auto& [name, data] : tags) {
    const std::size_t offset = kHeader + 4 + 12 * tags.size() + content.size();
    table.text(name).u32(static_cast<std::uint32_t>(offset)).u32(static_cast<std::uint32_t>(data.size()));
    content += in_fours(data);
  }
  return profile_header(kHeader + table.data().size() + content.size()) + table.data() + content;
}

}  // namespace ocelli::internal
