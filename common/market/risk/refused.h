#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "error/error.h"
#include "pg/pg.h"

/// What the gate turns down, counted by place and reason: in memory at once, in the database
/// (house_refusals, by day) a second later, by a thread of its own. A program that is killed loses
/// what it has counted in its last second, one that is stopped nothing.
namespace cambio::risk {

/// Where the house was asked to trade. A conversion or a stop that waits for its price is not
/// turned down, nor is an order that rests.
enum class Place { order_book, convert_quote, convert, futures_open, futures_close };

/// Why it did not, or did for a part of the order only.
enum class Why {
    stale,         ///< it had no price that is young enough, or none made after the request
    moved,         ///< the price had moved against it, or against the client, since it was shown
    budget,        ///< what it trades of a coin within a minute was spent
    depth,         ///< the provider's book, or the market's provider_limit, holds no more
    inventory,     ///< it had too little of the coin, or had promised it to others
    client_cap,    ///< FUTURES_CAP_CLIENT, or the largest position of a contract
    contract_cap,  ///< FUTURES_CAP_CONTRACT
    house_cap      ///< FUTURES_CAP_HOUSE
};

std::string_view name_of(Place place);
std::string_view name_of(Why why);

/// A refusal that the gate decided.
class Refused : public Error {
  public:
    Refused(Why why, Error error) : Error{std::move(error)}, why_{why} {}
    Why why() const { return why_; }

  private:
    Why why_;
};

/// Counts one; any thread, and it waits for nothing.
void count(Place place, Why why) noexcept;

/// Returns what `trade` does, and counts what the gate refuses there.
template <class Trade>
auto counted(Place place, Trade trade) {
    try {
        return trade();
    } catch (const Refused& refused) {
        count(place, refused.why());
        throw;
    }
}

/// Brings what this process has counted into the database, once a second, and a last time by
/// stop().
class RefusedWriter {
  public:
    explicit RefusedWriter(pg::Pool& pool);
    ~RefusedWriter();
    RefusedWriter(const RefusedWriter&) = delete;
    RefusedWriter& operator=(const RefusedWriter&) = delete;

    void stop();

  private:
    void loop();
    void write();

    pg::Pool& pool_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::thread thread_;
};

/// How often the gate has turned something down: today (UTC), today and the six days before, and
/// since it is counted.
struct Refusals {
    Place place;
    Why why;
    std::int64_t today, week, all;
};
/// Every place with every reason that it knows, those of which there were none, too.
std::vector<Refusals> read_refusals(pg::Connection& connection);

}  // namespace cambio::risk
