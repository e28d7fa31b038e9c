#include "support/builders.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "crypto/crypto.h"
#include "token/sessions.h"

namespace cambio::test {

namespace {

constexpr const char* insert_client = R"sql(
    insert into clients (user_unique_id, email, mobile_number, password_hash,
                         transaction_password_hash, referral_code, referred_by)
    values ($1, $2, $3, $4, $5, $6, $7) returning id
)sql";
// As the first audit leaves it, which a new installation has within its first minute.
constexpr const char* proved_books = R"sql(
    insert into audits (passed, accounts, transfers) values (true, 0, 0)
)sql";
constexpr const char* upsert_quote = R"sql(
    insert into quotes (market_id, last, open24h, high24h, low24h, volume24h, volume_usdt24h,
                        provider_at, received_at)
    values ($1, $2, $2, $2, $2, 1000, 1000 * $2::numeric, $3, $3)
    on conflict (market_id) do update set last = excluded.last, open24h = excluded.open24h,
        high24h = excluded.high24h, low24h = excluded.low24h,
        volume_usdt24h = excluded.volume_usdt24h, provider_at = excluded.provider_at,
        received_at = excluded.received_at, held_back = null, held_back_at = null
)sql";
constexpr const char* has_quote = R"sql(
    select exists (select 1 from quotes where market_id = $1) as found
)sql";
constexpr const char* upsert_book = R"sql(
    insert into provider_books (market_id, bids, asks, provider_at, received_at)
    values ($1, $2::jsonb, $3::jsonb, $4, $4)
    on conflict (market_id) do update set bids = excluded.bids, asks = excluded.asks,
        provider_at = excluded.provider_at, received_at = excluded.received_at, held_back = null,
        held_back_at = null
)sql";

const std::string& hashed(const char* password) {
    static const std::string login = crypto::hash_password(World::password);
    static const std::string trading = crypto::hash_password(World::transaction_password);
    return password == World::password ? login : trading;
}

ScratchConfig::Settings filled(ScratchConfig::Settings settings, const ScratchDatabase& database,
                               const RedisServer& redis) {
    settings.emplace("DATABASE_URL", database.app());
    settings.emplace("DATABASE_OWNER_URL", database.owner());
    settings.emplace("REDIS_URL", redis.url());
    settings.emplace("RATE_LIMIT_FACTOR", "1000");
    return settings;
}

std::string levels_json(const World::Levels& levels) {
    std::string text = "[";
    for (const auto& [price, quantity] : levels) {
        text += (text.size() > 1 ? ",[\"" : "[\"") + price + "\",\"" + quantity + "\"]";
    }
    return text + "]";
}

Decimal balance_of(World& world, ClientId client, ledger::Wallet wallet, bool held,
                   const std::string& asset) {
    const AssetId id = world.asset(asset);
    pg::Transaction tx{world.app()};
    const Decimal amount =
        ledger::balance(tx, ledger::client_account(tx, client, wallet, held, id));
    tx.commit();
    return amount;
}

}  // namespace

Decimal dec(std::string_view text) {
    const auto value = Decimal::parse(text);
    if (!value) throw std::invalid_argument{"not a decimal: " + std::string{text}};
    return *value;
}

Person& Person::with(const std::string& asset, std::string_view amount, ledger::Wallet wallet) {
    const AssetId coin = world_->asset(asset);
    pg::Transaction tx{world_->app()};
    ledger::transfer(tx, ledger::house_account(tx, ledger::House::demo, coin),
                     ledger::client_account(tx, id, wallet, false, coin), dec(amount),
                     ledger::Kind::demo_grant, id.value);
    tx.commit();
    return *this;
}

Decimal Person::balance(const std::string& asset, ledger::Wallet wallet) const {
    return balance_of(*world_, id, wallet, false, asset);
}

Decimal Person::held(const std::string& asset, ledger::Wallet wallet) const {
    return balance_of(*world_, id, wallet, true, asset);
}

