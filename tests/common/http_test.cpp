// Outgoing calls, messages and pushes against servers of the test's own.
#include "http/http.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/json.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>

#include "config/config.h"
#include "crypto/crypto.h"
#include "http/messages.h"
#include "push/push.h"
#include "redis/redis.h"
#include "support/child_process.h"
#include "support/http_server.h"
#include "support/redis_server.h"
#include "support/smtp_server.h"
#include "support/source_files.h"

namespace cambio {
namespace {

using namespace std::chrono_literals;
using test::HttpServer;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using Where = HttpServer::Where;

Json::Value parse(const std::string& text) {
    std::istringstream stream{text};
    Json::Value value;
    stream >> value;
    return value;
}

http::Outgoing to(const std::string& url) {
    http::Outgoing request;
    request.url = url;
    return request;
}

TEST(HttpClient, AsksAndKeepsItsConnection) {
    HttpServer server{Where::loopback, [](const test::HttpRequest& request) {
                          return "HTTP/1.1 201 Created\r\nX-Seen:  " + request.method +
                                 " \r\nContent-Length: 2\r\n\r\nok";
                      }};
    http::Client client;
    auto request = to(server.url() + "/path?a=" + http::encode("1&2 é"));
    request.headers = {"X-One: 1"};
    for (const char* method : {"GET", "POST", "PUT", "DELETE"}) {
        request.method = method;
        request.body = request.method == "GET" ? "" : "content";
        const auto answer = client.send(request);
        EXPECT_EQ(answer.outcome, http::Outcome::answered) << answer.reason;
        EXPECT_EQ(answer.status, 201);
        EXPECT_TRUE(answer.ok());
        EXPECT_EQ(answer.body, "ok");
        EXPECT_EQ(answer.headers.at("x-seen"), method);
    }
    const auto seen = server.requests();
    ASSERT_EQ(seen.size(), 4u);
    EXPECT_EQ(seen[0].target, "/path?a=1%262%20%C3%A9");
    EXPECT_EQ(seen[0].headers.at("x-one"), "1");
    EXPECT_EQ(seen[1].body, "content");
    EXPECT_EQ(seen[3].connection, 1) << "one connection for all";
}

TEST(HttpClient, LeavesTheNetworkBehindTheServerAloneWhenToldSo) {
    HttpServer server{Where::loopback,
                      [](const test::HttpRequest&) { return HttpServer::ok("secret"); }};
    http::Client client;
    const auto port = std::to_string(server.port());
    for (const auto& host : {"127.0.0.1", "localhost", "0.0.0.0", "2130706433", "0x7f.1"}) {
        auto request = to("http://" + std::string{host} + ":" + port + "/");
        request.public_only = true;
        EXPECT_NE(client.send(request).outcome, http::Outcome::answered) << host;
    }
    EXPECT_TRUE(server.requests().empty());
    EXPECT_EQ(client.send(to(server.url())).body, "secret");
}

TEST(HttpClient, SaysWhatWentWrong) {
    HttpServer server{Where::loopback, [](const test::HttpRequest& request) -> std::string {
                          if (request.target == "/large")
                              return HttpServer::ok(std::string(5000, 'x'));
                          if (request.target == "/refused")
                              return "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";
                          if (request.target == "/moved")
                              return "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n"
                                     "Content-Length: 0\r\n\r\n";
                          if (request.target == "/cut")
                              return "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123";
                          return "";
                      }};
    http::Client client;
    auto large = to(server.url() + "/large");
    large.largest_body = 4999;
    EXPECT_EQ(client.send(large).outcome, http::Outcome::too_large);
    large.largest_body = 5000;
    EXPECT_TRUE(client.send(large).ok());

    const auto refused = client.send(to(server.url() + "/refused"));
    EXPECT_EQ(refused.status, 503);
    EXPECT_FALSE(refused.ok());
    EXPECT_EQ(client.send(to(server.url() + "/moved")).status, 302) << "nobody follows";
    EXPECT_EQ(client.send(to(server.url() + "/closed")).outcome, http::Outcome::failed);

    auto late = to(server.url() + "/cut");
    late.timeout = 50ms;
    EXPECT_EQ(client.send(late).outcome, http::Outcome::timed_out);
    EXPECT_EQ(client.send(to("http://127.0.0.1:1/")).outcome, http::Outcome::unreachable);
    EXPECT_EQ(client.send(to("file:///etc/passwd")).outcome, http::Outcome::failed);
    auto socket = to("http://x/");
    socket.unix_socket = "/nowhere.sock";
    EXPECT_EQ(client.send(socket).outcome, http::Outcome::unreachable);
}

class Messages : public testing::Test {
  protected:
    Messages() {
        crypto::start();
        config.outbox_dir = folder.file("outbox");
        config.mail_from = "noreply@cambio.example";
    }
    test::ScratchFolder folder;
    Config config;
};

TEST_F(Messages, GoIntoTheOutboxInOrder) {
    for (int i = 0; i < 20; ++i) {
        const Message message{"ann@example.com", "Größe " + std::to_string(i), "one\n\"two\" €"};
        EXPECT_TRUE(i % 2 == 0 ? send_mail(config, message) : send_sms(config, message));
    }
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{config.outbox_dir})
        names.push_back(entry.path());
    std::sort(names.begin(), names.end());
    ASSERT_EQ(names.size(), 20u);
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::ifstream file{names[i]};
        Json::Value entry;
        file >> entry;
        EXPECT_EQ(entry["to"].asString(), "ann@example.com");
        EXPECT_EQ(entry["subject"].asString(), "Größe " + std::to_string(i));
        EXPECT_EQ(entry["text"].asString(), "one\n\"two\" €");
        EXPECT_EQ(entry["sent_at"].asString().size(), 24u);
        struct stat status {};
        ASSERT_EQ(::stat(names[i].c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777u, 0640u);
    }
    config.outbox_dir = "/proc/nowhere";
    EXPECT_FALSE(send_mail(config, {"ann@example.com", "s", "t"}));
}

TEST_F(Messages, GoOutBySmtp) {
    test::SmtpServer server;
    config.smtp_url = server.url();
    const std::string subject =
        "Ihr Code für die Anmeldung bei Cambio lautet 123456, gültig 10 Minuten";
    EXPECT_TRUE(send_mail(config, {"ann@example.com", subject, "Zeile eins\n.\nQUIT\nLänge"}));
    const auto mail = server.mail();
    EXPECT_EQ(mail.sender, "<noreply@cambio.example>");
    EXPECT_EQ(mail.recipient, "<ann@example.com>");
    EXPECT_EQ(mail.decoded_subject(), subject);
    EXPECT_EQ(mail.decoded_body(), "Zeile eins\n.\nQUIT\nLänge");
    for (const char* header :
         {"Date: ", "From: Cambio <noreply@cambio.example>\r\n", "To: <ann@example.com>\r\n",
          "Message-ID: <", "MIME-Version: 1.0\r\n"})
        EXPECT_THAT(mail.text, HasSubstr(header));
}

TEST_F(Messages, CannotBeGivenFurtherHeadersOrRecipients) {
    test::SmtpServer server;
    config.smtp_url = server.url();
    for (const char* to : {"a@b.example\r\nBcc: x@y.example", "a@b.example>,<x@y.example", "a",
                           "@b", "a@", "a b@c.example", "a@b@c.example", "é@b.example"})
        EXPECT_FALSE(send_mail(config, {to, "s", "t"})) << to;
    EXPECT_TRUE(send_mail(config, {"ann@example.com", "s\r\nBcc: x@y.example", "t"}));
    EXPECT_EQ(server.mail().text.find("\nBcc"), std::string::npos);
    EXPECT_EQ(server.mail().decoded_subject(), "s\r\nBcc: x@y.example");
    config.smtp_url = "smtp://127.0.0.1:1";
    EXPECT_FALSE(send_mail(config, {"ann@example.com", "s", "t"}));
}

TEST_F(Messages, LeaveThisMachineOnlyOverTls) {
    test::SmtpServer server;
    const auto port = server.url().substr(server.url().rfind(':'));
    // The same server, by an address that is not known to be this machine's; it offers no TLS.
    config.smtp_url = "smtp://[::ffff:127.0.0.1]" + port;
    EXPECT_FALSE(send_mail(config, {"ann@example.com", "s", "t"}));
    EXPECT_EQ(server.mail().text, "");
    config.smtp_url = "smtp://localhost" + port;
    EXPECT_TRUE(send_mail(config, {"ann@example.com", "s", "t"}));
}

TEST_F(Messages, GoOutByTheSmsGateway) {
    HttpServer server{Where::loopback, [](const test::HttpRequest& request) {
                          const bool good = parse(request.body)["to"].asString() != "+10";
                          return good ? HttpServer::ok("{}")
                                      : "HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n";
                      }};
    config.sms_url = server.url() + "/send";
    config.sms_token = "gateway-token";
    EXPECT_TRUE(send_sms(config, {"+4915112345678", "", "Code 123456 für \"Sie\""}));
    EXPECT_FALSE(send_sms(config, {"+10", "", "t"}));
    const auto seen = server.requests();
    EXPECT_EQ(seen[0].method, "POST");
    EXPECT_EQ(seen[0].headers.at("authorization"), "Bearer gateway-token");
    EXPECT_EQ(parse(seen[0].body)["to"].asString(), "+4915112345678");
    EXPECT_EQ(parse(seen[0].body)["text"].asString(), "Code 123456 für \"Sie\"");
}

TEST(PushTest, SendsInOrderWithANumberForEachStream) {
    test::RedisServer redis_server;
    Redis redis{redis_server.url(), 5s};
    HttpServer server{Where::unix_socket,
                      [](const test::HttpRequest&) { return HttpServer::ok(""); }};
    {
        Push push{"unix:" + server.socket(), redis};
        for (int i = 0; i < 100; ++i) {
            push.tell("BTCUSDT", MarketEvent::book, std::to_string(i));
            push.tell("abc", ClientEvent::order);
        }
    }
    const auto seen = server.requests();
    ASSERT_EQ(seen.size(), 200u) << "what was queued is sent before the end";
    const std::int64_t first[] = {parse(seen[0].body)["seq"].asInt64(),
                                  parse(seen[1].body)["seq"].asInt64()};
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const auto message = parse(seen[i].body);
        EXPECT_EQ(message["seq"].asInt64(), first[i % 2] + static_cast<std::int64_t>(i / 2));
        EXPECT_GT(message["at"].asInt64(), 1'700'000'000'000);
        if (i % 2 == 0) {
            EXPECT_EQ(seen[i].target, "/publish/market.BTCUSDT");
            EXPECT_EQ(message["channel"].asString(), "book");
            EXPECT_EQ(message["pair"].asString(), "BTCUSDT");
            EXPECT_EQ(message["data"].asUInt64(), i / 2);
        } else {
            EXPECT_EQ(seen[i].target, "/publish/client.abc");
            EXPECT_THAT(seen[i].body, StartsWith(R"({"channel":"client","type":"order","seq":)"));
            EXPECT_THAT(seen[i].body, EndsWith(R"(,"data":{}})"));
        }
    }
    EXPECT_EQ(seen.back().connection, 1);
}

