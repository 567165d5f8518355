#include "ocelli/pipelines/output/picture_coding.hpp"

#include <tiffio.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <opencv2/core/types.hpp>
#include <vector>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// An in-memory file for libtiff to write to.
struct Memory {
  std::string bytes;
  std::size_t at = 0;
};

Memory& memory_of(thandle_t handle) { return *static_cast<Memory*>(handle); }

tmsize_t read(thandle_t, void*, tmsize_t) { return 0; }

tmsize_t write(thandle_t handle, void* data, tmsize_t size) {
  Memory& memory = memory_of(handle);
  const auto count = static_cast<std::size_t>(size);
  memory.bytes.resize(std::max(memory.bytes.size(), memory.at + count));
  std::copy_n(static_cast<const char*>(data), count,
              memory.bytes.begin() + static_cast<std::ptrdiff_t>(memory.at));
  memory.at += count;
  return size;
}

toff_t seek(thandle_t handle, toff_t offset, int from) {
  Memory& memory = memory_of(handle);
  if (from == SEEK_SET) memory.at = offset;
  if (from == SEEK_CUR) memory.at += offset;
  if (from == SEEK_END) memory.at = memory.bytes.size() + offset;
  return memory.at;
}

int close(thandle_t) { return 0; }

toff_t size(thandle_t handle) { return memory_of(handle).bytes.size(); }

/// One bit per pixel, most significant bit first; 1 is black.
std::vector<std::uint8_t> bits_of(const cv::Mat& picture) {
  const auto row_bytes = static_cast<std::size_t>((picture.cols + 7) / 8);
  std::vector<std::uint8_t> bits(row_bytes * static_cast<std::size_t>(picture.rows));
  for (int y = 0; y < picture.rows; ++y) {
    const std::uint8_t* const row = picture.ptr<std::uint8_t>(y);
    std::uint8_t* const packed = bits.data() + row_bytes * static_cast<std::size_t>(y);
    for (int x = 0; x < picture.cols; ++x) {
      if (row[x] == 0) packed[x / 8] = static_cast<std::uint8_t>(packed[x / 8] | 0x80 >> x % 8);
    }
  }
  return bits;
}

}  // namespace

std::string fax_coded(const cv::Mat& picture) {
  Memory memory;
  const std::unique_ptr<TIFF, void (*)(TIFF*)> file(
      ::TIFFClientOpen("page", "wm", &memory, read, write, seek, close, size, nullptr, nullptr), ::TIFFClose);
  require(file != nullptr, Kind::output, "out of memory while encoding a page");
  TIFF* const tiff = file.get();
  const auto width = static_cast<std::uint32_t>(picture.cols),
             height = static_cast<std::uint32_t>(picture.rows);
  const bool is_set = ::TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width) == 1 &&
                      ::TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height) == 1 &&
                      ::TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, height) == 1 &&
                      ::TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 1) == 1 &&
                      ::TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) == 1 &&
                      ::TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE) == 1 &&
                      ::TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4) == 1;
  std::vector<std::uint8_t> bits = bits_of(picture);
  require(is_set && ::TIFFWriteEncodedStrip(tiff, 0, bits.data(), static_cast<tmsize_t>(bits.size())) >= 0,
          Kind::output, "the picture of a page cannot be encoded");
  std::uint64_t *offsets = nullptr, *counts = nullptr;
  require(::TIFFGetField(tiff, TIFFTAG_STRIPOFFSETS, &offsets) == 1 &&
              ::TIFFGetField(tiff, TIFFTAG_STRIPBYTECOUNTS, &counts) == 1,
          Kind::output, "the picture of a page cannot be encoded");
  return memory.bytes.substr(offsets[0], counts[0]);
}

}  // namespace ocelli::internal
