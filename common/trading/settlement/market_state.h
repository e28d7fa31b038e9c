#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "markets/market.h"
#include "markets/quotes.h"
#include "matching/book.h"
#include "risk/gate.h"
#include "risk/house_trades.h"
#include "settlement/order.h"
#include "settlement/stops.h"

namespace cambio::settlement {

/// An open order in memory. `touch` says what the running batch has done with it.
struct LiveOrder {
    enum class Touch : std::uint8_t { none, placed, changed };
    Order order;
    Touch touch = Touch::none;
};
using LiveOrderPtr = std::shared_ptr<LiveOrder>;

/// The provider's book in the market's steps, ready for matching::Book.
struct ProviderLevels {
    std::vector<matching::ProviderLevel> bids;
    std::vector<matching::ProviderLevel> asks;
    pg::Time provider_at{};
    pg::Time received_at{};

    bool empty() const { return bids.empty() && asks.empty(); }
    /// The older of both times: what counts for the house.
    pg::Time made() const { return std::min(provider_at, received_at); }
};

/// Moves the provider's prices away from each other by `spread`, a share, which is what the house
/// asks for standing there; rounds them to ticks, further away, and quantities down to lots; cuts
/// each side where it exceeds the market's provider limit. What the book could not count is left
/// out.
ProviderLevels provider_levels(const markets::Market& market, const markets::StoredBook& book,
                               Decimal spread);

/// One market in the sequencer's memory: a copy of the orders with state 1 as of `seq`.
struct MarketState {
    explicit MarketState(markets::Market rules) : market{std::move(rules)} {}

    markets::Market market;
    matching::Book book;
    std::int64_t seq = -1;
    bool leased = false;  ///< this process holds the market's advisory lock
    bool stale = true;    ///< the memory may lag behind the database: restore before use
    std::unordered_map<OrderId, LiveOrderPtr> open;
    std::unordered_map<ClientId, std::vector<OrderId>> own;  ///< of `open`, each in order
    Stops stops;  ///< those of `open` that wait for a price
    /// None is triggered before that: what one of them did has failed.
    std::chrono::steady_clock::time_point stops_rest_until;
    /// Until then one at a time, so that it shows which of them fails.
    std::chrono::steady_clock::time_point stops_apart_until;
    /// Those that have failed, until when they are not triggered.
    std::unordered_map<OrderId, std::chrono::steady_clock::time_point> failing;
    std::vector<OrderId> tried;  ///< triggered by the last batch, unless that is durable
    /// Those that a price has reached: they stand in `stops` no more and wait for the house's next
    /// book.
    std::map<OrderId, LiveOrderPtr> reached;
    ProviderLevels provider;  ///< empty: there is none, or it is stale
    /// The sequence before a turn of resting orders or stops with these levels whose end nobody
    /// knows: once it has moved, they may be taken.
    std::optional<std::int64_t> doubted;
    risk::Traded converted;               ///< of its coin within the last minute, by Convert
    std::optional<markets::Quote> quote;  ///< the provider's last price
    pg::Time fresh_since{};               ///< when this process heard of one that ended a silence
    Decimal last_price;                   ///< of the last trade here or there; 0: there was none

    bool unswept = false;       ///< the provider's levels moved while nothing was to be traded
    bool book_changed = false;  ///< since it was told
    std::chrono::steady_clock::time_point told_at;

    void enter(const LiveOrderPtr& live);
    void leave(const Order& order);
    /// Whether it fits the market's steps, which the operator may have changed under it: otherwise
    /// it can still be cancelled, but has no place in the book, and no price triggers it.
    bool on_step(const Order& order) const;
    /// A stop stands where it waits: for its price, or for what comes once that was reached.
    void keep_stop(const LiveOrderPtr& live);
    void drop_stop(const Order& order);
    int open_orders(ClientId client) const;
    /// Those of them that follow the price and were not triggered yet.
    int trailing_stops(ClientId client) const;
    /// The client's, in order of id.
    std::vector<LiveOrderPtr> orders_of(ClientId client) const;

