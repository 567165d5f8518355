#include "ocelli/data/formats/table_notes.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "ocelli/core/wording.hpp"
#include "ocelli/data/formats/input_places.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

/// Lists columns with a remark each, up to eight: "column 1 'color' (3), column 4 'town'".
class ColumnList {
 public:
  explicit ColumnList(const TableLayout& layout) : layout_(layout) {}

  void add(std::size_t column, const std::string& remark = {}) {
    if (++count_ > kMaxNamed) return;
    names_ += (count_ > 1 ? ", " : "") + layout_.column_name(column);
    if (!remark.empty()) names_ += " (" + remark + ")";
  }
  /// Adds a sentence unless there are no columns.
  void tell(const std::string& before, const std::string& after, std::vector<std::string>& notes) const {
    if (count_ == 0) return;
    const std::string more =
        count_ > kMaxNamed ? ", and " + std::to_string(count_ - kMaxNamed) + " more" : "";
    notes.push_back(before + names_ + more + after);
  }

 private:
  static constexpr std::size_t kMaxNamed = 8;

  const TableLayout& layout_;
  std::string names_;
  std::size_t count_ = 0;
};

/// For each column that is an input, with the number of the input.
void each_input(const TableLayout& layout, const auto& use) {
  for (std::size_t c = 0; c < layout.targets.size(); ++c)
    if (layout.targets[c] >= 0) use(c, static_cast<std::size_t>(layout.targets[c]));
}

std::string such_as(const CellExample& example) {
  return "such as " + in_quotes(example.text) + " in line " + std::to_string(example.line);
}

std::string separator_name(char separator) {
  switch (separator) {
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    case '|':
      return "bars";
    case ',':
      return "commas";
    case kBlanks:
      return "blanks";
    default:
      return in_quotes({&separator, 1});
  }
}

std::string layout_note(const TableFindings& found) {
  const TableLayout& layout = found.layout;
  std::string note = found.rows.name() + " is read " + (layout.header.empty() ? "without" : "with") +
                     " a header, " + separator_name(layout.separator) + " between cells, the label in " +
                     layout.column_name(layout.label().value());
  if (const std::size_t missing = found.read.missing; missing > 0)
    note += "; " + std::to_string(missing) + (missing == 1 ? " missing value is" : " missing values are") +
            " replaced by the median of the column" +
            (found.columns.missing_marks.empty() ? "" : ", and marked");
  const auto [comments, titles] = found.rows.skipped();
  if (comments > 0) note += "; " + count_of(comments, "comment") + " above it skipped";
  if (titles > 0) note += "; " + count_of(titles, "title") + " above it skipped";
  return note + ".";
}

/// "Text is read as categories: column 1 'color' (3), column 4 'town' (the most frequent 64 of 312)."
void note_kinds(const TableFindings& found, std::vector<std::string>& notes) {
  ColumnList texts(found.layout), truths(found.layout), dates(found.layout), commas(found.layout);
  each_input(found.layout, [&](std::size_t c, std::size_t input) {
    const TextCounts& counts = found.plan.texts[c];
    const std::size_t different = counts.different();
    if (different > kMaxTextCategories) {
      texts.add(
          c, "the most frequent " + std::to_string(kMaxTextCategories) + " of " + std::to_string(different));
    } else if (different > 0) {
      texts.add(c, std::to_string(different));
    }
    if (different > 0 && counts.has_spellings()) truths.add(c);
    const InputKind kind = found.columns.kind(input);
    const bool has_order = found.survey.columns[c].days_first + found.survey.columns[c].months_first > 0;
    if (kind != InputKind::plain)
      dates.add(c, !has_date(kind) ? "time" : has_order ? "" : "months before days where both are numbers");
    const bool has_commas = !found.columns.decimal_marks.empty() && found.columns.decimal_marks[input] == ',';
    if (has_commas && found.survey.columns[c].marks.is_ambiguous()) commas.add(c);
  });
  texts.tell("Text is read as categories: ", ".", notes);
  truths.tell("Spellings of true and false are one category each: ", ".", notes);
  dates.tell("Dates are read as days, year, month, day, weekday and time of day: ", ".", notes);
  commas.tell("Numbers are read with decimal commas, and points between thousands: ", ".", notes);
}

