// Bodies that are larger than usual: who may send one, how large, and how many at a time.
#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "support/echo_group.h"

namespace cambio::test {
namespace {

constexpr int max_at_a_time = 16;
constexpr int worker_threads = 4;

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

    static std::string record(char type, const std::string& content) {
        std::string text{1, type, 0, 1};
        text += static_cast<char>(content.size() >> 8);
        text += static_cast<char>(content.size() & 0xff);
        return text + std::string(2, '\0') + content;
    }
    static std::string variable(const std::string& name, const std::string& value) {
        std::string text{static_cast<char>(name.size()), '\x80', 0};
        text += static_cast<char>(value.size() >> 8);
        text += static_cast<char>(value.size() & 0xff);
        return record(4, text + name + value);
    }
    /// An upload as nginx passes it on before its client has sent all of it.
    std::string begun_upload(const std::string& length) {
        return record(1, std::string{"\0\1\1\0\0\0\0\0", 8}) +
               variable("CAMBIO_SECRET", group.world.config().secret()) +
               variable("CAMBIO_STREAMED", "yes") + variable("CONTENT_LENGTH", length) +
               variable("DOCUMENT_URI", "/upload") + variable("REQUEST_METHOD", "POST") +
               variable("CONTENT_TYPE", "application/json") +
               variable("HTTP_AUTHORIZATION", "Bearer " + token) + record(4, "") +
               record(5, "{\"value\":\"xx");
    }
    const std::string rest_of_upload = record(5, "xx\"}") + record(5, "");

    EchoGroup group{{{"WORKER_THREADS", std::to_string(worker_threads)}}};
    const Person person = group.world.client("alice@example.com");
    const std::string token = group.world.token(person);
};

TEST_F(FcgiBody, TakesALargeOneFromAClientWhereTheRouteSaysSo) {
    auto answer = std::async(std::launch::async, [&] { return upload(1'000'000); });
    release(1);
    EXPECT_EQ(answer.get().message(), "1000000");
}

TEST_F(FcgiBody, RefusesThatOfAGet) {
    const auto ask = [&](const std::string& body) {
        return group.client().send_bytes(
            record(1, std::string{"\0\1\0\0\0\0\0\0", 8}) +
            variable("CAMBIO_SECRET", group.world.config().secret()) +
            variable("CONTENT_LENGTH", std::to_string(body.size())) +
            variable("DOCUMENT_URI", "/parked-count") + variable("REQUEST_METHOD", "GET") +
            variable("CONTENT_TYPE", "application/json") + record(4, "") +
            (body.empty() ? "" : record(5, body)) + record(5, ""));
    };
    EXPECT_EQ(ask("").status, 200);
    const auto refused = ask("{}");
    EXPECT_EQ(refused.message(), "bad_request");
    EXPECT_EQ(refused.json()["field"].asString(), "body");
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
    for (int i = 0; i < max_at_a_time; ++i)
        waiting.push_back(std::async(std::launch::async, [&] { return upload(100'000); }));
    auto client = group.client();
    wait_until("all wait", [&] {
        return client.get("/parked-count").message() == std::to_string(max_at_a_time);
    });
    const auto refused = upload(100'000);
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.message(), "unavailable");

    release(max_at_a_time);
    for (auto& answer : waiting) EXPECT_EQ(answer.get().status, 200);
    auto next = std::async(std::launch::async, [&] { return upload(100'000); });
    release(1);
    EXPECT_EQ(next.get().status, 200) << "the places of those who were answered are free again";
}

TEST_F(FcgiBody, HoldsNobodyUpWhileAStreamedOneComes) {
    std::vector<FastCgiClient> slow;
    for (int i = 0; i <= worker_threads; ++i) {
        slow.push_back(group.client());
        slow.back().send_only(begun_upload("16"));
    }
    EXPECT_EQ(group.client().get("/echo").status, 200);

    std::vector<std::future<Answer>> answers;
    for (auto& client : slow)
        answers.push_back(
            std::async(std::launch::async, [&] { return client.send_bytes(rest_of_upload); }));
    release(worker_threads + 1);
    for (auto& answer : answers) EXPECT_EQ(answer.get().message(), "4");
    EXPECT_EQ(slow.front().get("/echo").status, 200) << "its connection carries the next request";
}

TEST_F(FcgiBody, KnowsByItsEndHowLongAStreamedOneWas) {
    auto client = group.client();
    client.send_only(begun_upload(""));
    auto whole = std::async(std::launch::async, [&] { return client.send_bytes(rest_of_upload); });
    release(1);
    EXPECT_EQ(whole.get().message(), "4");
    EXPECT_EQ(client.send_bytes(begun_upload("17") + rest_of_upload).message(), "bad_request");
}

TEST_F(FcgiBody, ForgetsAStreamedOneWhoseClientHasLeft) {
    for (int i = 0; i < 2 * max_at_a_time; ++i) {
        auto client = group.client();
        client.send_only(begun_upload("100000"));
        client.hang_up();
    }
    // Without a place the answer would be another one.
    wait_until("their places are free", [&] {
        const auto answer = signed_in().post("/upload", "text/plain", std::string(100'000, 'x'));
        return answer.message() == "unsupported_media_type";
    });
}

}  // namespace
}  // namespace cambio::test
