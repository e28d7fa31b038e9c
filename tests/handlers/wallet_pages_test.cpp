// The wallet's pages: what it was worth day by day, what was bought and sold, what a coin has cost.
#include "earn/products.h"
#include "earn/subscriptions.h"
#include "handlers/wallet_fixture.h"
#include "support/contracts.h"
#include "withdrawals/withdrawals.h"

namespace cambio {
namespace {

using ledger::Wallet;
using testing::ElementsAre, testing::UnorderedElementsAre;

constexpr const char* portfolio = "/api/v3/wallet/portfolio";
constexpr const char* buys = "/api/v3/buy-history";
constexpr const char* sells = "/api/v3/sell-history";
constexpr const char* others = "/api/v3/other-history";
constexpr const char* single_coin = "/api/v3/wallet-single-coin";
constexpr const char* coin_pnl = "/api/v3/wallet-single-coin-pnl";

void snapshot(World& world, const Person& person, int days_ago, const char* spot,
              const char* earn) {
    world.superuser().run(R"sql(
        insert into balance_snapshots (client_id, day, spot, future, funding, earn)
        values ($1, (now() at time zone 'UTC')::date - $2::integer, $3, 1, 2, $4))sql",
                          {person.id, days_ago, spot, earn});
}

/// A flexible subscription out of the spot wallet.
void subscribe(World& world, const Person& person, const char* code, const char* amount) {
    pg::Connection owner{world.database().superuser()};
    pg::Transaction tx{owner};
    const auto product =
        earn::set_product(tx, code, {dec("1"), dec("0.000001"), dec("100000"), {}, true});
    earn::subscribe(tx, person.id, {product.id, dec(amount), 0, false, {}}, pg::now());
    tx.commit();
}

TEST_F(WalletPages, ThePortfolioIsPastDaysAndWhatIsThereNow) {
    auto anna = person().with("USDT", "250").with("BTC", "0.01");
    subscribe(*world, anna, "BTC", "0.01");
    anna.with("USDT", "250", Wallet::funding);
    snapshot(*world, anna, 40, "9", "0");
    snapshot(*world, anna, 29, "100", "10");
    snapshot(*world, anna, 3, "200", "20");
    snapshot(*world, anna, 0, "77", "77");
    const auto month = got(anna, portfolio)["points"];
    ASSERT_EQ(month.size(), 3u);
    EXPECT_EQ(month[0]["day"].asString(), day(-29));
    EXPECT_EQ(month[0]["total"].asString(), "113");
    EXPECT_EQ(month[1]["spot"].asString(), "200");
    EXPECT_EQ(month[1]["future"].asString(), "1");
    EXPECT_EQ(month[1]["funding"].asString(), "2");
    EXPECT_EQ(month[1]["earn"].asString(), "20");
    // Today is what there is, not what there was when the day began.
    EXPECT_EQ(month[2]["day"].asString(), day());
    EXPECT_EQ(month[2]["total"].asString(), "1000");
    EXPECT_EQ(month[2]["earn"].asString(), "500");
    EXPECT_EQ(got(anna, portfolio, {{"days", "7"}})["points"].size(), 2u);
    EXPECT_EQ(got(anna, portfolio, {{"days", "90"}})["points"].size(), 4u);
    expect_error(ask(anna, portfolio, {{"days", "8"}}), 400, "invalid_parameter", "days");

    const auto allocation = got(anna, portfolio)["allocation"];
    ASSERT_EQ(allocation.size(), 2u);
    EXPECT_EQ(allocation[0]["share"].asString(), "50.00");
    EXPECT_EQ(allocation[1]["usdt_value"].asString(), "500");
}

TEST_F(WalletPages, ANewPortfolioIsOneEmptyDay) {
    const auto reply = got(person(), portfolio);
    ASSERT_EQ(reply["points"].size(), 1u);
    EXPECT_EQ(reply["points"][0]["total"].asString(), "0");
    EXPECT_EQ(reply["allocation"].size(), 0u);
}

TEST_F(WalletPages, TotalsAndProfitCountWhatPositionsWouldWin) {
    const auto anna = person().with("USDT", "1000", Wallet::future);
    world->superuser().run("update clients set created_at = created_at - interval '1 day'");
    test::make_contract(*world, "F0");
    test::mark(*world, "F0USDT", "50000");
    const auto id = test::open(*world, anna, {.pair = "F0USDT"});
    test::mark(*world, "F0USDT", "51000");
    // 0.02 × 1000 more than the cash.
    const auto overview = got(anna, "/api/v3/overview");
    EXPECT_EQ(overview["futureTotal"].asString(), "1020");
    EXPECT_EQ(overview["overviewTotal"].asString(), "1020");
    const auto shown = got(anna, portfolio);
    EXPECT_EQ(shown["points"][0]["future"].asString(), "1020");
    EXPECT_EQ(shown["allocation"][0]["usdt_value"].asString(), "1020");
    EXPECT_EQ(shown["allocation"][0]["share"].asString(), "100.00");
    const auto most = got(anna, "/api/v3/top-assets")["assets"][0];
    EXPECT_EQ(most["amount"].asString(), "1020");
    EXPECT_EQ(most["usdt_value"].asString(), "1020");
    const auto usdt = got(anna, "/api/v3/wallets/future")["wallet"][0];
    EXPECT_EQ(usdt["upnl"].asString(), "20");
    EXPECT_EQ(usdt["margin_balance"].asString(), "1000");

    ASSERT_EQ(test::run_job("snapshot_balances", world->config().path(), {"--once"}), 0);
    EXPECT_EQ(got(anna, "/api/v3/pnl")["futurePnl"].asString(), "0");
    test::mark(*world, "F0USDT", "49490");
    const auto pnl = got(anna, "/api/v3/pnl");
    EXPECT_EQ(pnl["futurePnl"].asString(), "-30.2");
    EXPECT_EQ(pnl["futurePnlPercentage"].asString(), "-2.96");
    EXPECT_EQ(pnl["totalPnl"].asString(), "-30.2");
    EXPECT_EQ(got(anna, "/api/v3/coin-future-pnl")["futureProfit"].asString(), "-30.2");
    EXPECT_EQ(got(anna, portfolio)["allocation"][0]["usdt_value"].asString(), "989.8");
    test::request_close(*world, id, "50500");
    EXPECT_EQ(got(anna, "/api/v3/overview")["futureTotal"].asString(), "1010");
    EXPECT_EQ(got(person(), "/api/v3/overview")["futureTotal"].asString(), "0");
}

TEST_F(WalletPages, MinersAreTheMinedCoinsTheFundedOnesFirst) {
    const auto anna = person().with("BTC", "0.5").with("ETH", "4");
    const auto miners = got(anna, "/api/v3/minings")["miners"];
    const auto mined =
        world->superuser().run("select count(*) as n from assets where pow")[0].integer("n");
    ASSERT_GT(mined, 0);
    EXPECT_EQ(static_cast<std::int64_t>(miners.size()), mined);
    EXPECT_EQ(miners[0]["name"].asString(), "BTC");
    EXPECT_EQ(miners[0]["coin_value"].asString(), "0.5");
    EXPECT_EQ(miners[0]["usdt_value"].asString(), "25000");
    for (const auto& miner : miners) EXPECT_NE(miner["name"].asString(), "ETH");
}

TEST_F(WalletPages, BuysAndSellsAreListedApartNewestFirst) {
    const auto anna = person().with("USDT", "100000").with("ETH", "10");
    buy(anna, "BTCUSDT", "0.1");
    order(anna, "BTCUSDT", "BUY", "LIMIT",
          {{"order_per_unit", "40000"}, {"number_of_order", "0.2"}});
    sell(anna, "ETHUSDT", "2");
    const auto bought = got(anna, buys);
    ASSERT_EQ(bought["total"].asInt64(), 2);
    EXPECT_EQ(bought["buy"][0]["coin_pair"].asString(), "BTCUSDT");
    EXPECT_EQ(bought["buy"][0]["state"].asString(), "PENDING");
    EXPECT_EQ(bought["buy"][0]["final_price"].asString(), "40000");
    EXPECT_EQ(bought["buy"][0]["number_of_order"].asString(), "0.2");
    EXPECT_EQ(bought["buy"][1]["state"].asString(), "APPROVED");
    EXPECT_EQ(bought["buy"][1]["final_price"].asString(), "50000");
    const auto sold = got(anna, sells);
    ASSERT_EQ(sold["total"].asInt64(), 1);
    EXPECT_EQ(sold["sell"][0]["coin_pair"].asString(), "ETHUSDT");
    EXPECT_EQ(sold["sell"][0]["final_price"].asString(), "2500");
    // Nobody sees another's.
    EXPECT_EQ(got(person(), buys)["total"].asInt64(), 0);
}

TEST_F(WalletPages, CancelledOrdersHaveTheNameOfTheirList) {
    const auto anna = person().with("USDT", "100000").with("BTC", "1");
    order(anna, "BTCUSDT", "BUY", "LIMIT",
          {{"order_per_unit", "40000"}, {"number_of_order", "0.2"}});
    order(anna, "BTCUSDT", "SELL", "LIMIT",
          {{"order_per_unit", "60000"}, {"number_of_order", "0.2"}});
    for (const char* list : {buys, sells}) {
        const auto id = got(anna, list)[list == buys ? "buy" : "sell"][0]["id"].asString();
        EXPECT_EQ(send(anna, "/api/v3/trades/cancel-order", {{"order_id", id}}, *spot).message(),
                  "success");
    }
    EXPECT_EQ(got(anna, buys)["buy"][0]["state"].asString(), "DISSAPROVED");
    EXPECT_EQ(got(anna, sells)["sell"][0]["state"].asString(), "DECLINED");
    EXPECT_EQ(got(anna, buys, {{"status", "DISSAPROVED"}})["total"].asInt64(), 1);
    EXPECT_EQ(got(anna, sells, {{"status", "DECLINED"}})["total"].asInt64(), 1);
    EXPECT_EQ(got(anna, sells, {{"status", "PENDING"}})["total"].asInt64(), 0);
    expect_error(ask(anna, buys, {{"status", "DECLINED"}}), 400, "invalid_parameter", "status");
}

TEST_F(WalletPages, TheListsFilterAndHavePages) {
    const auto anna = person().with("USDT", "100000");
    for (int i = 0; i < 3; ++i) buy(anna, "BTCUSDT", "0.01");
    buy(anna, "ETHUSDT", "0.1");
    EXPECT_EQ(got(anna, buys, {{"name", "BTC"}})["total"].asInt64(), 3);
    EXPECT_EQ(got(anna, buys, {{"name", "ETHUSDT"}})["total"].asInt64(), 1);
    EXPECT_EQ(got(anna, buys, {{"from", day()}, {"to", day()}})["total"].asInt64(), 4);
    EXPECT_EQ(got(anna, buys, {{"from", day(1)}})["total"].asInt64(), 0);
    EXPECT_EQ(got(anna, buys, {{"to", day(-1)}})["total"].asInt64(), 0);
    const auto second = got(anna, buys, {{"per_page", "3"}, {"page", "2"}});
    EXPECT_EQ(second["buy"].size(), 1u);
    EXPECT_EQ(second["total"].asInt64(), 4);
    expect_error(ask(anna, buys, {{"name", "NOPE"}}), 404, "unknown_market", "name");
    expect_error(ask(anna, buys, {{"from", "yesterday"}}), 400, "invalid_parameter", "from");
    expect_error(ask(anna, buys, {{"to", "2026-02-30"}}), 400, "invalid_parameter", "to");
    expect_error(ask(anna, sells, {{"page", "0"}}), 400, "out_of_range", "page");
}

TEST_F(WalletPages, ACoinShowsItsBalanceAndItsAverageCost) {
    auto anna = person().with("USDT", "100000");
    buy(anna, "BTCUSDT", "0.1");
    set_price("BTCUSDT", "55000");
    // Small ones until the market has taken the new price over.
    Json::Value bought;
    do {
        buy(anna, "BTCUSDT", "0.001");
        bought = got(anna, buys, {{"per_page", "200"}})["buy"];
    } while (bought[0]["final_price"].asString() != "55000");
    // What was deposited has no cost.
    anna.with("BTC", "1");
    const auto coin = got(anna, single_coin, {{"name", "BTC"}});
    EXPECT_EQ(coin["coin"]["name"].asString(), "BTC");
    EXPECT_EQ(coin["balance"].asString(), anna.balance("BTC").str());
    EXPECT_EQ(coin["price"].asString(), "55000");
    // Each purchase brought its quantity less the fee of a thousandth.
    Decimal paid, arrived;
    for (const auto& order : bought) {
        const auto quantity = dec(order["number_of_order"].asString());
        paid += Decimal::multiply(dec(order["final_price"].asString()), quantity, Rounding::down);
        arrived += Decimal::multiply(quantity, dec("0.999"), Rounding::down);
    }
    EXPECT_EQ(dec(coin["average_cost"].asString()),
              Decimal::divide(paid, arrived, Rounding::half_even));
    order(anna, "BTCUSDT", "SELL", "LIMIT",
          {{"order_per_unit", "70000"}, {"number_of_order", "0.3"}});
    EXPECT_EQ(got(anna, single_coin, {{"name", "BTC"}})["freeze_balance"].asString(), "0.3");
}

/// What does not pend in the list of a coin comes to what there is of it, free and reserved.
Decimal listed(const Json::Value& coin) {
    Decimal sum;
    for (const auto& movement : coin["all"])
        if (!movement["pending"].asBool()) sum += dec(movement["amount"].asString());
    return sum;
}

Decimal there(const Json::Value& coin) {
    return dec(coin["balance"].asString()) + dec(coin["freeze_balance"].asString());
}

std::vector<std::string> kinds(const Json::Value& coin) {
    std::vector<std::string> names;
    for (const auto& movement : coin["all"]) names.push_back(movement["kind"].asString());
    return names;
}

TEST_F(WalletPages, ACoinListsWhatHasChangedIt) {
    const auto anna = person().with("USDT", "100000").with("ETH", "5");
    buy(anna, "BTCUSDT", "0.1");
    convert(anna, "ETHUSDT", "SELL", {{"number_of_order", "1"}, {"to_coin", "BTC"}});
    transfer(anna, "BTC", "0.05");
    sell(anna, "BTCUSDT", "0.01");
    const auto coin = got(anna, single_coin, {{"name", "BTC"}});
    EXPECT_THAT(kinds(coin), ElementsAre("sell", "transfer", "convert", "buy", "fee"));
    EXPECT_EQ(coin["total"].asInt64(), 5);
    EXPECT_EQ(coin["all"][0]["amount"].asString(), "-0.01");
    EXPECT_EQ(coin["all"][1]["amount"].asString(), "-0.05");
    EXPECT_EQ(coin["all"][3]["amount"].asString(), "0.1");
    EXPECT_EQ(coin["all"][4]["amount"].asString(), "-0.0001");
    EXPECT_EQ(listed(coin), there(coin));
    const auto second = got(anna, single_coin, {{"name", "BTC"}, {"per_page", "3"}, {"page", "2"}});
    EXPECT_EQ(second["all"].size(), 2u);
    // USDT paid for one and was paid for the other, less a fee.
    const auto tether = got(anna, single_coin, {{"name", "USDT"}});
    EXPECT_THAT(kinds(tether), ElementsAre("fee", "sell", "buy", "demo"));
    EXPECT_TRUE(dec(tether["all"][0]["amount"].asString()).negative());
    EXPECT_FALSE(dec(tether["all"][1]["amount"].asString()).negative());
    EXPECT_TRUE(dec(tether["all"][2]["amount"].asString()).negative());
    EXPECT_EQ(tether["all"][3]["amount"].asString(), "100000");
    EXPECT_EQ(listed(tether), there(tether));
    const auto ether = got(anna, single_coin, {{"name", "ETH"}});
    EXPECT_EQ(listed(ether), there(ether));
    EXPECT_EQ(got(person(), single_coin, {{"name", "BTC"}})["total"].asInt64(), 0);
}

TEST_F(WalletPages, TheMovementsOfACoinExplainItsBalance) {
    auto anna = person().with("USDT", "1000");
    const auto other = person().with("USDT", "7");
    anna.with("USDT", "50", Wallet::future);
    transfer(anna, "USDT", "100");
    transfer(anna, "USDT", "120", {{"draw_type", "DRAW_OUT"}});
    order(anna, "BTCUSDT", "BUY", "LIMIT",
          {{"order_per_unit", "20000"}, {"number_of_order", "0.001"}});
    subscribe(*world, anna, "USDT", "200");
    world->fund(ledger::House::earn, "USDT", "10");
    world->fund(ledger::House::rewards, "USDT", "10");
    world->fund(ledger::House::fees, "USDT", "10");
    const auto asset = world->asset("USDT");
    {
        pg::Transaction tx{world->superuser()};
        const auto own = ledger::client_account(tx, anna.id, Wallet::spot, false, asset);
        const auto chain = ledger::chain_account(tx, "ERC20", asset);
        const auto house = [&](ledger::House which) {
            return ledger::house_account(tx, which, asset);
        };
        using ledger::Kind;
        ledger::transfer(tx, house(ledger::House::rewards), own, dec("3"), Kind::task_reward, 1);
        ledger::transfer(tx, house(ledger::House::fees), own, dec("0.2"), Kind::fee_refund, 1);
        ledger::transfer(tx, house(ledger::House::fees), own, dec("0.1"), Kind::fee_share, 2);
        ledger::transfer(tx, house(ledger::House::earn), own, dec("0.4"), Kind::earn_interest, 1);
        ledger::transfer(tx, chain, own, dec("40"), Kind::deposit, 5);
        tx.commit();
    }
    {
        pg::Transaction tx{world->superuser()};
        ledger::transfer(tx, ledger::client_account(tx, anna.id, Wallet::spot, false, asset),
                         ledger::chain_account(tx, "ERC20", asset), dec("40"),
                         ledger::Kind::deposit_reversal, 5);
        tx.commit();
    }
    const auto ask_for = [&](const char* amount) {
        withdrawals::Request asked;
        asked.client = anna.id;
        asked.asset = asset;
        asked.network = "TRC20";
        asked.address = "TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXY";
        asked.amount = asked.worth = dec(amount);
        asked.fee = dec("1");
        pg::Transaction tx{world->superuser()};
        const auto id = withdrawals::request(tx, asked, 10'000);
        auto withdrawal = *withdrawals::lock(tx, id);
        withdrawals::step(tx, withdrawal, withdrawals::Stage::approved);
        tx.commit();
        return id;
    };
    const auto final = ask_for("30"), taken_back = ask_for("11"), failed = ask_for("13");
    ask_for("12");
    {
        pg::Transaction tx{world->superuser()};
        auto withdrawal = *withdrawals::lock(tx, final), refused = *withdrawals::lock(tx, failed);
        for (const auto stage : {withdrawals::Stage::exported, withdrawals::Stage::signed_}) {
            withdrawals::step(tx, withdrawal, stage);
            withdrawals::step(tx, refused, stage);
        }
        withdrawals::settle(tx, withdrawal, "ab");
        withdrawals::fail(tx, refused, "cd");  // one USDT of a fee
        auto back = *withdrawals::lock(tx, taken_back);
        withdrawals::stop(tx, back, withdrawals::Stage::cancelled, "");
        tx.commit();
    }
    const auto coin = got(anna, single_coin, {{"name", "USDT"}, {"per_page", "200"}});
    EXPECT_THAT(kinds(coin), UnorderedElementsAre("demo", "transfer", "transfer", "earn", "reward",
                                                  "fee_refund", "referral", "earn", "deposit",
                                                  "reversal", "withdraw", "withdraw", "withdraw"));
    EXPECT_EQ(listed(coin), there(coin));
    EXPECT_EQ(there(coin), dec("792.7"));
    int pending = 0;
    for (const auto& movement : coin["all"]) {
        if (!movement["pending"].asBool()) continue;
        ++pending;
        EXPECT_EQ(movement["amount"].asString(), "-12");
    }
    EXPECT_EQ(pending, 1);
    const auto strangers = got(other, single_coin, {{"name", "USDT"}});
    EXPECT_THAT(kinds(strangers), ElementsAre("demo"));
}

TEST_F(WalletPages, ACoinListsWhatCameAndWentByAddress) {
    const auto anna = person();
    pg::Transaction tx{world->superuser()};
    const auto ether = world->asset("ETH");
    tx.run("insert into deposit_keys values ('page', 1)");
    const auto deposit = tx.one(R"sql(
        with address as (
            insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
            values ($1, 'evm', 'page', 0, '0x01') returning id)
        insert into deposits (network_id, asset_id, client_id, address_id, txid, position,
            raw_amount, amount, block_height, block_hash, confirmations, confirmations_needed,
            unlock_confirmations, state, credited, credited_at, unlocked_at)
        select n.id, $2, $1, address.id, '0xabc', -1, 1500000000000000000, 1.5, 7, '0x7', 64, 6, 64,
               3, 1.5, now() - interval '1 hour', now()
          from networks n, address where n.name = 'ERC20' returning id)sql",
                                {anna.id, ether});
    const auto free = ledger::client_account(tx, anna.id, Wallet::spot, false, ether);
    const auto held = ledger::client_account(tx, anna.id, Wallet::spot, true, ether);
    ledger::transfer(tx, ledger::chain_account(tx, "ERC20", ether), free, dec("1.5"),
                     ledger::Kind::deposit, deposit.integer("id"));
    const auto withdrawal = tx.one(R"sql(
        insert into withdrawals (client_id, content_hash, asset_id, network, address, amount, fee,
            worth, one_step, confirmations_needed)
        values ($1, 1, $2, 'ERC20', '0x02', 0.5, 0.0025, 1250, false, 64) returning id)sql",
                                   {anna.id, ether});
    ledger::transfer(tx, free, held, dec("0.5"), ledger::Kind::withdrawal_hold,
                     withdrawal.integer("id"));
    tx.commit();
    const auto coin = got(anna, single_coin, {{"name", "ETH"}});
    const auto all = coin["all"];
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0]["kind"].asString(), "withdraw");
    EXPECT_EQ(all[0]["amount"].asString(), "-0.5");
    EXPECT_TRUE(all[0]["pending"].asBool());
    EXPECT_EQ(all[1]["kind"].asString(), "deposit");
    EXPECT_EQ(all[1]["amount"].asString(), "1.5");
    // Each as the list of all coins has it.
    ASSERT_EQ(coin["deposit"].size(), 1u);
    EXPECT_EQ(coin["deposit"][0]["recharge_amount"].asString(), "1.5");
    EXPECT_EQ(coin["deposit"][0]["recharge_status"].asString(), "APPROVED");
    EXPECT_EQ(coin["deposit"][0]["txid"].asString(), "0xabc");
    ASSERT_EQ(coin["withdraw"].size(), 1u);
    EXPECT_EQ(coin["withdraw"][0]["coin"].asString(), "ETH");
    EXPECT_EQ(coin["withdraw"][0]["withdraw_amount"].asString(), "0.5");
    EXPECT_EQ(coin["withdraw"][0]["address"].asString(), "0x02");
    EXPECT_EQ(coin["withdraw"][0]["state"].asString(), "ONHOLD");
    // The second page of one each is empty, as are other coins and other people.
    const auto second = got(anna, single_coin, {{"name", "ETH"}, {"per_page", "1"}, {"page", "2"}});
    const auto bitcoin = got(anna, single_coin, {{"name", "BTC"}});
    const auto strangers = got(person(), single_coin, {{"name", "ETH"}});
    for (const auto* other : {&second, &bitcoin, &strangers}) {
        for (const char* list : {"deposit", "withdraw"}) {
            EXPECT_TRUE((*other)[list].isArray());
            EXPECT_EQ((*other)[list].size(), 0u) << list;
        }
    }
}

