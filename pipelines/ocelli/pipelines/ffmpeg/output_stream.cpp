#include "ocelli/pipelines/ffmpeg/output_stream.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace ocelli::internal::ffmpeg {
namespace {

int descriptor_of(void* opaque) { return *static_cast<const int*>(opaque); }

int write_bytes(void* opaque, std::uint8_t* bytes, int count) {
  for (int done = 0; done < count;) {
    const ssize_t written =
        ::write(descriptor_of(opaque), bytes + done, static_cast<std::size_t>(count - done));
    if (written < 0 && errno != EINTR) return AVERROR(errno);
    if (written > 0) done += static_cast<int>(written);
  }
  return count;
}

std::int64_t seek(void* opaque, std::int64_t offset, int whence) {
  if ((whence & AVSEEK_SIZE) != 0) return AVERROR(ENOSYS);
  const off_t at = ::lseek(descriptor_of(opaque), offset, whence & ~AVSEEK_FORCE);
  return at < 0 ? AVERROR(errno) : at;
}

}  // namespace

OutputStream::OutputStream(int descriptor, bool can_seek) : descriptor_(descriptor) {
  constexpr int kBytes = 1 << 16, kForWriting = 1;
  auto* const buffer = static_cast<unsigned char*>(allocated(av_malloc(kBytes)));
  context_ = allocated(avio_alloc_context(buffer, kBytes, kForWriting, &descriptor_, nullptr, write_bytes,
                                          can_seek ? seek : nullptr));
}

OutputStream::~OutputStream() {
  av_freep(&context_->buffer);
  avio_context_free(&context_);
}

void OutputStream::flush() {
  avio_flush(context_);
  checked(context_->error, "write the video");
}

}  // namespace ocelli::internal::ffmpeg
