#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/data/pdf/pdf_words.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// The text that a PDF page contains, as if it had been read: its words in lines and blocks, in the order of
/// the file's text. All blocks are marked as from the file, and all confidences are 1.
PageText page_text_of(const PdfWords& words);

/// A copy of a page's picture in which these words are covered by the color around them. Letters that lie
/// mostly outside all of them stay as they are.
/// Requires  8-bit, one channel, words.size.
cv::Mat without_words(const cv::Mat& gray, const PdfWords& words);

/// The blocks that were read on a page among those from the file: each before the first one below it in its
/// column, otherwise at the end.
PageText with_read_blocks(PageText from_file, PageText read);

/// The page without the blocks from the file.
PageText only_read_blocks(PageText page);

}  // namespace ocelli::internal
