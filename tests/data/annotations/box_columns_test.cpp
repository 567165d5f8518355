#include "ocelli/data/annotations/box_columns.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/data/annotations/annotation_csv.hpp"

namespace ocelli::internal::box_columns_test {
namespace {

using test::expect_error;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

AnnotatedObject only_object(std::string_view text) {
  const BoxTable read = parse_box_csv(text, "", "boxes.csv");
  EXPECT_THAT(read.problems, IsEmpty()) << text;
  if (read.images.size() != 1 || read.images[0].objects.size() != 1) return {};
  EXPECT_EQ(read.images[0].path, "a.jpg") << text;
  return read.images[0].objects[0];
}

TEST(BoxColumns, AreKnownByTheirUsualNames) {
  for (const std::string_view text : {
           "image,xmin,ymin,xmax,ymax\na.jpg,5,10,75,90\n",
           "filename,x1,y1,x2,y2\na.jpg,5,10,75,90\n",
           "File;Left;Top;Right;Bottom\na.jpg;5;10;75;90\n",
           "path\tX_Min\tY_Min\tX_Max\tY_Max\na.jpg\t5\t10\t75\t90\n",
           "\"img_path\",\"x\",\"y\",\"width\",\"height\"\n\"a.jpg\",5,10,70,80\n",
           "image;x;y;w;h\na.jpg;5;10;70;80\n",
           "file_name,left,top,width,height\na.jpg,5,10,70,80\n",
           "image_id,width,height,bbox\na.jpg,92,112,\"[5.0, 10.0, 70.0, 80.0]\"\n",
           "image,cx,cy,w,h\na.jpg,40,50,70,80\n",
           "sep=;\nimage;x;y;w;h\na.jpg;5;10;70;80\n",
           "image|x1|y1|x2|y2\na.jpg|5|10|75|90\n",
           "# made by \"a tool\n#\n# of 2020, in pixels\nimage,x1,y1,x2,y2\na.jpg,5,10,75,90\n",
           "#image,x1,y1,x2,y2\n# the first\na.jpg,5,10,75,90\n",
           "image,x0,y0,x1,y1\na.jpg,5,10,75,90\n",
           "image,l,t,w,h\na.jpg,5,10,70,80\n",
           "image,l,t,r,b\na.jpg,5,10,75,90\n",
           "image,xc,yc,w,h\na.jpg,40,50,70,80\n",
           "image,x_start,y_start,x_end,y_end\na.jpg,5,10,75,90\n",
           "Filename;Annotation tag;Upper left corner X;Upper left corner Y;Lower right corner X;Lower right "
           "corner Y;Origin frame\na.jpg;stop;5;10;75;90;3\n",
           "image,bbox_xyxy\na.jpg,\"[5, 10, 75, 90]\"\n",
           "image,bbox_xywh\na.jpg,5 10 70 80\n",
           "image,x1,y1,x2,y2\na.jpg,75,90,5,10\n",
           "image;x;y;w;h\na.jpg;5;10;70;80;;\n",
           "\"sep=;\"\nimage;x;y;w;h\na.jpg;5;10;70;80\n",
           "// a comment\nname,left_x,top_y,width,height\na.jpg,5,10,70,80\n",
           "index,filename,xmin,ymin,xmax,ymax\n0,a.jpg,5,10,75,90\n",
           "image,bbox,label\na.jpg,[5, 10, 70, 80],t\n",
           "image,width,height,bbox\na.jpg,76,112,\"[5, 10, 75, 90]\"\n",
           "Filename;Roi.X1;Roi.Y1;Roi.X2;Roi.Y2\na.jpg;5,0;10,0;75,0;90,0\n",
       })
    EXPECT_EQ(only_object(text).box, (Box{5, 10, 70, 80})) << text;
}

TEST(BoxColumns, TakeWidthAndHeightBesideCornersForTheImages) {
  const AnnotatedObject object =
      only_object("filename,width,height,class,xmin,ymin,xmax,ymax\na.jpg,92,112,thing,5,10,75,90\n");
  EXPECT_EQ(object.box, (Box{5, 10, 70, 80}));
  EXPECT_EQ(object.label, "thing");
  const BoxTable outside = parse_box_csv(
      "filename,width,height,class,xmin,ymin,xmax,ymax\na.jpg,92,112,t,95,10,175,90\n", "", "b");
  EXPECT_THAT(outside.problems, SizeIs(1));
}

TEST(BoxColumns, MarkWhatDoesNotCount) {
  EXPECT_TRUE(only_object("image,x,y,w,h,difficult\na.jpg,5,10,70,80,1\n").ignored);
  EXPECT_FALSE(only_object("image,x,y,w,h,ignore\na.jpg,5,10,70,80,0\n").ignored);
}

TEST(BoxColumns, AreNotNeededWhereTheRowsTell) {
  const AnnotatedObject retina = only_object("a.jpg,5,10,75,90,thing\n");
  EXPECT_EQ(retina.box, (Box{5, 10, 70, 80}));
  EXPECT_EQ(retina.label, "thing");
  EXPECT_EQ(only_object("a.jpg;5;10;75;90;11\n").label, "11") << "GTSDB";
  EXPECT_EQ(only_object("a.jpg,thing,5,10,75,90\n").label, "thing");
  const BoxTable sides = parse_box_csv("a.jpg,50,60,20,20,t\nb.jpg,80,90,30,30,t\n", "", "b.csv");
  EXPECT_EQ(sides.images.at(0).objects.at(0).box, (Box{50, 60, 20, 20}));
  EXPECT_THAT(sides.notes.at(0), HasSubstr("x, y, width, height"));
  EXPECT_THAT(parse_box_csv("a.jpg,5,10,75,90,t\nb.jpg,,,,,\n", "", "b.csv").images, SizeIs(2));
  expect_error(
      [] { parse_box_csv("a.jpg,5,6,20,20,t\nb.jpg,8,9,30,30,t\nc.jpg,80,90,30,30,t\n", "", "b.csv"); },
      Kind::input, "add a header");
}

TEST(BoxColumns, AreNotNeededInTheRowsOfTools) {
  for (const std::string_view text :
       {"a.jpg,92,112,thing,5,10,75,90\n", "a.jpg,92,112,3,5,10,75,90\n", "thing,5,10,70,80,a.jpg,92,112\n"})
    EXPECT_EQ(only_object(text).box, (Box{5, 10, 70, 80})) << text;
  EXPECT_EQ(only_object("a.jpg,92,112,3,5,10,75,90\n").label, "3") << "TensorFlow";
  EXPECT_EQ(only_object("thing,5,10,70,80,a.jpg,92,112\n").label, "thing") << "makesense.ai";
  const BoxTable automl = parse_box_csv(
      "TRAIN,gs://bucket/a.jpg,thing,0.25,0.5,,,0.75,1,,\nTEST,gs://bucket/b.jpg,,,,,,,,,\n", "", "b.csv");
  EXPECT_TRUE(automl.in_shares);
  ASSERT_THAT(automl.images, SizeIs(2));
  EXPECT_EQ(automl.images[0].objects.at(0).box, (Box{0.25f, 0.5f, 0.5f, 0.5f}));
  EXPECT_EQ(automl.images[0].objects.at(0).label, "thing");
  EXPECT_THAT(automl.images[1].objects, IsEmpty());
}

TEST(BoxColumns, AreSharesOnlyWhereTheNumbersAre) {
  const auto in_shares = [](std::string_view text) { return parse_box_csv(text, "", "b.csv").in_shares; };
  EXPECT_FALSE(in_shares("ImageID,LabelName,XMin,YMin,XMax,YMax\na.jpg,thing,5,10,75,90\n"));
  EXPECT_FALSE(in_shares("image_id,label_name,x1,y1,x2,y2\na.jpg,thing,5.5,10,75,90\n"));
  EXPECT_FALSE(in_shares("image_path,label_name,x1,y1,x2,y2\na.jpg,thing,5,10,75,90\n"));
  EXPECT_TRUE(in_shares("image_path,label_name,x1,y1,x2,y2\na.jpg,thing,0.5,0,0.75,1\n"));
  EXPECT_TRUE(in_shares("ImageID,LabelName,XMin,YMin,XMax,YMax\na.jpg,thing,0,0,1,1\n"));
}

TEST(BoxColumns, NameWhatIsMissing) {
  expect_error([] { parse_box_csv("image;u;v\na;1;2\n", "", "b.csv"); }, Kind::input,
               "only 'image', 'u', 'v'; expected a header row with an image (image, filename, path");
  expect_error([] { parse_box_csv("image,x,y,w\na,1,2,3\n", "", "b.csv"); }, Kind::input, "no column 'h'");
  expect_error([] { parse_box_csv("thing,x,y,w,h\na,1,2,3,4\n", "", "b.csv"); }, Kind::input,
               "no column 'image'");
}

class CsvFile : public testing::Test {
 protected:
  void SetUp() override {
    cv::imwrite((folder_.path() / "a.jpg").string(), cv::Mat(200, 100, CV_8UC1, cv::Scalar(9)));
  }
  AnnotatedObject read(std::string_view name, std::string_view text) const {
    const Annotations all = read_annotations(folder_.write(name, text));
    EXPECT_THAT(all.problems, IsEmpty());
    return all.images.at(0).objects.at(0);
  }

  test::TemporaryFolder folder_;
};

TEST_F(CsvFile, ScalesFractionsToTheImage) {
  EXPECT_EQ(read("f.csv", "image,xmin,ymin,xmax,ymax\na.jpg,0.25,0.5,0.75,1\n").box, (Box{25, 100, 50, 100}));
  const AnnotatedObject open = read("open.csv",
                                    "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsGroupOf\n"
                                    "a,hand,/m/0,1,0,1,0,1,1\n");
  EXPECT_EQ(open.box, (Box{0, 0, 100, 200}));
  EXPECT_TRUE(open.ignored);
  EXPECT_EQ(open.label, "/m/0");
}

TEST_F(CsvFile, IsATableWhateverItsName) {
  EXPECT_EQ(read("gt.txt", "a.jpg;5;10;75;90;11\n").box, (Box{5, 10, 70, 80}));
  EXPECT_EQ(read("boxes.txt", "filename;xmin;ymin;xmax;ymax\na.jpg;5;10;75;90\n").box, (Box{5, 10, 70, 80}));
}

}  // namespace
}  // namespace ocelli::internal::box_columns_test
