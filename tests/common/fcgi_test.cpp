// The accept loop, the router and the boundary, through a real process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>

#include "support/echo_group.h"

namespace cambio::test {
namespace {

class Fcgi : public testing::Test {
  protected:
    static void SetUpTestSuite() { group = std::make_unique<EchoGroup>(); }
    static void TearDownTestSuite() { group.reset(); }
    FastCgiClient client = group->client();
    static std::unique_ptr<EchoGroup> group;
};
std::unique_ptr<EchoGroup> Fcgi::group;

TEST_F(Fcgi, CarriesManyRequestsOverOneConnection) {
    for (int i = 0; i < 200; ++i) {
        const auto text = "round " + std::to_string(i);
        ASSERT_EQ(client.get("/echo", {{"value", text}}).json()["value"].asString(), text);
    }
}

TEST_F(Fcgi, ReadsWhatNginxSays) {
    const auto reply = client
                           .raw({{"DOCUMENT_URI", "/echo"},
                                 {"QUERY_STRING", "value=caf%C3%A9+%26+more"},
                                 {"REMOTE_ADDR", "2001:db8::1"},
                                 {"HTTP_USER_AGENT", "A\xff\nB"},
                                 {"HTTP_X_REQUEST_ID", "0123456789abcdef"},
                                 {"HTTP_COOKIE", "a=1; flavour=ginger=x; b=2"},
                                 {"HTTP_SEC_WEBSOCKET_PROTOCOL", "cambio.ticket"}},
                                "")
                           .json();
    EXPECT_EQ(reply["method"].asString(), "GET");
    EXPECT_EQ(reply["path"].asString(), "/echo");
    EXPECT_EQ(reply["value"].asString(), "café & more");
    EXPECT_EQ(reply["ip"].asString(), "2001:db8::1");
    EXPECT_EQ(reply["user_agent"].asString(), "A??B");
    EXPECT_EQ(reply["id"].asString(), "0123456789abcdef");
    EXPECT_EQ(reply["cookie"].asString(), "ginger=x");
    EXPECT_EQ(reply["subprotocol"].asString(), "cambio.ticket");
}

TEST_F(Fcgi, InventsARequestIdWhereTheGivenOneIsOdd) {
    const auto reply =
        client.raw({{"DOCUMENT_URI", "/echo"}, {"HTTP_X_REQUEST_ID", "\"}\n"}}, "").json();
    EXPECT_EQ(reply["id"].asString().size(), 32u);
}

TEST_F(Fcgi, FallsBackToTheScriptName) {
    const auto answer = client.raw({{"DOCUMENT_URI", ""}, {"SCRIPT_NAME", "/echo"}}, "");
    EXPECT_EQ(answer.json()["path"].asString(), "/echo");
}

TEST_F(Fcgi, WritesRepliesOfAnySize) {
    for (const std::size_t size : {0, 1, 8000, 65000, 65528, 70000, 200'000, 1'000'003}) {
        const auto answer = client.get("/large", {{"size", std::to_string(size)}});
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.body, std::string(size, 'x')) << size;
    }
}

TEST_F(Fcgi, RefusesWhoeverDoesNotKnowTheSecret) {
    for (const auto& secret : {std::string{}, std::string{"wrong"},
                               std::string(group->world.config().secret().size(), 'x')}) {
        const auto answer = client.raw({{"DOCUMENT_URI", "/echo"}, {"CAMBIO_SECRET", secret}}, "");
        EXPECT_EQ(answer.status, 403);
        EXPECT_EQ(answer.message(), "forbidden");
    }
}

TEST_F(Fcgi, KnowsItsCallsAndTheirMethods) {
    EXPECT_EQ(client.get("/nowhere").status, 404);
    EXPECT_EQ(client.get("/nowhere").message(), "no_such_call");
    EXPECT_EQ(client.get("/echo/").status, 404);

    const auto wrong = client.post_form("/large", {});
    EXPECT_EQ(wrong.status, 405);
    EXPECT_EQ(wrong.message(), "method_not_allowed");
    EXPECT_EQ(wrong.header("allow"), "GET");
    const auto put = client.raw({{"REQUEST_METHOD", "PUT"}, {"DOCUMENT_URI", "/change"}}, "");
    EXPECT_EQ(put.header("allow"), "GET, POST");
    const auto head = client.raw({{"REQUEST_METHOD", "HEAD"}, {"DOCUMENT_URI", "/guest"}}, "");
    EXPECT_EQ(head.status, 200);
}

TEST_F(Fcgi, PutsAndDeletes) {
    for (const auto* method : {"PUT", "DELETE"}) {
        const auto answer = client.raw(
            {{"REQUEST_METHOD", method}, {"DOCUMENT_URI", "/echo"}, {"QUERY_STRING", "value=x"}},
            "");
        EXPECT_EQ(answer.json()["method"].asString(), method);
        EXPECT_EQ(answer.json()["value"].asString(), "x");
    }
    const auto patch = client.raw({{"REQUEST_METHOD", "PATCH"}, {"DOCUMENT_URI", "/echo"}}, "");
    EXPECT_EQ(patch.header("allow"), "GET, POST, PUT, DELETE");
}

TEST_F(Fcgi, RefusesInTheWordsOfTheCall) {
    const auto ask = [&](const char* method, const char* query) {
        return client.raw({{"REQUEST_METHOD", method},
                           {"DOCUMENT_URI", "/in-other-words"},
                           {"QUERY_STRING", query}},
                          "");
    };
    // The query is the one that came, not what was read in it.
    EXPECT_EQ(ask("DELETE", "kind=err%6fr&a=%zz").body, "bad_request kind=err%6fr&a=%zz");
    EXPECT_EQ(ask("DELETE", "kind=err%6fr").body, "below_minimum kind=err%6fr");
    EXPECT_EQ(ask("DELETE", "kind=runtime").body, "internal kind=runtime");
    EXPECT_EQ(ask("DELETE", "kind=lost").body, "unavailable kind=lost");
    EXPECT_EQ(ask("GET", "").body, "method_not_allowed ");
    EXPECT_EQ(ask("GET", "").status, 418);
}

TEST_F(Fcgi, TakesParametersFromQueryFormAndJson) {
    const FastCgiClient::Params fields = {
        {"amount", "1.5"}, {"order_id", "7"}, {"side", "SELL"}, {"flag", "true"}};
    const auto expect = [](const Answer& answer) {
        ASSERT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.json()["amount"].asString(), "1.5");
        EXPECT_EQ(answer.json()["order_id"].asString(), "7");
        EXPECT_EQ(answer.json()["side"].asInt(), 1);
        EXPECT_TRUE(answer.json()["flag"].asBool());
    };
    expect(client.get("/change", fields));
    expect(client.post_form("/change", fields));
    expect(client.post_json("/change", fields));
    expect(client.post("/change", "Application/JSON; charset=utf-8",
                       R"({"amount":1.5,"order_id":7,"side":"SELL","flag":true,"other":null})"));
}

TEST_F(Fcgi, NamesTheFieldThatIsWrong) {
    const auto refused = [&](const std::string& body) {
        const auto answer = client.post("/change", "application/json", body);
        EXPECT_EQ(answer.status, 400) << body;
        const auto json = answer.json();
        EXPECT_FALSE(json["text"].asString().empty());
        EXPECT_FALSE(json["request_id"].asString().empty());
        return json["message"].asString() + ' ' + json["field"].asString();
    };
    EXPECT_EQ(refused(R"({})"), "missing_parameter amount");
    EXPECT_EQ(refused(R"({"amount":"1","order_id":"1","side":"BUY","more":1})"),
              "unknown_parameter more");
    EXPECT_EQ(refused(R"({"amount":"1","amount":"1"})"), "duplicate_parameter amount");
    EXPECT_EQ(refused(R"({"amount":["1"]})"), "invalid_parameter amount");
    EXPECT_EQ(refused(R"({"amount":1e3})"), "invalid_amount amount");
    EXPECT_EQ(refused(R"({"amount":0})"), "not_positive amount");
    EXPECT_EQ(refused(R"({"amount":0.000000001})"), "too_many_places amount");
    EXPECT_EQ(refused(R"({"amount":1,"order_id":-1})"), "invalid_parameter order_id");
    EXPECT_EQ(refused(R"({"amount":1,"order_id":1,"side":"buy"})"), "invalid_parameter side");
    EXPECT_EQ(refused("{\"amount\":\"\xff\"}"), "invalid_parameter amount");
    EXPECT_EQ(refused("{"), "bad_request ");
    const auto both = client.raw({{"REQUEST_METHOD", "POST"},
                                  {"DOCUMENT_URI", "/change"},
                                  {"QUERY_STRING", "amount=1"},
                                  {"CONTENT_TYPE", "application/json"}},
                                 R"({"amount":"1"})");
    EXPECT_EQ(both.message(), "duplicate_parameter");
}

TEST_F(Fcgi, LetsNoCallAskForWhatItsTableDoesNotDeclare) {
    const auto answer = client.get("/forgetful");
    EXPECT_EQ(answer.status, 500) << "the function asks for a value, which the table forgot";
    EXPECT_THAT(group->handler.log(), testing::HasSubstr("the parameter value is not declared"));
    EXPECT_EQ(client.get("/guest", {{"value", "more"}}).status, 200) << "reads take what they know";
}

TEST_F(Fcgi, RefusesBodiesThatItDoesNotKnowOrThatAreTooLarge) {
    EXPECT_EQ(client.post("/echo", "text/xml", "<a/>").status, 415);
    EXPECT_EQ(client.post("/echo", "", "a=1").status, 415);
    EXPECT_EQ(client.post("/echo", "application/json", "").status, 200);

    const std::string limit = "value=" + std::string((64 << 10) - 6, 'v');
    const std::string form = "application/x-www-form-urlencoded";
    EXPECT_EQ(client.post("/echo", form, limit).status, 200);
    const auto over = client.post("/echo", form, limit + "v");
    EXPECT_EQ(over.status, 413);
    EXPECT_EQ(over.message(), "body_too_large");
    EXPECT_EQ(client.post("/echo", form, std::string(3 << 20, 'v')).status, 413);
    EXPECT_EQ(client.get("/echo").status, 200) << "the connection is still in step";

    const auto cut = client.raw({{"REQUEST_METHOD", "POST"},
                                 {"DOCUMENT_URI", "/echo"},
                                 {"CONTENT_TYPE", form},
                                 {"CONTENT_LENGTH", "10"}},
                                "value=1");
    EXPECT_EQ(cut.status, 400);
}

TEST_F(Fcgi, MakesAReplyOfWhateverIsThrown) {
    const auto thrown = [&](const char* kind) { return client.get("/throws", {{"kind", kind}}); };
    const auto expected = thrown("error");
    EXPECT_EQ(expected.status, 400);
    EXPECT_EQ(expected.json()["details"]["minimum"].asString(), "5");
    EXPECT_EQ(thrown("runtime").status, 500);
    EXPECT_EQ(thrown("runtime").message(), "internal");
    EXPECT_EQ(thrown("number").message(), "out_of_range");
    EXPECT_EQ(thrown("postgres").status, 500);
    EXPECT_EQ(thrown("lost").status, 503);
    EXPECT_EQ(thrown("lost").message(), "unavailable");
    EXPECT_EQ(client.get("/throws-a-number").status, 500);
    EXPECT_THAT(group->handler.log(), testing::HasSubstr("balance_not_negative"));
    EXPECT_THAT(group->handler.log(), testing::Not(testing::HasSubstr("a secret stands here")));
}

TEST_F(Fcgi, NeverLetsAValueStartAHeader) {
    const auto answer = client.get("/elsewhere");
    EXPECT_EQ(answer.status, 302);
    EXPECT_EQ(answer.header("location"), "/aSet-Cookie: forged=1");
    EXPECT_EQ(answer.header("set-cookie"), "");
    EXPECT_EQ(answer.header("x-note"), "onetwo");
}

TEST_F(Fcgi, LetsOnlyGuestsCopiesOfCachedRoutesBeKept) {
    EXPECT_EQ(client.get("/cached").header("cache-control"), "public, max-age=2");
    EXPECT_EQ(client.get("/guest").header("cache-control"), "no-store");
    EXPECT_EQ(client.get("/nowhere").header("cache-control"), "no-store");
}

TEST_F(Fcgi, AnswersLaterFromAnotherThread) {
    for (int i = 0; i < 50; ++i) EXPECT_EQ(client.get("/soon").status, 200);
    EXPECT_EQ(client.get("/later-throws").message(), "stale_price");
    EXPECT_EQ(client.get("/later-error").message(), "insufficient_balance");
    const auto lost = client.get("/lost");
    EXPECT_EQ(lost.status, 500);
    EXPECT_EQ(lost.message(), "internal");
}

TEST_F(Fcgi, ParksManyMoreRequestsThanItHasThreads) {
    constexpr std::size_t many = 500;
    std::vector<std::thread> waiting;
    std::atomic<int> answered = 0;
    for (std::size_t i = 0; i < many; ++i)
        waiting.emplace_back([&] {
            auto own = group->client();
            if (own.get("/parked").status == 200) ++answered;
        });
    wait_until("all are parked",
               [&] { return client.get("/parked-count").message() == std::to_string(many); });
    EXPECT_THAT(
        client.get("/internal/metrics").body,
        testing::ContainsRegex("cambio_deferred\\{group=\"fcgi_echo\",process=\"[0-9]+\"\\} 500"));
    EXPECT_EQ(answered, 0);
    client.get("/release");
    for (auto& thread : waiting) thread.join();
    EXPECT_EQ(answered, static_cast<int>(many));
}

TEST_F(Fcgi, ServesSixtyFourConnectionsWithFourThreads) {
    std::vector<std::thread> clients;
    std::atomic<int> right = 0;
    for (int c = 0; c < 64; ++c)
        clients.emplace_back([&, c] {
            auto own = group->client();
            for (int i = 0; i < 50; ++i) {
                const auto text = std::to_string(c) + '/' + std::to_string(i);
                const auto path = i % 3 == 0 ? "/soon" : "/echo";
                const auto answer = own.get(path, {{"value", text}});
                if (answer.status == 200 &&
                    (i % 3 == 0 || answer.json()["value"].asString() == text))
                    ++right;
            }
        });
    for (auto& thread : clients) thread.join();
    EXPECT_EQ(right, 64 * 50);
}

TEST_F(Fcgi, CountsWhatItAnswered) {
    client.get("/guest");
    client.get("/nowhere");
    const auto text = client.get("/internal/metrics").body;
    EXPECT_THAT(text, testing::ContainsRegex(
                          "cambio_requests_total\\{group=\"fcgi_echo\",process=\"[0-9]+\","
                          "method=\"GET\",path=\"/guest\",status=\"2xx\"\\} [1-9]"));
    EXPECT_THAT(text, testing::ContainsRegex("path=\"\",status=\"4xx\"\\} [1-9]"));
    EXPECT_THAT(text, testing::ContainsRegex("cambio_request_seconds_count.* [1-9]"));
}

TEST_F(Fcgi, ReadsRequestsInPiecesOfAnySize) {
    const std::string begin{"\1\1\0\1\0\10\0\0\0\1\1\0\0\0\0\0", 16};
    const auto record = [](char type, const std::string& content, char padding) {
        return std::string{'\1',    type, '\0', '\1', '\0', static_cast<char>(content.size()),
                           padding, '\0'} +
               content + std::string(static_cast<std::size_t>(padding), '#');
    };
    const auto variable = [](const std::string& name, const std::string& value) {
        return std::string{static_cast<char>(name.size()), static_cast<char>(value.size())} + name +
               value;
    };
    const std::string bytes =
        begin + record(4, variable("DOCUMENT_URI", "/echo"), 3) +
        record(4, variable("REQUEST_METHOD", "POST"), 0) +
        record(4, variable("CAMBIO_SECRET", group->world.config().secret()), 7) +
        record(4, variable("CONTENT_LENGTH", "11"), 1) +
        record(4, variable("CONTENT_TYPE", "application/json"), 1) + record(4, "", 0) +
        record(5, "{\"valu", 2) + record(5, "e\":1}", 0) + record(5, "", 0);
    for (std::size_t piece = 1; piece < bytes.size(); piece += piece < 20 ? 1 : 37) {
        std::size_t at = 0;
        for (; at + piece < bytes.size(); at += piece) client.send_only(bytes.substr(at, piece));
        const auto answer = client.send_bytes(bytes.substr(at));
        ASSERT_EQ(answer.status, 200) << answer.body;
        ASSERT_EQ(answer.json()["value"].asString(), "1");
    }
}

TEST_F(Fcgi, FindsNoInputThatBreaksIt) {
    std::mt19937 random{4711};
    const auto number = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
    const std::string pieces[] = {"{",
                                  "}",
                                  "\"amount\"",
                                  ":",
                                  ",",
                                  "\"1\"",
                                  "null",
                                  "[",
                                  "1e9",
                                  "-",
                                  "\\",
                                  "\"",
                                  "\xc3",
                                  "\\u0000",
                                  "true",
                                  "\"side\"",
                                  "amount=1",
                                  "&",
                                  "%",
                                  "%00",
                                  "=",
                                  "NaN",
                                  "99999999999999999999999",
                                  "\\ud800",
                                  " ",
                                  "order_id"};
    const std::string types[] = {"application/json", "application/x-www-form-urlencoded",
                                 "multipart/form-data; boundary=x"};
    for (int round = 0; round < 2000; ++round) {
        std::string body;
        for (unsigned i = number(12); i > 0; --i) body += pieces[number(std::size(pieces))];
        const auto answer = client.raw({{"REQUEST_METHOD", "POST"},
                                        {"DOCUMENT_URI", "/change"},
                                        {"CONTENT_TYPE", types[number(3)]},
                                        {"QUERY_STRING", pieces[number(std::size(pieces))]}},
                                       body);
        ASSERT_LT(answer.status, 500) << body;
        ASSERT_FALSE(answer.json()["message"].asString().empty()) << answer.body;
    }
}

}  // namespace
}  // namespace cambio::test
