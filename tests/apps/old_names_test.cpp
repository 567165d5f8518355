#include <gmock/gmock.h>

#include <ostream>

#include "apps/program.hpp"

namespace ocelli::test::old_names_test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Words = std::vector<std::string>;

/// An option of the version before.
struct Renamed {
  Words verb;
  std::string old, now, value, out_of_range;  ///< empty: every value of the type is allowed

  friend std::ostream& operator<<(std::ostream& out, const Renamed& renamed) {
    return out << renamed.verb.back() << " --" << renamed.old;
  }
};

Finished run(const Renamed& renamed, const Words& options) {
  Words words = renamed.verb;
  words.insert(words.end(), options.begin(), options.end());
  return ocelli(words);
}

class OldNames : public testing::TestWithParam<Renamed> {};

// Without anything to work on, a verb refuses after it has taken its options.
TEST_P(OldNames, StillWorkWithAWarning) {
  const auto& [verb, old, now, value, out_of_range] = GetParam();
  const std::string warning = "ocelli: --" + old + " is now --" + now + ";";
  const Finished taken = run(GetParam(), {"--" + old, value});
  EXPECT_EQ(taken.exit_code, 2);
  EXPECT_EQ(taken.error_lines(), 2) << taken.err;
  EXPECT_THAT(taken.err, StartsWith(warning));
  EXPECT_THAT(run(GetParam(), {"--" + now + "=" + value}).err, Not(HasSubstr("is now")));
  EXPECT_THAT(run(GetParam(), {"--help"}).out, Not(HasSubstr("--" + old + " ")));
  if (out_of_range.empty()) return;
  const Finished refused = run(GetParam(), {"--" + old + "=" + out_of_range});
  EXPECT_THAT(refused.err, HasSubstr("--" + now + ": "));
  EXPECT_THAT(refused.err, HasSubstr("not " + out_of_range)) << "the value came through";
}

TEST_P(OldNames, AreRefusedBesideTheNewOnes) {
  const auto& [verb, old, now, value, out_of_range] = GetParam();
  const Finished both = run(GetParam(), {"--" + old, value, "--" + now, value});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_EQ(both.error_lines(), 1) << both.err;
  EXPECT_THAT(both.err, HasSubstr("--" + old + ": is the old name of --" + now + ": give one of the two"));
}

const Words kDetector = {"train", "detector"},
            kClassifier = {"train", "classifier", "--algorithm=shareboost"}, kReader = {"train", "reader"},
            kMultiLayer = {"train", "classifier", "--algorithm", "multilayer"},
            kMixedNorm = {"train", "classifier", "--algorithm=mixed-norm"};

INSTANTIATE_TEST_SUITE_P(
    OfEveryVerb, OldNames,
    testing::Values(Renamed{kDetector, "stage-detection", "min-hit-rate", "0.99", "0.2"},
                    Renamed{kDetector, "stage-false-alarm", "max-false-alarm-rate", "0.5", "1"},
                    Renamed{kDetector, "stage-weak", "max-weak-count", "50", "-1"},
                    Renamed{kDetector, "false-alarm", "cascade-false-alarm-rate", "1e-6", "2"},
                    Renamed{kDetector, "false-alarms", "false-alarms-per-image", "0.2", "-1"},
                    Renamed{kDetector, "weight-share", "weight-trimming", "0.98", "1.5"},
                    Renamed{kDetector, "outliers", "weight-capping", "0.02", "0.6"},
                    Renamed{kDetector, "copies", "samples-per-object", "4", "1001"},
                    Renamed{kClassifier, "copies", "augmentation", "2", "-1"},
                    Renamed{kMultiLayer, "copies", "augmentation", "2", "-1"},
                    Renamed{kMultiLayer, "least-deviation", "min-deviation", "5", "0"},
                    Renamed{kMixedNorm, "least-lambda", "min-lambda-ratio", "0.1", "2"},
                    Renamed{kClassifier, "ink-side", "normalised-side", "20", "2"},
                    Renamed{kClassifier, "patches", "templates", "7:10", ""},
                    Renamed{kClassifier, "tune-patch-rate", "tune-template-rate", "0.01", "-1"},
                    Renamed{kReader, "junk-share", "reject-share", "20", "0"},
                    Renamed{kReader, "place-error", "baseline-error", "0.1", "1"},
                    Renamed{kReader, "sequences", "ngrams", "100", "0"},
                    Renamed{kReader, "least-word", "min-word-count", "2", "0"},
                    Renamed{kReader, "least-character", "min-character-count", "9", ""},
                    Renamed{{"record"}, "ink-side", "normalised-side", "20", "2"},
                    Renamed{{"detect"}, "part", "containment", "0.5", "1.5"},
                    Renamed{{"eval", "detector"}, "part", "containment", "0.5", "1.5"},
                    Renamed{{"ocr"}, "only", "charset", "0123456789", ""},
                    Renamed{{"ocr"}, "straighten", "deskew", "no", ""},
                    Renamed{{"ocr"}, "turn", "auto-rotate", "no", ""},
                    Renamed{{"eval", "ocr"}, "context", "language-model", "no", ""}));

TEST(OldWords, OfAnOptionStillWorkWithAWarning) {
  const Finished taken = ocelli({"train", "classifier", "--algorithm=shareboost", "--features", "patches"});
  EXPECT_THAT(taken.err, StartsWith("ocelli: --features patches is now --features templates;"));
  EXPECT_THAT(taken.err, HasSubstr("one TRAIN is required"));
  EXPECT_THAT(ocelli({"train", "classifier", "--algorithm=shareboost", "--features", "patch"}).err,
              HasSubstr("--features: must be auto, templates, linear, products, orientations, "
                        "binary-patterns, colours, channel-templates, stumps, trees, "
                        "balls or gaussians, or several separated by commas, not 'patch'"));
}

TEST(OldNames, OfAnotherAlgorithmAreToldFromUnknownOnes) {
  EXPECT_THAT(
      ocelli({"train", "classifier", "--algorithm", "multilayer", "--patches=7:10"}).err,
      testing::ContainsRegex("--patches: is an option of --algorithm shareboost.*, not of multilayer"));
}

}  // namespace
}  // namespace ocelli::test::old_names_test
