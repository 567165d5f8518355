#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "ocelli/classifier.hpp"
#include "ocelli/detector.hpp"
#include "ocelli/error.hpp"
#include "ocelli/image.hpp"
#include "ocelli/ocelli.h"
#include "ocelli/reader.hpp"

struct ocelli_picture {
  ocelli::Image image;
};
struct ocelli_detector {
  ocelli::Detector detector;
};
struct ocelli_classifier {
  ocelli::Classifier classifier;
};
struct ocelli_reader {
  ocelli::Reader reader;
};

namespace {

thread_local std::string last_error;

void keep(const char* message) noexcept {
  try {
    last_error = message;
  } catch (...) {
    last_error.clear();
  }
}

/// Returns the result of the work; after an exception, stores its message and returns `failure`.
template <class Result, class Work>
Result guarded(Result failure, Work&& work) noexcept {
  try {
    return work();
  } catch (const std::exception& error) {
    keep(error.what());
  } catch (...) {
    keep("an unknown error");
  }
  return failure;
}

/// Throws  for a null pointer, which C allows.
template <class Pointee>
Pointee& existing(Pointee* pointer, const char* name) {
  if (pointer == nullptr) throw ocelli::Error(ocelli::Kind::usage, "must not be NULL", name);
  return *pointer;
}

ocelli::ImageView view_of(const ocelli_image* image) {
  const ocelli_image& given = existing(image, "image");
  return {given.data, given.width, given.height, given.row_stride,
          static_cast<ocelli::PixelFormat>(given.format)};
}

ocelli::Options options_of(const char* const* options) {
  ocelli::Options list;
  if (options == nullptr) return list;
  for (; options[0] != nullptr; options += 2)
    list.emplace_back(options[0], &existing(options[1], "the value of the last option"));
  return list;
}

int labeled(const ocelli::Classification& found, float* scores) {
  if (scores != nullptr) {
    for (const ocelli::RankedLabel& one : found.ranking) scores[one.index] = one.score;
  }
  return static_cast<int>(found.best().index);
}

ocelli_box box_of(const ocelli::Detection& found) {
  const ocelli::Box& box = found.box;
  return {box.x, box.y, box.w, box.h, found.score, found.probability.value_or(-1.0F)};
}

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

/// Returns the end of what was written.
float* write_landmarks(const ocelli::Detection& found, float* numbers) {
  ocelli::Landmarks landmarks{};
  landmarks.fill({kUnknown, kUnknown});
  for (const ocelli::Point& point : found.landmarks.value_or(landmarks))
    *numbers++ = point.x, *numbers++ = point.y;
  return numbers;
}

/// Returns the end of what was written.
float* write_pose(const ocelli::Detection& found, float* numbers) {
  const ocelli::Pose pose = found.pose.value_or(ocelli::Pose{.roll = kUnknown});
  *numbers++ = pose.yaw.value_or(kUnknown), *numbers++ = pose.roll;
  return numbers;
}

// Formats are passed by number.
static_assert(OCELLI_GRAY8 == static_cast<int>(ocelli::PixelFormat::gray8));
static_assert(OCELLI_GRAY16 == static_cast<int>(ocelli::PixelFormat::gray16));
static_assert(OCELLI_BGR8 == static_cast<int>(ocelli::PixelFormat::bgr8));
static_assert(OCELLI_RGB8 == static_cast<int>(ocelli::PixelFormat::rgb8));
static_assert(OCELLI_BGRA8 == static_cast<int>(ocelli::PixelFormat::bgra8));
static_assert(OCELLI_RGBA8 == static_cast<int>(ocelli::PixelFormat::rgba8));

}  // namespace

const char* ocelli_version(void) { return ocelli::version(); }
const char* ocelli_error(void) { return last_error.c_str(); }

ocelli_picture* ocelli_picture_read(const char* path) {
  return guarded<ocelli_picture*>(
      nullptr, [&] { return new ocelli_picture{ocelli::read_image(&existing(path, "path"))}; });
}

