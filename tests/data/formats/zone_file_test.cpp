#include "ocelli/data/formats/zone_file.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::zone_file_test {
namespace {

using test::expect_error;
using testing::ElementsAre;

TEST(ZoneFile, HasTheZonesOfEachFormat) {
  const auto zones = ElementsAre(cv::Rect(1101, 379, 346, 60), cv::Rect(9, 8, 7, 6));
  EXPECT_THAT(parse_zones(" 1101   379   346    60 Text\r\n\n9 8 7 6 Header/Footer", "a.uzn"), zones);
  EXPECT_THAT(parse_zones(R"([{"x":1101,"y":379,"w":346,"h":60},[9,8,7,6]])", "a.json"), zones);
  EXPECT_THAT(parse_zones(R"({"input":"a","blocks":[{"x":1101,"y":379,"w":346,"h":60,"lines":[]},
                              {"x":9.2,"y":8,"w":7,"h":6}]})",
                          "a.json"),
              zones);
  EXPECT_THAT(parse_zones(R"(<?xml version="1.0"?><a:alto xmlns:a="http://x"><a:Description>
                <a:MeasurementUnit>pixel</a:MeasurementUnit></a:Description><a:Layout>
                <a:TextBlock HPOS="1101" VPOS="379" WIDTH="346.4" HEIGHT="60"/>
                <a:ComposedBlock><a:TextBlock HPOS="9" VPOS="8" WIDTH="7" HEIGHT="6"/></a:ComposedBlock>
                </a:Layout></a:alto>)",
                          "a.xml"),
              zones);
}

TEST(ZoneFile, IsRefusedByLineWhereItIsWrong) {
  expect_error([] { parse_zones("1 2 3 4 Text\n1 2 3\n", "a.uzn"); }, Kind::input,
               "a.uzn, line 2: expected x");
  expect_error([] { parse_zones("1 2 0 4 Text\n", "a.uzn"); }, Kind::input,
               "a.uzn, line 1: a zone has no width");
  expect_error([] { parse_zones("1 2 1e30 4 Text\n", "a.uzn"); }, Kind::input, "outside any page");
  expect_error([] { parse_zones(" \n", "a.uzn"); }, Kind::input, "a.uzn: contains no zones");
  expect_error([] { parse_zones("[[1,2,3]]", "a.json"); }, Kind::input, "a.json, line 1: expected a zone");
  expect_error([] { parse_zones("{\"x\":1}", "a.json"); }, Kind::input, "expected a list of zones");
  expect_error([] { parse_zones("[", "a.json"); }, Kind::input, "a.json");
  expect_error([] { parse_zones("<a><MeasurementUnit>mm10</MeasurementUnit></a>", "a.xml"); }, Kind::input,
               "must be pixel, got 'mm10'");
  expect_error([] { parse_zones("<a>\n<TextBlock HPOS=\"1\"/></a>", "a.xml"); }, Kind::input,
               "a.xml, line 2: a TextBlock has no VPOS");
}

}  // namespace
}  // namespace ocelli::internal::zone_file_test