TEST_F(WalletPages, SellingTakesItsCostAlong) {
    const auto anna = person().with("USDT", "100000");
    buy(anna, "BTCUSDT", "0.1");
    const auto before = got(anna, coin_pnl, {{"name", "BTC"}})["average_cost"].asString();
    set_price("BTCUSDT", "60000");
    sell(anna, "BTCUSDT", "0.05");
    const auto pnl = got(anna, coin_pnl, {{"name", "BTC"}});
    EXPECT_EQ(dec(pnl["average_cost"].asString()).rounded(6, Rounding::half_even),
              dec(before).rounded(6, Rounding::half_even));
    // 0.0499 are left.
    const auto won =
        Decimal::multiply(dec("0.0499"), dec("60000") - dec(before), Rounding::half_even);
    EXPECT_EQ(dec(pnl["unrealised"].asString()).rounded(6, Rounding::half_even),
              won.rounded(6, Rounding::half_even));
    sell(anna, "BTCUSDT", anna.balance("BTC").str(5, Rounding::down));
    // Nothing is left of what was bought.
    EXPECT_TRUE(got(anna, coin_pnl, {{"name", "BTC"}})["average_cost"].isNull());
}

TEST_F(WalletPages, ConversionsCountAsWhatTheyWereWorth) {
    const auto anna = person().with("USDT", "100000");
    convert(anna, "BTCUSDT", "BUY", {{"total", "5000"}});
    const auto bitcoin = anna.balance("BTC");
    EXPECT_EQ(dec(got(anna, coin_pnl, {{"name", "BTC"}})["average_cost"].asString()),
              Decimal::divide(dec("5000"), bitcoin, Rounding::half_even));
    convert(anna, "BTCUSDT", "SELL", {{"number_of_order", "0.05"}, {"to_coin", "ETH"}});
    const auto through = world->superuser().run(
        "select through from conversions where client_id = $1 order by id desc limit 1", {anna.id});
    EXPECT_EQ(
        dec(got(anna, coin_pnl, {{"name", "ETH"}})["average_cost"].asString()),
        Decimal::divide(through[0].decimal("through"), anna.balance("ETH"), Rounding::half_even));
}

