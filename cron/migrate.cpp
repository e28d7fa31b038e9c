// Brings the database to this program's version: migrations, then the catalogue of coins and the
// networks that carry them, then (with DEMO=yes) the inventory of house:liquidity, the budgets of
// house:rewards and house:earn and the products of Earn. Runs as the owner role before anything
// else starts; a second run changes nothing but the time from which jobs are expected to run.
//   migrate --migrations FOLDER --catalogue FILE --networks FILE
//   migrate --pending --migrations FOLDER      names those that the database has not seen
//   migrate --check      only reads the configuration, and says what is wrong with it
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "chain/networks.h"
#include "config/config.h"
#include "earn/products.h"
#include "jobs/runs.h"
#include "markets/catalogue.h"
#include "news/demo.h"
#include "pg/migrations.h"
#include "pg/pg.h"

namespace {

using namespace cambio;

// Who signs clients up gives them demo money, where there is such a thing:
// ledger::Kind::demo_grant.
constexpr const char* allow_demo_money = R"sql(
    insert into ledger.posters values ('cambio_auth', 1) on conflict do nothing
)sql";
constexpr const char* forbid_demo_money = R"sql(
    delete from ledger.posters where role = 'cambio_auth' and kind = 1
)sql";

// What was given once is never taken for somebody's own money.
constexpr const char* is_demonstration = "select exists (select from demonstration) as yes";
constexpr const char* begin_demonstration = R"sql(
    insert into demonstration default values on conflict do nothing
)sql";
// Money that came from or went to another chain than the demonstration's own.
constexpr const char* has_real_money = R"sql(
    select exists (
        select from ledger_accounts a left join networks n on a.house = 'chain:' || n.name
        where a.house like 'chain:%' and a.balance <> 0
            and (n.kind = 'evm' and n.chain_id = 31337) is not true) as yes
)sql";

void require_no_demonstration(pg::Connection& owner) {
    if (!owner.run(is_demonstration)[0].boolean("yes")) return;
    throw ConfigError{
        "configuration: DEMO=no and DATABASE_URL contradict each other: clients in this database "
        "were given play money, so real money needs a database of its own"};
}

/// A demonstration stays one for good: a configuration that names the wrong database must not make
/// one of an exchange.
void require_no_real_money(pg::Connection& owner) {
    if (owner.run(is_demonstration)[0].boolean("yes")) return;
    if (!owner.run(has_real_money)[0].boolean("yes")) return;
    throw ConfigError{
        "configuration: DEMO=yes and DATABASE_URL contradict each other: this database holds "
        "clients' real money, so a demo needs a database of its own"};
}

struct Arguments {
    std::string migrations;
    std::string catalogue;
    std::string networks;
    std::string demo_news;  ///< empty: none
};

std::optional<Arguments> parse(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        if (name == "--migrations") arguments.migrations = argv[i + 1];
        if (name == "--catalogue") arguments.catalogue = argv[i + 1];
        if (name == "--networks") arguments.networks = argv[i + 1];
        if (name == "--demo-news") arguments.demo_news = argv[i + 1];
    }
    const bool complete = !arguments.migrations.empty() && !arguments.catalogue.empty() &&
                          !arguments.networks.empty();
    const int expected = arguments.demo_news.empty() ? 7 : 9;
    return complete && argc == expected ? std::optional{arguments} : std::nullopt;
}

pg::Connection connect(const Config& config) {
    if (config.database_owner_url.empty()) {
        throw ConfigError{
            "configuration: DATABASE_OWNER_URL is missing; migrate runs as the owner"};
    }
    return pg::Connection{config.database_owner_url};
}

void name_pending(const Config& config, const std::string& migrations) {
    pg::Connection owner = connect(config);
    for (const std::string& name : pg::pending(owner, migrations)) std::puts(name.c_str());
}

void migrate(const Config& config, const Arguments& arguments) {
    pg::Connection owner = connect(config);
    for (const std::string& name : pg::migrate(owner, arguments.migrations)) {
        std::printf("applied %s\n", name.c_str());
    }
    const auto schema = pg::read_schema(owner);
    if (pg::fit(schema, pg::known_schema()) == pg::Fit::newer_schema)
        std::puts(pg::explain(schema, pg::known_schema()).c_str());
    config.demo ? require_no_real_money(owner) : require_no_demonstration(owner);
    const auto changes = markets::load_catalogue(owner, arguments.catalogue);
    if (changes.assets_added + changes.assets_changed > 0) {
        std::printf("coins: %d added, %d changed\n", changes.assets_added, changes.assets_changed);
    }
    if (changes.markets_added + changes.markets_changed > 0) {
        std::printf("markets: %d added, %d changed\n", changes.markets_added,
                    changes.markets_changed);
    }
    const int described = markets::describe_coins(owner, arguments.catalogue);
    if (described > 0) std::printf("coins: %d described\n", described);
    const auto chains = chain::load_networks(
        owner, config.networks_file.empty() ? arguments.networks : config.networks_file);
    if (chains.networks_changed + chains.coins_changed > 0) {
        std::printf("networks: %d changed, with %d coins\n", chains.networks_changed,
                    chains.coins_changed);
    }
    chain::require_fitting(config, chain::networks(owner));
    jobs::expect_runs(owner);
    pg::Transaction tx{owner};
    if (config.demo) tx.run(begin_demonstration);
    tx.run(config.demo ? allow_demo_money : forbid_demo_money);
    tx.commit();
    if (!config.demo) return;
    const int funded = markets::fund_demo_liquidity(owner, arguments.catalogue);
    if (funded > 0) std::printf("house:liquidity: %d coins funded for the demo\n", funded);
    if (markets::fund_demo_rewards(owner)) std::printf("house:rewards: funded for the demo\n");
    if (markets::fund_demo_insurance(owner)) std::printf("house:insurance: funded for the demo\n");
    const int earning = earn::load_demo_products(owner);
    if (earning > 0)
        std::printf("house:earn: %d products created and funded for the demo\n", earning);
    if (arguments.demo_news.empty()) return;
    const int published = news::publish_demo_news(owner, arguments.demo_news);
    if (published > 0) std::printf("news: %d items published for the demo\n", published);
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words{argv + 1, argv + argc};
    const bool only_check = words == std::vector<std::string>{"--check"};
    const bool only_name =
        words.size() == 3 && words[0] == "--pending" && words[1] == "--migrations";
    const auto arguments = parse(argc, argv);
    if (!arguments && !only_check && !only_name) {
        std::fprintf(stderr,
                     "usage: migrate --migrations FOLDER --catalogue FILE --networks FILE "
                     "[--demo-news FILE] | --pending --migrations FOLDER | --check\n");
        return 2;
    }
    try {
        const Config config = Config::from_environment();
        pg::require_sync_standby(config.require_sync_standby);
        if (only_name) name_pending(config, words[2]);
        if (arguments) migrate(config, *arguments);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "migrate: %s\n", error.what());
        return 1;
    }
}
