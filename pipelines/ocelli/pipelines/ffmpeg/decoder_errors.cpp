#include "ocelli/pipelines/ffmpeg/decoder_errors.hpp"

#include <cstdarg>

extern "C" {
#include <libavutil/log.h>
}

namespace ocelli::internal::ffmpeg {
namespace {

thread_local std::size_t* counter = nullptr;

void note(void*, int level, const char*, va_list) {
  if (level <= AV_LOG_ERROR && counter != nullptr) ++*counter;
}

}  // namespace

// OpenCV may have set a function of its own in the meantime.
DecoderErrors::DecoderErrors() : outer_(counter) {
  av_log_set_callback(note);
  counter = &count_;
}
DecoderErrors::~DecoderErrors() { counter = outer_; }

}  // namespace ocelli::internal::ffmpeg
