#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>
#include <stdexcept>

#include "apps/program.hpp"
#include "apps/workplace.hpp"
#include "data/pdf_bytes.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::test::stop_test {
namespace {

using namespace std::chrono_literals;

/// Waits until the program has written something.
void wait_for_output(const std::string& path) {
  while (content_of(path).empty()) std::this_thread::sleep_for(2ms);
}

class Stop : public testing::TestWithParam<int> {};

TEST_P(Stop, LeavesWholeLinesInTheirOrder) {
  const Workplace place;
  const std::string blob = place.blob("blob.png");
  std::string list;
  for (int i = 0; i < 200'000; ++i) list += blob + "\n";
  const std::string out = place.at("out.jsonl");
  Program program(
      ocelli_command({"detect", "-m", place.model(), "-o", out, "@" + place.file("list.txt", list)}));
  wait_for_output(out);
  program.send(GetParam());
  const Finished run = program.finish();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_EQ(run.err, "");

  const std::string text = content_of(out);
  EXPECT_TRUE(text.ends_with('\n'));
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_GT(lines, 0);
  EXPECT_LT(lines, 200'000);
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) EXPECT_EQ(nlohmann::json::parse(line)["input"], blob);
}

TEST_P(Stop, DoesNotWaitForAPageThatTakesForEver) {
  const Workplace place;
  const std::string blob = place.blob("blob.png"), pdf = place.file("endless.pdf", endless_pdf_bytes());
  const std::string out = place.at("out.jsonl");
  Program program(ocelli_command({"detect", "-m", place.model(), "-o", out, blob, pdf}));
  wait_for_output(out);
  std::this_thread::sleep_for(200ms);
  program.send(GetParam());
  const auto sent = std::chrono::steady_clock::now();
  const Finished run = program.finish();
  EXPECT_LT(std::chrono::steady_clock::now() - sent, 2s);
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_EQ(run.err, "");
}

TEST_P(Stop, IsHeardWhileAPipeHasNoReader) {
  const Workplace place;
  const std::string blob = place.blob("blob.png"), pipe = place.at("pipe.jsonl");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Program program(ocelli_command({"detect", "-m", place.model(), "-o", pipe, blob}));
  std::this_thread::sleep_for(500ms);
  program.send(GetParam());
  const auto sent = std::chrono::steady_clock::now();
  const Finished run = program.finish(20s);
  EXPECT_LT(std::chrono::steady_clock::now() - sent, 2s);
  EXPECT_EQ(run.exit_code, 130) << run.err;
}

INSTANTIATE_TEST_SUITE_P(BySignal, Stop, testing::Values(SIGINT, SIGTERM));

/// How long a program takes to end after a signal, and how it ends.
struct Stopped {
  Finished run;
  std::chrono::duration<double> wait;
};

Stopped stop_after(Program& program, std::chrono::milliseconds moment, int signal = SIGINT) {
  program.wait_until_it_listens();
  std::this_thread::sleep_for(moment);
  program.send(signal);
  const auto sent = std::chrono::steady_clock::now();
  Finished run = program.finish();
  return {std::move(run), std::chrono::steady_clock::now() - sent};
}

/// What people wait for without wondering, on a machine that is busy with other tests.
constexpr std::chrono::seconds kSoon(4);

TEST(StopOnInput, EndsTheWaitForAList) {
  const Workplace place;
  for (const std::string verb : {"detect", "classify", "ocr"}) {
    Program program = Program::waiting(ocelli_command({verb, "-"}));
    const Stopped stopped = stop_after(program, 200ms);
    EXPECT_EQ(stopped.run.exit_code, 130) << verb << stopped.run.err;
    EXPECT_LT(stopped.wait, kSoon) << verb;
    EXPECT_EQ(stopped.run.out, "") << verb;
  }
}

TEST(StopOnInput, EndsTheReadingOfAPage) {
  const Workplace place;
  cv::Mat noise(8000, 8000, CV_8UC1);
  cv::RNG(1).fill(noise, cv::RNG::UNIFORM, 0, 256);
  cv::imwrite(place.at("noise.png"), noise);
  for (const std::chrono::milliseconds moment : {200ms, 700ms, 1400ms}) {
    Program program(ocelli_command({"ocr", place.at("noise.png")}));
    const Stopped stopped = stop_after(program, moment);
    EXPECT_EQ(stopped.run.exit_code, 130) << stopped.run.err;
    EXPECT_LT(stopped.wait, kSoon);
  }
}

/// A server that takes connections and says nothing.
class SilentServer {
 public:
  SilentServer() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    ::sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<::sockaddr*>(&address);
    if (::bind(socket_, any, size) != 0 || ::listen(socket_, 8) != 0 ||
        ::getsockname(socket_, any, &size) != 0)
      throw std::runtime_error("no server can be had");
    place_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  }
  ~SilentServer() { ::close(socket_); }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;

  std::string address(const std::string& scheme) const { return scheme + "://" + place_ + "/x.mp4"; }

 private:
  int socket_;
  std::string place_;
};

TEST(StopOnInput, EndsTheWaitForAServer) {
  const Workplace place;
  const SilentServer server;
  // The first alone in its run is live, the other is opened as one input among others.
  for (const std::string& address : {server.address("rtsp"), server.address("http")}) {
    Program program(ocelli_command({"detect", "-m", place.model(), address}));
    const Stopped stopped = stop_after(program, 1000ms);
    EXPECT_EQ(stopped.run.exit_code, 130) << address << stopped.run.err;
    EXPECT_LT(stopped.wait, kSoon) << address;
  }
}

TEST(StopOnInput, EndsTheWaitForDataOnADescriptor) {
  const Workplace place;
  Program program = Program::waiting(ocelli_command({"detect", "-m", place.model(), "/dev/stdin"}));
  const Stopped stopped = stop_after(program, 500ms);
  EXPECT_EQ(stopped.run.exit_code, 130) << stopped.run.err;
  EXPECT_LT(stopped.wait, kSoon);
}

std::string idx(std::vector<std::uint32_t> shape, const std::string& bytes) {
  std::string file = {0, 0, 8, static_cast<char>(shape.size())};
  for (const std::uint32_t size : shape) {
    for (int shift = 24; shift >= 0; shift -= 8) file += static_cast<char>(size >> shift & 255);
  }
  return file + bytes;
}

/// Digits of noise, as large as MNIST's and as hard as can be, a third as many.
class ManyImages {
 public:
  ManyImages() {
    constexpr std::uint32_t kCount = 20'000, kSide = 28;
    Random random(1);
    std::string pixels, labels;
    for (std::uint32_t i = 0; i < kCount * kSide * kSide / 8; ++i) {
      const std::uint64_t bits = random.bits();
      pixels.append(reinterpret_cast<const char*>(&bits), 8);
    }
    for (std::uint32_t i = 0; i < kCount; ++i) labels += static_cast<char>(random.below(10));
    images_ = place_.file("images.idx", idx({kCount, kSide, kSide}, pixels));
    labels_ = place_.file("labels.idx", idx({kCount}, labels));
  }

