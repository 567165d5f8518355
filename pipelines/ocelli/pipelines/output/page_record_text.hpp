#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ocelli/pipelines/output/record.hpp"

/// The text of a page in several formats. Pages are numbered from 1 in the order of a run's items, including
/// unreadable ones. All output is valid UTF-8.
namespace ocelli::internal {

/// Plain text: lines end in LF, with an empty line between blocks. Pages after the first start with a form
/// feed. An unreadable page is empty.
std::string page_plain_text(const Record& record, std::size_t number);

/// The record as one JSON line, including the line feed:
///
///     {"input":"a.png","width":640,"height":480,"turn":0,"text":"To be\n","blocks":[
///       {"x":9,"y":9,"w":99,"h":30,"lines":[
///         {"x":9,"y":9,"w":99,"h":30,"baseline":34.5,"slope":0.001,"x_height":20.0,
///          "text":"To be","confidence":0.98,"words":[
///           {"text":"To","x":9,"y":9,"w":40,"h":30,"confidence":0.99},...]}]}]}
///     {"input":"bad.png","error":"is empty"}
///
/// Words also have "block" and "line", their places in "blocks" and its "lines" from 0, "font_height" in
/// pixels and "bold". A line in another language than the page has "language". Text that a PDF file contains
/// has "source": "pdf", the blocks as well as a page of such blocks alone.
///
/// Confidences are 0 to 1, rounded to four decimals; that of a line is the mean of its glyphs. Boxes are in
/// the input picture. If "turn" is not 0, the page was rotated clockwise by that many degrees for reading.
/// The baseline is y = baseline + slope x in the rotated picture. A page whose tables were sought also has
///
///     "tables":[{"x":9,"y":60,"w":99,"h":60,"rows":2,"columns":2,"header_rows":1,"cells":[
///       {"row":1,"column":0,"row_span":1,"column_span":2,"x":9,"y":90,"w":99,"h":30,"text":"1,250.50",
///        "number":1250.5,"confidence":0.97},...]}]
///
/// A table that continues the last one of the page before has "continues": true, after "header_rows"
/// (ContinuedTables).
std::string page_json_line(const Record& record);

inline constexpr std::string_view kPageTsvHeader =
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";

/// A row for the page (level 1), each block (2), its single paragraph (3), each line (4) and each word (5),
/// with the columns and numbering of Tesseract's TSV. Word confidences are 0 to 100, all others -1.
/// Whitespace in texts becomes spaces. An error record is an empty page of size 0.
std::string page_tsv_rows(const Record& record, std::size_t number);

inline constexpr std::string_view kHocrHeader =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" "
    "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n"
    "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n"
    " <head>\n"
    "  <title></title>\n"
    "  <meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\"/>\n"
    "  <meta name=\"ocr-system\" content=\"ocelli\"/>\n"
    "  <meta name=\"ocr-capabilities\" content=\"ocr_page ocr_carea ocr_line ocrx_word ocrp_wconf\"/>\n"
    " </head>\n"
    " <body>\n";
inline constexpr std::string_view kHocrFooter = " </body>\n</html>\n";

/// The page as an hOCR 1.2 "ocr_page" element, between header and footer. Blocks are "ocr_carea", lines
/// "ocr_line" with their baseline, words "ocrx_word" with their confidence. "scan_res" is the resolution
/// stated in the file. Boxes are in the input picture. On a page that was rotated for reading, lines have a
/// "textangle", counterclockwise as in the standard. Their baseline is relative to the line's own frame,
/// whose origin is the corner at the lower left when the line is upright. An error record is an empty page of
/// size 0.
std::string page_hocr(const Record& record, std::size_t number);

inline constexpr std::string_view kAltoHeader =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<alto xmlns=\"http://www.loc.gov/standards/alto/ns-v4#\" "
    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
    "xsi:schemaLocation=\"http://www.loc.gov/standards/alto/ns-v4# "
    "http://www.loc.gov/standards/alto/v4/alto-4-2.xsd\" SCHEMAVERSION=\"4.2\">\n";
inline constexpr std::string_view kAltoFooter = " </Layout>\n</alto>\n";

/// The page as an ALTO 4.2 "Page" element, between header and footer. The first page is preceded by the
/// description of the document. Blocks are "TextBlock" with language and rotation, lines "TextLine" with both
/// ends of their baseline, words "String" with confidence and "SP" between them. A word hyphenated at the end
/// of a line is "HypPart1", "HYP" and "HypPart2", with the whole word as its content. Positions are in pixels
/// of the input picture. An error record is an empty page of size 0.
std::string page_alto(const Record& record, std::size_t number);

}  // namespace ocelli::internal
