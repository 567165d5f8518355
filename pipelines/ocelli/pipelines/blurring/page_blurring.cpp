#include "ocelli/pipelines/blurring/file_blurring.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/blurring/page_tiff.hpp"
#include "ocelli/pipelines/blurring/photo_blurring.hpp"
#include "ocelli/pipelines/output/searchable_pdf.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kMaxPagesBytes = std::uint64_t{1} << 32;

/// Calls see(page, item) for each page of the file.
template <class See>
void for_pages(const BlurPair& pair, const BlurJob& job, const std::string& task, const See& see) {
  const std::unique_ptr<Source> pages = open_pages(pair.input, job.limits);
  std::size_t page = 0;
  while (const std::optional<Item> item = pages->next()) {
    check_canceled();
    see(page, *item);
    if (job.progress)
      job.progress({.task = task, .done = ++page, .total = pages->total().value_or(0), .note = {}});
    else
      ++page;
  }
}

/// Numbers go on from page to page.
std::vector<std::vector<Detection>> search_pages(const BlurPair& pair, const BlurJob& job,
                                                 BlurredFile& report) {
  std::vector<std::vector<Detection>> found;
  for_pages(pair, job, "pages", [&](std::size_t page, const Item& item) {
    const DecodedImage gray = decoded_gray(item);
    require(
        gray.warning.empty(), Kind::input,
        [&] { return "is damaged, so faces may be missed: " + gray.warning; }, item.input);
    found.push_back(objects_to_hide(gray.pixels, job.detector));
    bool is_faint = false;
    for (Detection& object : found.back()) {
      object.track = static_cast<int>(report.objects.size() + 1);
      is_faint = is_faint || object.score < job.detector.sure_score;
      report.objects.push_back({.number = *object.track,
                                .first = page,
                                .last = page,
                                .frames = 1,
                                .best_score = object.score,
                                .box = object.box,
                                .is_kept = job.options.keeps(object)});
    }
    std::erase_if(found.back(), [&](const Detection& object) { return job.options.keeps(object); });
    if (!found.back().empty()) ++report.hidden_frames;
    if (is_faint) report.doubtful.push_back({page, page, 0, "an object was found with a low score only"});
  });
  report.frames = found.size();
  return found;
}

/// Calls write(picture, resolution) for each page, with its objects hidden.
template <class Write>
void write_pages(const BlurPair& pair, const BlurJob& job, const std::vector<std::vector<Detection>>& found,
                 const Write& write) {
  const Concealment how = job.options.concealment();
  for_pages(pair, job, "writing", [&](std::size_t page, const Item& item) {
    const cv::Mat picture = color_image(item).clone();
    conceal(picture, found.at(page), how);
    write(picture, resolution_of(item));
  });
}

}  // namespace

BlurredFile blur_pages(const BlurPair& pair, const BlurJob& job) {
  const CancellationScope scope(job.stop);
  BlurredFile report;
  const std::vector<std::vector<Detection>> found = search_pages(pair, job, report);
  if (report.hidden_frames == 0) {
    write_file_atomically(pair.output, read_file(pair.input, kMaxPagesBytes));
    report.notes.push_back("copied as it is: nothing to hide");
    return report;
  }
  if (ending_of(pair.input) == ".pdf") {
    SearchablePdf pdf(pair.output);
    write_pages(pair, job, found, [&](const cv::Mat& picture, const std::optional<Resolution>& resolution) {
      pdf.add(picture, PageText{picture.cols, picture.rows, {}}, resolution);
    });
    pdf.finish();
    // Pages of a PDF file share pictures, so none of the old ones is kept.
    report.notes.push_back(
        "all pages are pictures now, without text: make them searchable with ocelli ocr --format pdf");
  } else {
    PageTiff tiff(pair.output);
    write_pages(pair, job, found, [&](const cv::Mat& picture, const std::optional<Resolution>& resolution) {
      tiff.add(picture, resolution);
    });
    tiff.finish();
    report.notes.push_back("pages have 8 bits, and of the metadata only the resolution is kept");
  }
  return report;
}

}  // namespace ocelli::internal
