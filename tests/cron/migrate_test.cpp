// The migrate job: from an empty database to one that trades, twice, and what it refuses.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "jobs/runs.h"
#include "pg/migrations.h"
#include "support/builders.h"
#include "support/later_migration.h"
#include "support/source_files.h"

namespace cambio::test {
namespace {

constexpr const char* demo_money = R"sql(
    select count(*) from ledger.posters where role = 'cambio_auth'
)sql";

class Migrate : public testing::Test {
  protected:
    Migrate() {
        std::ostringstream text;
        text << std::ifstream{ScratchDatabase::catalogue()}.rdbuf();
        original_ = text.str();
        write_catalogue(original_);
    }

    int run() {
        output_.clear();
        return run_job(
            "migrate", config_.path(),
            {"--migrations", ScratchDatabase::migrations(), "--catalogue", catalogue_, "--networks",
             networks_, "--demo-news", source_file("/common/market/news/demo_news.json")},
            &output_);
    }
    void write_catalogue(const std::string& text) {
        catalogue_ = folder_.write("coins.json", text);
    }
    /// Replaces the first occurrence, which must exist.
    void edit_catalogue(const std::string& from, const std::string& to) {
        std::string text = original_;
        const std::size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        write_catalogue(text.replace(at, from.size(), to));
    }
    pg::Connection app() { return pg::Connection{database_.suite()}; }
    std::int64_t count(const char* sql) { return app().run(sql)[0].integer("count"); }

    ScratchDatabase database_{ScratchDatabase::Content::empty};
    ScratchConfig config_{{{"DATABASE_URL", database_.app()},
                           {"DATABASE_OWNER_URL", database_.owner()},
                           {"REDIS_URL", "unix:/nonexistent"}}};
    ScratchFolder folder_;
    std::string original_;
    std::string catalogue_;
    std::string networks_ = ScratchDatabase::networks();
    std::string output_;
};

TEST_F(Migrate, LetsDemoMoneyBeGivenWhereTheInstallationIsADemonstration) {
    config_.set("DEMO", "yes");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(count(demo_money), 1);
}

TEST_F(Migrate, ExpectsJobsToRunFromNowOn) {
    const auto expected_now = [&] {
        return count(
            "select count(*) from job_runs where expected_since > now() - interval '1 minute'");
    };
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(expected_now(), static_cast<std::int64_t>(jobs::schedule().size()));
    app().run("update job_runs set succeeded_at = '2026-01-01', expected_since = '2026-01-01'");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(expected_now(), static_cast<std::int64_t>(jobs::schedule().size()));
    EXPECT_EQ(count("select count(*) from job_runs where succeeded_at is null"), 0);
}

TEST_F(Migrate, NeverMakesADemonstrationReal) {
    config_.set("DEMO", "yes");
    ASSERT_EQ(run(), 0) << output_;
    config_.set("DEMO", "no");
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("DEMO=no and DATABASE_URL contradict each other"), std::string::npos)
        << output_;
    EXPECT_EQ(count(demo_money), 1);
}

TEST_F(Migrate, NeverMakesADemonstrationOfPeoplesOwnMoney) {
    config_.set("DEMO", "no");
    ASSERT_EQ(run(), 0) << output_;
    pg::Connection superuser{database_.superuser()};
    superuser.script(R"sql(
        insert into ledger_accounts (house, asset_id, balance, may_be_negative)
        select 'chain:TRC20', id, -5, true from assets where code = 'USDT'
    )sql");
    config_.set("DEMO", "yes");
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("this database holds clients' real money"), std::string::npos)
        << output_;
    EXPECT_EQ(count("select count(*) from demonstration"), 0);
    EXPECT_EQ(count(demo_money), 0);
}

TEST_F(Migrate, MakesADatabaseThatTradesAndThenChangesNothing) {
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_GE(count("select count(*) from markets where state = 'open'"), 40);
    EXPECT_EQ(count("select count(*) from assets where type not in ('MAIN', 'ETH', 'ALT')"), 0);
    const auto funds = app().run(R"sql(
        select balance from ledger_accounts l join assets a on a.id = l.asset_id
        where house = 'liquidity' and code = 'USDT')sql");
    EXPECT_EQ(funds[0].decimal("balance"), dec("50000000"));
    EXPECT_EQ(count("select count(*) from ledger_accounts where house = 'liquidity'"),
              count("select count(*) from markets") + 1);
    const auto transfers = count("select count(*) from ledger_transfers");

    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(output_, "");
    EXPECT_EQ(count("select count(*) from ledger_transfers"), transfers);
    pg::Connection connection{database_.app()};
    EXPECT_TRUE(ledger::audit(connection).passed);
}

