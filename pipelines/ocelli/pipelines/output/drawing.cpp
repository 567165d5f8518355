#include "ocelli/pipelines/output/drawing.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <ranges>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/plugin.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/imaging/rotated_picture.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/sources/video_library.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// Of the label, or of the track: BGR, all bright, so that a dark outline separates them from any picture.
cv::Scalar color_of(const Detection& detection) {
  static const std::array<cv::Scalar, 6> kColors = {cv::Scalar(80, 230, 80),  cv::Scalar(60, 200, 255),
                                                    cv::Scalar(255, 180, 60), cv::Scalar(200, 110, 255),
                                                    cv::Scalar(90, 130, 255), cv::Scalar(230, 230, 70)};
  const std::string& label = detection.label;
  const auto of_label = std::accumulate(label.begin(), label.end(), std::size_t{0});
  return kColors[(detection.track ? static_cast<std::size_t>(*detection.track) : of_label) % kColors.size()];
}

cv::Rect pixels(const Box& box) {
  return {cvRound(box.x), cvRound(box.y), std::max(1, cvRound(box.w)), std::max(1, cvRound(box.h))};
}

const cv::Scalar kRim(0, 0, 0);

/// Line width: scaled to the picture, but limited so that a small box stays visible.
int thickness_of(const Detection& detection, const cv::Size& picture) {
  const int of_picture = (std::min(picture.width, picture.height) + 150) / 300;
  const int max = cvRound(std::min(detection.box.w, detection.box.h)) / 12;
  return std::max(1, std::min(of_picture, max));
}

/// The corners of the box, tilted as the object is.
std::array<cv::Point, 4> corners_of(const Detection& detection) {
  const double tilt = detection.pose ? tilt_of(static_cast<double>(detection.pose->roll)) : 0;
  if (tilt == 0) {
    const cv::Rect box = pixels(detection.box);
    const int right = box.br().x - 1, bottom = box.br().y - 1;
    return {box.tl(), {right, box.y}, {right, bottom}, {box.x, bottom}};
  }
  const Box& box = detection.box;
  std::array<cv::Point2f, 4> corners;
  cv::RotatedRect({box.center_x(), box.center_y()}, {box.w, box.h}, static_cast<float>(tilt))
      .points(corners.data());
  return {corners[0], corners[1], corners[2], corners[3]};
}

/// A line with gaps: the box of an object that was not seen is a guess.
void draw_dashes(cv::Mat& picture, const cv::Point& from, const cv::Point& to, const cv::Scalar& color,
                 int thickness) {
  constexpr double kPeriod = 16,
                   kDrawn = 0.3;  // pixels, and more in large pictures; the ends of dashes are round
  const double period = kPeriod * std::max(1.0, std::min(picture.cols, picture.rows) / 480.0);
  const cv::Point2d whole = to - from;
  const int dashes = std::max(1, cvRound(cv::norm(whole) / period));
  for (int i = 0; i < dashes; ++i) {
    const cv::Point2d begin = cv::Point2d(from) + whole * (i / static_cast<double>(dashes));
    cv::line(picture, begin, begin + whole * (kDrawn / dashes), color, thickness);
  }
}

void draw_outline(cv::Mat& picture, const Detection& detection, const cv::Scalar& color, int thickness) {
  const std::array<cv::Point, 4> corners = corners_of(detection);
  const bool is_upright = corners[0].y == corners[1].y;
  if (detection.seen && is_upright) return cv::rectangle(picture, corners[0], corners[2], color, thickness);
  if (detection.seen) {
    const std::vector<cv::Point> outline(corners.begin(), corners.end());
    return cv::polylines(picture, outline, true, color, thickness);
  }
  for (std::size_t i = 0; i < corners.size(); ++i)
    draw_dashes(picture, corners[i], corners[(i + 1) % corners.size()], color, thickness);
}

/// A bright frame between dark ones, visible on any picture.
void draw_frame(cv::Mat& picture, const Detection& detection) {
  const int thickness = thickness_of(detection, picture.size());
  draw_outline(picture, detection, kRim, thickness + 2 * std::max(1, thickness / 2));
  draw_outline(picture, detection, color_of(detection), thickness);
}