TEST(PushTest, TellsClientsWhatTheSiteKnows) {
    std::ifstream file{test::source_file("/site/src/lib/client_events.ts")};
    const std::string site{std::istreambuf_iterator<char>{file}, {}};
    std::string types = "export type ClientEvent =";
#define X(name) types += "\n  | \"" #name "\"";
#include "push/client_events.def"
#undef X
    EXPECT_THAT(site, HasSubstr(types + ";\n"));
}

TEST(PushTest, GoesOnWhenTheServerEndsAConnection) {
    Redis redis{"unix:/nowhere.sock"};
    // Every second connection breaks off, the others end politely.
    std::map<int, int> answered;
    HttpServer server{Where::unix_socket, [&](const test::HttpRequest& request) -> std::string {
                          const int number = ++answered[request.connection];
                          const bool polite = request.connection % 2 == 0;
                          if (!polite && number == 3) return "";
                          const char* last = polite && number == 10 ? "Connection: close\r\n" : "";
                          return std::string{"HTTP/1.1 202 Accepted\r\n"} + last +
                                 "Content-Length: 3\r\n\r\nok\n";
                      }};
    {
        Push push{"unix:" + server.socket(), redis};
        for (int i = 0; i < 300; ++i) push.publish("a", "b", std::to_string(i));
    }
    std::int64_t last = -1;
    for (const auto& request : server.requests()) {
        const auto number = parse(request.body)["data"].asInt64();
        EXPECT_LE(number, last + 1) << "none is passed over";
        last = std::max(last, number);
    }
    EXPECT_EQ(last, 299);
}

