#include "ocelli/model_io/container.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <optional>

#include "ocelli/core/mistaken_file.hpp"

namespace ocelli::internal::format {
namespace {

constexpr std::size_t kSealBytes = 4;
/// A root offset, the identifier and the checksum. No file is shorter.
constexpr std::size_t kMinFileBytes = 2 * sizeof(flatbuffers::uoffset_t) + kSealBytes;
/// Far more than any model has. Bounds the memory that repeatedly referenced tables can take.
constexpr flatbuffers::uoffset_t kMaxTables = 100'000;

/// The CRC-32 of the bytes, little-endian.
std::array<std::byte, kSealBytes> seal_of(std::span<const std::byte> bytes) {
  const uLong crc = ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  std::array<std::byte, kSealBytes> seal;
  for (std::size_t i = 0; i < kSealBytes; ++i) seal[i] = static_cast<std::byte>(crc >> (8 * i));
  return seal;
}

std::string describe(schema::Content kind) {
  switch (kind) {
    case schema::Content::DetectorModel:
      return "a detector model";
    case schema::Content::OpenCvModel:
      return "an OpenCV cascade";
    case schema::Content::TrainingCheckpoint:
      return "a training checkpoint";
    case schema::Content::OpenCvTrainingCheckpoint:
      return "the checkpoint of a cascade for OpenCV";
    case schema::Content::ClassifierModel:
      return "a classifier model";
    case schema::Content::ReaderModel:
      return "a reader of text";
    case schema::Content::LanguageFile:
      return "a language for readers of text";
    case schema::Content::ClassifierCheckpoint:
      return "the checkpoint of a classifier";
    default:
      return "an unknown kind of content";
  }
}

}  // namespace

Bytes seal(Bytes payload) {
  const auto seal = seal_of(payload);
  payload.insert(payload.end(), seal.begin(), seal.end());
  return payload;
}

Bytes unseal(Bytes file) {
  require(!file.empty(), Kind::model, "is empty");
  const bool has_identifier = file.size() >= kMinFileBytes && schema::FileBufferHasIdentifier(file.data());
  if (!has_identifier) {
    if (const std::optional<std::string> instead = mistaken_file(file)) throw Error(Kind::model, *instead);
  }
  require(file.size() >= kMinFileBytes, Kind::model, "is too short for an Ocelli file");
  require(has_identifier, Kind::model, "is not an Ocelli file");
  const std::size_t payload_bytes = file.size() - kSealBytes;
  const std::span whole(file);
  require(std::ranges::equal(seal_of(whole.first(payload_bytes)), whole.subspan(payload_bytes)), Kind::model,
          "is damaged: its checksum does not match its content; get another copy");
  file.resize(payload_bytes);
  return file;
}

void require_at_most(std::uint64_t limit, std::uint64_t bytes) {
  require(bytes <= limit, Kind::model, [&] {
    return "has " + std::to_string(bytes) + " bytes, more than the " + std::to_string(limit) + " allowed";
  });
}

const schema::File& verify(const Bytes& payload) {
  flatbuffers::Verifier::Options options;
  options.max_tables = kMaxTables;
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size(),
                                 options);
  require(schema::VerifyFileBuffer(verifier), Kind::model, "is damaged: its internal offsets are invalid");

  const schema::File& file = *schema::GetFile(payload.data());
  require(file.version() > 0, Kind::model, "is damaged: it has no format version");
  require(file.version() <= kVersion, Kind::model, [&] {
    return "has format version " + std::to_string(file.version()) + ", and this program reads up to " +
           std::to_string(kVersion) + ": use a newer Ocelli";
  });
  return file;
}

void require_content(const schema::File& file, schema::Content expected) {
  require(file.content_type() == expected, Kind::model,
          [&] { return "contains " + describe(file.content_type()) + ", expected " + describe(expected); });
}

}  // namespace ocelli::internal::format