TEST_F(Migrate, OfAnOlderReleaseRunsOnASchemaThatItMayRunOn) {
    ASSERT_EQ(run(), 0) << output_;
    pg::Connection superuser{database_.superuser()};
    add_later_migration(superuser, pg::known_schema().substr(0, 3));
    EXPECT_EQ(run(), 0) << output_;
    EXPECT_NE(output_.find("may run on it"), std::string::npos) << output_;
    add_later_migration(superuser, "998");
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("only releases that know 998 may run on it"), std::string::npos)
        << output_;
}

TEST_F(Migrate, NamesWhatItWouldApplyWhereThereIsSomethingToLose) {
    const auto pending = [this] {
        output_.clear();
        EXPECT_EQ(run_job("migrate", config_.path(),
                          {"--pending", "--migrations", ScratchDatabase::migrations()}, &output_),
                  0);
        return output_;
    };
    EXPECT_EQ(pending(), "");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(pending(), "");
    pg::Connection{database_.superuser()}.run("delete from schema_migrations where name = $1",
                                              {pg::known_schema()});
    EXPECT_EQ(pending(), pg::known_schema() + "\n");
}

TEST_F(Migrate, FundsNobodyOutsideTheDemo) {
    config_.set("DEMO", "no");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(count(demo_money), 0);
    EXPECT_EQ(count("select count(*) from ledger_transfers"), 0);
    EXPECT_EQ(count("select count(*) from news_items"), 0);
}

TEST_F(Migrate, BringsInWhatTheCatalogueSaysNow) {
    ASSERT_EQ(run(), 0) << output_;
    edit_catalogue(R"("name": "Bitcoin")", R"("name": "Bitcoin!")");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(output_, "coins: 0 added, 1 changed\n");
    edit_catalogue(R"("tick": "0.1", "lot": "0.00001")", R"("tick": "0.2", "lot": "0.00001")");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(app().run("select tick from markets where pair = 'BTCUSDT'")[0].decimal("tick"),
              dec("0.2"));
}

TEST_F(Migrate, SaysOfCoinsWhatTheirSourceHasNotSaid) {
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(count("select count(*) from coin_profiles where length(intro) > 60"),
              count("select count(*) from assets"));
    const auto bitcoin = [&] {
        return app().run(R"sql(
            select issue_date::text as issued, max_supply, intro from coin_profiles p
            join assets a on a.id = p.asset_id where code = 'BTC')sql");
    };
    EXPECT_EQ(bitcoin()[0].str("issued"), "2009-01-03");
    EXPECT_EQ(bitcoin()[0].decimal("max_supply"), dec("21000000"));
    app().run(R"sql(
        update coin_profiles set intro = 'By the source.', issue_date = null, details_at = now()
        where intro like 'Bitcoin was%')sql");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(output_, "coins: 1 described\n");
    EXPECT_EQ(bitcoin()[0].str("intro"), "By the source.");
    EXPECT_EQ(bitcoin()[0].str("issued"), "2009-01-03");
}

TEST_F(Migrate, PublishesTheDemonstrationsNewsOnce) {
    config_.set("DEMO", "yes");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(count("select count(*) from news_items where published_at <= now()"), 6);
    app().run("update news_items set hidden = true where external_id = 'demo-1'");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(count("select count(*) from news_items"), 6);
    EXPECT_EQ(count("select count(*) from news_items where hidden"), 1);
}

TEST_F(Migrate, KeepsTheStepsOfAMarketWithOpenOrders) {
    ASSERT_EQ(run(), 0) << output_;
    app().run(R"sql(
        insert into orders (id, client_id, market_id, seq, content_hash, side, type, price,
                            quantity, state)
        select 1, 1, id, 1, 0, 1, 1, 100, 1, 1 from markets where pair = 'BTCUSDT')sql");
    ASSERT_EQ(run(), 0) << output_;
    edit_catalogue(R"("tick": "0.1", "lot": "0.00001")", R"("tick": "0.2", "lot": "0.00001")");
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("BTC: market would get another tick"), std::string::npos) << output_;
    EXPECT_EQ(app().run("select tick from markets where pair = 'BTCUSDT'")[0].decimal("tick"),
              dec("0.1"));
}

