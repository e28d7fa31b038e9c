// Deposit addresses and the list of deposits.
#include <set>
#include <thread>

#include "funds_fixture.h"

namespace cambio {
namespace {

constexpr const char* generate = "/api/v3/generate-wallet";
constexpr const char* fetch = "/api/v3/fetch/address";
constexpr const char* history = "/api/v3/deposit-history";

std::string address_on(FastCgiClient client, const std::string& network) {
    const auto answer = client.post_json(generate, {{"wallet_type", network}});
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["wallet"]["network"].asString(), network);
    return answer.json()["wallet"]["wallet_address"].asString();
}

TEST_F(Funds, GiveEachClientAnAddressOfItsOwnForEver) {
    const Person anna = person(), ben = person();
    EXPECT_TRUE(read(anna, fetch, {{"wallet_type", "ERC20"}})["wallet"].isNull());
    const auto address = address_on(as(anna), "ERC20");
    EXPECT_EQ(address.substr(0, 2), "0x");
    EXPECT_EQ(address.size(), 42u);
    EXPECT_EQ(address_on(as(anna), "ERC20"), address);
    EXPECT_EQ(read(anna, fetch, {{"wallet_type", "ERC20"}})["wallet"]["wallet_address"].asString(),
              address);
    // The specification's own verb.
    EXPECT_EQ(
        read(anna, generate, {{"wallet_type", "ERC20"}})["wallet"]["wallet_address"].asString(),
        address);
    EXPECT_TRUE(read(ben, fetch, {{"wallet_type", "ERC20"}})["wallet"].isNull());
    EXPECT_NE(address_on(as(ben), "ERC20"), address);
    EXPECT_EQ(address_on(as(anna), "TRC20").substr(0, 1), "T");
    EXPECT_EQ(address_on(as(anna), "BTC").substr(0, 4), "bc1q");
}

TEST_F(Funds, DeriveAddressesInOrderWithoutGapsWhoeverAsksAtOnce) {
    // The key's first addresses are those of the published vectors.
    const auto next =
        sql("select count(*) as n from deposit_addresses where kind = 'tron'")[0].integer("n");
    constexpr int people = 8;
    std::vector<Person> all;
    for (int i = 0; i < people; ++i) all.push_back(person());
    std::vector<std::thread> threads;
    for (const auto& who : all)
        for (int twice = 0; twice < 2; ++twice)
            threads.emplace_back([client = as(who)]() mutable {
                EXPECT_EQ(client.post_json(generate, {{"wallet_type", "TRC20"}}).status, 200);
            });
    for (auto& thread : threads) thread.join();
    const auto rows =
        sql("select min(derivation_index) as first, max(derivation_index) as last, "
            "count(*) as n from deposit_addresses where kind = 'tron'");
    EXPECT_EQ(rows[0].integer("n"), next + people);
    EXPECT_EQ(rows[0].integer("first"), 0);
    EXPECT_EQ(rows[0].integer("last"), next + people - 1);
    EXPECT_EQ(sql("select address from deposit_addresses where kind = 'tron' and "
                  "derivation_index = 0")[0]
                  .str("address"),
              "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
}

TEST_F(Funds, ShowNoAddressWhileDepositsArePaused) {
    const Person anna = person();
    world->operate({"pause", "deposits"});
    for (const char* path : {generate, fetch})
        expect_error(as(anna).get(path, {{"wallet_type", "ERC20"}}), 409, "network_closed",
                     "wallet_type");
    world->operate({"resume", "deposits"});
    EXPECT_EQ(as(anna).get(generate, {{"wallet_type", "ERC20"}}).status, 200);
}

TEST_F(Funds, RefuseClosedAndUnknownNetworksAndStrangers) {
    const Person anna = person();
    for (const char* path : {generate, fetch}) {
        // BEP20 has no node.
        expect_error(as(anna).get(path, {{"wallet_type", "BEP20"}}), 409, "network_closed",
                     "wallet_type");
        expect_error(as(anna).get(path, {{"wallet_type", "DOGE"}}), 400, "invalid_parameter",
                     "wallet_type");
        expect_error(as(anna).get(path), 400, "missing_parameter", "wallet_type");
        expect_error(handler->client().get(path, {{"wallet_type", "ERC20"}}), 401, "unauthorized");
    }
    expect_error(as(anna).post_json(generate, {{"wallet_type", "ERC20"}, {"address", "0x1"}}), 400,
                 "unknown_parameter", "address");
    expect_error(handler->client().get(history), 401, "unauthorized");
    const Person frozen = person();
    sql("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {frozen.id});
    expect_error(as(frozen).post_json(generate, {{"wallet_type", "ERC20"}}), 403, "frozen_account");
}

/// A row as watch_deposits would have written it.
void deposit(const Person& who, World& world, const char* coin,
             const std::optional<std::string>& amount, int state,
             const char* seen_at = "2026-03-01 12:00+00") {
    static int last = 0;
    world.app().run(R"sql(
        insert into deposits (network_id, asset_id, client_id, address_id, txid, position,
            raw_amount, amount, block_height, block_hash, confirmations_needed,
            unlock_confirmations, state, reason, seen_at)
        select n.id, a.id, p.client_id, p.id, $3, 0, 1, $4, 1, '0x', 6, 64, $5::smallint,
               case when $5::smallint = 6 then 'below_minimum' end, $6::timestamptz
          from networks n, assets a, deposit_addresses p
         where n.name = 'ERC20' and a.code = $2 and p.client_id = $1 and p.kind = 'evm')sql",
                    {who.id, coin, "0x" + std::to_string(++last), amount, state, seen_at});
}

TEST_F(Funds, ListDepositsByPagesAndFilters) {
    const Person anna = person(), ben = person();
    address_on(as(anna), "ERC20");
    address_on(as(ben), "ERC20");
    deposit(anna, *world, "USDT", "10", 3);
    deposit(anna, *world, "ETH", "0.5", 2, "2026-03-02 23:59:59+00");
    deposit(anna, *world, "USDT", "0.001", 6, "2026-03-03 00:00+00");
    deposit(anna, *world, "USDT", {}, 6, "2026-03-03 00:00+00");  // too large to be shown
    deposit(ben, *world, "USDT", "99", 3);

    const auto all = read(anna, history);
    EXPECT_EQ(all["total"].asInt(), 3);
    ASSERT_EQ(all["deposit"].size(), 3u);
    const auto& ignored = all["deposit"][0];
    EXPECT_EQ(ignored["state"].asString(), "IGNORED");
    EXPECT_EQ(ignored["reason"].asString(), "below_minimum");
    EXPECT_EQ(ignored["recharge_status"].asString(), "DECLINED");
    const auto& coming = all["deposit"][1];
    EXPECT_EQ(coming["coin"].asString(), "ETH");
    EXPECT_EQ(coming["recharge_amount"].asString(), "0.5");
    EXPECT_EQ(coming["recharge_status"].asString(), "PENDING");
    EXPECT_EQ(coming["confirmations_needed"].asInt(), 6);
    EXPECT_EQ(coming["date"].asString(), "2026-03-02T23:59:59.000Z");
    EXPECT_TRUE(coming["response_time"].isNull());
    EXPECT_EQ(all["deposit"][2]["recharge_status"].asString(), "APPROVED");
    EXPECT_EQ(all["deposit"][2]["wallet"].asString(), "SPOT");
    EXPECT_FALSE(all["deposit"][2]["unlocked"].asBool());

    const auto only = [&](const Fields& query) {
        return read(anna, history, query)["total"].asInt();
    };
    EXPECT_EQ(only({{"coin", "USDT"}}), 2);
    EXPECT_EQ(only({{"coin", ""}, {"status", ""}, {"from", ""}}), 3);
    EXPECT_EQ(only({{"status", "PENDING"}}), 1);
    EXPECT_EQ(only({{"status", "APPROVED"}}), 1);
    EXPECT_EQ(only({{"from", "2026-03-02"}}), 2);
    EXPECT_EQ(only({{"from", "2026-03-02"}, {"to", "2026-03-02"}}), 1);
    EXPECT_EQ(read(anna, history, {{"per_page", "2"}, {"page", "2"}})["deposit"].size(), 1u);
    expect_error(as(anna).get(history, {{"from", "2026-02-30"}}), 400, "invalid_parameter", "from");
    expect_error(as(anna).get(history, {{"status", "GOOD"}}), 400, "invalid_parameter", "status");
    expect_error(as(anna).get(history, {{"page", "0"}}), 400, "out_of_range", "page");
}

}  // namespace
}  // namespace cambio