World::World(ScratchConfig::Settings settings)
    : config_{filled(std::move(settings), database_, redis_)},
      app_{database_.suite()},
      superuser_{database_.superuser()} {
    crypto::start();
    // What a suite writes by the thousand may take as long as a busy machine needs.
    superuser_.run("set statement_timeout = 0");
    superuser_.run(proved_books);
}

Person World::client(const std::string& email, std::optional<ClientId> referrer) {
    const std::string number = std::to_string(1'000'000 + ++clients_);
    const std::string unique_id = "T" + number;
    pg::Transaction tx{app_};
    const auto id = tx.one(insert_client, {unique_id, email, "+98912" + number, hashed(password),
                                           hashed(transaction_password), "R" + number, referrer})
                        .id<ClientId>("id");
    tx.commit();
    return Person{*this, id, email, unique_id};
}

std::string World::token(const Person& person, const std::string& device, const std::string& ip) {
    pg::Transaction tx{app_};
    std::string token = token::open_session(tx, config_.token_secret_key(), person.id, device, ip);
    tx.commit();
    return token;
}

AssetId World::asset(const std::string& code) {
    pg::Transaction tx{app_};
    return tx.one("select id from assets where code = $1", {code}).id<AssetId>("id");
}

MarketId World::market(const std::string& pair) {
    pg::Transaction tx{app_};
    return tx.one("select id from markets where pair = $1", {pair}).id<MarketId>("id");
}

void World::quote(const std::string& pair, std::string_view price, std::chrono::milliseconds age) {
    app_.run(upsert_quote, {market(pair), price, pg::now() - age});
}

void World::provider_book(const std::string& pair, const Levels& bids, const Levels& asks,
                          std::chrono::milliseconds age) {
    const MarketId id = market(pair);
    app_.run(upsert_book, {id, levels_json(bids), levels_json(asks), pg::now() - age});
    if (bids.empty() || asks.empty() || app_.run(has_quote, {id})[0].boolean("found")) return;
    const Decimal middle =
        Decimal::divide(dec(bids[0].first) + dec(asks[0].first), Decimal::of(2), Rounding::down);
    quote(pair, middle.str(), age);
}

void World::fund(ledger::House house, const std::string& asset_code, std::string_view amount) {
    const AssetId id = asset(asset_code);
    pg::Transaction tx{app_};
    ledger::transfer(tx, ledger::house_account(tx, ledger::House::demo, id),
                     ledger::house_account(tx, house, id), dec(amount), ledger::Kind::house_funding,
                     id.value);
    tx.commit();
}

Decimal World::house_balance(ledger::House house, const std::string& asset_code) {
    const AssetId id = asset(asset_code);
    pg::Transaction tx{app_};
    const Decimal amount = ledger::balance(tx, ledger::house_account(tx, house, id));
    tx.commit();
    return amount;
}

void World::break_row(const std::string& table, const std::string& key, std::int64_t id) {
    const std::string script =
        "create function break_row() returns trigger language plpgsql as $$ "
        "begin raise 'broken'; end $$; create trigger break_row before update on " +
        table + " for each row when (old." + key + " = " + std::to_string(id) +
        ") execute function break_row()";
    superuser_.script(script.c_str());
}

void World::mend_rows() {
    superuser_.script("drop function break_row cascade");
}

void World::operate(std::vector<std::string> words) const {
    words.insert(words.end(), {"--reason", "A test"});
    std::string output;
    EXPECT_EQ(run_job("cambioctl", config_.path(), words, &output), 0) << output;
}

void expect_books_balance(World& world) {
    pg::Connection connection{world.database().app()};
    const auto report = ledger::audit(connection);
    EXPECT_TRUE(report.passed);
    for (const std::string& finding : report.findings) ADD_FAILURE() << finding;
}

}  // namespace cambio::test
