#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/model_io/payload.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Shared by all kinds of content.
namespace ocelli::internal::format {

/// Versions of the format up to this one can be read.
constexpr std::uint32_t kVersion = 3;
/// The version of files that programs of any version understand.
constexpr std::uint32_t kFirstVersion = 1;

/// The root of a payload, which it points into. Checks that all offsets stay inside the payload and that the
/// version is known. Throws Error(Kind::model) otherwise.
const schema::File& verify(const Bytes& payload);

/// Throws Error(Kind::model) unless the file's content is of the given kind.
void require_content(const schema::File& file, schema::Content expected);

/// The content of a payload, verified, as the given table.
template <class Table>
const Table& content(const Bytes& payload) {
  const schema::File& file = verify(payload);
  require_content(file, schema::ContentTraits<Table>::enum_value);
  return *file.template content_as<Table>();
}

/// Runs `work` on the file called `name`. Every error becomes an Error(Kind::model) that names the file.
template <class Work>
auto on_behalf_of(const std::string& name, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(Kind::model, error.message(), name);
  }
}

/// Throws Error(Kind::model) when `bytes` exceeds `limit`.
void require_at_most(std::uint64_t limit, std::uint64_t bytes);

/// Parses a file, or bytes called `name`, of at most `limit` bytes.
template <class Parse>
auto load(const std::filesystem::path& path, std::uint64_t limit, Parse&& parse) {
  return on_behalf_of(path.string(), [&] { return parse(unseal(read_file(path, limit))); });
}

template <class Parse>
auto load(std::span<const std::byte> bytes, const std::string& name, std::uint64_t limit, Parse&& parse) {
  return on_behalf_of(name, [&] {
    require_at_most(limit, bytes.size());
    return parse(unseal(Bytes(bytes.begin(), bytes.end())));
  });
}

/// Makes the content the builder's root and returns the payload. `version`: the first one whose programs
/// understand all of it.
template <class Table>
Bytes payload_of(flatbuffers::FlatBufferBuilder& builder, flatbuffers::Offset<Table> content,
                 std::uint32_t version = kFirstVersion) {
  constexpr schema::Content kind = schema::ContentTraits<Table>::enum_value;
  schema::FinishFileBuffer(builder, schema::CreateFile(builder, version, kind, content.Union()));
  const auto bytes = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
  return {bytes.begin(), bytes.end()};
}

/// The bytes of a payload's file. A file that could not be loaded again, because of its size or because
/// `parse` rejects its payload, must not be saved: throws Error(Kind::model).
template <class Parse>
Bytes checked_file(const Bytes& payload, std::uint64_t limit, Parse&& parse) {
  parse(payload);
  Bytes file = seal(payload);
  require_at_most(limit, file.size());
  return file;
}

/// payload_of() and checked_file() in one: the bytes of a content's file.
template <class Table, class Parse>
Bytes finish(flatbuffers::FlatBufferBuilder& builder, flatbuffers::Offset<Table> content, std::uint64_t limit,
             Parse&& parse, std::uint32_t version = kFirstVersion) {
  return checked_file(payload_of(builder, content, version), limit, parse);
}

/// Serializes a content and writes it to a file atomically.
template <class Content>
void save(const std::filesystem::path& path, const Content& content) {
  write_file_atomically(path, on_behalf_of(path.string(), [&] { return serialize(content); }));
}

}  // namespace ocelli::internal::format
