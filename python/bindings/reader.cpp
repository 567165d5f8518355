#include <algorithm>
#include <array>
#include <filesystem>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "arguments.hpp"
#include "arrays.hpp"
#include "interruption.hpp"
#include "loaded_models.hpp"
#include "module.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/output/searchable_pdf.hpp"
#include "ocelli/pipelines/reading_job.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "page_pickle.hpp"
#include "records.hpp"

namespace ocelli::internal::python {
namespace {

py::tuple tuple_of(const cv::Rect& box) { return py::make_tuple(box.x, box.y, box.width, box.height); }

template <class Item>
py::list list_of(const std::vector<Item>& items, py::dict (*row_of)(const Item&)) {
  py::list rows;
  for (const Item& item : items) rows.append(row_of(item));
  return rows;
}

py::dict dict_of(const ReadGlyph& glyph) {
  py::dict row;
  row["text"] = glyph.text, row["box"] = tuple_of(glyph.box), row["confidence"] = glyph.confidence;
  return row;
}

py::dict dict_of(const ReadWord& word) {
  py::dict row;
  row["text"] = word.text(), row["box"] = tuple_of(word.box()), row["confidence"] = word.confidence();
  row["glyphs"] = list_of(word.glyphs, dict_of), row["bold"] = word.bold;
  return row;
}

py::dict dict_of(const ReadLine& line) {
  py::dict row;
  row["box"] = tuple_of(line.box), row["baseline"] = line.baseline, row["slope"] = line.slope;
  row["x_height"] = line.x_height, row["text"] = line.text(), row["words"] = list_of(line.words, dict_of);
  row["language"] = line.language;
  return row;
}

py::dict dict_of(const ReadBlock& block) {
  py::dict row;
  row["box"] = tuple_of(block.box), row["lines"] = list_of(block.lines, dict_of);
  return row;
}

py::dict dict_of(const ReadCell& cell) {
  py::dict row;
  row["row"] = cell.row, row["column"] = cell.column;
  row["row_span"] = cell.row_span, row["column_span"] = cell.column_span;
  row["box"] = tuple_of(cell.box), row["text"] = cell.text, row["confidence"] = cell.confidence;
  row["number"] = cell.number;
  return row;
}

py::dict dict_of(const ReadTable& table) {
  py::dict row;
  row["box"] = tuple_of(table.box), row["rows"] = table.rows, row["columns"] = table.columns;
  row["header_rows"] = table.header_rows, row["cells"] = list_of(table.cells, dict_of);
  row["continues"] = table.continues;
  return row;
}

/// `dots_per_inch` is 0 if the resolution is unknown.
std::optional<Resolution> resolution(double dots_per_inch) {
  if (dots_per_inch <= 0) return std::nullopt;
  return Resolution{dots_per_inch, dots_per_inch};
}

Record record_of(const PageText& page, const std::string& name = {}) {
  Record record{.input = name, .width = page.width, .height = page.height};
  record.page = page;
  return record;
}

std::string page_json(const PageText& page, const std::string& name) {
  return without_end(page_json_line(record_of(page, name)));
}

std::string page_tsv(const PageText& page) {
  return std::string(kPageTsvHeader) + page_tsv_rows(record_of(page), 1);
}

std::string page_hocr_document(const PageText& page, double dots_per_inch) {
  Record record = record_of(page);
  record.resolution = resolution(dots_per_inch);
  return std::string(kHocrHeader) + page_hocr(record, 1) + std::string(kHocrFooter);
}

ReaderModel reader_model(const py::object& file, const std::string& code, const ReadingJob& job,
                         const BundledModels& bundled, bool in_own_language) {
  if (file.is_none()) return reader_for(job, bundled);
  auto model = only<ReaderModel>(model_of(file), "a reader");
  if (!code.empty()) model.reader = model.reader.with_language_code(language_code(code));
  if (!in_own_language) return reader_for(job, model, bundled);
  return in_effect(std::move(model), job);
}

/// `model` is None for the bundled one. `language` is as in ReadingJob, the bytes of a language file, or None
/// for that of the model. `code` is the model's language if its file does not state it.
LoadedReader load_reader_of(const py::object& model, bool language_model, const py::object& language,
                            const std::string& code, const std::string& bundled_models,
                            const std::string& user_words) {
  const BundledModels bundled = [&](const std::string& name) {
    return std::filesystem::path(bundled_models) / name;
  };
  const bool has_names = py::isinstance<py::str>(language);
  ReadingJob job;
  job.language_model = language_model;
  job.user_words = user_words;
  if (has_names) job.language = language.cast<std::string>();
  auto [reader, card] = reader_model(model, code, job, bundled, !has_names);
  if (py::isinstance<py::bytes>(language))
    reader = in_effect({reader.in(only<LanguageFile>(model_of(language), "a language").language), card}, job)
                 .reader;
  return {std::move(reader), std::move(card)};
}

ReadingOptions reading_options(const py::dict& values) {
  ReadingOptions options;
  set_options(option_table(options), values);
  return options;
}

/// `zones` are x, y, width and height in pixels.
PageText read_page(const LoadedReader& self, const py::handle& array, const std::string& colors,
                   const py::dict& values, const std::vector<std::array<int, 4>>& zones) {
  const ArrayImage image(array, colors);
  ReadingOptions options = reading_options(values);
  for (const auto& [x, y, width, height] : zones) options.zones.emplace_back(x, y, width, height);
  return run_interruptibly([&] { return self.reader.read(image.pixels(), options); });
}

std::vector<PageText> read_batch(const LoadedReader& self, const py::iterable& arrays,
                                 const std::string& colors, const py::dict& values, int threads) {
  const std::vector<ArrayImage> images = images_of(arrays, colors);
  const ReadingOptions options = reading_options(values);
  std::vector<PageText> pages(images.size());
  for_each_interruptibly(images.size(), threads,
                         [&](std::size_t i) { pages[i] = self.reader.read(images[i].pixels(), options); });
  return pages;
}

py::object read_files(const py::object& self, std::vector<std::string> inputs, const py::dict& values,
                      int threads) {
  RecordRun run{.inputs = std::move(inputs), .limits = {}, .work = {}, .line = {}, .threads = threads};
  ReadingOptions options;
  PdfOptions pdf;
  set_options(joined(joined(option_table(options), option_table(pdf)), option_table(run.limits)), values);
  run.limits.pdf = pdf.access();
  run.work = read_work(self.cast<const LoadedReader&>().reader, options, run.limits,
                       {.existing = pdf.existing_text});
  run.line = page_json_line;
  return records(std::move(run), self);
}

std::vector<std::string> charset(const LoadedReader& self) {
  std::vector<std::string> characters;
  const auto add = [&](const Reader& reader) {
    const std::vector<std::string>& classes = reader.glyphs().classes();
    for (std::size_t label = 0; label < classes.size(); ++label) {
      if (label == reader.no_glyph() || !reader.reads(label)) continue;
      if (std::ranges::count(characters, classes[label]) == 0) characters.push_back(classes[label]);
    }
  };
  add(self.reader);
  std::ranges::for_each(self.reader.others(), add);
  return characters;
}

void write_pdf(const py::handle& file, const py::iterable& arrays, const std::string& colors,
               const std::vector<PageText>& pages, const std::vector<double>& resolutions) {
  const std::vector<ArrayImage> images = images_of(arrays, colors);
  require(!images.empty() && images.size() == pages.size() && pages.size() == resolutions.size(), Kind::usage,
          "expected one page and one resolution for each image, and at least one");
  SearchablePdf pdf(path_of(file));
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const cv::Mat& picture = images[i].pixels();
    require(picture.cols == pages[i].width && picture.rows == pages[i].height, Kind::usage,
            [&] { return "page " + std::to_string(i) + " was read in an image of another size"; });
    pdf.add(to_eight_bits(picture), pages[i], resolution(resolutions[i]));
  }
  pdf.finish();
}

}  // namespace

