#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// The target of an output path after all links are resolved.
struct OutputPath {
  enum class Form {
    absent,      ///< to be created
    file,        ///< a regular file, to be replaced or rewritten
    stream,      ///< a device or pipe, to be written to
    descriptor,  ///< a descriptor that the program inherited: /dev/stdout, /dev/fd/N
  };

  std::filesystem::path path;
  Form form = Form::absent;
  int descriptor = -1;     ///< of Form::descriptor
  mode_t permissions = 0;  ///< of Form::file, like its owner
  uid_t owner = static_cast<uid_t>(-1);
  gid_t group = static_cast<gid_t>(-1);

  bool is_stream() const { return form == Form::stream || form == Form::descriptor; }
};

/// Resolves all links of a path. The last one may point to a missing file. A link to a descriptor of this
/// program is not followed beyond its name in /proc.
/// Throws  Error(Kind::output) naming `path` for links that cannot be followed or form a cycle.
std::filesystem::path end_of_links(const std::filesystem::path& path);

/// Resolves an output path and checks that it may be written. Changes nothing on disk. A file without any
/// write permission is rejected even if the system would let this user write it.
/// Throws  Error(Kind::output) naming `path`, with a remedy, for a folder, a socket, a file without write
/// permission, a path in a folder that does not exist, or a descriptor that is not open for writing.
OutputPath find_output(const std::filesystem::path& path);

/// The longest prefix of a UTF-8 text with at most this many bytes, cut between two characters.
std::string_view front_of(std::string_view text, std::size_t max_bytes);

/// A name of a file: colons become hyphens, and it has at most 200 bytes, which leaves room for a mark and an
/// ending.
std::string fit_name(std::string name);

/// Creates a folder and those above it unless it is there.
/// Throws  Error(Kind::output) naming it: "cannot create this folder" and the purpose, such as " for crops".
void create_folder(const std::filesystem::path& folder, std::string_view purpose);

/// The path of a file next to `file`: its name with `suffix` added. If that has more bytes than a file system
/// allows, a hash replaces the end of the name, so that files with different names still have different
/// companions.
/// Requires  a suffix of at most 100 bytes.
std::filesystem::path beside(const std::filesystem::path& file, std::string_view suffix);

/// Opens a stream or a file for writing, either truncated or to append. Waits for the reader of a pipe. The
/// caller closes the descriptor.
/// Throws  Error(Kind::output) naming `name`, like write_all(); Error(Kind::canceled) on a stop request
/// (CancellationScope) while it waits.
enum class OpenMode { anew, append };
int open_output(const OutputPath& output, OpenMode mode, const std::filesystem::path& name);

/// Writes all bytes or throws.
void write_all(int descriptor, std::span<const std::byte> bytes, const std::filesystem::path& name);

}  // namespace ocelli::internal
