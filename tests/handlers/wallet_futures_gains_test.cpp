// Realized gains of futures: that they are what the positions that ended have changed in the
// wallet, to the last digit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "support/builders.h"
#include "support/contracts.h"

namespace cambio {
namespace {

using futures::Side;
using test::dec, test::Person, test::World;
using testing::ElementsAre;

constexpr const char* pair = "F0USDT";

class FuturesGains : public testing::Test {
  protected:
    FuturesGains() {
        world.config().set("FUTURES_CLOSING_FEE", "0.0005");
        test::make_contract(world, "F0");
        test::mark(world, pair, "50000");
    }
    /// The books balance after every test.
    void TearDown() override { test::expect_books_balance(world); }

    void rich_house() {
        world.liquidity("USDT", "1000000");
        world.fund(ledger::House::insurance, "USDT", "10000");
    }
    Person person(const std::string& name) {
        return world.client(name + "@example.com").with("USDT", "10000", ledger::Wallet::future);
    }
    static Decimal moved(const Person& person) {
        return person.balance("USDT", ledger::Wallet::future) +
               person.held("USDT", ledger::Wallet::future) - dec("10000");
    }
    void settle() {
        for (int times = 0; times < 2; ++times)
            EXPECT_EQ(test::run_job("settle_futures", world.config().path(), {"--once"}), 0);
    }
    static pg::Time hours_ago(int hours) { return pg::now() - std::chrono::hours{hours}; }
    static std::string day(int days_ago) { return pg::iso(hours_ago(24 * days_ago)).substr(0, 10); }

    test::Answer ask(const Person& person, const test::FastCgiClient::Params& more = {},
                     int days_ago = 0) const {
        auto client = wallet.client();
        client.bearer(world.token(person));
        test::FastCgiClient::Params fields{
            {"from", day(days_ago + 1)}, {"to", day(days_ago)}, {"method", "FIFO"}};
        fields.insert(fields.end(), more.begin(), more.end());
        return client.get("/api/v3/realized-gains", fields);
    }
    Json::Value futures_of(const Person& person, int days_ago = 0) const {
        const auto answer = ask(person, {}, days_ago);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json()["futures"];
    }
    /// A long and a short that funding and fees have changed, and one that was liquidated.
    void three_end(const Person& person) {
        const auto open = [&](Side side) {
            return test::open(
                world, person,
                {.pair = pair, .side = side, .fee = "0.5", .opened_at = hours_ago(10)});
        };
        const auto longs = open(Side::buy_more), shorts = open(Side::sell_empty);
        test::funding(world, pair, "0.000123456789", "50123.4567", hours_ago(8));
        settle();
        test::request_close(world, longs, "51234.56789");
        settle();
        test::request_close(world, shorts, "53333.333333333");
        settle();
        test::open(world, person, {.pair = pair, .fee = "0.5"});
        test::mark(world, pair, "45000");
        settle();
    }