void note_left_out(const TableFindings& found, std::vector<std::string>& notes) {
  ColumnList empty(found.layout), identifiers(found.layout), texts(found.layout), infinite(found.layout),
      blurred(found.layout);
  for (std::size_t c = 0; c < found.layout.targets.size(); ++c)
    if (found.survey.columns[c].is_empty()) empty.add(c);
  for (const std::size_t c : found.plan.identifiers) identifiers.add(c);
  for (const std::size_t c : found.plan.blurred) blurred.add(c);
  each_input(found.layout, [&](std::size_t c, std::size_t input) {
    const RowFindings::Input& own = found.read.inputs[input];
    if (own.texts > 0 && !found.columns.is_text(input))
      texts.add(c, std::to_string(own.texts) + ", " + such_as(own.first_text));
    if (own.infinite > 0) infinite.add(c, std::to_string(own.infinite) + ", " + such_as(own.first_infinite));
  });
  if (found.plan.has_only_identifiers)
    notes.emplace_back("There are no other columns than those that seem only to identify rows.");
  empty.tell("Columns without a value are ignored: ", ".", notes);
  identifiers.tell("Columns that only identify rows are ignored: ", "; --ignore-columns none keeps them.",
                   notes);
  texts.tell("Text among numbers or dates counts as missing: ",
             "; --category-columns reads all as categories.", notes);
  infinite.tell("Infinite numbers count as missing: ", ".", notes);
  blurred.tell("Some numbers are too close to each other to be distinguished: ", ".", notes);
}

void note_rows(const TableRows& rows, const RowFindings& read, std::vector<std::string>& notes) {
  if (read.unlabeled > 0) {
    const CellExample& first = read.first_unlabeled;
    notes.push_back(count_of(read.unlabeled, "row") + " of " + rows.name() +
                    (read.unlabeled == 1 ? " has no label and is left out: line "
                                         : " have no label and are left out: the first is line ") +
                    std::to_string(first.line) + (first.text.empty() ? "" : ", " + in_quotes(first.text)) +
                    ".");
  }
  if (!read.spoiled.empty())
    notes.push_back(count_of(read.spoiled.size(), "row") + " of " + rows.name() + " cannot be read and " +
                    (read.spoiled.size() == 1 ? "is" : "are") + " left out.");
}

/// Columns of the same name in other tables are matched in their order.
void note_same_names(const TableLayout& layout, std::vector<std::string>& notes) {
  const std::set<std::string> names(layout.header.begin(), layout.header.end());
  for (const std::string& name : names) {
    const auto count = std::ranges::count(layout.header, name);
    if (count > 1 && !name.empty())
      notes.push_back(std::to_string(count) + " columns are named " + in_quotes(name) +
                      ": other tables must have them in the same order.");
  }
}

/// If a header was found, but the text above each column is also one of its categories, that line may be a
/// row. If it has numbers, they may be a row as well.
void note_header(const TableFindings& found, const TableOptions& options, std::vector<std::string>& notes) {
  const CsvRow& header = found.layout.header;
  if (options.header != TableHeader::automatic || header.empty()) return;
  if (std::ranges::any_of(header, is_number)) {
    notes.emplace_back("The header has numbers: --header no reads it as a row.");
    return;
  }
  bool is_row = true, has_texts = false;
  each_input(found.layout, [&](std::size_t c, std::size_t) {
    is_row = is_row && found.plan.texts[c].has(header[c]);
    has_texts = true;
  });
  if (is_row && has_texts)
    notes.emplace_back(
        "The header contains text that its columns also contain: --header no reads it as a row.");
}

