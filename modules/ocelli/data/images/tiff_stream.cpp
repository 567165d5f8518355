#include "ocelli/data/images/tiff_stream.hpp"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace ocelli::internal {
namespace {

TiffStream& stream_of(::thandle_t handle) { return *static_cast<TiffStream*>(handle); }

::tmsize_t read_bytes(::thandle_t handle, void* bytes, ::tmsize_t count) {
  TiffStream& stream = stream_of(handle);
  const std::uint64_t left = stream.file.size() - std::min<std::uint64_t>(stream.at, stream.file.size());
  const std::uint64_t given =
      std::min<std::uint64_t>(left, static_cast<std::uint64_t>(std::max<::tmsize_t>(count, 0)));
  if (given > 0) std::memcpy(bytes, stream.file.data() + stream.at, given);
  stream.at += given;
  return static_cast<::tmsize_t>(given);
}

::tmsize_t write_nothing(::thandle_t, void*, ::tmsize_t) { return 0; }

::toff_t seek(::thandle_t handle, ::toff_t offset, int from) {
  TiffStream& stream = stream_of(handle);
  if (from == SEEK_SET) stream.at = offset;
  if (from == SEEK_CUR) stream.at += offset;
  if (from == SEEK_END) stream.at = stream.file.size() + offset;
  return stream.at;
}

int close(::thandle_t) { return 0; }

::toff_t size(::thandle_t handle) { return stream_of(handle).file.size(); }

/// "Read error on strip 0; got 7 bytes, expected 20"
[[gnu::format(printf, 2, 0)]] std::string message_of(const char* module, const char* format, va_list values) {
  std::array<char, 256> text{};
  std::vsnprintf(text.data(), text.size(), format, values);
  return module != nullptr && *module != '\0' ? std::string(module) + ": " + text.data() : text.data();
}

[[gnu::format(printf, 4, 0)]] int take_error(::TIFF*, void* stream, const char* module, const char* format,
                                             va_list values) {
  std::string& fault = static_cast<TiffStream*>(stream)->fault;
  if (fault.empty()) fault = message_of(module, format, values);
  return 1;
}

/// Warnings of decoders ("Fax4Decode", "LZWDecode", "JPEGLib") are about pixels. Others are about tags that
/// nobody needs.
[[gnu::format(printf, 4, 0)]] int take_warning(::TIFF*, void* stream, const char* module, const char* format,
                                               va_list values) {
  std::string& warning = static_cast<TiffStream*>(stream)->warning;
  const std::string_view who = module == nullptr ? "" : module;
  const bool is_about_pixels =
      who.find("Decode") != std::string_view::npos || who.find("JPEG") != std::string_view::npos;
  if (warning.empty() && is_about_pixels) warning = message_of(module, format, values);
  return 1;
}

}  // namespace

TiffFile open_tiff(TiffStream& stream, const InputLimits& limits) {
  ::TIFFOpenOptions* const options = ::TIFFOpenOptionsAlloc();
  ::TIFFOpenOptionsSetErrorHandlerExtR(options, take_error, &stream);
  ::TIFFOpenOptionsSetWarningHandlerExtR(options, take_warning, &stream);
  ::TIFFOpenOptionsSetMaxSingleMemAlloc(options, static_cast<::tmsize_t>(limits.max_bytes()));
  constexpr const char* kHeaderAloneUnmapped = "rhm";
  TiffFile file(::TIFFClientOpenExt("TIFF", kHeaderAloneUnmapped, &stream, read_bytes, write_nothing, seek,
                                    close, size, nullptr, nullptr, options));
  ::TIFFOpenOptionsFree(options);
  return file;
}

std::string reason(const TiffStream& stream) { return stream.fault.empty() ? "it is damaged" : stream.fault; }

bool lacks_bytes(std::string_view fault) {
  return fault.find("Read error") != std::string_view::npos ||
         fault.find("Seek error") != std::string_view::npos;
}

}  // namespace ocelli::internal
