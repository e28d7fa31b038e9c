// What support does for one client: sessions, orders and the ledger, and a second factor that was
// lost, which two operators take away together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <fstream>
#include <sstream>

#include "account/browsers.h"
#include "support/builders.h"
#include "support/child_process.h"
#include "support/contracts.h"
#include "token/browser_links.h"
#include "token/two_factor.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr const char* ada = "40001";
constexpr const char* bob = "40002";

class CambioctlSupport : public testing::Test {
  protected:
    void TearDown() override { expect_books_balance(world); }

    struct Result {
        int status = -1;
        std::string output;
    };
    /// As somebody who has logged in and become root since.
    Result as(const char* login, const Words& words) {
        const ScratchFolder folder;
        ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path(), "SUDO_USER="};
        options.output = folder.file("output");
        Words argv{"/bin/sh", "-c", R"(echo "$0" > /proc/self/loginuid && exec "$@")", login,
                   program_path("cambioctl")};
        argv.insert(argv.end(), words.begin(), words.end());
        Result result;
        result.status = ChildProcess::run(argv, options);
        std::ostringstream output;
        output << std::ifstream{options.output}.rdbuf();
        result.output = output.str();
        return result;
    }
    Json::Value done(Words words, const char* login = ada) {
        words.emplace_back("--json");
        const auto result = as(login, words);
        EXPECT_EQ(result.status, 0) << result.output;
        Json::Value value;
        std::istringstream{result.output} >> value;
        return value;
    }
    void refused(const Words& words, const std::string& sentence, const char* login = ada) {
        const auto before = number("operator_log", "true");
        const auto result = as(login, words);
        EXPECT_EQ(result.status, 1) << result.output;
        EXPECT_THAT(result.output, HasSubstr(sentence));
        EXPECT_EQ(number("operator_log", "true"), before) << "what was not done is not in the log";
    }
    std::int64_t number(const std::string& table, const std::string& condition) {
        return world.superuser()
            .run(("select count(*) as n from " + table + " where " + condition).c_str())[0]
            .integer("n");
    }
    std::int64_t of_anna(const std::string& table, const std::string& condition = "true") {
        return number(table, "client_id = " + std::to_string(anna.id.value) + " and " + condition);
    }
    void expect_logged(const std::string& act) {
        const auto rows =
            world.app().run("select act, subject from operator_log order by id desc limit 1");
        ASSERT_EQ(rows.size(), 1);
        EXPECT_EQ(rows[0].str("act"), act);
        EXPECT_THAT(rows[0].str("subject"), HasSubstr(anna.email));
    }
    void set_up_authenticator() {
        const token::HashKeys keys{std::string(32, 'k')};
        pg::Transaction tx{world.app()};
        const auto setup = token::begin_two_factor(tx, keys, anna.id, SessionId{1}, anna.email);
        const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        token::confirm_two_factor(tx, keys, anna.id, SessionId{1},
                                  token::authenticator_code(setup.secret, now));
        tx.commit();
    }
    /// A row alone: what a browser makes is the matter of other suites.
    void add_passkey(const std::string& name) {
        world.superuser().run(R"sql(
            insert into passkeys (client_id, credential_id, public_key, algorithm, sign_count,
                                  backup_eligible, backed_up, name)
            values ($1, $2, '\x00', -7, 0, false, false, $3))sql",
                              {anna.id, pg::Param::bytes("the credential of " + name), name});
    }
    Words reset() const {
        return {"clients", "reset-second-factor", anna.email, "--reason", "Lost the phone"};
    }

    World world{{{"STALE_AFTER_MS", "3600000"},
                 {"HOUSE_STALE_AFTER_MS", "3600000"},
                 {"WITHDRAWALS_APPROVE_UP_TO", "50"},
                 {"WITHDRAWALS_TWO_PEOPLE_FROM", "500"}}};
    Person anna = world.client("anna@example.com").with("USDT", "10000");
};

TEST_F(CambioctlSupport, TakeALostSecondFactorAwayTogether) {
    refused(reset(), "neither an authenticator app nor a passkey");
    set_up_authenticator();
    add_passkey("Phone");
    world.token(anna);
    EXPECT_EQ(done(reset())["waits_for"], "a second operator");
    refused(reset(), "is waiting for another operator");
    EXPECT_EQ(of_anna("two_factor"), 1);
    EXPECT_EQ(of_anna("sessions", "revoked_at is null"), 1);

    EXPECT_FALSE(done(reset(), bob).isMember("waits_for"));
    expect_logged("clients reset-second-factor");
    EXPECT_EQ(of_anna("two_factor"), 0);
    EXPECT_EQ(of_anna("recovery_codes"), 0);
    EXPECT_EQ(of_anna("passkeys"), 0);
    EXPECT_EQ(of_anna("sessions", "revoked_at is null"), 0);
    EXPECT_EQ(of_anna("outgoing_mails", "name = 'two_factor_off'"), 1);
    EXPECT_EQ(of_anna("outgoing_mails", "name = 'passkey_removed'"), 1);
    EXPECT_EQ(of_anna("account_activity", "kind = 'two_factor_off'"), 1);
    EXPECT_EQ(number("clients",
                     "withdrawals_rest_until between now() + interval '23 hours' and "
                     "now() + interval '25 hours'"),
              1);
    EXPECT_EQ(as(ada, {"log", "verify"}).status, 0);
    refused(reset(), "neither an authenticator app nor a passkey");
}

