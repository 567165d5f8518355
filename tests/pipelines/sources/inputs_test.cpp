#include "ocelli/pipelines/sources/inputs.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>

#include "data/gzip_bytes.hpp"
#include "data/idx_bytes.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/pipelines/output/searchable_pdf.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"

namespace ocelli::internal::inputs_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Inputs : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string image(const std::string& name) const { return folder_.file(name, "not looked at"); }

  std::unique_ptr<Source> open(std::vector<std::string> inputs, const std::string& standard_input = "") {
    list_.clear();
    list_.str(standard_input);
    return open_inputs(std::move(inputs), list_);
  }

  /// What the inputs stand for: paths, or "error: ..." in the place of what cannot be had.
  std::vector<std::string> all(std::vector<std::string> inputs, const std::string& standard_input = "") {
    const auto source = open(std::move(inputs), standard_input);
    std::vector<std::string> found;
    while (const auto item = source->next()) {
      const auto* error = std::get_if<Error>(&item->content);
      found.push_back(error ? "error: " + std::string(error->what()) : item->input);
    }
    return found;
  }

  test::TemporaryFolder folder_;
  std::istringstream list_;
};

TEST_F(Inputs, StandForFilesFoldersAndPatternsInOrder) {
  const std::string b = image("shots/b.png"), a = image("shots/a.jpg"), deep = image("shots/deep/c.pgm");
  const std::string odd = image("odd.name");
  folder_.file("shots/notes.txt", "");
  EXPECT_THAT(all({odd, at("shots"), at("shots/?.*g")}), ElementsAre(odd, a, b, deep, a, b));
}

TEST_F(Inputs, ComeInTheOrderInWhichPeopleCount) {
  const std::string p10 = image("p/p10.png"), p2 = image("p/p2.png"), p1 = image("p/p1.png");
  EXPECT_THAT(all({at("p"), at("p/*.png")}), ElementsAre(p1, p2, p10, p1, p2, p10));
}

TEST_F(Inputs, HaveFramesWithinTheLimitOnPixels) {
  const auto frame = [](int rows) {
    Item item{.input = "clip.mp4#0", .content = cv::Mat(rows, 10, CV_8UC1, cv::Scalar(9))};
    item.limits.max_pixels = 100;
    return item;
  };
  EXPECT_EQ(decoded_gray(frame(10)).pixels.total(), 100u);
  EXPECT_THROW(decoded_gray(frame(11)), Error);
}

TEST_F(Inputs, AreReadFromListsInEveryEncoding) {
  const std::string a = image("a.png"), b = image("b c.png"), odd = image("d\ne.png");
  const auto in_utf16 = [](const std::string& text, bool is_little) {
    std::string units;
    for (const char letter : text) units += is_little ? std::string{letter, '\0'} : std::string{'\0', letter};
    return units;
  };
  const std::string lines = a + "\r\n" + b + "\n";
  for (const std::string& list : {lines, "\xEF\xBB\xBF" + lines, "\xFF\xFE" + in_utf16(lines, true),
                                  "\xFE\xFF" + in_utf16(lines, false), in_utf16(lines, true),
                                  in_utf16(lines, false), a + '\0' + b + '\0'}) {
    EXPECT_THAT(all({"-"}, list), ElementsAre(a, b)) << list;
    EXPECT_THAT(all({"@" + folder_.file("list.txt", list)}), ElementsAre(a, b)) << list;
  }
  EXPECT_THAT(all({"-"}, a + '\0' + odd), ElementsAre(a, odd)) << "a line end is a letter of a name";
  for (const std::string& data : {std::string("II*\0\x08\0", 6), std::string("\0\0\0\x18", 4) + "ftyp"})
    EXPECT_THROW(all({"-"}, data), Error);
}