/// A dot on each landmark, bright on a dark rim.
void draw_landmarks(cv::Mat& picture, const Detection& detection) {
  if (!detection.landmarks) return;
  const int radius = std::max(1, std::min(std::min(picture.cols, picture.rows) / 250,
                                          cvRound(std::min(detection.box.w, detection.box.h)) / 30));
  for (const Point& point : *detection.landmarks) {
    const cv::Point place(cvRound(point.x), cvRound(point.y));
    cv::circle(picture, place, radius + 1, kRim, cv::FILLED);
    cv::circle(picture, place, radius, color_of(detection), cv::FILLED);
  }
}

/// "99 %", or the score if the detector has no probability.
std::string sureness_of(const Detection& detection) {
  return detection.probability ? fixed(100.0 * *detection.probability, 0) + " %" : fixed(detection.score, 1);
}

/// "face", or "face 3" for a followed one.
std::string name_of(const Detection& detection) {
  return detection.track ? detection.label + " " + std::to_string(*detection.track) : detection.label;
}

/// A line of text on a filled tag.
struct Tag {
  std::string text;
  double size = 0;
  int margin = 0, baseline = 0;
  cv::Size extent;  ///< of the tag

  Tag(std::string words, double font_size) : text(std::move(words)), size(font_size) {
    margin = std::max(2, cvRound(5 * size));
    const cv::Size letters = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, size, pen(), &baseline);
    extent = {letters.width + 2 * margin, letters.height + baseline / 2 + 2 * margin};
  }
  int pen() const { return std::max(1, cvRound(1.5 * size)); }
};

/// Label and confidence in a font size that fits the picture and the box. If the picture is too narrow, only
/// the confidence, or nothing.
std::optional<Tag> tag_of(const Detection& detection, const cv::Size& picture) {
  constexpr double kSmallest = 0.4;  // readable
  constexpr double kMaxBoxes = 1.5;
  const double of_picture = 0.32 * std::max(1, std::min(picture.width, picture.height)) / 300;
  const Tag plain(name_of(detection) + "  " + sureness_of(detection), 1);
  const double of_box = kMaxBoxes * detection.box.w / plain.extent.width;
  const double size = std::max(kSmallest, std::min(of_picture, of_box));
  for (const std::string& text : {plain.text, sureness_of(detection)}) {
    Tag tag(text, size);
    if (tag.extent.width <= picture.width && tag.extent.height <= picture.height) return tag;
  }
  return std::nullopt;
}

/// Above the box; below it if there is no room above; otherwise at the top of the picture.
cv::Point place_of(const Tag& tag, const cv::Rect& box, int thickness, const cv::Size& picture) {
  const int above = box.y - thickness - tag.extent.height, below = box.y + box.height + thickness;
  const bool fits_below = below + tag.extent.height <= picture.height;
  return {std::clamp(box.x, 0, picture.width - tag.extent.width), above >= 0   ? above
                                                                  : fits_below ? below
                                                                               : 0};
}

void draw_tag(cv::Mat& picture, const Detection& detection) {
  const cv::Rect box = pixels(detection.box);
  if ((box & cv::Rect({}, picture.size())).empty()) return;
  const std::optional<Tag> tag = tag_of(detection, picture.size());
  if (!tag) return;
  const cv::Rect ground(place_of(*tag, box, thickness_of(detection, picture.size()), picture.size()),
                        tag->extent);
  cv::rectangle(picture, ground, color_of(detection), cv::FILLED);
  cv::rectangle(picture, ground, kRim, 1);
  const cv::Point letters(ground.x + tag->margin, ground.br().y - tag->margin - tag->baseline / 2);
  cv::putText(picture, tag->text, letters, cv::FONT_HERSHEY_SIMPLEX, tag->size, kRim, tag->pen(),
              cv::LINE_AA);
}

cv::Mat colored_copy(const cv::Mat& picture) {
  cv::Mat copy;
  if (picture.channels() == 1) cv::cvtColor(picture, copy, cv::COLOR_GRAY2BGR);
  if (picture.channels() == 3) copy = picture.clone();
  return copy;
}

/// Red at 0, yellow between, green at 1.
cv::Scalar color_of(float confidence) {
  constexpr double kDark = 200;
  const double sure = std::clamp(static_cast<double>(confidence), 0.0, 1.0);
  return {0, kDark * std::min(1.0, 2 * sure), kDark * std::min(1.0, 2 - 2 * sure)};
}

