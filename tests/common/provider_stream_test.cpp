// The WebSocket to the market data provider, against the market simulator and its faults.
#include "markets/provider_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <map>
#include <set>

#include "support/http_server.h"
#include "support/simulated_market.h"

namespace cambio::markets {
namespace {

using std::chrono::milliseconds;
using test::SimulatedMarket;
using test::wait_until;

constexpr milliseconds a_while{50};

std::string stream_of(const SimulatedMarket& market) {
    return "ws://127.0.0.1:" + market.port() + "/ws/v5/public";
}

ProviderStream::Options quick() {
    ProviderStream::Options options;
    options.first_pause = options.max_pause = milliseconds{20};
    return options;
}

const ProviderBook* book_in(const Pushed& pushed) {
    return std::get_if<ProviderBook>(&pushed.row.value);
}

class ProviderStreamTest : public testing::Test {
  protected:
    /// Reads until something that was pushed pleases `right`.
    template <class Right>
    void until(const std::string& what, ProviderStream& stream, Right right) {
        wait_until(what, [&] {
            for (const auto& pushed : stream.read(a_while))
                if (right(pushed)) return true;
            return false;
        });
    }
    /// A book of ETH-USDT whose best bid is this.
    void pin(const std::string& bid, const std::string& ask) {
        market.pin_book("ETH-USDT",
                        R"({"bids":[[")" + bid + R"(","1"]],"asks":[[")" + ask + R"(","1"]]})");
    }
    static auto has_bid(const char* bid) {
        return [bid](const Pushed& pushed) {
            const auto* book = book_in(pushed);
            return pushed.instrument == "ETH-USDT" && book != nullptr &&
                   book->bids.front().price == Decimal::parse(bid);
        };
    }
    std::int64_t rest_calls() {
        std::int64_t sum = 0;
        const auto calls = market.state()["calls"];
        for (const auto& path : calls.getMemberNames())
            if (path.starts_with("/api/")) sum += calls[path].asInt64();
        return sum;
    }