TEST_F(Inputs, AreNotNamedByEndlessLines) {
  const std::string a = image("a.png"), endless(70'000, 'x');
  const auto source = open({"-"}, a + "\n" + endless + "\n");
  EXPECT_EQ(source->next()->input, a);
  EXPECT_THROW(
      try { source->next(); } catch (const Error& error) {
        EXPECT_THAT(error.what(),
                    testing::HasSubstr("standard input: contains a line of more than 65536 bytes"));
        throw;
      },
      Error);
  const std::string list = folder_.file("list", endless);
  EXPECT_THAT(all({"@" + list, a}),
              ElementsAre(testing::HasSubstr(list + ": contains a line of more than"), a));
}

TEST_F(Inputs, TakeAFileWhoseNameLooksLikeAPattern) {
  const std::string name = image("a[1].png");
  EXPECT_THAT(all({name}), ElementsAre(name));
}

TEST_F(Inputs, ReadListsFromFilesAndFromTheStandardInput) {
  const std::string a = image("d/a.png"), b = image("d/b.png");
  const std::string list = folder_.file("list.txt", "\xef\xbb\xbf" + a + "\r\n\n  " + at("d") + "  \n" + b);
  EXPECT_THAT(all({"@" + list}), ElementsAre(a, a, b, b));
  EXPECT_THAT(all({b, "-", b}, a + "\r\n\n" + at("d")), ElementsAre(b, a, a, b, b));
}

TEST_F(Inputs, FindThePhotosThatListsMean) {
  const std::string a = image("d/a.PNG"), b = image("d/b.png");
  const std::string list = folder_.file("list.txt", "d\\a.png\n/gone/d/b.jpg\nnowhere.png\n");
  EXPECT_THAT(all({"@" + list}), ElementsAre(a, b, "nowhere.png"));
}

TEST_F(Inputs, CountWhatTheyPassOverInFolders) {
  const std::string a = image("d/a.png"), jfif = image("d/b.jfif");
  const std::string bare = folder_.file("d/c", "\xFF\xD8\xFF\xE0");
  for (const char* name : {"d/._a.png", "d/Thumbs.db", "d/.DS_Store", "d/__MACOSX/a.png", "d/notes.txt"})
    image(name);
  const auto source = open({at("d"), a});
  std::vector<std::string> found;
  while (const auto item = source->next()) found.push_back(item->input);
  EXPECT_THAT(found, ElementsAre(a, jfif, bare, a));
  EXPECT_EQ(source->passed_over().by_systems, 4u);
  EXPECT_EQ(source->passed_over().others, 1u);
}

TEST_F(Inputs, ReadTheStandardInputOnlyAsFarAsTheRunHasCome) {
  const auto source = open({"-"}, "one.png\ntwo.png\n");
  EXPECT_EQ(source->next()->input, "one.png");
  std::string unread;
  std::getline(list_, unread);
  EXPECT_EQ(unread, "two.png");
}

TEST_F(Inputs, NameWhatCannotBeHadAndGoOn) {
  const std::string empty = at("empty");
  std::filesystem::create_directory(empty);
  const std::string a = image("a.png"), broken = folder_.file("broken.mp4", "no video"),
                    list = folder_.file("list", "\n");
  EXPECT_THAT(
      all({empty, at("*.tif"), "cam:873", broken, at("gone.avi"), "@" + at("gone.txt"), "@" + list, a}),
      ElementsAre("error: " + empty +
                      ": the folder contains no images (png, jpeg, bmp, pnm, tiff, webp, gif, jpeg2000) and "
                      "no PDF files",
                  "error: " + at("*.tif") + ": no file matches this pattern",
                  "error: cam:873: no such camera, or another program is using it",
                  "error: " + broken + ": is not a supported video, or is damaged",
                  "error: " + at("gone.avi") + ": no such file",
                  "error: " + at("gone.txt") + ": no such file",
                  "error: " + list + ": the list names no images", a));
}

TEST_F(Inputs, ReadTheImagesOfAnIdxFile) {
  const std::string file = folder_.file("digits", test::idx_images(2, 2, 3));
  const auto source = open({file});
  ASSERT_TRUE(source->next());
  EXPECT_EQ(source->total(), 2u);
  const auto second = source->next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->input, file + "#1");
  const cv::Mat expected = (cv::Mat_<std::uint8_t>(2, 3) << 6, 7, 8, 9, 10, 11);
  EXPECT_EQ(cv::norm(std::get<cv::Mat>(second->content), expected, cv::NORM_INF), 0);
  EXPECT_FALSE(source->next());
}

TEST_F(Inputs, ReadPackedIdxFilesWhereverAnInputMayStand) {
  const std::string a = image("a.png"),
                    file = folder_.file("digits.idx.gz", test::gzip(test::idx_images(2, 2, 2)));
  EXPECT_THAT(all({a, "-", "@" + folder_.file("list.txt", file)}, file),
              ElementsAre(a, file + "#0", file + "#1", file + "#0", file + "#1"));
}

TEST_F(Inputs, MakeOneErrorOfADamagedIdxFile) {
  const std::string a = image("a.png"), cut = folder_.file("cut", test::idx_images(2, 2, 2).substr(0, 20)),
                    broken = folder_.file("t10k-images-idx3-ubyte.gz", "no gzip"),
                    labels = folder_.file("t10k-labels-idx1-ubyte", test::idx_labels("123"));
  EXPECT_THAT(all({cut, broken, labels, at("gone.idx"), a}),
              ElementsAre(HasSubstr("error: " + cut + ": is truncated: it contains 20 of the 24 bytes"),
                          HasSubstr("error: " + broken + ": is not an IDX file"),
                          HasSubstr("error: " + labels + ": contains 3 values; images are"),
                          "error: " + at("gone.idx") + ": no such file", a));
}

