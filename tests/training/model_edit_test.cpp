#include "ocelli/training/model_edit.hpp"

#include <gmock/gmock.h>

#include "data/temporary_folder.hpp"
#include "ocelli/core/require.hpp"
#include "pipelines/model_files/model_samples.hpp"

namespace ocelli::internal::test::model_edit_test {
namespace {

/// A file of a detector, with its card and its operating point.
class EditedModel : public testing::Test {
 protected:
  EditedModel() : path_(folder_.path() / "eye.ocelli") { save_model(path_, sample_detector()); }

  DetectorModel edited(const ModelEdit& edit) {
    edit_model(path_, edit);
    return load_detector(path_);
  }

  /// What is said in place of an edit. Expects that the file stays as it is.
  std::string refused(const ModelEdit& edit) {
    const std::string before = content_of(path_);
    std::string told;
    try {
      edit_model(path_, edit);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Kind::usage);
      told = error.what();
    }
    EXPECT_EQ(content_of(path_), before);
    return told;
  }

  TemporaryFolder folder_;
  std::filesystem::path path_;
};

TEST_F(EditedModel, HasTheNewWordsOfItsCard) {
  ModelEdit edit;
  edit.description = "Eyes of mine";
  edit.license = "mine";
  const ModelCard card = edited(edit).card;
  EXPECT_EQ(card.description, "Eyes of mine");
  EXPECT_EQ(card.license, "mine");
  EXPECT_EQ(card.data, sample_card().data) << "all else stays";
}

TEST_F(EditedModel, HasTheNewOperatingPointAndAFigureMeasuredAtIt) {
  ModelEdit edit;
  edit.min_score = 4.25f;
  edit.figure = {"operating point", "finds half", "", ""};
  const DetectorModel model = edited(edit);
  EXPECT_FLOAT_EQ(model.cascade.min_score(), 4.25f);
  EXPECT_THAT(model.card.figures, testing::Contains(edit.figure));
}

TEST_F(EditedModel, StaysWithoutAnythingToChange) {
  EXPECT_THAT(refused({}), testing::HasSubstr("nothing to change"));
  ModelEdit half;
  half.figure.name = "hits";
  EXPECT_THAT(refused(half), testing::HasSubstr("give a figure and its value together"));
}

TEST_F(EditedModel, StaysWhereItHasNoSuchThing) {
  ModelEdit edit;
  edit.tilt = 3;
  EXPECT_THAT(refused(edit), testing::HasSubstr("only for classifiers"));
  edit.tilt = 91;
  EXPECT_THAT(refused(edit), testing::HasSubstr("above 0 and at most 90"));
}

}  // namespace
}  // namespace ocelli::internal::test::model_edit_test
