#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ledger/batch.h"
#include "markets/market.h"

namespace cambio::settlement {

/// What the sequencer remembers of a client.
struct Client {
    std::string unique_id;  ///< names the push channel
    markets::FeeRates fees;
    std::chrono::steady_clock::time_point read_at;
    std::chrono::steady_clock::time_point used_at{};  ///< when the client last sent a command
};

/// One SPOT account of a client.
struct AccountKey {
    ClientId client;
    AssetId asset;
    bool held = false;

    friend bool operator==(const AccountKey&, const AccountKey&) = default;
};

struct AccountKeyHash {
    std::size_t operator()(const AccountKey& key) const noexcept {
        const auto client = static_cast<std::uint64_t>(key.client.value);
        const auto asset = static_cast<std::uint64_t>(key.asset.value);
        const std::uint64_t mixed = (client << 17 | asset << 1 | (key.held ? 1U : 0U));
        return static_cast<std::size_t>(mixed * 0x9E3779B97F4A7C15U >> 8);
    }
};

/// The SPOT accounts and fee rates of the clients that have acted here, and the house accounts that
/// trades touch. A memory only; see ledger::Account. References stay valid until forget(), or until
/// follow_levels() lets their client go: no batch may be under way then.
class Accounts {
  public:
    /// nullptr: not read yet, or there is no such account.
    ledger::Account* find(const AccountKey& key);
    /// Throws std::logic_error when it was not read before.
    ledger::Account& at(const AccountKey& key);
    /// `house` is liquidity or fees.
    ledger::Account& house(ledger::House house, AssetId asset);
    const Client* client(ClientId id) const;

    void forget();
    /// The client has sent a command.
    void use(ClientId id, std::chrono::steady_clock::time_point at);

    /// Remembers what was read; a test without a database begins with it.
    void keep(const AccountKey& key, const ledger::Account& account);
    void keep(ClientId id, Client client);
    void keep_house(ledger::House house, AssetId asset, const ledger::Account& account);

    /// Reads the clients and all their SPOT accounts.
    void read(pg::Connection& connection, const markets::Directory& directory,
              const std::vector<std::int64_t>& clients);
    /// Which remembered clients are looked at again, and which of them are let go.
    struct Due {
        std::chrono::steady_clock::time_point read_before;
        std::chrono::steady_clock::time_point used_before;
        std::size_t most = 0;  ///< at once, so that it stays short however many are remembered
    };
    /// Reads the levels of clients again that were read before that time, those first that were
    /// read longest ago. Instead of that, those are forgotten with their accounts who have sent no
    /// command since the other time, unless they have an order that rests.
    void follow_levels(pg::Connection& connection, const markets::Directory& directory,
                       const Due& due, const std::function<bool(ClientId)>& rests);
    /// Makes the accounts that do not exist yet and reads them. Not inside a transaction, for an
    /// account that was rolled back would be remembered.
    void make(pg::Connection& connection, const std::vector<AccountKey>& keys);
    /// Makes the house's accounts of all assets where they are missing.
    static void make_house(pg::Connection& connection);
    void read_house(pg::Connection& connection);
    /// Reads balances again, with `lock` under row locks in order of id.
    void refresh(pg::Connection& connection, const std::vector<ledger::Account*>& accounts,
                 bool lock);

  private:
    void read_rows(pg::Connection& connection, const pg::Param& clients);
    void read_levels(pg::Connection& connection, const markets::Directory& directory,
                     const pg::Param& clients);
    void forget(ClientId id);
    std::unordered_map<AccountKey, ledger::Account, AccountKeyHash> accounts_;
    std::unordered_map<ClientId, std::vector<AccountKey>> of_client_;  ///< of `accounts_`
    std::unordered_map<AssetId, ledger::Account> liquidity_;
    std::unordered_map<AssetId, ledger::Account> fees_;
    std::unordered_map<ClientId, Client> clients_;
    /// When clients were read, the longest ago first. Of a client that was read again since, the
    /// last time counts.
    std::deque<std::pair<std::chrono::steady_clock::time_point, ClientId>> reads_;
};

}  // namespace cambio::settlement
