#include "ocelli/pipelines/executors/mailbox.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace ocelli::internal::mailbox_test {
namespace {

TEST(Mailbox, KeepsTheNewestAndCountsTheRest) {
  Mailbox<int> mailbox;
  for (const int i : {1, 2, 3}) mailbox.put(i);
  EXPECT_EQ(mailbox.take(), 3);
  EXPECT_EQ(mailbox.dropped(), 2u);
}

TEST(Mailbox, GivesWhatIsInItBeforeItIsOver) {
  Mailbox<int> mailbox;
  mailbox.put(1);
  mailbox.close();
  EXPECT_EQ(mailbox.take(), 1);
  EXPECT_EQ(mailbox.take(), std::nullopt);
  EXPECT_EQ(mailbox.take(), std::nullopt);
}

TEST(Mailbox, WakesTheTakerForAThingAndForTheEnd) {
  Mailbox<int> things, answers;
  const std::jthread taker([&] {
    while (const auto thing = things.take()) answers.put(*thing + 1);
    answers.close();
  });
  things.put(7);
  EXPECT_EQ(answers.take(), 8);
  things.close();
  EXPECT_EQ(answers.take(), std::nullopt);
}

}  // namespace
}  // namespace ocelli::internal::mailbox_test
