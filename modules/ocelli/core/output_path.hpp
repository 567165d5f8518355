#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <span>

namespace ocelli {

/// Where an output really goes, at the end of all links.
struct OutputPath {
  enum class Form {
    absent,      ///< to be made
    file,        ///< a regular file, to be replaced or written anew
    stream,      ///< a device or pipe, to be written to
    descriptor,  ///< one that the program was started with: /dev/stdout, /dev/fd/N
  };

  std::filesystem::path path;
  Form form = Form::absent;
  int descriptor = -1;     ///< of Form::descriptor
  mode_t permissions = 0;  ///< of Form::file, and its owner
  uid_t owner = static_cast<uid_t>(-1);
  gid_t group = static_cast<gid_t>(-1);

  bool is_stream() const { return form == Form::stream || form == Form::descriptor; }
};

/// Where a path leads at the end of all links, of which the last may be to what is not there yet. A link to a descriptor
/// of this program is not followed beyond its name in /proc. Throws  Error(Kind::output) naming `path` for links that
/// cannot be followed or lead round in a circle.
std::filesystem::path end_of_links(const std::filesystem::path& path);

/// Finds where an output goes and checks that it may be written there; touches nothing. A file without any write
/// permission is respected even where the system would let this user write it.
/// Throws  Error(Kind::output) naming `path`, with a remedy: a folder, a socket, a file that may not be written, a folder
///         that does not exist, a descriptor that is not open for writing.
OutputPath find_output(const std::filesystem::path& path);

/// Opens a stream for writing, or a file: cut to nothing, or to go on at its end. Waits for the reader of a pipe. The caller
/// closes the descriptor. Throws  Error(Kind::output) naming `name`, here and below.
enum class OpenMode { anew, append };
int open_output(const OutputPath& output, OpenMode mode, const std::filesystem::path& name);

/// All of the bytes, or an error.
void write_all(int descriptor, std::span<const std::byte> bytes, const std::filesystem::path& name);

}  // namespace ocelli