TEST_F(WalletPages, TodaysProfitIsOfWhatWasThereAndOfWhatWasTraded) {
    auto anna = person().with("USDT", "100000");
    set_opening("ETHUSDT", "2000");
    EXPECT_EQ(got(anna, coin_pnl, {{"name", "ETH"}})["today"].asString(), "0");
    // It came in today: neither won nor lost.
    anna.with("ETH", "3");
    EXPECT_EQ(got(anna, coin_pnl, {{"name", "ETH"}})["today"].asString(), "0");
    // As if it had been there since yesterday.
    world->superuser().run("update ledger_transfers set at = at - interval '1 day'");
    const auto held = got(anna, coin_pnl, {{"name", "ETH"}});
    EXPECT_EQ(held["today"].asString(), "1500");
    EXPECT_EQ(held["today_percentage"].asString(), "25.00");
    sell(anna, "ETHUSDT", "1");
    // Sold at 2,500 less the fee of a thousandth.
    EXPECT_EQ(dec(got(anna, coin_pnl, {{"name", "ETH"}})["today"].asString()), dec("1497.5"));
    transfer(anna, "ETH", "1");
    // What left takes nothing of the profit along.
    EXPECT_EQ(dec(got(anna, coin_pnl, {{"name", "ETH"}})["today"].asString()), dec("1497.5"));
}

