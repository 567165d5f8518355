#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli::internal {

/// Parameters of contrast_ink().
struct ContrastOptions {
  int window = 31;      ///< side of the window, centered on the pixel; odd, 3 to 255
  double share = 0.55;  ///< ink is darker than paper by at least this share of the local contrast
  /// Gray levels. A lower local contrast counts as this, so that paper noise does not become ink.
  double min_contrast = 24;

  /// Throws Error(Kind::usage) when a value is out of its range.
  void validate() const;
};

inline constexpr double kLeastContrast = 0.4;  ///< of ink, in that of the page

/// Binarizes a page: 255 for ink, 0 for paper.
///
/// An image with two gray levels is thresholded between them. Any other image is compared with its local
/// background (contrast_ink), so that uneven light and faint print do not matter. Dark areas larger than the
/// window are ink throughout. Light text on a dark background becomes ink, both when the whole page is dark
/// and in dark boxes (turn_inverted_text). Characters less than about 20 pixels high binarize better when the
/// image is enlarged by 2 first. `share` is ContrastOptions::share: a larger share opens letters that blur
/// has filled, but breaks thin strokes. `least_contrast`: of ink, as a share of the page's contrast. A
/// smaller one keeps strokes that are far fainter than other print, but takes shadows for ink.
///
/// Requires  8-bit, one channel.
/// Throws    Error(Kind::image) for any other image, Error(Kind::usage) for invalid shares.
/// Cost      one pass for images with two gray levels; else about 8 ns a pixel.
cv::Mat binarized(const cv::Mat& gray, double share = ContrastOptions().share,
                  double least_contrast = kLeastContrast);

/// The background of the page without its ink, at a quarter of the size: 4 x 4 means, closed
/// (morphologically) over the window and smoothed.
cv::Mat paper_of(const cv::Mat& gray, int window);

/// Marks a pixel as ink if it is darker than the paper by a share of the local contrast and of the minimum
/// contrast.
///
/// Let d be how much darker a pixel is than the paper. If the window contained only two values, paper and
/// ink, their contrast would be the mean of d^2 divided by the mean of d, whatever the share of ink.
/// Sauvola's threshold uses one contrast for the whole page instead, and loses print that is fainter than the
/// rest.
/// Requires  8-bit, one channel; `paper` from paper_of().
/// Throws    Error(Kind::image) for other images, Error(Kind::usage) for invalid options.
/// Cost      two running sums; the same for any window.
cv::Mat contrast_ink(const cv::Mat& gray, const cv::Mat& paper, const ContrastOptions& options);

/// Turns light text in dark boxes into ink: removes the box and keeps its characters.
///
/// A box is a component much larger than the page's characters that, with its holes, fills most of its
/// bounding box. It is inverted when at least three of its holes, and most of them, have the shape of
/// characters. Everything else (pictures, logos, thick rules) is unchanged.
/// Requires  8-bit, one channel, 255 for ink.
/// Throws    Error(Kind::image) for any other image.
/// Cost      one pass over the page and two over the boxes.
void turn_inverted_text(cv::Mat& ink);

/// Adds light text on flat panels of a middle gray, such as white words on colored buttons, and removes the
/// panels. A panel is a box of one gray level, as screens and drawn pages have them.
/// Requires  8-bit, one channel; `ink` of the same page, 255 for ink.
/// Throws    Error(Kind::image) for any other image.
/// Cost      a count of the gray levels; on pages with panels, two passes for each of their levels.
void add_light_text(const cv::Mat& gray, cv::Mat& ink);

}  // namespace ocelli::internal
