#include <gmock/gmock.h>

#include <sstream>
#include <string>

#include "data_path.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/portable/c99_header.hpp"
#include "portable/c_program.hpp"
#include "portable/portable_classifications.hpp"

namespace ocelli::internal::c99_digits_test {
namespace {

/// What the header of a digit model, compiled, says of MNIST's test digits; a line each.
std::string read_by_c(const ClassifierModel& model, const Samples& digits) {
  const test::TemporaryFolder folder;
  const std::string header = folder.file("digits.h", c99_header(model, "digits")),
                    program = folder.path() / "digits";
  const test::Finished compiled =
      test::Program({"cc", "-std=c99", "-O3", "-x", "c", "-DDIGITS_MAIN", header, "-o", program}).finish();
  EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
  return test::Program({program, folder.file("digits.idx", test::as_idx(digits))})
      .finish(std::chrono::seconds(300))
      .out;
}

/// Lines of two texts that differ, or whose first words differ.
struct Differences {
  int lines = 0, labels = 0;
};

Differences differences(const std::string& a, const std::string& b) {
  Differences all;
  std::istringstream first(a), second(b);
  std::string one, other;
  while (std::getline(first, one) && std::getline(second, other)) {
    all.lines += one != other;
    all.labels += one.substr(0, one.find(' ')) != other.substr(0, other.find(' '));
  }
  return all;
}

void expect_same_labels(const std::string& file) {
  const ClassifierModel model = load_classifier(test::source_path() / "models" / file);
  const Samples digits = read_labeled_idx(test::data_path() / "mnist/t10k-images-idx3-ubyte.gz",
                                          test::data_path() / "mnist/t10k-labels-idx1-ubyte.gz");
  const std::string found = read_by_c(model, digits),
                    expected = test::labels_as_c_prints(model.classifier, digits);
  EXPECT_EQ(std::ranges::count(found, '\n'), 10'000);
  const auto [lines, labels] = differences(found, expected);
  EXPECT_EQ(labels, 0) << file;
  // Where ink was brought to size, a gray level in ten thousand digits may be rounded otherwise.
  EXPECT_LE(lines, 3) << file;
}

TEST(C99Digits, AreReadAsTheProgramReadsThem) {
  OCELLI_NEEDS_C_COMPILER
  OCELLI_NEEDS_DATA("mnist/t10k-images-idx3-ubyte.gz")
  for (const std::string file : {"digits.ocelli", "digits-large.ocelli"}) expect_same_labels(file);
}

}  // namespace
}  // namespace ocelli::internal::c99_digits_test
