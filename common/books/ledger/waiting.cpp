#include "ledger/waiting.h"

#include "error/error.h"
#include "log/log.h"

namespace cambio::ledger {

namespace {

/// The class of the advisory locks of those who own holds, the letters "WAIT".
constexpr std::int64_t owner_class = 0x57414954;

constexpr const char* take_lock = R"sql(
    select pg_backend_pid() as owner, pg_advisory_lock($1::int, pg_backend_pid())
)sql";

constexpr const char* open_of_owner = R"sql(
    select kind, id from waiting_holds where ended_at is null and owner = $1
)sql";

// Whoever gets the lock of an owner knows that it is gone.
constexpr const char* open_of_the_gone = R"sql(
    select kind, id from waiting_holds
    where ended_at is null and kind = $1 and pg_try_advisory_xact_lock($2::int, owner)
)sql";

/// In each kind the release has the number after that of its hold; FUTURE is wallet 2.
constexpr const char* give_back = R"sql(
    with ended as (
        update waiting_holds set ended_at = now()
        where kind = $1 and id = any($2::bigint[]) and ended_at is null
        returning kind, reference, client_id, asset_id, amount
    ), moved as (
        select h.id as debit, f.id as credit, e.amount, e.kind + 1 as kind, e.reference
        from ended e
        join ledger_accounts h on h.client_id = e.client_id and h.house = '' and h.held
                                  and h.asset_id = e.asset_id
                                  and h.wallet = case e.kind when 20 then 2 else 1 end
        join ledger_accounts f on f.client_id = h.client_id and f.house = '' and not f.held
                                  and f.asset_id = h.asset_id and f.wallet = h.wallet
    )
    select ledger.post(array_agg(debit), array_agg(credit), array_agg(amount),
                       array_agg(kind::smallint), array_agg(reference))
    from moved having count(*) > 0
)sql";

constexpr const char* add_hold = R"sql(
    insert into waiting_holds (kind, id, reference, client_id, asset_id, amount, owner, client_key,
                               content_hash)
    values ($1, $2, $2, $3, $4, $5, $6, nullif($7, ''), case when $7 <> '' then $8::bigint end)
)sql";

constexpr const char* take_key = R"sql(
    select pg_advisory_xact_lock(
        hashtextextended('waiting:' || $1::int || ':' || $2::bigint || ':' || $3::text, 0))
)sql";

constexpr const char* find_key = R"sql(
    select content_hash from waiting_holds
    where kind = $1 and client_id = $2 and client_key = $3 and ended_at is null
)sql";

constexpr const char* end_hold = R"sql(
    update waiting_holds set ended_at = now()
    where kind = $1 and id = $2 and ended_at is null returning amount
)sql";

void give_back_all(pg::Connection& connection, const pg::Result& open) {
    for (const pg::Row row : open) {
        connection.run(give_back, {row.integer("kind"),
                                   pg::Param::array(std::vector<std::int64_t>{row.integer("id")})});
    }
}

}  // namespace

std::int32_t own_waiting(pg::Connection& connection) {
    const auto taken = connection.run(take_lock, {owner_class});
    const auto owner = static_cast<std::int32_t>(taken[0].integer("owner"));
    release_waiting_of(connection, owner);
    return owner;
}

void release_waiting_of(pg::Connection& connection, std::int32_t owner) {
    give_back_all(connection, connection.run(open_of_owner, {std::int64_t{owner}}));
}

void release_orphans(pg::Connection& connection, Kind hold) {
    give_back_all(connection,
                  connection.run(open_of_the_gone, {static_cast<int>(hold), owner_class}));
}

void release_waiting(pg::Connection& connection, Kind hold, const std::vector<std::int64_t>& ids) {
    connection.run(give_back, {static_cast<int>(hold), pg::Param::array(ids)});
}

WaitingHolds::WaitingHolds(std::string conninfo, Kind hold)
    : conninfo_{std::move(conninfo)}, hold_{hold} {}

std::int32_t WaitingHolds::owner() {
    const std::lock_guard lock{mutex_};
    if (!connection_ || !connection_->alive()) {
        connection_.emplace(conninfo_);
        try {
            owner_ = own_waiting(*connection_);
        } catch (...) {
            // A connection without the lock of its number owns nothing.
            connection_.reset();
            throw;
        }
    }
    return owner_;
}

void WaitingHolds::add(pg::Transaction& tx, std::int32_t owner, std::int64_t id, ClientId client,
                       AssetId asset, Decimal amount, const RequestKey& key) const {
    tx.change(1, add_hold,
              {static_cast<int>(hold_), id, client, asset, amount, std::int64_t{owner}, key.name,
               key.content_hash});
}

void WaitingHolds::lock_key(pg::Transaction& tx, ClientId client, const RequestKey& key) const {
    if (key.name.empty()) return;
    tx.run(take_key, {static_cast<int>(hold_), client, key.name});
}

bool WaitingHolds::waits(pg::Transaction& tx, ClientId client, const RequestKey& key) const {
    if (key.name.empty()) return false;
    const auto found = tx.maybe(find_key, {static_cast<int>(hold_), client, key.name});
    if (found && found->integer("content_hash") != key.content_hash)
        throw Error{Code::client_id_reused, "client_id"};
    return found.has_value();
}

std::optional<Decimal> WaitingHolds::end(pg::Transaction& tx, std::int64_t id) {
    const auto ended = tx.maybe(end_hold, {static_cast<int>(hold_), id});
    if (!ended) return std::nullopt;
    return ended->decimal("amount");
}

void WaitingHolds::give_back(std::int64_t id) {
    const std::lock_guard lock{mutex_};
    if (!connection_) return;
    try {
        release_waiting(*connection_, hold_, {id});
    } catch (const pg::Failure& failure) {
        log::warn("waiting_hold", {{"state", failure.state}, {"error", failure.what()}});
        connection_.reset();
    }
}

}  // namespace cambio::ledger