TEST_F(Migrate, NamesWhatIsWrongInTheCatalogue) {
    ASSERT_EQ(run(), 0) << output_;
    for (const auto& [from, to, named] : std::vector<std::array<std::string, 3>>{
             {R"("tick": "0.1")", R"("tick": 0.1)", "BTC: tick is not a text"},
             {R"("tick": "0.1")", R"("tick": "-0.1")", "BTC: tick is not a text"},
             {R"("tick": "0.1")", R"("tick": "0.00000000000001")", "more than 18 places together"},
             {R"("lot": "0.00001")", R"("lot": "0.00003")", "minimum_quantity is not a multiple"},
             {R"("code": "BTC")", R"("code": "")", "code is not a text"},
             {R"("pow": true)", R"("pow": "yes")", "pow is neither true nor false"},
             {R"("2009-01-03")", R"("2009-13-03")", "BTC: issued is not a date"},
             {R"("max_supply": "21000000")", R"("max_supply": "0")", "BTC: max_supply is not a"},
             {R"("trade_places": 5)", R"("trade_places": 19)", "trade_places is not a number"},
             {R"("coins": [)", R"("coins": [7,)", "coins holds something"},
             {R"("coins")", R"("money")", "does not hold quote and coins"},
             {R"({)", R"([)", "coins.json"}}) {
        edit_catalogue(from, to);
        EXPECT_EQ(run(), 1) << to;
        EXPECT_NE(output_.find(named), std::string::npos) << to << ": " << output_;
    }
    catalogue_ = "/nonexistent.json";
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("cannot be read"), std::string::npos) << output_;
}

TEST_F(Migrate, SaysWhatItNeeds) {
    EXPECT_EQ(run_job("migrate", config_.path(), {"--catalogue", catalogue_}, &output_), 2);
    EXPECT_NE(output_.find("usage"), std::string::npos);
    config_.set("DATABASE_OWNER_URL", "");
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("DATABASE_OWNER_URL"), std::string::npos);
}

TEST_F(Migrate, BringsTheNetworksToWhatTheFileSays) {
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(count("select count(*) from networks where listed"), 4);
    EXPECT_EQ(count("select count(*) from network_coins where listed"), 8);
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(output_.find("networks:"), std::string::npos) << output_;

    // The file that NETWORKS_FILE names is read instead: a chain of one's own with one coin.
    const auto own = [this](const std::string& contract, const std::string& minimum = "0.1",
                            const std::string& decimals = "18") {
        return folder_.write("networks.json", R"({"coins": [{"coin": "ETH", "minimum_listed": "1"}],
            "networks": [{"name": "ERC20", "kind": "evm", "title": "Test", "subname": "Test",
            "chain_id": 31337, "arrival_minutes": 1, "confirmations": 2, "unlock_confirmations": 3,
            "coins": [{"coin": "ETH", "contract": )" +
                                                  contract + R"(, "decimals": )" + decimals + R"(,
            "minimum_deposit": ")" + minimum + R"(", "withdrawal": null}]}]})");
    };
    config_.set("NETWORKS_FILE", own("null"));
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(count("select chain_id as count from networks where listed"), 31337);
    EXPECT_EQ(count("select count(*) from network_coins c join networks n on n.id = c.network_id "
                    "where c.listed and n.listed"),
              1);
    EXPECT_EQ(count("select count(*) from transfer_coins where listed"), 1);

    config_.set("NETWORKS_FILE", own(R"("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD")"));
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("ERC20: ETH: contract is not an address of that network"),
              std::string::npos)
        << output_;
    config_.set("NETWORKS_FILE", own("null", "1.01"));
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("ERC20: ETH: minimum_deposit is more than the coin's minimum_listed"),
              std::string::npos)
        << output_;
    config_.set("NETWORKS_FILE", own("null", "0.1", "8"));
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("ERC20: ETH: decimals must be 18, of the network's own coin"),
              std::string::npos)
        << output_;
    config_.set("NETWORKS_FILE", "");
    ASSERT_EQ(run(), 0) << output_;
    EXPECT_EQ(count("select count(*) from networks where listed"), 4);
}

