#include "data_sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <opencv2/objdetect.hpp>
#include <set>
#include <string_view>

#include "data_folder.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"

namespace ocelli::internal::bench {
namespace {

enum class Format { images, table };

/// Where a set is stored: the start of the paths of its parts. Without a test part, `training` is all of it.
struct Source {
  std::string_view name;
  Format format;
  std::string_view training, test;
};

constexpr std::array kSources{
    Source{"mnist", Format::images, "mnist/train", "mnist/t10k"},
    Source{"usps", Format::images, "usps/usps-train", "usps/usps-test"},
    Source{"pendigits", Format::table, "uci/pendigits-train", "uci/pendigits-test"},
    Source{"optdigits", Format::table, "uci/optdigits-train", "uci/optdigits-test"},
    Source{"letter", Format::table, "uci/letter-train", "uci/letter-test"},
    Source{"vowel", Format::table, "uci/vowel-train", "uci/vowel-test"},
    Source{"segment", Format::table, "uci/segment-all", ""},
    Source{"satimage", Format::table, "uci/satimage-train", "uci/satimage-test"},
    Source{"isolet", Format::table, "isolet/isolet-train", "isolet/isolet-test"},
    Source{"iris", Format::table, "uci/iris-all", ""},
    Source{"wine", Format::table, "uci/wine-all", ""},
    Source{"glass", Format::table, "uci/glass-all", ""},
    Source{"vehicle", Format::table, "uci/vehicle-all", ""},
    Source{"waveform", Format::table, "uci/waveform5000-all", ""},
    Source{"ecoli", Format::table, "uci/ecoli-all", ""},
    Source{"pageblocks", Format::table, "uci/pageblocks-all", ""},
    Source{"chars74k-fnt", Format::images, "chars74k/fnt-train", "chars74k/fnt-test"},
    Source{"chars74k-hnd", Format::images, "chars74k/hnd-train", "chars74k/hnd-test"},
    Source{"chars74k-img", Format::images, "chars74k/img-train", "chars74k/img-test36"},
    Source{"gtsrb", Format::images, "gtsrb/gtsrb-train", "gtsrb/gtsrb-test"},
};

std::string listed(const std::vector<std::string>& names) {
  return std::accumulate(std::next(names.begin()), names.end(), names.front(),
                         [](const std::string& text, const std::string& name) { return text + ", " + name; });
}

const Source& source_of(const std::string& name) {
  const auto found = std::ranges::find(kSources, name, &Source::name);
  if (found != kSources.end()) return *found;
  throw Error(Kind::usage, "there is no such data set; there are " + listed(data_set_names()), name);
}

Samples read_part(Format format, std::string_view begin) {
  const std::string path = (data_path() / begin).string();
  if (format == Format::table) return read_labeled_csv(path + ".csv.gz");
  return read_labeled_idx(path + "-images-idx3-ubyte.gz", path + "-labels-idx1-ubyte.gz");
}

std::vector<std::string> classes_there(const Samples& samples) {
  const std::set<std::uint16_t> there(samples.labels.begin(), samples.labels.end());
  std::vector<std::string> names;
  for (const std::uint16_t label : there) names.push_back(samples.classes[label]);
  return names;
}

/// The samples of these classes, with their position in the list as label.
Samples of_classes(Samples samples, const std::vector<std::string>& classes) {
  if (samples.classes == classes) return samples;
  std::vector<std::uint32_t> kept;
  std::vector<std::uint16_t> labels;
  for (std::uint32_t i = 0; i < samples.count(); ++i) {
    const auto place = std::ranges::find(classes, samples.classes[samples.labels[i]]);
    if (place == classes.end()) continue;
    kept.push_back(i);
    labels.push_back(static_cast<std::uint16_t>(place - classes.begin()));
  }
  Samples result = take(samples, kept);
  result.labels = std::move(labels);
  result.classes = classes;
  return result;
}

/// Pictures from one drive past one sign. Drives are numbered separately for each class.
std::vector<std::uint32_t> drives(const std::vector<std::uint16_t>& labels) {
  const std::string path = (data_path() / "gtsrb/gtsrb-train-track-idx1-short.gz").string();
  const IdxArray array = read_idx(path);
  const auto* const tracks = std::get_if<std::vector<std::int16_t>>(&array.values);
  require(tracks != nullptr && tracks->size() == labels.size(), Kind::input,
          "must hold one 16-bit number for each training picture", path);
  std::vector<std::uint32_t> groups;
  for (std::size_t i = 0; i < labels.size(); ++i)
    groups.push_back(std::uint32_t{labels[i]} << 16 | static_cast<std::uint16_t>((*tracks)[i]));
  return groups;
}

using Rows = std::vector<std::uint32_t>;

/// The rows of each group.
std::vector<Rows> gathered(std::size_t samples, std::span<const std::uint32_t> groups) {
  std::map<std::uint32_t, Rows> by_group;
  for (std::uint32_t i = 0; i < samples; ++i) by_group[groups.empty() ? i : groups[i]].push_back(i);
  std::vector<Rows> rows;
  for (auto& [group, of_group] : by_group) rows.push_back(std::move(of_group));
  return rows;
}

void append(Rows& rows, const Rows& more) { rows.insert(rows.end(), more.begin(), more.end()); }

}  // namespace

Samples DataSet::whole() const { return test ? join(training, *test) : training; }

std::vector<std::string> data_set_names() {
  std::vector<std::string> names;
  for (const Source& source : kSources) names.emplace_back(source.name);
  return names;
}

DataSet load_data_set(const std::string& name) {
  const Source& source = source_of(name);
  DataSet set{name, read_part(source.format, source.training), {}, {}};
  if (source.test.empty()) return set;
  Samples test = read_part(source.format, source.test);
  const std::vector<std::string> classes = classes_there(test);
  set.training = of_classes(std::move(set.training), classes);
  set.test = of_classes(std::move(test), classes);
  if (name == "gtsrb") set.groups = drives(set.training.labels);
  return set;
}

Parts random_parts(const Samples& samples, double training_share, std::uint64_t seed,
                   std::span<const std::uint32_t> groups) {
  const auto wanted =
      static_cast<std::size_t>(std::lround(training_share * static_cast<double>(samples.count())));
  const std::vector<Rows> rows = gathered(samples.count(), groups);
  Rows training, test, later;
  std::set<std::uint16_t> learned;
  for (const std::uint32_t group : permutation(static_cast<std::uint32_t>(rows.size()), seed)) {
    const std::size_t before = learned.size();
    for (const std::uint32_t row : rows[group]) learned.insert(samples.labels[row]);
    if (learned.size() > before)
      append(training, rows[group]);
    else
      later.push_back(group);
  }
  for (const std::uint32_t group : later) append(training.size() < wanted ? training : test, rows[group]);
  return {take(samples, training), take(samples, test)};
}

std::vector<std::uint32_t> thinned_rows(const Samples& samples, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> taken(samples.classes.size());
  Rows kept;
  for (const std::uint32_t row : permutation(static_cast<std::uint32_t>(samples.count()), seed)) {
    if (taken[samples.labels[row]]++ < count) kept.push_back(row);
  }
  return kept;
}

Samples thinned(const Samples& samples, std::size_t count, std::uint64_t seed) {
  return take(samples, thinned_rows(samples, count, seed));
}

Samples oriented_gradients(const Samples& images) {
  const cv::Size size(images.shape->width, images.shape->height);
  const cv::HOGDescriptor histograms(size, {8, 8}, {4, 4}, {4, 4}, 9);
  Samples result{
      SampleValues(images.count(), histograms.getDescriptorSize()), {}, images.labels, images.classes};
  for (std::size_t i = 0; i < images.count(); ++i) {
    const cv::Mat levels(size, CV_32F, const_cast<float*>(images.row(i).data()));
    cv::Mat gray;
    levels.convertTo(gray, CV_8U);
    std::vector<float> values;
    histograms.compute(gray, values);
    std::ranges::copy(values, result.values.row(static_cast<Eigen::Index>(i)).data());
  }
  return result;
}

Parts multi_boost_parts(const DataSet& set, std::uint64_t seed) {
  if (set.name == "mnist") return {thinned(set.training, 1000, seed), *set.test};
  if (set.name == "gtsrb")
    return {oriented_gradients(thinned(set.training, 100, seed)), oriented_gradients(*set.test)};
  return random_parts(set.whole(), 0.75, seed);
}

}  // namespace ocelli::internal::bench
