#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/detection/object_detector.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/stages/stages.hpp"
#include "ocelli/tracking/tracker.hpp"

namespace ocelli::internal {

/// The work of the detector, only on the frames that it searches.
Work work_on_searched_frames(Work work, const TrackOptions& options);

/// How objects are found and followed.
struct FollowOptions {
  DetectOptions detect;
  TrackOptions track;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    DetectOptions::describe(self.detect, visit);
    TrackOptions::describe(self.track, visit);
  }

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// A detector for following objects: it also finds the faint ones.
struct TrackingDetector {
  ObjectDetector detector;
  float sure_score;  ///< the minimum score of the options, or else of the model
};

/// Throws  as detector_of().
TrackingDetector tracking_detector(const Model& model, const FollowOptions& options,
                                   const std::string& name = {});

/// Finds and follows objects in frames as they come.
class FrameFollower {
 public:
  /// Throws  as tracking_detector().
  FrameFollower(const Model& model, const FollowOptions& options, const std::string& name = {});

  /// The objects of the next frame.
  /// Throws  as ObjectDetector::detect().
  std::vector<Detection> follow(const cv::Mat& frame);

  const TrackingDetector& detector() const { return detector_; }
  const FollowOptions& options() const { return options_; }

 private:
  FollowOptions options_;
  TrackingDetector detector_;
  Tracker tracker_;
  std::size_t frame_ = 0;
};

/// How often the frames of video files are read.
enum class TrackPasses {
  one,                ///< they are followed as they come, as those of cameras and streams
  two,                ///< they are followed both ways; only the first one of a video keeps its picture
  two_with_pictures,  ///< all are decoded again for the sink
};

/// Follows the objects of videos between the work and the sink of a run.
///
/// - The records of a video file are kept until it ends, and then followed both ways.
/// - The images of a folder are the frames of one video.
/// - The frames of a camera or stream are followed as they come.
/// - Other images pass.
///
/// Frames with an error pass, and tracks go on over them.
class TrackStage {
 public:
  /// `limits` are those of opening videos.
  TrackStage(Sink sink, const TrackOptions& options, float sure_score, TrackPasses passes,
             InputLimits limits = {});

  /// A sink of a run, which must end with finish().
  void take(const Item& item, const Record& record);
  void finish();

  /// Records that became error records because their picture could not be read again.
  std::size_t failed() const { return failed_; }

 private:
  /// A record that waits for the end of its video.
  struct Waiting {
    Item item;
    Record record;
  };

  void start(const Item& item);
  bool is_searched(const Item& item, const Record& record) const;
  void follow_live(const Item& item, Record& record);
  void follow_waiting();
  void deliver(std::vector<Waiting> waiting);

  Sink sink_;
  TrackOptions options_;
  float sure_score_;
  TrackPasses passes_;
  InputLimits limits_;

  std::string current_;          ///< the video or folder
  std::optional<Tracker> live_;  ///< if its frames are followed as they come
  std::size_t next_ = 0;         ///< number of the next frame
  std::vector<Waiting> waiting_;
  std::size_t failed_ = 0;
};

}  // namespace ocelli::internal
