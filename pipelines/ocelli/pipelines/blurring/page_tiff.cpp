#include "ocelli/pipelines/blurring/page_tiff.hpp"

#include <unistd.h>

#include <opencv2/imgproc.hpp>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

// libtiff closes its descriptor, so it gets a copy. "8": the file may be larger than 4 GB.
PageTiff::PageTiff(const std::filesystem::path& path)
    : path_(path), file_(path), tiff_(::TIFFFdOpen(::dup(file_.descriptor()), path.c_str(), "w8")) {
  require_success(tiff_ != nullptr);
}

void PageTiff::add(const cv::Mat& page, const std::optional<Resolution>& resolution) {
  cv::Mat pixels = page;
  if (page.channels() == 3) cv::cvtColor(page, pixels, cv::COLOR_BGR2RGB);
  ::TIFF* const tiff = tiff_.get();
  ::TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, pixels.cols);
  ::TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, pixels.rows);
  ::TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  ::TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, pixels.channels());
  ::TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
                 pixels.channels() == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
  ::TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  ::TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
  ::TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  ::TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, ::TIFFDefaultStripSize(tiff, 0));
  if (resolution) {
    ::TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    ::TIFFSetField(tiff, TIFFTAG_XRESOLUTION, resolution->x);
    ::TIFFSetField(tiff, TIFFTAG_YRESOLUTION, resolution->y);
  }
  for (int y = 0; y < pixels.rows; ++y)
    require_success(::TIFFWriteScanline(tiff, pixels.ptr(y), static_cast<std::uint32_t>(y), 0) == 1);
  require_success(::TIFFWriteDirectory(tiff) == 1);
}

void PageTiff::finish() {
  tiff_.reset();
  file_.commit();
}

void PageTiff::require_success(bool succeeds) const {
  require(succeeds, Kind::output, "cannot be written", path_.string());
}

}  // namespace ocelli::internal