    SimulatedMarket market{{"--no-limits", "--interval", "20"}};
};

TEST_F(ProviderStreamTest, BringsBooksOfEachInstrument) {
    ProviderStream stream{stream_of(market), Channel::books, quick()};
    stream.follow({"BTC-USDT", "ETH-USDT"});
    std::set<std::string> seen;
    until("books of both", stream, [&](const Pushed& pushed) {
        seen.insert(pushed.instrument);
        return seen.size() == 2;
    });
    EXPECT_EQ(rest_calls(), 0);
    EXPECT_EQ(stream.connections(), 1);
    ASSERT_TRUE(stream.unbroken("ETH-USDT"));
    EXPECT_TRUE(stream.heard_at());
    pin("3000", "3001");
    until("the book of now", stream, has_bid("3000"));
    EXPECT_FALSE(stream.unbroken("SOL-USDT"));
    stream.follow({"BTC-USDT", "ETH-USDT", "SOL-USDT"});
    until("a book of what was added", stream,
          [](const Pushed& pushed) { return pushed.instrument == "SOL-USDT"; });
    EXPECT_EQ(stream.connections(), 1);
}

TEST_F(ProviderStreamTest, BringsTickersTradesAndMarks) {
    ProviderStream tickers{stream_of(market), Channel::tickers, quick()};
    tickers.follow({"ETH-USDT"});
    market.pin_price("ETH-USDT", "3000");
    until("a ticker", tickers, [](const Pushed& pushed) {
        return std::get<ProviderTicker>(pushed.row.value).last == Decimal::of(3000);
    });
    ProviderStream marks{stream_of(market), Channel::mark_prices, quick()};
    marks.follow({"ETH-USDT-SWAP"});
    market.pin_price("ETH-USDT-SWAP", "3001");
    until("a mark", marks, [](const Pushed& pushed) {
        return std::get<ProviderMarkPrice>(pushed.row.value).price == Decimal::of(3001);
    });
    ProviderStream trades{stream_of(market), Channel::trades, quick()};
    trades.follow({"BTC-USDT"});
    std::string id;
    until("a trade", trades, [&](const Pushed& pushed) {
        EXPECT_EQ(pushed.row.count, 1);
        id = std::get<ProviderTrade>(pushed.row.value).id;
        return true;
    });
    bool found = false;
    for (const auto& row : market.data("/api/v5/market/trades?instId=BTC-USDT&limit=500"))
        found = found || row["tradeId"] == id;
    EXPECT_TRUE(found);
}

TEST_F(ProviderStreamTest, ComesBackAndSubscribesAnew) {
    ProviderStream stream{stream_of(market), Channel::books, quick()};
    stream.follow({"ETH-USDT"});
    pin("3000", "3001");
    until("the first book", stream, has_bid("3000"));
    const int run = stream.unbroken("ETH-USDT").value().number;
    for (const auto* kind : {"close", "down"}) {
        market.fault(kind, "&path=/ws");
        wait_until("it is down", [&] {
            stream.read(a_while);
            return !stream.heard_at();
        });
        EXPECT_FALSE(stream.unbroken("ETH-USDT"));
        market.clear();
        pin("3100", "3101");
        until("a book after it", stream, has_bid("3100"));
    }
    EXPECT_GE(stream.connections(), 3);
    EXPECT_GT(stream.unbroken("ETH-USDT").value().number, run);
}

TEST_F(ProviderStreamTest, KeepsTryingWhileItIsTurnedAway) {
    market.fault("429", "&path=/ws");
    ProviderStream stream{stream_of(market), Channel::books, quick()};
    stream.follow({"ETH-USDT"});
    EXPECT_TRUE(stream.read(milliseconds{300}).empty());
    EXPECT_EQ(stream.connections(), 0);
    market.clear();
    until("a book", stream, [](const Pushed&) { return true; });
}

TEST_F(ProviderStreamTest, TriesAtOnceWhenItIsToldThatTheServerIsWell) {
    auto options = quick();
    options.first_pause = options.max_pause = std::chrono::hours{1};
    ProviderStream stream{stream_of(market), Channel::books, options};
    stream.follow({"ETH-USDT"});
    until("a book", stream, [](const Pushed&) { return true; });
    market.fault("close", "&path=/ws");
    wait_until("it is down", [&] {
        stream.read(a_while);
        return !stream.heard_at();
    });
    market.clear();
    EXPECT_TRUE(stream.read(a_while).empty());
    stream.hurry();
    until("a book after it", stream, [](const Pushed&) { return true; });
}

TEST_F(ProviderStreamTest, TakesNothingThatIsMalformed) {
    ProviderStream stream{stream_of(market), Channel::books, quick()};
    stream.follow({"BTC-USDT", "ETH-USDT"});
    const auto book_of = [](const char* instrument) {
        return [instrument](const Pushed& pushed) { return pushed.instrument == instrument; };
    };
    until("a book of the one", stream, book_of("ETH-USDT"));
    until("a book of the other", stream, book_of("BTC-USDT"));
    const int run = stream.unbroken("BTC-USDT").value().number;
    market.fault("malformed", "&instId=ETH-USDT");
    pin("7000", "7001");
    const int before = stream.malformed();
    wait_until("several were refused", [&] {
        for (const auto& pushed : stream.read(a_while)) EXPECT_FALSE(has_bid("7000")(pushed));
        return stream.malformed() > before + 3;
    });
    EXPECT_GT(stream.unbroken("BTC-USDT").value().number, run) << "it could have been of this one";
    until("a book of the other", stream, book_of("BTC-USDT"));
    market.clear();
    pin("7000", "7001");
    until("a book again", stream, has_bid("7000"));
    EXPECT_EQ(stream.connections(), 1);
}

TEST_F(ProviderStreamTest, TakesNothingOlderThanWhatItHasTold) {
    ProviderStream stream{stream_of(market), Channel::books, quick()};
    stream.follow({"ETH-USDT"});
    Instant newest{};
    until("a book", stream, [&](const Pushed& pushed) {
        newest = pushed.row.at();
        return true;
    });
    // One of five seconds ago is pushed.
    market.fault("stale", "&value=5000");
    for (const auto& pushed : stream.read(milliseconds{700})) {
        EXPECT_GE(pushed.row.at(), newest);
        newest = pushed.row.at();
    }
    market.clear();
    until("a book of now", stream, [&](const Pushed& pushed) { return pushed.row.at() > newest; });
}

TEST_F(ProviderStreamTest, SubscribesToWhatThereIsThoughSomethingIsUnknown) {
    auto options = quick();
    options.confirmed_after = milliseconds{50};
    ProviderStream stream{stream_of(market), Channel::books, options};
    stream.follow({"ETH-USDT", "NONE-USDT"});
    until("a book", stream, [](const Pushed&) { return true; });
    stream.read(milliseconds{200});
    EXPECT_TRUE(stream.unbroken("ETH-USDT"));
    EXPECT_FALSE(stream.unbroken("NONE-USDT"));
    EXPECT_EQ(stream.connections(), 1);
}

// Nothing is pushed of a channel that nobody follows, so the connection lives by pings alone.
TEST(ProviderStreams, AskASilentServerAndSpeakToOneThatListens) {
    SimulatedMarket market{{"--no-limits", "--silence", "2000", "--interval", "20"}};
    auto options = quick();
    options.ask_after = milliseconds{100};
    ProviderStream stream{stream_of(market), Channel::books, options};
    stream.read(milliseconds{3'000});
    EXPECT_EQ(stream.connections(), 1);
    EXPECT_TRUE(stream.heard_at());

    options.ask_after = milliseconds{60'000};
    options.speak_after = milliseconds{100};
    ProviderStream speaking{stream_of(market), Channel::books, options};
    speaking.follow({"ETH-USDT"});
    speaking.read(milliseconds{3'000});
    EXPECT_EQ(speaking.connections(), 1);
}

TEST(ProviderStreams, GiveUpAServerThatIsSilent) {
    SimulatedMarket market{{"--no-limits", "--interval", "20"}};
    auto options = quick();
    options.ask_after = options.speak_after = milliseconds{60'000};
    options.give_up_after = milliseconds{100};
    ProviderStream stream{stream_of(market), Channel::books, options};
    wait_until("another connection", [&] {
        stream.read(a_while);
        return stream.connections() >= 2;
    });
}

// What is of the future would hide everything that follows it.
TEST(ProviderStreams, BelieveNothingOfTheFuture) {
    const auto later = std::chrono::duration_cast<milliseconds>(
        (std::chrono::system_clock::now() + std::chrono::hours{1}).time_since_epoch());
    SimulatedMarket market{
        {"--no-limits", "--interval", "20", "--time", std::to_string(later.count())}};
    ProviderStream stream{stream_of(market), Channel::books, quick()};
    stream.follow({"ETH-USDT"});
    wait_until("pushes are refused", [&] {
        EXPECT_TRUE(stream.read(a_while).empty());
        return stream.malformed() > 0;
    });
}

TEST(ProviderStreams, StayDownWhereNobodyAnswers) {
    int port = 0;
    {
        test::HttpServer gone{test::HttpServer::Where::loopback,
                              [](const test::HttpRequest&) { return std::string{}; }};
        port = gone.port();
    }
    for (const std::string& url :
         {"ws://127.0.0.1:" + std::to_string(port) + "/ws/v5/public", std::string{"ws://"},
          std::string{"http://127.0.0.1"}, std::string{"ws://127.0.0.1:none/"}}) {
        ProviderStream stream{url, Channel::books, quick()};
        stream.follow({"ETH-USDT"});
        EXPECT_TRUE(stream.read(milliseconds{100}).empty()) << url;
        EXPECT_EQ(stream.connections(), 0) << url;
        EXPECT_FALSE(stream.heard_at()) << url;
    }
}

/// As a provider is reached: TLS in front of the simulator, with certificates made for the test.
class SecureStream : public testing::Test {
  protected:
    void SetUp() override {
        std::string servers;
        for (const auto& [name, subject] :
             {std::pair{"right", "localhost"}, std::pair{"other", "elsewhere.example"}}) {
            certify(name, subject);
            ports[name] = free_port();
            servers += R"(
                server { listen 127.0.0.1:)" +
                       ports[name] + " ssl; ssl_certificate " + folder.file(name) +
                       ".crt; ssl_certificate_key " + folder.file(name) + R"(.key;
                    location / { proxy_pass )" +
                       market.url() + R"(; proxy_http_version 1.1;
                        proxy_set_header Upgrade $http_upgrade;
                        proxy_set_header Connection upgrade; } })";
        }
        std::string temporary;
        for (const char* what : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"})
            temporary += what + std::string{"_temp_path "} + folder.file(what) + "; ";
        const auto conf = folder.write("nginx.conf", "daemon off; pid " + folder.file("pid") +
                                                         "; events {} http { access_log off; " +
                                                         temporary + servers + "}");
        test::ChildProcess::Options options;
        options.output = folder.file("nginx");
        options.death_signal = SIGTERM;
        const std::string log = folder.file("error.log");
        proxy.emplace(std::vector<std::string>{"nginx", "-e", log, "-c", conf}, options);
    }

    void TearDown() override {
        unsetenv("SSL_CERT_FILE");
        proxy->signal(SIGTERM);
        proxy->wait();
    }

    void certify(const std::string& name, const std::string& subject) {
        test::ChildProcess::Options quiet;
        quiet.output = folder.file("openssl");
        const int status = test::ChildProcess::run(
            {"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-subj", "/CN=test", "-addext", "subjectAltName=DNS:" + subject, "-keyout",
             folder.file(name + ".key"), "-out", folder.file(name + ".crt")},
            quiet);
        ASSERT_EQ(status, 0);
    }

    static std::string free_port() {
        const test::HttpServer here{test::HttpServer::Where::loopback,
                                    [](const test::HttpRequest&) { return std::string{}; }};
        return std::to_string(here.port());
    }

    std::unique_ptr<ProviderStream> stream_to(const std::string& name) {
        auto stream = std::make_unique<ProviderStream>(
            "wss://localhost:" + ports[name] + "/ws/v5/public", Channel::books, quick());
        stream->follow({"ETH-USDT"});
        return stream;
    }

    void trust(const std::string& name) {
        setenv("SSL_CERT_FILE", folder.file(name + ".crt").c_str(), 1);
    }

    test::ScratchFolder folder;
    SimulatedMarket market{{"--no-limits", "--interval", "20"}};
    std::map<std::string, std::string> ports;
    std::optional<test::ChildProcess> proxy;
};

TEST_F(SecureStream, OpensWhereTheCertificateIsTrustedAndNamesTheHost) {
    trust("right");
    const auto stream = stream_to("right");
    wait_until("a book", [&] { return !stream->read(a_while).empty(); });
    EXPECT_EQ(stream->connections(), 1);
}

TEST_F(SecureStream, OpensNothingElse) {
    trust("right");
    const auto answering = stream_to("right");
    wait_until("the proxy answers", [&] { return !answering->read(a_while).empty(); });

    trust("other");
    const auto unknown = stream_to("right");
    EXPECT_TRUE(unknown->read(milliseconds{500}).empty());
    EXPECT_EQ(unknown->connections(), 0) << "nobody vouches for the certificate";
    const auto elsewhere = stream_to("other");
    EXPECT_TRUE(elsewhere->read(milliseconds{500}).empty());
    EXPECT_EQ(elsewhere->connections(), 0) << "the certificate is another host's";
}

}  // namespace
}  // namespace cambio::markets
