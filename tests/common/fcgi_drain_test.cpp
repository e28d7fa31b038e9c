// SIGTERM: what was begun is answered, and what was not begun may be asked again elsewhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <set>
#include <thread>

#include "support/echo_group.h"

namespace cambio::test {
namespace {

std::multiset<std::string> lines_of(const std::string& path) {
    std::multiset<std::string> lines;
    std::ifstream file{path};
    for (std::string line; std::getline(file, line);) lines.insert(line);
    return lines;
}

class FcgiDrain : public testing::Test {
  protected:
    ScratchFolder folder;
    const std::string marks = folder.file("marks");
    const bool told = ::setenv("ECHO_MARKS", marks.c_str(), 1) == 0;
    EchoGroup group;
};

/// Asks over a kept connection, as nginx does, until nobody listens any more; remembers what was
/// answered, and what was asked on a connection that was then closed.
struct LoadingClient {
    LoadingClient(const EchoGroup& group, int number) {
        thread = std::thread{[this, &group, number] {
            auto client = group.client();
            for (int i = 0;; ++i) {
                const auto mark = std::to_string(number) + '-' + std::to_string(i);
                const auto path = i % 2 == 0 ? "/mark" : "/mark-later";
                try {
                    if (client.get(path, {{"mark", mark}}).status != 200) ++refused;
                    answered.insert(mark);
                    ++count;
                } catch (const NotListening&) {
                    return;
                } catch (const NoAnswer&) {
                    ++hung_up;
                }
            }
        }};
    }

    std::thread thread;
    std::atomic<int> count = 0;
    std::atomic<int> refused = 0;
    std::atomic<int> hung_up = 0;
    std::set<std::string> answered;
};

TEST_F(FcgiDrain, AnswersWhateverReachesIt) {
    std::vector<std::unique_ptr<LoadingClient>> clients;
    for (int i = 0; i < 16; ++i) clients.push_back(std::make_unique<LoadingClient>(group, i));
    wait_until("everybody has been answered a few times", [&] {
        return std::all_of(clients.begin(), clients.end(),
                           [](const auto& client) { return client->count > 20; });
    });
    EXPECT_EQ(group.handler.stop(), 0);

    std::multiset<std::string> answered;
    for (auto& client : clients) {
        client->thread.join();
        EXPECT_EQ(client->refused, 0);
        EXPECT_EQ(client->hung_up, 0);
        answered.insert(client->answered.begin(), client->answered.end());
    }
    EXPECT_EQ(lines_of(marks), answered);
}

TEST_F(FcgiDrain, AnswersWhatWaitsForAnotherThread) {
    std::thread waiting{[&] { EXPECT_EQ(group.client().get("/parked").status, 200); }};
    auto client = group.client();
    wait_until("it is parked", [&] { return client.get("/parked-count").message() == "1"; });
    group.handler.terminate();
    wait_until("new connections are refused", [&] {
        try {
            group.client().get("/guest");
            return false;
        } catch (const NoAnswer&) {
            return true;
        }
    });
    EXPECT_TRUE(group.handler.running()) << "a request is still under way";
    // nginx may have written a request before it read that it should close.
    client.send_only(
        client.bytes_of({{"REQUEST_METHOD", "GET"}, {"DOCUMENT_URI", "/release"}}, ""));
    EXPECT_EQ(client.receive().message(), "1");
    waiting.join();
    EXPECT_EQ(group.handler.wait(), 0);
}

TEST_F(FcgiDrain, LetsNginxCloseWhatIsIdle) {
    auto client = group.client();
    client.get("/guest");
    group.handler.terminate();
    wait_until("it says farewell", [&] { return !client.kept(); });
    EXPECT_TRUE(group.handler.running()) << "the connection is still open";
    client.hang_up();
    EXPECT_EQ(group.handler.wait(), 0);
}

TEST_F(FcgiDrain, DoesNotWaitForWhoeverKeepsItsConnection) {
    auto client = group.client();
    client.get("/guest");
    auto half = group.client();
    half.send_only(std::string{"\1\1\0\1\0\10\0\0", 8});
    EXPECT_EQ(group.handler.stop(), 0);
    EXPECT_THROW(client.get("/guest"), NoAnswer);
    EXPECT_THAT(group.handler.log(), testing::HasSubstr("\"unanswered\":\"0\""));
}

}  // namespace
}  // namespace cambio::test