  const std::string& images() const { return images_; }
  const std::string& labels() const { return labels_; }
  std::string at(const std::string& name) const { return place_.at(name); }

 private:
  Workplace place_;
  std::string images_, labels_;
};

const ManyImages& many_images() {
  static const ManyImages images;
  return images;
}

struct LongTraining {
  std::string name;
  std::vector<std::string> options;
};

class StopTraining : public testing::TestWithParam<LongTraining> {};

TEST_P(StopTraining, EndsSoonAtAnyMoment) {
  const ManyImages& samples = many_images();
  const std::string model = samples.at(GetParam().name);
  for (const auto moment : {300ms, 1500ms, 4000ms}) {
    std::vector<std::string> words = {
        "train", "classifier", samples.images(), "--labels", samples.labels(), "--rounds", "1000",
        "-o",    model};
    words.insert(words.end(), GetParam().options.begin(), GetParam().options.end());
    Program program(ocelli_command(words));
    const Stopped stopped = stop_after(program, moment);
    EXPECT_EQ(stopped.run.exit_code, 130) << stopped.run.err;
    EXPECT_LT(stopped.wait, kSoon) << "after " << moment.count() << " ms";
    EXPECT_FALSE(std::filesystem::exists(model));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Algorithms, StopTraining,
    testing::Values(
        LongTraining{"templates", {"--algorithm", "shareboost"}},
        LongTraining{"stumps", {"--algorithm", "shareboost", "--features", "stumps"}},
        LongTraining{"balls", {"--algorithm", "shareboost", "--features", "balls"}},
        LongTraining{"free", {"--algorithm", "shareboost", "--features", "linear", "--rule", "free-column"}},
        LongTraining{"multilayer", {"--algorithm", "multilayer"}},
        LongTraining{"multiboost", {"--algorithm", "multiboost-cw"}}),
    [](const auto& tested) { return tested.param.name; });

TEST(StopEvaluation, EndsWithoutFigures) {
  const ManyImages& samples = many_images();
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(
        ocelli_command({"eval", "classifier", "--json", samples.images(), "--labels", samples.labels()}));
    const Stopped stopped = stop_after(program, 600ms, signal);
    EXPECT_EQ(stopped.run.exit_code, 130) << stopped.run.err;
    EXPECT_EQ(stopped.run.out, "");
    EXPECT_LT(stopped.wait, kSoon);
  }
}

TEST(StopEvaluation, OfADetectorEndsWithoutFigures) {
  const Workplace place;
  const std::string photo = place.write("photo.png", blob_image({1600, 1200}, {{30, 20, 12, 12}}));
  std::string table = "image,x,y,w,h\n";
  for (int i = 0; i < 3000; ++i) {
    const std::string name = "photo" + std::to_string(i) + ".png";
    std::filesystem::create_hard_link(photo, place.at(name));
    table += name + ",30,20,12,12\n";
  }
  Program program(ocelli_command({"eval", "detector", "-m", place.model(), place.file("test.csv", table)}));
  const Stopped stopped = stop_after(program, 800ms, SIGTERM);
  EXPECT_EQ(stopped.run.exit_code, 130) << stopped.run.err;
  EXPECT_EQ(stopped.run.out, "");
  EXPECT_LT(stopped.wait, kSoon);
}

}  // namespace
}  // namespace ocelli::internal::test::stop_test
