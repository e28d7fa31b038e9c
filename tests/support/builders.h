#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ledger/ledger.h"
#include "pg/pg.h"
#include "support/handler_process.h"
#include "support/redis_server.h"
#include "support/scratch_config.h"
#include "support/scratch_database.h"

namespace cambio::test {

/// A decimal from its text; throws std::invalid_argument.
Decimal dec(std::string_view text);

class World;

/// A client of a test's world.
class Person {
  public:
    Person(World& world, ClientId client, std::string address, std::string unique)
        : id{client}, email{std::move(address)}, unique_id{std::move(unique)}, world_{&world} {}

    /// Money from house:demo into one of the wallets.
    Person& with(const std::string& asset, std::string_view amount,
                 ledger::Wallet wallet = ledger::Wallet::spot);
    Decimal balance(const std::string& asset, ledger::Wallet wallet = ledger::Wallet::spot) const;
    Decimal held(const std::string& asset, ledger::Wallet wallet = ledger::Wallet::spot) const;

    ClientId id;
    std::string email;
    std::string unique_id;

  private:
    World* world_;
};

/// Everything that a handler or a job needs, made for one test or one suite: a database with the
/// catalogue of coins, Redis, keys and a configuration. Its methods arrange what a test begins
/// with.
class World {
  public:
    /// `settings` overrides keys of the configuration.
    explicit World(ScratchConfig::Settings settings = {});

    /// Every client's passwords (hashed once for all, since Argon2 is slow).
    static constexpr const char* password = "Correct-Horse-7";
    static constexpr const char* transaction_password = "Battery-Staple-8";

    /// A new client, active and unverified, with no money, who came by nobody's link or by that of
    /// `referrer`. Numbers and names are made up.
    Person client(const std::string& email, std::optional<ClientId> referrer = {});
    /// A bearer token of a new session, opened by a browser at an address.
    std::string token(const Person& person, const std::string& device = "a test",
                      const std::string& ip = "127.0.0.1");

    AssetId asset(const std::string& code);
    MarketId market(const std::string& pair);

    /// The provider's last price, `age` old; the day's figures are all made from it.
    void quote(const std::string& pair, std::string_view price,
               std::chrono::milliseconds age = std::chrono::milliseconds{0});
    /// Levels of price and quantity, best first. Sets the quote to the middle when there is none.
    using Levels = std::vector<std::pair<std::string, std::string>>;
    void provider_book(const std::string& pair, const Levels& bids, const Levels& asks,
                       std::chrono::milliseconds age = std::chrono::milliseconds{0});
    /// Money for a house account.
    void fund(ledger::House house, const std::string& asset, std::string_view amount);
    /// Inventory for house:liquidity.
    void liquidity(const std::string& asset, std::string_view amount) {
        fund(ledger::House::liquidity, asset, amount);
    }
    Decimal house_balance(ledger::House house, const std::string& asset);

    /// Starts the executable of a group, and runs a job to its end.
    HandlerProcess handler(const std::string& group) const {
        return HandlerProcess{group, config_.path(), config_.secret()};
    }
    int job(const std::string& name, std::string* output = nullptr) const {
        return run_job(name, config_.path(), {}, output);
    }

    pg::Connection& app() { return app_; }  ///< the programs' role
    pg::Connection& superuser() { return superuser_; }
    ScratchDatabase& database() { return database_; }
    ScratchConfig& config() { return config_; }
    RedisServer& redis() { return redis_; }

    /// From now on that row of a table cannot be changed, until mend_rows().
    void break_row(const std::string& table, const std::string& key, std::int64_t id);
    void mend_rows();
    /// The operator's program with these words; it has to do what they say.
    void operate(std::vector<std::string> words) const;

  private:
    ScratchDatabase database_;
    RedisServer redis_;
    ScratchConfig config_;
    pg::Connection app_;
    pg::Connection superuser_;
    int clients_ = 0;
};

/// The audit's five proofs, as a test expectation.
void expect_books_balance(World& world);

}  // namespace cambio::test