TEST_F(CambioctlSupport, AskBothAnewWhereTheOwnerHasSetUpAnotherOne) {
    set_up_authenticator();
    EXPECT_EQ(done(reset())["waits_for"], "a second operator");
    world.superuser().run("update two_factor set confirmed_at = clock_timestamp()");
    EXPECT_EQ(done(reset(), bob)["waits_for"], "a second operator");
    EXPECT_EQ(of_anna("two_factor"), 1);
    EXPECT_FALSE(done(reset()).isMember("waits_for"));
    EXPECT_EQ(of_anna("two_factor"), 0);

    add_passkey("Phone");
    EXPECT_EQ(done(reset())["waits_for"], "a second operator");
    world.superuser().run("delete from passkeys");
    add_passkey("Another phone");
    EXPECT_EQ(done(reset(), bob)["waits_for"], "a second operator");
    EXPECT_EQ(of_anna("passkeys"), 1);
    EXPECT_FALSE(done(reset()).isMember("waits_for"));
    EXPECT_EQ(of_anna("passkeys"), 0);
}

TEST_F(CambioctlSupport, NeedNobodyElseWhereTheRuleIsOff) {
    world.config().set("WITHDRAWALS_TWO_PEOPLE_FROM", "0");
    add_passkey("Key");
    EXPECT_FALSE(done(reset()).isMember("waits_for"));
    EXPECT_EQ(of_anna("passkeys"), 0);
    EXPECT_EQ(of_anna("outgoing_mails", "name = 'two_factor_off'"), 0) << "there was none";
}

TEST_F(CambioctlSupport, EndOneSessionOrAll) {
    world.token(anna, "a laptop");
    world.token(anna, "a phone");
    const auto sessions = done({"clients", "sessions", anna.email});
    ASSERT_EQ(sessions.size(), 2U);
    EXPECT_EQ(sessions[0]["kind"], "device");
    const auto id = sessions[0]["id"].asString();
    const Words end{"clients", "end-session", anna.email, id, "--reason", "Left in a hotel"};
    done(end);
    expect_logged("clients end-session");
    EXPECT_EQ(of_anna("sessions", "revoked_at is null"), 1);
    EXPECT_EQ(of_anna("sessions", "revoked_at is null and id = " + id), 0);
    refused(end, "has no live session " + id);
    refused({"clients", "end-session", anna.email, "1x", "--reason", "x"}, "by its number");

    const auto epoch = [this] {
        return world.app().run("select epoch from clients where id = $1", {anna.id})[0].integer(
            "epoch");
    };
    const auto before = epoch();
    {
        pg::Transaction tx{world.app()};
        ASSERT_TRUE(token::issue_browser_link(tx, anna.id));
        account::add_browser_by_link(tx, anna.id, "the hash of a mark", "key");
        tx.commit();
    }
    done({"clients", "end-session", anna.email, "all", "--reason", "Left in a hotel"});
    EXPECT_EQ(done({"clients", "sessions", anna.email}).size(), 0U);
    EXPECT_EQ(epoch(), before + 1) << "what was asked for before counts no more";
    EXPECT_EQ(of_anna("link_marks"), 0);
    EXPECT_EQ(of_anna("browser_links", "expires_at > now()"), 0) << "which makes another one known";
    refused({"clients", "end-session", anna.email, "all", "--reason", "x"}, "is not signed in");
}

TEST_F(CambioctlSupport, DoNotEndTheSessionOfSomebodyElse) {
    const auto ben = world.client("ben@example.com");
    world.token(ben);
    const auto id = done({"clients", "sessions", ben.email})[0]["id"].asString();
    refused({"clients", "end-session", anna.email, id, "--reason", "x"}, "has no live session");
    EXPECT_EQ(done({"clients", "sessions", ben.email}).size(), 1U);
}

class CambioctlSupportOrders : public CambioctlSupport {
  protected:
    void SetUp() override {
        make_contract(world, "F0");
        mark(world, "F0USDT", "50000");
        for (const auto& [pair, price] :
             {std::pair{"BTCUSDT", "50000"}, std::pair{"ETHUSDT", "2500"}}) {
            world.quote(pair, price);
            world.provider_book(pair, {{price, "5"}}, {{price, "5"}});
        }
        anna.with("USDT", "1000", ledger::Wallet::future);
        spot.emplace("spot", world.config().path(), world.config().secret());
    }
    void buy(const std::string& pair, const std::string& price) {
        auto client = spot->client();
        client.bearer(world.token(anna));
        const FastCgiClient::Params order{{"name", pair},
                                          {"delegate_type", "BUY"},
                                          {"market_type", "LIMIT"},
                                          {"trade_type", "market"},
                                          {"order_per_unit", price},
                                          {"number_of_order", "0.1"},
                                          {"transaction_password", World::transaction_password}};
        const auto answer = client.post_json("/api/v2/my-order", order);
        EXPECT_EQ(answer.status, 200) << answer.body;
    }
    Words cancel(const std::string& market = "") const {
        Words words{"clients", "cancel-orders", anna.email, "--reason", "Asked by telephone"};
        if (!market.empty()) words.insert(words.end(), {"--market", market});
        return words;
    }
    std::optional<HandlerProcess> spot;
};