TEST_F(Migrate, RefusesSettingsThatBelongToNoNetwork) {
    const char* key =
        "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM"
        "6si3yZdUsT8ddYM3PwnATt";
    const auto refused = [this](const std::string& name, const std::string& value,
                                const std::string& why) {
        config_.set(name, value);
        EXPECT_EQ(run(), 1) << name << ' ' << value;
        EXPECT_NE(output_.find(why), std::string::npos) << output_;
        config_.set(name, "");
    };
    config_.set("DEMO", "no");
    refused("ETHERUM_NODE_URL", "http://127.0.0.1:9", "ETHERUM_NODE_URL belongs to no network");
    refused("BSC_XPUB", key, "BSC_XPUB belongs to no network");
    refused("HOT_BSC_ADDRESS", "0x1", "HOT_BSC_ADDRESS belongs to no network");
    refused("COLD_BSC_ADDRESS", "0x1", "COLD_BSC_ADDRESS belongs to no network");
    refused("ETHEREUM_XPUB", std::string{"z"} + (key + 1), "ETHEREUM_XPUB must start with xpub");
    refused("HOT_TRON_ADDRESS", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "HOT_TRON_ADDRESS is not an address of Tron (TRC20)");
    refused("COLD_TRON_ADDRESS", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t,0x02",
            "COLD_TRON_ADDRESS is not an address of Tron (TRC20)");
    config_.set("BSC_NODE_URL", "http://127.0.0.1:9");
    config_.set("ETHEREUM_XPUB", key);
    ASSERT_EQ(run(), 0) << output_;

    // Whatever its node's address, the coins of another chain than the demonstration's are real.
    config_.set("DEMO", "yes");
    EXPECT_EQ(run(), 1);
    EXPECT_NE(output_.find("DEMO=yes and BSC_NODE_URL contradict each other"), std::string::npos)
        << output_;
    config_.set("BSC_NODE_URL", "");
    for (const char* node : {"ETHEREUM_NODE_URL", "BITCOIN_NODE_URL", "TRON_NODE_URL"})
        refused(node, "http://127.0.0.1:9",
                "DEMO=yes and " + std::string{node} + " contradict each other");
    config_.set("NETWORKS_FILE", folder_.write("networks.json", R"({"coins": [], "networks": [
        {"name": "ERC20", "kind": "evm", "title": "T", "subname": "T", "chain_id": 31337,
         "arrival_minutes": 1, "confirmations": 2, "unlock_confirmations": 3, "coins": []},
        {"name": "TRC20", "kind": "tron", "title": "T", "subname": "T", "chain_id": 5,
         "arrival_minutes": 1, "confirmations": 2, "unlock_confirmations": 3, "coins": []}]})"));
    config_.set("ETHEREUM_NODE_URL", "http://127.0.0.1:9");
    ASSERT_EQ(run(), 0) << output_;
    refused("TRON_XPUB", key, "DEMO=yes and TRON_XPUB contradict each other");
}

TEST_F(Migrate, GivesEachNetworkANodeAndKeysOfOneKind) {
    const auto two = [this](const std::string& first, const std::string& second,
                            const std::string& name = "B") {
        const std::string rest = R"(, "title": "T", "subname": "T", "chain_id": 5,
            "arrival_minutes": 1, "confirmations": 2, "unlock_confirmations": 3, "coins": []})";
        config_.set("NETWORKS_FILE",
                    folder_.write("networks.json", R"({"coins": [], "networks": [{"name": "A", )" +
                                                       first + rest + R"(, {"name": ")" + name +
                                                       "\", " + second + rest + "]}"));
        return run();
    };
    const auto refused = [&](const std::string& first, const std::string& second,
                             const std::string& why) {
        EXPECT_EQ(two(first, second), 1);
        EXPECT_NE(output_.find(why), std::string::npos) << output_;
    };
    const std::string evm = R"("kind": "evm")", tron = R"("kind": "tron")";
    refused(evm, evm, "B: node belongs to another network");
    refused(evm, tron + R"(, "keys": "ETHEREUM", "node": "TRON")",
            "B: keys belong to another kind of network");
    refused(evm, evm + R"(, "node": "Bsc")", "B: node must be capital letters");
    EXPECT_EQ(two(evm, evm + R"(, "node": "BSC")"), 0) << output_;
    refused(evm, tron, "B: kind cannot change");
    EXPECT_EQ(two(evm, tron, "C"), 0) << output_;
    EXPECT_EQ(app()
                  .run("select string_agg(node || keys, ' ' order by position) as names "
                       "from networks where listed")[0]
                  .str("names"),
              "ETHEREUMETHEREUM TRONTRON");
}

}  // namespace
}  // namespace cambio::test
