#include <libpq-fe.h>

#include <condition_variable>
#include <mutex>
#include <utility>

#include "metrics/process.h"
#include "pg/pg.h"

namespace cambio::pg {

namespace {

constexpr std::chrono::seconds max_wait{5};

/// Whether the connection can be lent again; ends a transaction that its borrower left open.
bool reusable(Connection& connection) {
    if (connection.given_up()) return false;
    PGconn* raw = connection.raw();
    if (PQpipelineStatus(raw) != PQ_PIPELINE_OFF) return false;
    const PGTransactionStatusType status = PQtransactionStatus(raw);
    if (status == PQTRANS_INTRANS || status == PQTRANS_INERROR) {
        PQclear(PQexec(raw, "rollback"));
    }
    return PQtransactionStatus(raw) == PQTRANS_IDLE;
}

}  // namespace

struct Pool::State {
    std::string conninfo;
    int size;
    std::mutex mutex;
    std::condition_variable returned;
    std::vector<Connection> idle;
    int existing = 0;  ///< idle, lent or just being made

    State(std::string info, int most) : conninfo{std::move(info)}, size{most} {}

    /// An idle connection, or nothing: then one may be made, and is counted already.
    std::optional<Connection> take() {
        std::unique_lock lock{mutex};
        const auto free = [&] { return !idle.empty() || existing < size; };
        if (!free()) {
            auto& counts = metrics::process();
            const auto began = std::chrono::steady_clock::now();
            const bool came = returned.wait_for(lock, max_wait, free);
            const auto waited = std::chrono::steady_clock::now() - began;
            counts.pool_waits.add();
            counts.pool_wait_time.add(static_cast<std::uint64_t>(
                std::chrono::duration_cast<std::chrono::microseconds>(waited).count()));
            if (!came) {
                counts.pool_refusals.add();
                throw Failure{"08001", "", "no connection became free within five seconds"};
            }
        }
        if (idle.empty()) {
            ++existing;
            return std::nullopt;
        }
        Connection connection = std::move(idle.back());
        idle.pop_back();
        return connection;
    }

    void give_back(Connection connection) {
        // The rollback and the farewell may take a round trip, so they happen outside the lock.
        const bool keep = reusable(connection);
        {
            const std::lock_guard lock{mutex};
            if (keep) {
                idle.push_back(std::move(connection));
            } else {
                --existing;
            }
        }
        returned.notify_one();
    }

    Connection make() {
        try {
            return Connection{conninfo};
        } catch (...) {
            {
                const std::lock_guard lock{mutex};
                --existing;
            }
            returned.notify_one();
            throw;
        }
    }
};

Pool::Pool(std::string conninfo, int size)
    : state_{std::make_unique<State>(std::move(conninfo), size)} {
    state_->idle.reserve(static_cast<std::size_t>(size));
}

Pool::~Pool() = default;

Pool::Lease Pool::borrow() {
    std::optional<Connection> connection = state_->take();
    if (!connection || !connection->alive()) connection = state_->make();
    return Lease{*this, std::move(*connection)};
}

Pool::Lease::Lease(Pool& pool, Connection connection)
    : pool_{&pool}, connection_{std::move(connection)} {}

Pool::Lease::Lease(Lease&& other) noexcept
    : pool_{other.pool_}, connection_{std::exchange(other.connection_, std::nullopt)} {}

Pool::Lease::~Lease() {
    if (connection_) pool_->state_->give_back(std::move(*connection_));
}

}  // namespace cambio::pg
