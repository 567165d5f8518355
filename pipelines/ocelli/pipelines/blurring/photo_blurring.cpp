#include "ocelli/pipelines/blurring/photo_blurring.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_formats.hpp"

namespace ocelli::internal {
namespace {

/// A box in a displayed photo, in the photo as stored. An orientation of EXIF mirrors and turns it.
Box box_as_stored(const Box& box, cv::Size displayed, int orientation) {
  const auto width = static_cast<float>(displayed.width), height = static_cast<float>(displayed.height);
  const float right = width - box.x - box.w, bottom = height - box.y - box.h;
  switch (orientation) {
    case 2:
      return {right, box.y, box.w, box.h};
    case 3:
      return {right, bottom, box.w, box.h};
    case 4:
      return {box.x, bottom, box.w, box.h};
    case 5:
      return {box.y, box.x, box.h, box.w};
    case 6:
      return {box.y, right, box.h, box.w};
    case 7:
      return {bottom, right, box.h, box.w};
    case 8:
      return {bottom, box.x, box.h, box.w};
    default:
      return box;
  }
}

using PhotoWriter = std::vector<std::byte> (*)(Bytes, const PhotoEdit&);

PhotoWriter photo_writer_of(const ImageFormat& format, const std::string& name) {
  if (format.name == "jpeg") return blurred_jpeg;
  if (format.name == "png") return blurred_png;
  if (format.name == "webp") return blurred_webp;
  throw Error(Kind::input,
              "is a " + std::string(format.name) + " file, which cannot be blurred: convert it to PNG first",
              name);
}

void require_same_ending(const BlurPair& pair, const ImageFormat& format) {
  const ImageFormat* const named = format_named(pair.output);
  require(
      (named != nullptr && named->name == format.name) || !pair.output.has_extension(), Kind::usage,
      [&] { return "keeps its format: name an output that ends in " + std::string(format.endings.front()); },
      pair.input.string());
}

template <class Action>
auto naming_photo(const std::filesystem::path& file, const Action& action) {
  try {
    return action();
  } catch (const Error& error) {
    if (!error.where().empty()) throw;
    throw Error(error.kind(), error.message(), file.string());
  }
}

std::vector<HiddenObject> reported_objects(const std::vector<Detection>& objects,
                                           const BlurOptions& options) {
  std::vector<HiddenObject> list;
  list.reserve(objects.size());
  for (const Detection& object : objects) {
    list.push_back({.number = *object.track,
                    .frames = 1,
                    .best_score = object.score,
                    .box = object.box,
                    .is_kept = options.keeps(object)});
  }
  return list;
}

}  // namespace

std::vector<Detection> objects_to_hide(const cv::Mat& gray, const HidingDetector& detector) {
  std::vector<Detection> objects = detector.detector.detect(gray);
  std::erase_if(objects, [&](const Detection& object) { return object.score < detector.least_score(); });
  for (std::size_t i = 0; i < objects.size(); ++i) objects[i].track = static_cast<int>(i + 1);
  return objects;
}

BlurredFile blur_photo(const BlurPair& pair, const BlurJob& job) {
  const std::string name = pair.input.string();
  const CancellationScope scope(job.stop);
  const std::vector<std::byte> file = read_file(pair.input, kMaxImageBytes);
  const DecodedImage gray =
      decode(file, {Colors::gray, job.detector.detector.transparency()}, name, job.limits);
  require(
      gray.warning.empty(), Kind::input,
      [&] { return "is damaged, so faces may be missed: " + gray.warning; }, name);
  const ImageFormat& format = *format_of(file);
  const PhotoWriter write = photo_writer_of(format, name);
  require_same_ending(pair, format);

  std::vector<Detection> objects = objects_to_hide(gray.pixels, job.detector);
  BlurredFile report{.objects = reported_objects(objects, job.options), .frames = 1};
  if (std::ranges::any_of(objects, [&](const Detection& o) { return o.score < job.detector.sure_score; }))
    report.doubtful.push_back({0, 0, 0, "an object was found with a low score only"});
  std::erase_if(objects, [&](const Detection& object) { return job.options.keeps(object); });
  report.hidden_frames = objects.empty() ? 0 : 1;
  if (objects.empty() && !job.options.strip) {
    write_file_atomically(pair.output, file);
    report.notes.push_back("copied as it is: nothing to hide");
    return report;
  }
  const int orientation = format.orientation == nullptr ? 1 : format.orientation(file);
  for (Detection& object : objects) object.box = box_as_stored(object.box, gray.pixels.size(), orientation);
  const Concealment how = job.options.concealment();
  const PhotoEdit edit{objects, how, job.options.strips("place"), job.options.strips("device")};
  write_file_atomically(pair.output, naming_photo(pair.input, [&] { return write(file, edit); }));
  return report;
}

}  // namespace ocelli::internal