    mutable World world;
    test::HandlerProcess wallet{"wallet", world.config().path(), world.config().secret()};
};

TEST_F(FuturesGains, AreWhatThePositionsHaveChangedInTheWallet) {
    rich_house();
    const auto anna = person("anna");
    three_end(anna);
    const auto reply = futures_of(anna);
    ASSERT_EQ(reply["gains"].size(), 3u);
    Decimal sum;
    for (const auto& gain : reply["gains"]) {
        EXPECT_EQ(gain["pair"].asString(), pair);
        EXPECT_LT(gain["opened_at"].asString(), gain["ended_at"].asString());
        const auto won = dec(gain["realised"].asString()) + dec(gain["funding"].asString()) -
                         dec(gain["fees"].asString());
        EXPECT_EQ(gain["gain"].asString(), won.str());
        sum += won;
    }
    EXPECT_EQ(sum.str(), moved(anna).str());
    EXPECT_EQ(reply["gain"].asString(), moved(anna).str());

    const auto& longs = reply["gains"][0];
    EXPECT_EQ(longs["delegate_type"].asString(), "BUY_MORE");
    EXPECT_EQ(longs["state"].asString(), "CLOSED");
    EXPECT_EQ(longs["realised"].asString(), "24.6913578") << "0.02 × 1234.56789";
    EXPECT_EQ(longs["fees"].asString(), "1.0123456789") << "and 0.02 × 51234.56789 × 0.0005";
    EXPECT_TRUE(dec(longs["funding"].asString()).negative());
    const auto& shorts = reply["gains"][1];
    EXPECT_EQ(shorts["delegate_type"].asString(), "SELL_EMPTY");
    EXPECT_TRUE(dec(shorts["realised"].asString()).negative());
    EXPECT_TRUE(dec(shorts["funding"].asString()).positive());
    const auto& lost = reply["gains"][2];
    EXPECT_EQ(lost["state"].asString(), "LIQUIDATED");
    EXPECT_EQ(lost["gain"].asString(), "-100.5") << "its margin and its fee";

    // What is open has realized nothing, and a period has what ended in it.
    test::mark(world, pair, "50000");
    test::open(world, anna, {.pair = pair, .fee = "0.5"});
    EXPECT_EQ(futures_of(anna), reply);
    EXPECT_EQ(futures_of(anna, 7)["gains"].size(), 0u);
    EXPECT_EQ(futures_of(anna, 7)["gain"].asString(), "0");
    EXPECT_EQ(futures_of(person("berta"))["gains"].size(), 0u) << "they are nobody else's";
}

TEST_F(FuturesGains, HaveWhatFeeCreditGaveBack) {
    rich_house();
    auto anna = person("anna");
    anna.with("USDT", "0.7", ledger::Wallet::fee_credit);
    three_end(anna);
    EXPECT_EQ(test::run_job("settle_fees", world.config().path(), {"--once"}), 0);
    const auto reply = futures_of(anna);
    EXPECT_EQ(reply["gain"].asString(), moved(anna).str());
    const auto charged = world.app()
                             .run(
                                 "select sum(fee + closing_fee) as fees from positions "
                                 "where client_id = $1",
                                 {anna.id})[0]
                             .decimal("fees");
    EXPECT_EQ(reply["fees"].asString(), (charged - dec("0.7")).str());
    Decimal fees;
    for (const auto& gain : reply["gains"]) fees += dec(gain["fees"].asString());
    EXPECT_EQ(reply["fees"].asString(), fees.str());
}

TEST_F(FuturesGains, AreLinesOfTheFile) {
    rich_house();
    const auto anna = person("anna");
    three_end(anna);
    const auto answer = ask(anna, {{"format", "csv"}});
    EXPECT_EQ(answer.status, 200);
    std::istringstream lines{answer.body};
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line,
              "Coin,Quantity,Bought at,Sold at,Proceeds (USDT),Cost (USDT),Gain (USDT),Kind\r");
    Decimal sum;
    std::vector<std::string> kinds;
    while (std::getline(lines, line)) {
        std::vector<std::string> fields;
        std::istringstream parts{line.substr(0, line.size() - 1)};
        for (std::string field; std::getline(parts, field, ',');) fields.push_back(field);
        ASSERT_EQ(fields.size(), 8u) << line;
        EXPECT_EQ(fields[0], "F0");
        EXPECT_EQ(fields[1], "0.02");
        kinds.push_back(fields[7]);
        // Who is short sells first.
        EXPECT_EQ(fields[2] > fields[3], fields[7] == "FUTURES_SHORT") << line;
        EXPECT_EQ(dec(fields[4]) - dec(fields[5]), dec(fields[6])) << line;
        sum += dec(fields[6]);
    }
    EXPECT_THAT(kinds, ElementsAre("FUTURES_LONG", "FUTURES_SHORT", "FUTURES_LONG"));
    EXPECT_EQ(sum.str(), moved(anna).str());
}

// The house has nothing, and pays the funding of a position only when it has ended.
TEST_F(FuturesGains, HaveFundingThatWasPaidAfterTheEnd) {
    const auto anna = person("anna");
    const auto shorts = test::open(
        world, anna, {.pair = pair, .side = Side::sell_empty, .opened_at = hours_ago(30)});
    test::funding(world, pair, "0.0001", "50000", hours_ago(16));
    settle();
    test::request_close(world, shorts, "50000");
    settle();
    EXPECT_EQ(futures_of(anna)["funding"].asString(), "0");
    EXPECT_EQ(futures_of(anna)["gain"].asString(), moved(anna).str());
    rich_house();
    settle();
    EXPECT_EQ(futures_of(anna)["funding"].asString(), "0.1");
    EXPECT_EQ(futures_of(anna)["gain"].asString(), moved(anna).str());
}

TEST_F(FuturesGains, HaveFundingThatWasPaidAtTheEnd) {
    rich_house();
    const auto anna = person("anna");
    const auto longs = test::open(world, anna, {.pair = pair, .opened_at = hours_ago(30)});
    world.superuser().run("insert into funding_rates (market_id, at, rate) values ($1, $2, 0.004)",
                          {world.market(pair), hours_ago(-2)});
    test::request_close(world, longs, "50000");
    settle();
    const auto reply = futures_of(anna);
    EXPECT_LE(dec(reply["funding"].asString()), dec("-3")) << "six hours of eight of 4";
    EXPECT_EQ(reply["gain"].asString(), moved(anna).str());
}

// Fee credit is given back under the number of the whole, or of each for itself once it is a part.
TEST_F(FuturesGains, OfPartsAreThoseOfTheWhole) {
    rich_house();
    const test::HandlerProcess futures = world.handler("futures");
    const auto pay_credit = [&] {
        EXPECT_EQ(test::run_job("settle_fees", world.config().path(), {"--once"}), 0);
    };
    for (const bool credit_first : {true, false}) {
        const std::string name = credit_first ? "first" : "later";
        auto anna = person("anna-" + name), berta = person("berta-" + name);
        std::vector<PositionId> ids;
        for (auto* one : {&anna, &berta}) {
            one->with("USDT", "0.3", ledger::Wallet::fee_credit);
            ids.push_back(
                test::open(world, *one, {.pair = pair, .fee = "0.5", .opened_at = hours_ago(30)}));
        }
        test::funding(world, pair, "0.0001", "50000", hours_ago(credit_first ? 20 : 12));
        settle();
        if (credit_first) pay_credit();
        test::mark(world, pair, "51234.5");
        auto client = futures.client();
        client.bearer(world.token(anna));
        const auto answer = client.post_json(
            "/api/v3/futures/close", {{"future_id", std::to_string(ids[0].value)},
                                      {"quantity", "0.005"},
                                      {"client_id", "part"},
                                      {"transaction_password", World::transaction_password}});
        ASSERT_EQ(answer.message(), "closeRequest") << answer.body;
        settle();
        for (const PositionId id : ids) test::request_close(world, id, "51234.5");
        settle();
        pay_credit();

        const auto parts = futures_of(anna), whole = futures_of(berta);
        ASSERT_EQ(parts["gains"].size(), 2u);
        ASSERT_EQ(whole["gains"].size(), 1u);
        for (const char* sum : {"realised", "fees", "funding", "gain"})
            EXPECT_EQ(parts[sum], whole[sum]) << sum;
        EXPECT_EQ(parts["gain"].asString(), moved(anna).str());
        EXPECT_EQ(parts["gains"][0]["quantity"].asString(), "0.005");
        EXPECT_EQ(parts["gains"][0]["realised"].asString(), "6.1725") << "0.005 × 1234.5";
        EXPECT_EQ(parts["gains"][0]["funding"].asString(), "-0.025");
        EXPECT_EQ(parts["gains"][1]["funding"].asString(), "-0.075");
        if (!credit_first) continue;
        // A quarter of 0.5 − 0.3, and 0.005 × 51234.5 × 0.0005; then three quarters.
        EXPECT_EQ(parts["gains"][0]["fees"].asString(), "0.17808625");
        EXPECT_EQ(parts["gains"][1]["fees"].asString(), "0.53425875");
    }
}

}  // namespace
}  // namespace cambio
