#include "ocelli/pipelines/text_output.hpp"

#include <cerrno>
#include <cstring>
#include <iostream>

#include "ocelli/core/error.hpp"

namespace ocelli {

TextOutput::TextOutput() : name_("standard output"), stream_(&std::cout) {}

TextOutput::TextOutput(const std::filesystem::path& path)
    : name_(path.string()), file_(path, std::ios::binary | std::ios::trunc), stream_(&file_) {
  if (!file_) throw Error(Kind::output, std::string("cannot be created: ") + std::strerror(errno), name_);
}

void TextOutput::write(std::string_view text) {
  *stream_ << text << std::flush;
  if (!*stream_) throw Error(Kind::output, "cannot be written; is the disk full?", name_);
}

}  // namespace ocelli
