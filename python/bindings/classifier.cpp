#include <algorithm>
#include <utility>

#include "arguments.hpp"
#include "arrays.hpp"
#include "interruption.hpp"
#include "loaded_models.hpp"
#include "module.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/evaluation/explanation.hpp"
#include "ocelli/evaluation/input_importance.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/pipelines/stages/digit_picture.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "records.hpp"

namespace ocelli::internal::python {
namespace {

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;

py::object shape_of(const LoadedClassifier& self) {
  if (!self.classifier().shape()) return py::none();
  return py::make_tuple(self.classifier().shape()->height, self.classifier().shape()->width);
}

/// The scores of `count` samples, each computed by `row(i, scores)`, on several threads.
template <class Row>
py::array_t<float> score_table(const Classifier& classifier, std::size_t count, int threads, const Row& row) {
  const std::size_t classes = classifier.classes().size();
  auto table = table_of<float>(count, classes);
  const std::span<float> all(table.mutable_data(), count * classes);
  for_each_interruptibly(count, threads, [&](std::size_t i) { row(i, all.subspan(i * classes, classes)); });
  return table;
}

py::array_t<float> scores(const LoadedClassifier& self, const Floats& samples, int threads) {
  const Classifier& classifier = self.classifier();
  const std::size_t width = inputs(classifier.features());
  require(samples.ndim() == 2 && static_cast<std::size_t>(samples.shape(1)) == width, Kind::image, [&] {
    return "expected (n, " + std::to_string(width) + ") values, got " +
           py::str(samples.attr("shape")).cast<std::string>();
  });
  const float* const values = samples.data();
  return score_table(classifier, static_cast<std::size_t>(samples.shape(0)), threads,
                     [&](std::size_t i, std::span<float> row) {
                       classifier.scores({values + i * width, width}, row);
                     });
}

void score_image(const LoadedClassifier& self, const cv::Mat& image, std::span<float> row) {
  if (self.only_digits) require_digit(image);
  for (const ScoredLabel& scored : self.classifier().classify(image).ranking)
    row[scored.label] = scored.score;
}

py::array_t<float> scores_of_images(const LoadedClassifier& self, const py::iterable& arrays,
                                    const std::string& colors, int threads) {
  const std::vector<ArrayImage> images = images_of(arrays, colors);
  return score_table(self.classifier(), images.size(), threads, [&](std::size_t i, std::span<float> row) {
    score_image(self, images[i].pixels(), row);
  });
}

py::array_t<float> scores_of_image(const LoadedClassifier& self, const py::handle& array,
                                   const std::string& colors) {
  const ArrayImage image(array, colors);
  std::vector<float> row(self.classifier().classes().size());
  {
    const py::gil_scoped_release release;
    score_image(self, image.pixels(), row);
  }
  return array_of(std::span<const float>(row));
}

/// A table that is read like the one in training: a file, or its text as bytes.
Table table_like(const LoadedClassifier& self, const py::object& table) {
  const TableColumns columns = table_of(self.model, {});
  if (py::isinstance<py::str>(table))
    return read_table_like(table.cast<std::string>(), columns, Labels::optional);
  return parse_table_like(table.cast<std::string_view>(), "table", columns, Labels::optional);
}

py::tuple scores_of_table(const LoadedClassifier& self, const py::object& rows, int threads) {
  const Table table = table_like(self, rows);
  const Samples& samples = table.samples;
  py::list errors;
  for (const RowError& error : table.errors)
    errors.append(py::make_tuple(error.sample, error.problem.message));
  return py::make_tuple(score_table(self.classifier(), samples.count(), threads,
                                    [&](std::size_t i, std::span<float> row) {
                                      self.classifier().scores(samples.row(i), row);
                                    }),
                        table.notes, errors);
}

/// The names of the inputs of a table; empty if the model is of images or its table had no header.
std::vector<std::string> column_names(const LoadedClassifier& self) {
  std::vector<std::string> names;
  if (!self.model.table) return names;
  const TableColumns& columns = *self.model.table;
  for (std::size_t c = 0; c < columns.names.size(); ++c) {
    if (columns.roles[c] == ColumnRole::input) names.push_back(columns.names[c]);
  }
  return names;
}

/// Rows of a table: of a file, of its text, or of an array with the values of samples.
Samples rows_of(const LoadedClassifier& self, const py::object& rows) {
  if (py::isinstance<py::str>(rows) || py::isinstance<py::bytes>(rows)) return table_like(self, rows).samples;
  const auto values = rows.cast<Floats>();
  Samples samples{SampleValues(values.shape(0), values.shape(1)), {}, {}, {}};
  std::copy_n(values.data(), values.size(), samples.values.data());
  return samples;
}

py::dict explanations(const LoadedClassifier& self, const py::object& rows, const py::object& background,
                      const std::string& of_class, std::size_t background_rows) {
  const Samples explained = rows_of(self, rows);
  const Samples others = background.is_none() ? explained : rows_of(self, background);
  TableExplanation found;
  {
    const py::gil_scoped_release release;
    found = explain(self.model, explained, others, {of_class, background_rows});
  }
  const std::vector<std::string>& classes = self.classifier().classes();
  py::list labels, of_classes;
  auto contributions = table_of<double>(found.rows.size(), found.columns.size());
  std::vector<double> scores, bases;
  double* next = contributions.mutable_data();
  for (const RowExplanation& row : found.rows) {
    labels.append(classes[row.label]);
    of_classes.append(classes[row.explained]);
    scores.push_back(row.score);
    bases.push_back(row.base);
    next = std::ranges::copy(row.contributions, next).out;
  }
  using namespace py::literals;
  return py::dict("columns"_a = found.columns, "labels"_a = labels, "classes"_a = of_classes,
                  "scores"_a = array_of(std::span<const double>(scores)),
                  "base"_a = array_of(std::span<const double>(bases)), "contributions"_a = contributions,
                  "mean_sizes"_a = array_of(std::span<const double>(found.mean_sizes)));
}

py::bytes bytes_of(const LoadedClassifier& self) {
  const std::vector<std::byte> bytes = serialize(self.model);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

py::object classify_files(const py::object& self, std::vector<std::string> inputs, py::dict options,
                          int threads) {
  const Classifier& classifier = self.cast<const LoadedClassifier&>().classifier();
  std::size_t top = 5;
  if (options.contains("top")) top = options.attr("pop")("top").cast<std::size_t>();
  RecordRun run{.inputs = std::move(inputs), .limits = {}, .work = {}, .line = {}, .threads = threads};
  set_options(option_table(run.limits), options);
  run.work = classify_work(classifier);
  if (self.cast<const LoadedClassifier&>().only_digits) run.work = for_digits_only(std::move(run.work));
  run.line = [&classifier, top](const Record& record) {
    return label_json_line(record, classifier.classes(), top);
  };
  return records(std::move(run), self);
}

}  // namespace

void add_classifier(py::module_& module) {
  py::class_<LoadedClassifier>(module, "Classifier")
      .def(py::init([](const py::object& model, bool only_digits) {
             return LoadedClassifier{only<ClassifierModel>(model_of(model), "a classifier"), only_digits};
           }),
           py::arg("model"), py::arg("only_digits") = false)
      .def_property_readonly("classes",
                             [](const LoadedClassifier& self) { return self.classifier().classes(); })
      .def_property_readonly("shape", &shape_of)
      .def_property_readonly(
          "inputs", [](const LoadedClassifier& self) { return inputs(self.classifier().features()); })
      .def_property_readonly("card", [](const LoadedClassifier& self) { return card_dict(self.model.card); })
      .def_property_readonly("temperature",
                             [](const LoadedClassifier& self) { return self.classifier().temperature(); })
      .def_property_readonly("sees_colors",
                             [](const LoadedClassifier& self) { return self.classifier().uses_colors(); })
      .def("feature_inputs",
           [](const LoadedClassifier& self) {
             return array_of(std::span<const double>(input_importance(self.classifier())));
           })
      .def("scores_of_image", &scores_of_image, py::arg("image"), py::arg("colors"))
      .def("scores", &scores, py::arg("samples"), py::arg("threads"))
      .def("scores_of_images", &scores_of_images, py::arg("images"), py::arg("colors"), py::arg("threads"))
      .def("scores_of_table", &scores_of_table, py::arg("table"), py::arg("threads"))
      .def_property_readonly("column_names", &column_names)
      .def("explain", &explanations, py::arg("rows"), py::arg("background"), py::arg("of_class"),
           py::arg("background_rows"))
      .def("to_bytes", &bytes_of)
      .def("records", &classify_files, py::arg("inputs"), py::arg("options"), py::arg("threads"));
}

}  // namespace ocelli::internal::python