    /// Whether the provider's last price is not stale and reaches an order that waits, may move a
    /// stop that follows it, or may be what one waits for that was reached.
    bool quote_reaches_stop(pg::Time now, int stale_after_ms) const;
    bool fresh_quote(pg::Time now, int stale_after_ms) const;
    /// The prices that are believed by what waits for one: no further from the provider's
    /// last one, and from the best of its book unless that is too old for the house, than
    /// `protection` says, a share. Two clients can trade with each other at any price once the
    /// house's levels are taken. Nothing while the provider's last price is stale.
    std::optional<PriceBand> believed(pg::Time now, int stale_after_ms,
                                      std::chrono::milliseconds house_stale_after,
                                      Decimal protection) const;
    /// Whether stops are triggered here at all.
    bool trades() const {
        return market.open && std::chrono::steady_clock::now() >= stops_rest_until;
    }
    /// Whether this one may be triggered now. Where not, it is remembered that its price has come.
    bool may_trigger(OrderId id) const;
    /// Whether it waits because it, or another one, has failed here.
    bool set_aside(OrderId id) const;
    /// Triggers none for some seconds, whatever is read anew: a fault in one order's way must not
    /// stop the market with every batch.
    void rest_stops();
    /// What this one does has failed: the others go on without it, for a while.
    void set_failing(OrderId id);
    /// A batch that triggered stops has failed again and again, and they may be why. Where it
    /// triggered one alone, that one is set aside; where it was several, they come one by one.
    void suspect_tried();

    /// Replaces the memory by what the database says: its open orders, given in any order, come to
    /// rest in that of seq, then of queue_priority(). Ids are given out in blocks, so only the
    /// market's sequence tells the order between two processes.
    void restore(std::int64_t market_seq, std::vector<Order> orders);
    /// Takes a new book of the provider. False where it says nothing new: a level of the house that
    /// was taken is filled again only when the provider's own time has moved on.
    bool hear_provider(ProviderLevels&& levels, pg::Time now);
    /// What its book brings about has failed: only a newer one is heard.
    void drop_provider();
    /// What the house may trade with, in this market, at the moment.
    struct Means {
        Decimal base, quote;  ///< its balances
        Decimal budget;       ///< of a minute, in quote, for each direction
        pg::Time now;
    };
    /// Whether an order that came at `asked` has to wait for the provider's next book: it would
    /// take levels of the house that were made before it came.
    bool waits_for_house(const matching::Order& order, pg::Time asked) const;
    /// Tells the book the provider's levels and what the house can pay for.
    void offer_provider(const Means& means);
    /// The levels of the last offer_provider() are those that orders take from, from now on.
    void provider_offered();
    /// What the house has traded here within the last minute, by whoever wrote the market: a new
    /// writer begins no new minute.
    void remember_traded(const risk::Traded& traded, pg::Time now);
    /// What a batch has traded with the house that was durable although nobody knew.
    void count_traded(const risk::Traded& traded, pg::Time now);
    /// What the house has traded here since the last call. Not while a batch runs, which may be
    /// undone.
    risk::Traded newly_traded(pg::Time now);

  private:
    /// An order with a limit in the market's steps.
    struct Fit {
        matching::Ticks price;
        matching::Lots quantity, remaining;
    };
    std::optional<Fit> fit(const Order& order) const;  ///< nothing: it does not fit them
    void rest(const Order& order);
    void count_taken(pg::Time now);

    Decimal heard_bid_, heard_ask_;  ///< the best of `provider` as it came; 0: that side is empty
    bool offered_ = false;           ///< the book holds what is left of `provider`
    ProviderLevels granted_;         ///< what the book held when it was last counted
    risk::Budget sold_, bought_;
    risk::Traded untold_;
};

}  // namespace cambio::settlement
