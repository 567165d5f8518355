#include "ocelli/detection/training/verifier_samples.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <mutex>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/detection/training/object_picture.hpp"

namespace ocelli::internal {
namespace {

/// The width of a picture of an object, in widths of the object.
constexpr double kScene = 2.4;
/// A group of windows shows the object if the overlap is at least this, and something else if it is less than
/// kOffObject. A verifier that accepts boxes in between finds the same object several times.
constexpr float kOnObject = 0.5F, kOffObject = 0.4F;
/// Images that are decoded and scanned together.
constexpr std::uint32_t kImageBlock = 256;
/// The votes for a sample that the scorer rejects.
constexpr float kRejected = -1e9F;
/// Separates the random numbers of pictures from those of poses and ranks.
constexpr std::uint64_t kPicture = 3;
/// The same for the hidden parts of objects.
constexpr std::uint64_t kHidden = 4;
/// The same for their shapes.
constexpr std::uint64_t kShape = 5;

void append(VerifierSamples& all, VerifierSamples&& more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Calls find(i) for each i in parallel and concatenates the results in order.
template <class Find>
VerifierSamples find_in_all(std::uint32_t first, std::uint32_t end, const Find& find) {
  std::vector<VerifierSamples> found(end - first);
  parallel_for(first, end, [&](std::uint32_t i) { found[i - first] = find(i); });
  VerifierSamples all;
  for (VerifierSamples& samples : found) append(all, std::move(samples));
  return all;
}

/// Each object with its surroundings.
PositiveImages scenes(const PositiveImages& images, std::uint32_t first, std::uint32_t end) {
  return {end - first, [&images, first](std::uint32_t i) {
            PositiveImage image = images.load(first + i);
            for (WindowPose& pose : image.objects) pose.width *= kScene;
            return image;
          }};
}

void prepare_crops(Pyramid& pyramid, const cv::Mat& gray) {
  pyramid.assign(gray);
  pyramid.prepare_octaves(16);
}

/// Whether windows along one side of an image can have this mean. They extend beyond its ends by at most
/// kMaxBeyond of their size on either side, and means are rounded.
bool is_in_reach(float begin, float size, int length) {
  constexpr float kRounding = 1, kMaxBeyond = 0.3F;
  const float reach = size / 2 + kRounding, end = static_cast<float>(length);
  return size >= 1 && size * (1 - 2 * kMaxBeyond) <= end + kRounding && begin >= -reach &&
         begin + size <= end + reach;
}

bool is_in_reach(const Box& box, const cv::Mat& image) {
  return is_in_reach(box.x, box.w, image.cols) && is_in_reach(box.y, box.h, image.rows);
}

/// Keeps the samples with the lowest ranks.
void keep_lowest(VerifierSamples& samples, std::size_t most) {
  std::ranges::sort(samples, {}, &VerifierSample::rank);
  if (samples.size() > most) samples.resize(most);
}

/// Counts the images that threads have finished, and reports progress.
class ImageCount {
 public:
  ImageCount(const ProgressSink& progress, std::string task, std::size_t done, std::size_t total)
      : progress_(progress), now_{std::move(task), done, total, {}} {}

  /// Adds one image with `found` samples.
  void add(std::size_t found) {
    if (!progress_) return;
    const std::lock_guard lock(reporting_);
    ++now_.done;
    found_ += found;
    now_.note = std::to_string(found_) + " found";
    progress_(now_);
  }

 private:
  const ProgressSink& progress_;
  Progress now_;
  std::size_t found_ = 0;
  std::mutex reporting_;
};

}  // namespace

std::vector<VerifierNegative> places_of(const VerifierSamples& samples) {
  std::vector<VerifierNegative> places;
  places.reserve(samples.size());
  for (const VerifierSample& sample : samples)
    places.push_back({sample.rank, sample.image, sample.cascade_score, sample.box});
  return places;
}

VerifierSampleFinder::VerifierSampleFinder(const Cascade& cascade, const PictureChanges& changes,
                                           std::optional<Verifier> scorer)
    : VerifierSampleFinder(cascade, candidate_options({}, cascade), changes, std::move(scorer)) {}

VerifierSampleFinder::VerifierSampleFinder(const Cascade& cascade, const DetectOptions& detection,
                                           const PictureChanges& changes, std::optional<Verifier> scorer)
    : scanner_(std::make_shared<const Cascade>(cascade), detection.scan),
      group_(detection.group),
      channels_(Verifier::crop_size({cascade.width(), cascade.height()})),
      window_(window_of_shapes(cascade)),
      changes_(changes),
      scorer_(std::move(scorer)) {}

cv::Mat VerifierSampleFinder::shown(cv::Mat gray, std::uint64_t key) const {
  Random random(key);
  if (random.uniform() >= changes_.degraded) return gray;
  gray = gray.clone();
  degrade(gray, random);
  return gray;
}

template <class Choose>
VerifierSamples VerifierSampleFinder::find(cv::Mat image, std::uint64_t key, const Choose& choose) const {
  const cv::Mat gray = shown(std::move(image), key);
  const auto memory = memories_.borrow();
  const std::vector<Detection> found =
      group(scanner_.scan(gray, (*memory).scan), group_, scanner_.cascade().label(), (*memory).group);
  VerifierSamples samples;
  if (found.empty()) return samples;
  Pyramid& pyramid = (*memory).pyramid;
  prepare_crops(pyramid, gray);
  const CropSource source(pyramid, 0, window_);
  for (const Detection& detection : found) {
    if (!choose(found, detection)) continue;
    crop_channels(source, detection.box, channels_.gradients(), (*memory).crop);
    samples.push_back(
        {.cascade_score = detection.score, .channels = (*memory).crop.channels, .box = detection.box});
    if (scorer_) {
      const std::optional<Verifier::Evaluation> evaluation =
          scorer_->evaluate(source, detection.box, scanner_.cascade().parts().symmetric, (*memory).crop);
      samples.back().votes = evaluation ? static_cast<float>(evaluation->votes) : kRejected;
      samples.back().network = evaluation ? static_cast<float>(evaluation->network) : kRejected;
    }
  }
  return samples;
}

ObjectPicture VerifierSampleFinder::changed(const ObjectPicture& whole, const TrainingWindows& others,
                                            Random random) const {
  if (random.uniform() < changes_.truncation) return truncate(whole, random);
  if (random.uniform() >= changes_.occlusion) return whole;
  const auto other = static_cast<std::uint32_t>(random.below(others.size()));
  return occlude(whole, others.image(other), random);
}

ObjectPicture VerifierSampleFinder::in_any_shape(const ObjectPicture& picture, Random random) const {
  const std::span<const float> shapes = scanner_.cascade().shapes();
  if (shapes.empty()) return picture;
  const auto shape = static_cast<double>(shapes[random.below(shapes.size())]);
  const double stretch = std::sqrt(shape * window_.height / window_.width);
  const cv::Size whole = picture.gray.size();
  const auto side = [](double length) { return std::max(1, static_cast<int>(std::lround(length))); };
  const cv::Size size(side(whole.width * stretch), side(whole.height / stretch));
  ObjectPicture stretched;
  cv::resize(picture.gray, stretched.gray, size, 0, 0, cv::INTER_LINEAR);
  const float x = static_cast<float>(size.width) / static_cast<float>(whole.width),
              y = static_cast<float>(size.height) / static_cast<float>(whole.height);
  const Box& object = picture.object;
  stretched.object = {object.x * x, object.y * y, object.w * x, object.h * y};
  return stretched;
}

VerifierSamples VerifierSampleFinder::objects_of_size(double size, const PositiveImages& images,
                                                      const PoseOptions& poses, std::uint64_t seed,
                                                      const std::function<void(std::uint32_t)>& block) const {
  const auto side = [=](int length) { return static_cast<int>(std::lround(kScene * size * length)); };
  const int width = side(scanner_.cascade().width()), height = side(scanner_.cascade().height());
  const auto margin = [](int whole) { return static_cast<float>(whole * (1 - 1 / kScene) / 2); };
  const Box object{margin(width), margin(height), static_cast<float>(width / kScene),
                   static_cast<float>(height / kScene)};
  VerifierSamples all;
  for (std::uint32_t first = 0; first < images.count; first += kImageBlock) {
    const std::uint32_t end = std::min(images.count, first + kImageBlock);
    block(first);
    const TrainingWindows pictures =
        crop_positives(scenes(images, first, end), width, height, poses, hash(seed, {first}));
    append(all, find_in_all(0, static_cast<std::uint32_t>(pictures.size()), [&](std::uint32_t i) {
             const ObjectPicture picture = in_any_shape(
                 changed({pictures.image(i), object}, pictures, Random(hash(seed, {first, i, kHidden}))),
                 Random(hash(seed, {first, i, kShape})));
             const auto nearest = [&](const std::vector<Detection>& found, const Detection& one) {
               const float own = overlap(one.box, picture.object);
               return own >= kOnObject && std::ranges::none_of(found, [&](const Detection& other) {
                        const float its = overlap(other.box, picture.object);
                        return its > own || (its == own && &other < &one);
                      });
             };
             return find(picture.gray, hash(seed, {first, i, kPicture}), nearest);
           }));
  }
  return all;
}

VerifierSamples VerifierSampleFinder::objects(const PositiveImages& images, const PoseOptions& poses,
                                              std::uint64_t seed, const ProgressSink& progress) const {
  VerifierSamples all;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const auto report = [&](std::uint32_t first) {
      if (progress)
        progress({"collecting objects for the verifier", i * images.count + first,
                  kSizes.size() * images.count, std::to_string(all.size()) + " found"});
    };
    append(all, objects_of_size(kSizes[i], images, poses, hash(seed, {i}), report));
  }
  return all;
}

VerifierSamples VerifierSampleFinder::negatives_of(const NegativeSearch& search, std::uint32_t image) const {
  const NegativeImages& images = search.images;
  const std::vector<Box> objects = images.objects ? images.objects(image) : std::vector<Box>();
  const auto beside_objects = [&](const std::vector<Detection>&, const Detection& one) {
    return std::ranges::none_of(objects, [&](const Box& box) { return overlap(box, one.box) >= kOffObject; });
  };
  VerifierSamples found = find(images.load(image), hash(search.seed, {image, kPicture}), beside_objects);
  std::erase_if(found, [&](const VerifierSample& sample) { return !search.hard(sample); });
  for (std::size_t k = 0; k < found.size(); ++k) {
    found[k].rank = hash(search.seed, {image, k});
    found[k].image = image;
  }
  return found;
}

VerifierSamples VerifierSampleFinder::negatives(
    const NegativeSearch& search, FoundNegatives found, const ProgressSink& progress,
    const std::function<void(const FoundNegatives&)>& block) const {
  ImageCount count(progress, search.task, found.searched, search.images.count);
  while (found.searched < search.images.count) {
    const std::uint32_t end = std::min(search.images.count, found.searched + kImageBlock);
    append(found.samples, find_in_all(found.searched, end, [&](std::uint32_t image) {
             VerifierSamples own = negatives_of(search, image);
             count.add(own.size());
             return own;
           }));
    found.searched = end;
    if (found.samples.size() > 2 * search.max) keep_lowest(found.samples, search.max);
    if (block && end < search.images.count) block(found);
  }
  keep_lowest(found.samples, search.max);
  return std::move(found.samples);
}

VerifierSamples VerifierSampleFinder::found_before(const NegativeImages& images,
                                                   std::span<const VerifierNegative> places,
                                                   std::uint64_t seed, const ProgressSink& progress) const {
  std::map<std::uint32_t, std::vector<std::size_t>> places_of_image;
  for (std::size_t i = 0; i < places.size(); ++i) places_of_image[places[i].image].push_back(i);
  const std::vector<std::pair<std::uint32_t, std::vector<std::size_t>>> work(places_of_image.begin(),
                                                                             places_of_image.end());
  VerifierSamples samples(places.size());
  ImageCount count(progress, "reloading the verifier's negatives", 0, work.size());
  parallel_for(std::size_t{0}, work.size(), [&](std::size_t w) {
    const auto& [image, numbers] = work[w];
    const cv::Mat gray = shown(images.load(image), hash(seed, {image, kPicture}));
    const auto memory = memories_.borrow();
    prepare_crops((*memory).pyramid, gray);
    for (const std::size_t i : numbers) {
      const VerifierNegative& place = places[i];
      require_of_verifier(is_in_reach(place.box, gray), "a negative is outside its image");
      crop_channels({(*memory).pyramid, 0, window_}, place.box, channels_.gradients(), (*memory).crop);
      samples[i] = {.rank = place.rank,
                    .cascade_score = place.score,
                    .channels = (*memory).crop.channels,
                    .image = image,
                    .box = place.box};
    }
    count.add(numbers.size());
  });
  return samples;
}

}  // namespace ocelli::internal
