// What the history's last list has: rewards, refunds, what was taken back, and own transfers.
#include "handlers/wallet_fixture.h"

namespace cambio {
namespace {

using ledger::Wallet;
using testing::ElementsAre, testing::UnorderedElementsAre;

constexpr const char* others = "/api/v3/other-history";

std::vector<std::string> kinds(const Json::Value& reply) {
    std::vector<std::string> names;
    for (const auto& one : reply["other"]) names.push_back(one["kind"].asString());
    return names;
}

/// A reward of 3, a refund of 0.2 and a share of 0.1 USDT, and a deposit that came and went.
void give(World& world, const Person& person) {
    using ledger::House, ledger::Kind;
    world.fund(House::rewards, "USDT", "10");
    world.fund(House::fees, "USDT", "10");
    const auto asset = world.asset("USDT");
    pg::Transaction tx{world.superuser()};
    const auto own = ledger::client_account(tx, person.id, Wallet::spot, false, asset);
    const auto chain = ledger::chain_account(tx, "ERC20", asset);
    const auto house = [&](House which) { return ledger::house_account(tx, which, asset); };
    ledger::transfer(tx, house(House::rewards), own, dec("3"), Kind::task_reward, 1);
    ledger::transfer(tx, house(House::fees), own, dec("0.2"), Kind::fee_refund, 1);
    ledger::transfer(tx, house(House::fees), own, dec("0.1"), Kind::fee_share, 2);
    ledger::transfer(tx, chain, own, dec("40"), Kind::deposit, 5);
    ledger::transfer(tx, own, chain, dec("40"), Kind::deposit_reversal, 5);
    tx.commit();
}

TEST_F(WalletPages, OtherMoneyIsWhatNoOtherListHas) {
    const auto anna = person().with("USDT", "1000");
    transfer(anna, "USDT", "100");
    buy(anna, "BTCUSDT", "0.001");
    give(*world, anna);
    const auto reply = got(anna, others);
    EXPECT_THAT(kinds(reply), UnorderedElementsAre("demo", "transfer", "reward", "fee_refund",
                                                   "referral", "reversal"));
    EXPECT_EQ(reply["total"].asInt64(), 6);
    for (const auto& one : reply["other"]) {
        EXPECT_EQ(one["coin"].asString(), "USDT");
        const auto kind = one["kind"].asString();
        if (kind == "transfer") {
            EXPECT_EQ(one["amount"].asString(), "100");
            EXPECT_EQ(one["from_wallet"].asString(), "SPOT");
            EXPECT_EQ(one["to_wallet"].asString(), "FUTURE");
        } else if (kind == "reversal") {
            EXPECT_EQ(one["amount"].asString(), "-40");
            EXPECT_EQ(one["from_wallet"].asString(), "SPOT");
            EXPECT_FALSE(one.isMember("to_wallet"));
        } else {
            EXPECT_FALSE(one.isMember("from_wallet")) << kind;
            EXPECT_EQ(one["to_wallet"].asString(), "SPOT") << kind;
        }
    }
    EXPECT_EQ(kinds(reply).back(), "demo");
    EXPECT_EQ(got(person(), others)["total"].asInt64(), 0);
}

TEST_F(WalletPages, OtherMoneyIsNarrowedAndHasPages) {
    const auto anna = person().with("USDT", "1000").with("BTC", "1");
    give(*world, anna);
    EXPECT_THAT(kinds(got(anna, others, {{"kind", "reward"}})), ElementsAre("reward"));
    EXPECT_THAT(kinds(got(anna, others, {{"coin", "BTC"}})), ElementsAre("demo"));
    EXPECT_EQ(got(anna, others, {{"from", day()}, {"to", day()}})["total"].asInt64(), 6);
    EXPECT_EQ(got(anna, others, {{"from", day(1)}})["total"].asInt64(), 0);
    EXPECT_EQ(got(anna, others, {{"to", day(-1)}})["total"].asInt64(), 0);
    const auto second = got(anna, others, {{"per_page", "4"}, {"page", "2"}});
    EXPECT_EQ(second["other"].size(), 2u);
    EXPECT_EQ(second["total"].asInt64(), 6);
    expect_error(ask(anna, others, {{"coin", "NOPE"}}), 404, "unknown_asset", "coin");
    expect_error(ask(anna, others, {{"kind", "trade"}}), 400, "invalid_parameter", "kind");
    expect_error(ask(anna, others, {{"from", "yesterday"}}), 400, "invalid_parameter", "from");
}

}  // namespace
}  // namespace cambio