ocelli_image ocelli_picture_image(const ocelli_picture* picture) {
  if (picture == nullptr) return {};
  const ocelli::Image& image = picture->image;
  return {image.pixels.data(), image.width, image.height, 0, static_cast<ocelli_format>(image.format)};
}

void ocelli_picture_free(ocelli_picture* picture) { delete picture; }

ocelli_detector* ocelli_detector_load(const char* path, const char* const* options) {
  return guarded<ocelli_detector*>(nullptr, [&] {
    return new ocelli_detector{
        ocelli::Detector(std::filesystem::path(&existing(path, "path")), options_of(options))};
  });
}

const char* ocelli_detector_label(const ocelli_detector* detector) {
  return detector == nullptr ? "" : detector->detector.label().c_str();
}

int ocelli_detect(const ocelli_detector* detector, const ocelli_image* image, ocelli_box* boxes,
                  int capacity) {
  return ocelli_detect_landmarks(detector, image, boxes, nullptr, nullptr, capacity);
}

int ocelli_detect_landmarks(const ocelli_detector* detector, const ocelli_image* image, ocelli_box* boxes,
                            float* landmarks, float* poses, int capacity) {
  return guarded(-1, [&] {
    const std::vector<ocelli::Detection> found =
        existing(detector, "detector").detector.detect(view_of(image));
    const std::size_t room = std::min(static_cast<std::size_t>(std::max(capacity, 0)), found.size());
    for (std::size_t i = 0; i < room; ++i) {
      if (boxes != nullptr) boxes[i] = box_of(found[i]);
      if (landmarks != nullptr) landmarks = write_landmarks(found[i], landmarks);
      if (poses != nullptr) poses = write_pose(found[i], poses);
    }
    return static_cast<int>(found.size());
  });
}

void ocelli_detector_free(ocelli_detector* detector) { delete detector; }

ocelli_classifier* ocelli_classifier_load(const char* path) {
  return guarded<ocelli_classifier*>(nullptr, [&] {
    return new ocelli_classifier{ocelli::Classifier(std::filesystem::path(&existing(path, "path")))};
  });
}

int ocelli_classifier_classes(const ocelli_classifier* classifier) {
  return classifier == nullptr ? 0 : static_cast<int>(classifier->classifier.classes().size());
}

const char* ocelli_classifier_class(const ocelli_classifier* classifier, int index) {
  if (index < 0 || index >= ocelli_classifier_classes(classifier)) return nullptr;
  return classifier->classifier.classes()[static_cast<std::size_t>(index)].c_str();
}

int ocelli_classify(const ocelli_classifier* classifier, const ocelli_image* image, float* scores) {
  return guarded(-1, [&] {
    const ocelli::Classifier& own = existing(classifier, "classifier").classifier;
    return labeled(own.classify(view_of(image)), scores);
  });
}

int ocelli_classify_row(const ocelli_classifier* classifier, const float* row, size_t length, float* scores) {
  return guarded(-1, [&] {
    const ocelli::Classifier& own = existing(classifier, "classifier").classifier;
    return labeled(own.classify(std::span(&existing(row, "row"), length)), scores);
  });
}

void ocelli_classifier_free(ocelli_classifier* classifier) { delete classifier; }

ocelli_reader* ocelli_reader_load(const char* path, const char* const* options) {
  return guarded<ocelli_reader*>(nullptr, [&] {
    const std::filesystem::path model = path == nullptr ? "" : path;
    return new ocelli_reader{ocelli::Reader(model, options_of(options))};
  });
}

char* ocelli_read(const ocelli_reader* reader, const ocelli_image* page) {
  return guarded<char*>(nullptr, [&] {
    const std::string text = existing(reader, "reader").reader.read(view_of(page)).text;
    auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
  });
}

void ocelli_string_free(char* text) { std::free(text); }
void ocelli_reader_free(ocelli_reader* reader) { delete reader; }