/// A page that is all of one gray.
cv::Mat even_page(int gray) { return {60, 80, CV_8UC1, cv::Scalar(gray)}; }

TEST_F(Inputs, AreThePagesOfTiffAndPdfFiles) {
  cv::imwrite(at("one.tif"), even_page(10));
  cv::imwritemulti(at("three.TIFF"), std::vector<cv::Mat>{even_page(10), even_page(20), even_page(30)});
  SearchablePdf pdf(at("two.pdf"));
  for (const int gray : {0, 255}) pdf.add(even_page(gray), {80, 60, {}});
  pdf.finish();
  const std::string one = at("one.tif"), three = at("three.TIFF"), two = at("two.pdf");
  EXPECT_THAT(all({one, three, two, at("two.*f")}),
              ElementsAre(one, three + "#0", three + "#1", three + "#2", two + "#0", two + "#1", two + "#0",
                          two + "#1"));

  const auto source = open({three, two});
  for (const int gray : {10, 20, 30, 0, 255}) {
    const auto page = source->next();
    ASSERT_TRUE(page);
    const cv::Mat picture = decoded_gray(*page).pixels;
    EXPECT_EQ(picture.size(), even_page(gray).size());
    EXPECT_EQ(picture.at<std::uint8_t>(30, 40), gray) << page->input;
  }
  EXPECT_EQ(source->total(), 5u);
}

TEST_F(Inputs, FindEveryPageInAFolder) {
  std::filesystem::create_directories(at("scans/deep"));
  const std::string deep = at("scans/deep/two.pdf"), p2 = at("scans/p2.TIF"), p10 = image("scans/p10.jpg");
  cv::imwritemulti(p2, std::vector<cv::Mat>{even_page(10), even_page(20)});
  SearchablePdf pdf(deep);
  for (const int gray : {0, 255}) pdf.add(even_page(gray), {80, 60, {}});
  pdf.finish();
  folder_.file("scans/notes.txt", "");
  EXPECT_THAT(all({at("scans")}), ElementsAre(deep + "#0", deep + "#1", p2 + "#0", p2 + "#1", p10));
  EXPECT_THAT(all({at("scans/deep")}), ElementsAre(deep + "#0", deep + "#1")) << "PDF files alone";
}

TEST_F(Inputs, CountPagesAsTheyAreFound) {
  cv::imwritemulti(at("two.tif"), std::vector<cv::Mat>{even_page(10), even_page(20)});
  const auto source = open({image("a.png"), at("two.tif")});
  EXPECT_EQ(source->total(), 2u) << "a file yet to be opened counts as one";
  source->next(), source->next();
  EXPECT_EQ(source->total(), 3u);
}

TEST_F(Inputs, MakeOneErrorOfADamagedFileOfPages) {
  const std::string a = image("a.png"), torn = folder_.file("torn.pdf", "%PDF-1.4 and no more"),
                    tiff = folder_.file("torn.tif", std::string("II*\0", 4));
  EXPECT_THAT(all({torn, tiff, at("gone.pdf"), a}),
              ElementsAre(HasSubstr("error: " + torn + ": "), HasSubstr("error: " + tiff + ": "),
                          "error: " + at("gone.pdf") + ": no such file", a));
}

TEST_F(Inputs, SurviveNamesThatTheSystemCannotLookUp) {
  const std::string long_name(10'000, 'x');
  EXPECT_THAT(all({long_name, long_name + ".mp4"}), ElementsAre(long_name, HasSubstr("error: ")));
}

TEST_F(Inputs, KnowTheirTotalOnceTheyCan) {
  const std::string a = image("d/a.png"), b = image("d/b.png");
  EXPECT_EQ(open({a, b, a})->total(), 3u);
  EXPECT_EQ(open({"-"}, a)->total(), std::nullopt);
  const auto folder_last = open({a, at("d")});
  EXPECT_EQ(folder_last->total(), std::nullopt);
  folder_last->next();
  folder_last->next();
  EXPECT_EQ(folder_last->total(), 3u);
  const auto missing_first = open({at("gone"), a});
  missing_first->next();
  EXPECT_EQ(missing_first->total(), 2u);
  const auto list = open({"@" + folder_.file("list.txt", a + "\n" + b + "\n")});
  list->next();
  EXPECT_EQ(list->total(), 2u);
}

TEST(CameraNumber, IsThatOfACameraOnly) {
  EXPECT_EQ(camera_number("cam:0"), 0);
  EXPECT_EQ(camera_number("cam:12"), 12);
  for (const char* other : {"cam:", "cam:x", "cam:-1", "0", "camera.png"})
    EXPECT_EQ(camera_number(other), std::nullopt);
}

}  // namespace
}  // namespace ocelli::internal::inputs_test
