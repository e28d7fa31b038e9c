// Bodies that are larger than usual: who may send one, how large, and how many at a time.
#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "support/echo_group.h"

namespace cambio::test {
namespace {

constexpr int most_at_a_time = 6;

class FcgiBody : public testing::Test {
  protected:
    static FastCgiClient::Params body_of(std::size_t size) {
        return {{"value", std::string(size, 'x')}};
    }
    FastCgiClient signed_in() {
        auto client = group.client();
        client.bearer(token);
        return client;
    }
    Answer upload(std::size_t size) { return signed_in().post_json("/upload", body_of(size)); }
    /// Uploads are answered once there are so many of them.
    void release(int uploads) {
        auto client = group.client();
        wait_until("the uploads wait", [&] {
            return client.get("/parked-count").message() == std::to_string(uploads);
        });
        client.get("/release");
    }

    EchoGroup group{{{"WORKER_THREADS", "4"}}};
    const Person person = group.world.client("alice@example.com");
    const std::string token = group.world.token(person);
};

TEST_F(FcgiBody, TakesALargeOneFromAClientWhereTheRouteSaysSo) {
    auto answer = std::async(std::launch::async, [&] { return upload(1'000'000); });
    release(1);
    EXPECT_EQ(answer.get().message(), "1000000");
}

TEST_F(FcgiBody, RefusesMoreThanTheRouteTakes) {
    const auto answer = upload((1u << 20) + 1);
    EXPECT_EQ(answer.status, 413);
    EXPECT_EQ(answer.message(), "body_too_large");
    const auto elsewhere = signed_in().post_json("/echo", body_of(70'000));
    EXPECT_EQ(elsewhere.status, 413);
}

TEST_F(FcgiBody, KeepsNothingLargeOfStrangers) {
    auto stranger = group.client();
    EXPECT_EQ(stranger.post_json("/upload", body_of(1'000'000)).message(), "unauthorized");
    stranger.bearer("v4.public.forged");
    EXPECT_EQ(stranger.post_json("/upload", body_of(1'000'000)).message(), "unauthorized");
    group.world.app().run("update clients set status = 'FREEZE_ACCOUNT', epoch = epoch + 1");
    EXPECT_EQ(upload(1'000'000).message(), "frozen_account");
    // The connection is still of use: what was sent has been read.
    EXPECT_EQ(stranger.get("/echo").status, 200);
}

TEST_F(FcgiBody, TakesAFewAtATime) {
    std::vector<std::future<Answer>> waiting;
    for (int i = 0; i < most_at_a_time; ++i)
        waiting.push_back(std::async(std::launch::async, [&] { return upload(100'000); }));
    auto client = group.client();
    wait_until("all wait", [&] {
        return client.get("/parked-count").message() == std::to_string(most_at_a_time);
    });
    const auto refused = upload(100'000);
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.message(), "unavailable");

    release(most_at_a_time);
    for (auto& answer : waiting) EXPECT_EQ(answer.get().status, 200);
    auto next = std::async(std::launch::async, [&] { return upload(100'000); });
    release(1);
    EXPECT_EQ(next.get().status, 200) << "the places of those who were answered are free again";
}

}  // namespace
}  // namespace cambio::test