TEST_F(WalletPages, WithoutAPriceNothingIsSaidOfProfit) {
    const auto anna = person().with("USDT", "10");
    const auto unpriced = world->superuser().run(
        "select code from assets a where code <> 'USDT' and not exists (select from markets m join "
        "quotes q on q.market_id = m.id where m.base_id = a.id) limit 1");
    ASSERT_FALSE(unpriced.empty());
    const auto pnl = got(anna, coin_pnl, {{"name", unpriced[0].str("code")}});
    EXPECT_TRUE(pnl["today"].isNull());
    EXPECT_TRUE(pnl["unrealised"].isNull());
    const auto tether = got(anna, coin_pnl, {{"name", "USDT"}});
    EXPECT_EQ(tether["today"].asString(), "0");
    EXPECT_TRUE(got(anna, single_coin, {{"name", "USDT"}})["average_cost"].isNull());
}

TEST_F(WalletPages, ACoinThatIsNoneIsRefused) {
    const auto anna = person();
    for (const char* path : {single_coin, coin_pnl}) {
        expect_error(ask(anna, path, {{"name", "NOPE"}}), 404, "unknown_asset", "name");
        expect_error(ask(anna, path), 400, "missing_parameter", "name");
    }
    expect_error(ask(anna, single_coin, {{"name", "BTC"}, {"per_page", "0"}}), 400, "out_of_range",
                 "per_page");
}

TEST_F(WalletPages, WhoIsNotSignedInSeesNothing) {
    for (const char* path : {portfolio, buys, sells, others, single_coin, coin_pnl,
                             "/api/v3/minings", "/api/v3/statement", "/api/v3/web3"})
        expect_error(wallet->client().get(path, {{"name", "BTC"}}), 401, "unauthorized");
}

}  // namespace
}  // namespace cambio