void add_reader(py::module_& module) {
  py::class_<PageText>(module, "Page")
      .def_property_readonly("size", [](const PageText& page) { return std::pair(page.width, page.height); })
      .def_property_readonly("turn", [](const PageText& page) { return 90 * page.quarters; })
      .def_property_readonly("text", &PageText::text)
      .def("blocks", [](const PageText& page) { return list_of(page.blocks, dict_of); })
      .def("tables", [](const PageText& page) { return list_of(page.tables, dict_of); })
      .def(
          "scaled",
          [](const PageText& page, int width, int height) {
            return scaled(page, {width, height});
          },
          py::arg("width"), py::arg("height"))
      .def(py::pickle([](const PageText& page) { return py::tuple(packed(page)); },
                      [](const py::tuple& state) { return page_of(state); }))
      .def("to_json", &page_json, py::arg("name"))
      .def("to_tsv", &page_tsv)
      .def("to_hocr", &page_hocr_document, py::arg("resolution"));
  py::class_<LoadedReader>(module, "Reader")
      .def(py::init(&load_reader_of), py::arg("model"), py::arg("language_model") = true,
           py::arg("language") = py::none(), py::arg("code") = "", py::arg("bundled") = "",
           py::arg("user_words") = "")
      .def_property_readonly("charset", &charset)
      .def_property_readonly("card", [](const LoadedReader& self) { return card_dict(self.card); })
      .def("read", &read_page, py::arg("image"), py::arg("colors"), py::arg("options"),
           py::arg("zones") = std::vector<std::array<int, 4>>())
      .def("read_batch", &read_batch, py::arg("images"), py::arg("colors"), py::arg("options"),
           py::arg("threads"))
      .def("records", &read_files, py::arg("inputs"), py::arg("options"), py::arg("threads"));
  module.def("write_searchable_pdf", &write_pdf, py::arg("file"), py::arg("images"), py::arg("colors"),
             py::arg("pages"), py::arg("resolutions"));
  module.def("draw_page", [](const py::handle& array, const std::string& colors, const PageText& page) {
    const ArrayImage image(array, colors);
    require(image.pixels().cols == page.width && image.pixels().rows == page.height, Kind::usage,
            "the page was read in an image of another size");
    return array_of(draw(to_eight_bits(image.pixels()), page), colors);
  });
}

}  // namespace ocelli::internal::python