/// Nobody waits for a server that is away, and it is not told later what has long been over.
TEST(PushTest, DropsMessagesWhileNobodyTakesThem) {
    Redis redis{"unix:/nowhere.sock"};
    constexpr std::size_t many = 50'000;
    HttpServer server{Where::unix_socket,
                      [](const test::HttpRequest&) { return HttpServer::ok(""); }};
    const std::string away = server.socket() + ".away";
    std::filesystem::rename(server.socket(), away);
    Push push{"unix:" + server.socket(), redis};
    Push nowhere{"", redis};
    for (std::size_t i = 0; i < many; ++i)
        for (Push* one : {&push, &nowhere}) one->publish("a", "b", "0");
    std::filesystem::rename(away, server.socket());
    test::wait_until("news after it is back", [&] {
        push.publish("a", "b", "1");
        const auto seen = server.requests();
        return !seen.empty() && parse(seen.back().body)["data"].asInt() == 1;
    });
    const auto seen = server.requests();
    const auto late = std::ranges::count_if(seen, [](const test::HttpRequest& request) {
        return parse(request.body)["data"].asInt() == 0;
    });
    EXPECT_LT(static_cast<std::size_t>(late), many / 2) << "most were dropped";
}

TEST(PushTest, DropsWhatDoesNotFitBehindAServerThatHangs) {
    Redis redis{"unix:/nowhere.sock"};
    constexpr int count = 50'000;
    std::promise<void> all_are_published;
    HttpServer server{Where::unix_socket, [published = all_are_published.get_future().share()](
                                              const test::HttpRequest&) {
                          published.wait();
                          return HttpServer::ok("");
                      }};
    {
        Push push{"unix:" + server.socket(), redis};
        // It would wait here for ever if publishing waited for the server.
        for (int i = 0; i < count; ++i) push.publish("a", "b", std::to_string(i));
        all_are_published.set_value();
    }
    const auto seen = server.requests();
    ASSERT_FALSE(seen.empty());
    EXPECT_LT(seen.size(), count) << "the queue has an end";
    EXPECT_EQ(parse(seen.front().body)["data"].asInt(), 0) << "what came first is kept";
    EXPECT_LT(parse(seen.back().body)["data"].asInt(), count - 1) << "what came last is dropped";
}