/// If the label is the last column by default, but the header calls another one "label" or the like, the
/// default is probably wrong.
void note_other_label(const TableLayout& layout, const TableOptions& options,
                      std::vector<std::string>& notes) {
  constexpr std::array<std::string_view, 4> kNames{"label", "class", "target", "classe"};
  const auto is_label_name = [&](const std::string& name) {
    return std::ranges::find(kNames, in_lower_case(name)) != kNames.end();
  };
  if (options.label_column != "last" || layout.header.empty() || is_label_name(layout.header.back())) return;
  const auto other = std::ranges::find_if(layout.header, is_label_name);
  if (other == layout.header.end()) return;
  notes.push_back("Another column is named " + in_quotes(*other) + ": --label-column " + *other +
                  " uses it as the label.");
}

/// Row numbers carry no information about other rows, but reveal everything about these rows if they are
/// sorted by class.
void note_row_numbers(const TableFindings& found, std::vector<std::string>& notes) {
  constexpr std::size_t kFewRows = 10;
  each_input(found.layout, [&](std::size_t c, std::size_t input) {
    const ColumnSurvey& column = found.survey.columns[c];
    if (found.columns.is_text(input) || column.numbers() < kFewRows || !column.count_up || column.missing > 0)
      return;
    notes.push_back("The values of " + found.layout.column_name(c) + " are row numbers: --ignore-columns " +
                    std::to_string(c + 1) + " excludes them.");
  });
}

}  // namespace

std::vector<std::string> notes_on(const TableFindings& found, const TableOptions& options) {
  std::vector<std::string> notes{layout_note(found)};
  note_kinds(found, notes);
  note_left_out(found, notes);
  note_rows(found.rows, found.read, notes);
  note_same_names(found.layout, notes);
  note_header(found, options, notes);
  note_other_label(found.layout, options, notes);
  note_row_numbers(found, notes);
  return notes;
}

std::vector<std::string> left_out_of(const TableFindings& found) {
  std::vector<std::string> words;
  const auto add = [&](std::size_t count, std::string_view noun, const std::string& which) {
    if (count > 0) words.push_back(count_of(count, noun) + " " + which);
  };
  add(found.read.unlabeled, "row", "without a label");
  add(found.read.spoiled.size(), "row", "that cannot be read");
  add(static_cast<std::size_t>(std::ranges::count_if(found.survey.columns, &ColumnSurvey::is_empty)),
      "column", "without a value");
  add(found.plan.identifiers.size(), "column", "with identifiers of rows");
  std::size_t texts = 0;
  each_input(found.layout, [&](std::size_t, std::size_t input) {
    if (!found.columns.is_text(input))
      texts += found.read.inputs[input].texts + found.read.inputs[input].infinite;
  });
  add(texts, "cell", "without a finite number");
  return words;
}

UnknownTexts unknown_texts(const TableLayout& layout, const RowFindings& read) {
  UnknownTexts unknown;
  each_input(layout, [&](std::size_t c, std::size_t input) {
    const RowFindings::Input& own = read.inputs[input];
    if (own.texts + own.infinite == 0) return;
    if (unknown.cells == 0)
      unknown.example =
          such_as(own.texts > 0 ? own.first_text : own.first_infinite) + ", " + layout.column_name(c);
    unknown.cells += own.texts + own.infinite;
  });
  return unknown;
}

std::vector<std::string> notes_like(const TableRows& rows, const TableLayout& layout, const RowFindings& read,
                                    Labels labels) {
  std::vector<std::string> notes;
  if (const UnknownTexts unknown = unknown_texts(layout, read); unknown.cells > 0)
    notes.push_back(rows.name() + " has text outside the model's categories or among numbers in " +
                    count_of(unknown.cells, "cell") + ", " + unknown.example + "; it counts as missing.");
  if (labels == Labels::needed) note_rows(rows, read, notes);
  return notes;
}

}  // namespace ocelli::internal