TEST_F(CambioctlSupportOrders, CancelThoseOfOneMarketOrAllAlsoOfAFrozenClient) {
    refused(cancel(), "has no open order");
    buy("BTCUSDT", "45000");
    buy("ETHUSDT", "2250");
    place(world, anna, {.pair = "F0USDT"});
    const auto orders = done({"clients", "orders", anna.email});
    ASSERT_EQ(orders.size(), 3U);
    EXPECT_EQ(orders[0]["wallet"], "futures");
    EXPECT_EQ(orders[1]["market"], "ETHUSDT");
    EXPECT_EQ(orders[1]["type"], "LIMIT");
    EXPECT_EQ(anna.balance("USDT"), dec("5275"));

    const auto first = done(cancel("ETHUSDT"));
    expect_logged("clients cancel-orders");
    EXPECT_EQ(first["orders"], "1");
    EXPECT_EQ(first["futures_orders"], "0");
    EXPECT_EQ(anna.balance("USDT"), dec("5500"));
    refused(cancel("ETHUSDT"), "has no open order");
    refused(cancel("NOPEUSDT"), "There is no market NOPEUSDT.");

    done({"clients", "freeze", anna.email, "--reason", "Reported"});
    const auto rest = done(cancel());
    EXPECT_EQ(rest["orders"], "1");
    EXPECT_EQ(rest["futures_orders"], "1");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("1000"));
    EXPECT_EQ(done({"clients", "orders", anna.email}).size(), 0U);
    EXPECT_EQ(done({"clients", "orders", anna.email, "--all"}).size(), 3U);
    EXPECT_EQ(of_anna("outgoing_mails", "name = 'stops_cancelled'"), 0);
}

TEST_F(CambioctlSupportOrders, CancelWhatWaitsToCloseAPosition) {
    make_contract(world, "F1");
    mark(world, "F1USDT", "50000");
    const auto position = open(world, anna, {.pair = "F0USDT"});
    const auto other = open(world, anna, {.pair = "F1USDT"});
    const auto first = place_closing(world, {.position = position});
    const auto second = place_closing(
        world, {.position = other, .kind = positions::OrderKind::trigger, .price = "48000"});
    const auto orders = done({"clients", "orders", anna.email});
    ASSERT_EQ(orders.size(), 2U);
    EXPECT_EQ(orders[0]["type"], "CLOSING TRIGGER");
    EXPECT_EQ(orders[1]["market"], "F0USDT");

    EXPECT_EQ(done(cancel("F1USDT"))["futures_orders"], "1");
    EXPECT_EQ(read_closing(world, second).state, positions::OrderState::cancelled);
    EXPECT_EQ(read_closing(world, first).state, positions::OrderState::open);
    EXPECT_EQ(done(cancel())["futures_orders"], "1");
    EXPECT_EQ(read_closing(world, first).state, positions::OrderState::cancelled);
    EXPECT_EQ(of_anna("positions", "state = 1"), 2) << "what they would have closed stays";
    refused(cancel(), "has no open order");
}

TEST_F(CambioctlSupportOrders, SayThatNoWriterHasAnswered) {
    buy("BTCUSDT", "45000");
    spot->kill();
    const auto result = as(ada, cancel());
    EXPECT_EQ(result.status, 4) << result.output;
    EXPECT_THAT(result.output, HasSubstr("call this again"));
    expect_logged("clients cancel-orders");
    // What was asked too long ago is not done when nobody expects it any more.
    spot->start();
    EXPECT_EQ(done(cancel())["orders"], "1");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

TEST_F(CambioctlSupportOrders, ShowWhatMovedTheBalances) {
    buy("BTCUSDT", "45000");
    const auto lines = done({"clients", "ledger", anna.email, "--coin", "USDT"});
    ASSERT_GE(lines.size(), 2U);
    bool held = false;
    for (const auto& line : lines)
        held = held || (line["kind"] == "order_hold" && line["amount"] == "-4500");
    EXPECT_TRUE(held);
    EXPECT_EQ(done({"clients", "ledger", anna.email, "--limit", "1"}).size(), 1U);
    EXPECT_EQ(done({"clients", "ledger", anna.email, "--coin", "BTC"}).size(), 0U);
    refused({"clients", "ledger", anna.email, "--coin", "NOPE"}, "There is no coin NOPE.");
}

}  // namespace
}  // namespace cambio::test
