// What the suites of watch_deposits share: a world whose networks are real nodes on loopback.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "chain/deposit_addresses.h"
#include "chain/networks.h"
#include "support/builders.h"
#include "support/chain_nodes.h"

namespace cambio::test {

/// The accounts of the twelve words "abandon … about" (BIP 84; ethers 6.17.0; tronweb 6.0.4).
namespace accounts {
inline constexpr const char* ethereum =
    "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3"
    "yZdUsT8ddYM3PwnATt";
inline constexpr const char* tron =
    "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv"
    "8D45oNUKx6DZMNZBCd";
inline constexpr const char* bitcoin =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mG"
    "DtKsAYz2oz2AGutZYs";
}  // namespace accounts

class WatchDeposits : public testing::Test {
  protected:
    /// What has no price is not credited before it is final.
    WatchDeposits() {
        world.quote("BTCUSDT", "10000");
        world.quote("ETHUSDT", "2000");
    }

    /// Networks as the product's, with few confirmations: credited after 3, unlocked after 5.
    static std::string network_json(const std::string& name, const std::string& kind, int chain_id,
                                    const std::string& coins) {
        const std::string node = name == "BEP20" ? R"("node": "BSC", )" : "";
        return "{" + node + R"("name": ")" + name + R"(", "kind": ")" + kind + R"(", "title": ")" +
               name + R"(", "subname": ")" + name + R"(", "chain_id": )" +
               std::to_string(chain_id) +
               R"(, "hrp": "rb", "arrival_minutes": 1, "confirmations": 3,
                 "unlock_confirmations": 5, "coins": [)" +
               coins + "]}";
    }
    static std::string coin_json(const std::string& coin, const std::string& contract,
                                 int decimals) {
        const std::string where = contract.empty() ? "null" : "\"" + contract + "\"";
        return R"({"coin": ")" + coin + R"(", "contract": )" + where + R"(, "decimals": )" +
               std::to_string(decimals) + R"(, "minimum_deposit": "0.01", "withdrawal": null})";
    }
    void use_networks(const std::string& list) {
        const auto file = folder.write("networks.json",
                                       R"({"coins": [{"coin": "USDT", "minimum_listed": "1"},
            {"coin": "ETH", "minimum_listed": "1"}, {"coin": "BTC", "minimum_listed": "1"}],
            "networks": [)" + list + "]}");
        pg::Connection owner{world.database().owner()};
        chain::load_networks(owner, file);
    }

    std::string address(const Person& who, const std::string& network) {
        const auto found = chain::find_network(world.app(), network);
        const char* key = network == "BTC"     ? accounts::bitcoin
                          : network == "TRC20" ? accounts::tron
                                               : accounts::ethereum;
        pg::Transaction tx{world.app()};
        auto made = chain::deposit_address(tx, *found, {"", key, "", {}}, who.id);
        tx.commit();
        return made;
    }
    int watch(std::string* output = nullptr) {
        return run_job("watch_deposits", world.config().path(), {"--once"}, output);
    }
    void watched() {
        std::string output;
        EXPECT_EQ(watch(&output), 0) << output;
    }
    pg::Result sql(const char* text, std::initializer_list<pg::Param> params = {}) {
        return world.app().run(text, params);
    }
    /// "state amount confirmations" of each deposit of the client, oldest first.
    std::vector<std::string> deposits(const Person& who) {
        std::vector<std::string> all;
        for (const auto row : sql(R"sql(
                select (array['SEEN', 'CONFIRMING', 'CREDITED', 'ORPHANED', 'REVERSED',
                              'IGNORED'])[state]
                       || ' ' || coalesce(trim_scale(amount)::text, '?')
                       || ' ' || case when state = 6 then reason else confirmations::text end as d
                  from deposits where client_id = $1 order by id)sql",
                                  {who.id}))
            all.push_back(row.str("d"));
        return all;
    }
    /// What each deposit moved in the ledger is what its row says.
    void TearDown() override {
        expect_books_balance(world);
        EXPECT_EQ(sql(R"sql(
            select count(*) as n from deposits d
             where d.credited <> coalesce((select sum(case t.kind when 2 then t.amount
                                                                   else -t.amount end)
                 from ledger_transfers t where t.kind in (2, 62) and t.reference = d.id), 0)
            )sql")[0]
                      .integer("n"),
                  0);
    }

    using Rows = std::vector<std::string>;
    ScratchFolder folder;
    World world{{{"DEMO", "no"},
                 {"ETHEREUM_XPUB", accounts::ethereum},
                 {"TRON_XPUB", accounts::tron},
                 {"BITCOIN_XPUB", accounts::bitcoin}}};
};

}  // namespace cambio::test
