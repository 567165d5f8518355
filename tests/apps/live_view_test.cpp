#include "live_view.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>

namespace ocelli::internal::app::live_view_test {
namespace {

LiveView after(const std::string& keys) {
  LiveView view;
  for (const char key : keys) view = pressed(view, key).view;
  return view;
}

TEST(LiveView, SwitchesWithAKeyAndBackWithTheSame) {
  EXPECT_TRUE(after(" ").is_paused);
  EXPECT_TRUE(after("b").is_covered);
  EXPECT_TRUE(after("r").is_recording);
  EXPECT_TRUE(after("?").shows_keys);
  EXPECT_TRUE(after("h").shows_keys);
  EXPECT_EQ(after("  bbrr?h"), LiveView());
}

TEST(LiveView, EndsWithQAndEscape) {
  EXPECT_TRUE(after("q").is_closed);
  EXPECT_TRUE(after("\x1b").is_closed);
}

TEST(LiveView, LeavesEverythingAtOtherKeysAndNone) {
  for (const int key : {-2, -1, 0, int{'x'}, 255}) {
    EXPECT_EQ(pressed({}, key).view, LiveView()) << key;
    EXPECT_EQ(pressed({}, key).action, LiveAction::none) << key;
  }
}

TEST(LiveView, SavesAndCropsOnce) {
  EXPECT_EQ(pressed({}, 's').action, LiveAction::save);
  EXPECT_EQ(pressed({}, 'c').action, LiveAction::crop);
  EXPECT_EQ(pressed({}, 's').view, LiveView());
}

TEST(LiveView, ShowsTheConfidentOnes) {
  const std::vector<Detection> rated = {{{}, 9, "a", 0.99F}, {{}, 9, "b", 0.12F}, {{}, 9, "c", 0.02F}};
  EXPECT_EQ(confident(rated, after("")).size(), 3U);
  EXPECT_EQ(confident(rated, after("+")).size(), 2U) << "5 percent";
  EXPECT_EQ(confident(rated, after("+==")).size(), 1U) << "15 percent";
  EXPECT_EQ(confident(rated, after(std::string(100, '+'))).size(), 1U) << "95 percent is the most";
  EXPECT_EQ(confident(rated, after("++--------")).size(), 3U);
  const std::vector<Detection> scored = {{{}, 1.2F, "a"}, {{}, -3, "b"}};
  EXPECT_EQ(confident(scored, after("")).size(), 2U);
  EXPECT_EQ(confident(scored, after("++")).size(), 1U) << "a score of 1";
  EXPECT_EQ(confident(scored, after("+++")).size(), 0U);
}

TEST(LiveView, SaysTheLimit) {
  EXPECT_EQ(limit_text(after(""), true), "");
  EXPECT_EQ(limit_text(after("+++"), true), "at least 15 %");
  EXPECT_EQ(limit_text(after("+++"), false), "score at least 1.5");
}

TEST(LiveView, ListsKeysThatDoSomething) {
  std::set<char> known;
  for (const LiveKey& key : live_keys()) {
    EXPECT_TRUE(known.insert(key.key).second) << key.name;
    const Pressed done = pressed({}, key.key);
    EXPECT_TRUE(done.view != LiveView() || done.action != LiveAction::none) << key.name;
  }
}

TEST(Notice, IsShownForTwoSeconds) {
  const Notice::Clock::time_point now{};
  Notice notice;
  EXPECT_EQ(notice.text(now), "");
  notice.say("saved", now);
  EXPECT_EQ(notice.text(now + std::chrono::milliseconds(1999)), "saved");
  EXPECT_EQ(notice.text(now + std::chrono::milliseconds(2000)), "");
}

}  // namespace
}  // namespace ocelli::internal::app::live_view_test