TEST(PushTest, CountsOnBeyondWhatALostRedisKnew) {
    test::RedisServer redis_server;
    Redis redis{redis_server.url(), 5s};
    HttpServer server{Where::unix_socket,
                      [](const test::HttpRequest&) { return HttpServer::ok(""); }};
    const auto send_three = [&server](Push& push) {
        const auto before = server.requests().size();
        for (int i = 0; i < 3; ++i) push.publish("a", "b", "{}");
        test::wait_until("three are sent", [&] { return server.requests().size() == before + 3; });
    };
    {
        Push push{"unix:" + server.socket(), redis};
        send_three(push);
        ASSERT_TRUE(redis.command({"SET", "push:a:b", "7"})) << "as it was some time ago";
        send_three(push);
        ASSERT_TRUE(redis.command({"FLUSHALL"}));
        send_three(push);
    }
    ASSERT_TRUE(redis.command({"FLUSHALL"}));
    Push another{"unix:" + server.socket(), redis};
    send_three(another);
    const auto seen = server.requests();
    std::int64_t last = 0;
    for (const auto& request : seen) {
        const auto seq = parse(request.body)["seq"].asInt64();
        EXPECT_GT(seq, last) << "who listens would take a lower number for an old message";
        last = seq;
    }
}

TEST(PushTest, CountsOnWithoutRedis) {
    Redis redis{"unix:/nowhere.sock"};
    HttpServer server{Where::unix_socket,
                      [](const test::HttpRequest&) { return HttpServer::ok(""); }};
    {
        Push push{"unix:" + server.socket(), redis};
        for (int i = 0; i < 3; ++i) push.publish("a", "b", "{}");
    }
    const auto seen = server.requests();
    ASSERT_EQ(seen.size(), 3u);
    EXPECT_EQ(parse(seen[2].body)["seq"].asInt(), 3);
}

}  // namespace
}  // namespace cambio
