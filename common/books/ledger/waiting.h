#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ledger/ledger.h"

/// What is held for requests that wait for the house's next price (migration
/// 074_waiting_holds.sql). A hold ends in the transaction in which its request's turn comes. It
/// also ends with whoever waits there: each has a connection of its own that lives as long as its
/// holds count, and what belongs to one that is gone is given back.
namespace cambio::ledger {

/// Makes this connection an owner of holds, until it ends, and gives back what another of its
/// number has left. The number is not 0.
std::int32_t own_waiting(pg::Connection& connection);

/// Gives back what this owner holds; it must be gone, or wait for nothing any more.
void release_waiting_of(pg::Connection& connection, std::int32_t owner);
/// The same for those of all owners that are gone, of this kind. Not by an owner itself.
void release_orphans(pg::Connection& connection, Kind hold);
/// Gives these back, where they have not ended.
void release_waiting(pg::Connection& connection, Kind hold, const std::vector<std::int64_t>& ids);

/// The idempotency key of a request, and of what it asks.
struct RequestKey {
    std::string name;  ///< empty: none
    std::int64_t content_hash = 0;
};

/// The owner of a program's holds of one kind. The program moves the money itself, in transactions
/// of any connection: into the held twin with add(), back with end().
class WaitingHolds {
  public:
    WaitingHolds(std::string conninfo, Kind hold);

    /// The number under which this program holds. It waits for what is being given back, so whoever
    /// has locked accounts asked before: the two would wait for each other. Throws pg::Failure.
    std::int32_t owner();
    /// Notes what `owner` holds for the request to come under this number. Throws pg::Failure.
    void add(pg::Transaction& tx, std::int32_t owner, std::int64_t id, ClientId client,
             AssetId asset, Decimal amount, const RequestKey& key = {}) const;
    /// Until the transaction ends, nobody else comes to wait or takes effect under this key: before
    /// whoever uses it looks where it was used. It locks accounts later.
    void lock_key(pg::Transaction& tx, ClientId client, const RequestKey& key) const;
    /// Whether the same waits under this key, in whichever process. Throws Error client_id_reused
    /// where something else does: it keeps its key, or its client could take it back by another
    /// request.
    bool waits(pg::Transaction& tx, ClientId client, const RequestKey& key) const;
    /// Its turn has come: what is held, and is to be given back. Nothing: it was given back before,
    /// with its owner's connection.
    std::optional<Decimal> end(pg::Transaction& tx, std::int64_t id);
    /// Gives it back where it has not ended. Where that fails, this owner is gone, and all that it
    /// holds is given back as an orphan's. Any thread.
    void give_back(std::int64_t id);

  private:
    const std::string conninfo_;
    const Kind hold_;
    std::mutex mutex_;
    std::optional<pg::Connection> connection_;
    std::int32_t owner_ = 0;
};

}  // namespace cambio::ledger