void draw(cv::Mat& picture, const ReadLine& line, const PageText& page) {
  const cv::Scalar frame(255, 160, 60), foot(220, 60, 200);
  cv::rectangle(picture, line.box, frame, 1);
  const cv::Rect upright = page.upright(line.box);
  const auto on_baseline = [&](int x) {
    const cv::Rect there(x, cvRound(line.baseline + line.slope * x), 0, 0);
    return turned(there, page.upright_size(), 4 - page.quarters).tl();
  };
  cv::line(picture, on_baseline(upright.x), on_baseline(upright.x + upright.width), foot, 1);
  for (const ReadWord& word : line.words) cv::rectangle(picture, word.box(), color_of(word.confidence()), 2);
}

}  // namespace

cv::Mat draw(const cv::Mat& picture, const PageText& page) {
  cv::Mat drawn = colored_copy(picture);
  for (const ReadBlock& block : page.blocks) {
    for (const ReadLine& line : block.lines) draw(drawn, line, page);
  }
  return drawn;
}

cv::Mat draw(const cv::Mat& picture, std::span<const Detection> detections) {
  cv::Mat drawn = colored_copy(picture);
  for (const Detection& detection : detections) {
    draw_frame(drawn, detection);
    draw_landmarks(drawn, detection);
  }
  std::for_each(detections.rbegin(), detections.rend(),  // highest score last
                [&](const Detection& detection) { draw_tag(drawn, detection); });
  return drawn;
}

cv::Mat picture_of(const Item& item, const Record& record) {
  if (record.error) return {};
  if (!record.picture.empty()) return record.picture;
  cv::Mat picture = color_image(item);
  require(picture.size() == cv::Size(record.width, record.height), Kind::input,
          "was replaced by an image of another size while it was processed", item.input);
  return picture;
}

/// The video that receives the current frames.
struct DrawingFolder::DrawnVideo {
  std::string input;  ///< the source of the frames
  cv::Size size;
  fs::path file;
  std::unique_ptr<FrameSink> sink;
};

DrawingFolder::DrawingFolder(fs::path folder) : folder_(std::move(folder)) {
  create_folder(folder_, " for drawings");
}

DrawingFolder::~DrawingFolder() = default;

void DrawingFolder::save(const Item& item, const cv::Mat& picture, const Record& record) {
  if (record.error) return;
  const cv::Mat drawn = record.page ? draw(picture, *record.page) : draw(picture, record.detections);
  if (item.video_rate) return save_frame(item, drawn);
  const std::vector<unsigned char> png = encode_png(drawn);
  write_file_atomically(name_for(record.input, ".png"), std::as_bytes(std::span(png)));
}

void DrawingFolder::save_frame(const Item& item, const cv::Mat& drawn) {
  constexpr double kDefaultRate = 25;
  const std::string input = item.input.substr(0, item.input.rfind('#'));
  if (!video_ || video_->input != input || video_->size != drawn.size()) {
    finish();
    const fs::path file = name_for(input, ".avi");
    const OutputPath output = find_output(file);
    const double rate = *item.video_rate > 0 ? *item.video_rate : kDefaultRate;
    auto sink = plugin<VideoLibrary>(Kind::output).create(output.path.string(), rate, drawn.size());
    require(sink != nullptr, Kind::output, "this video cannot be written", file.native());
    video_ = std::make_unique<DrawnVideo>(DrawnVideo{input, drawn.size(), file, std::move(sink)});
  }
  video_->sink->write(drawn);
}

void DrawingFolder::finish() {
  if (!video_) return;
  const std::unique_ptr<DrawnVideo> video = std::move(video_);
  require(video->sink->close(), Kind::output, "is missing frames; is the disk full?", video->file.native());
}

/// The mark "-found" keeps a drawing from overwriting an input in the same folder.
fs::path DrawingFolder::name_for(const std::string& input, const char* ending) {
  const std::string name_and_frame = fs::path(input).filename().string();
  const std::size_t hash = name_and_frame.rfind('#');
  std::string base = fs::path(name_and_frame.substr(0, hash)).stem().string();
  if (hash != std::string::npos) base += "-" + name_and_frame.substr(hash + 1);
  base = fit_name(std::move(base)) + kDrawingMark;
  std::string name = base + ending;
  for (int copy = 2; !taken_.insert(name).second; ++copy) name = base + "-" + std::to_string(copy) + ending;
  return folder_ / name;
}

}  // namespace ocelli::internal
