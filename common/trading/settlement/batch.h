#pragma once

#include <compare>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "risk/refused.h"
#include "settlement/accounts.h"
#include "settlement/command.h"
#include "settlement/market_state.h"
#include "settlement/refusals.h"
#include "settlement/rules.h"

namespace cambio::settlement {

/// An idempotency key, which is unique for each client, as one text.
inline std::string key_of(ClientId client, const std::string& client_key) {
    return std::to_string(client.value) + ':' + client_key;
}

/// What is held for a command that waits for the house (ledger/waiting.h).
struct WaitingHold {
    std::int64_t id = 0;         ///< that the order will have, or of the change; 0: there is none
    std::int64_t reference = 0;  ///< of its transfers
    Decimal amount;              ///< 0: nothing is held
    bool whole = false;          ///< it is all that the command may cost
    std::int32_t owner = 0;      ///< whose it is
};

/// What is attached to an order that is done, and waits for its pair.
struct WaitingBracket {
    OrderId order;
    MarketId market;
    SessionId session;  ///< where the order was placed; 0: not known
    Decimal stop;
};

/// A command on its way through the sequencer.
struct Job {
    Command command;
    std::optional<Error> error;
    std::vector<LiveOrderPtr> orders;  ///< placed, changed or cancelled by this attempt
    std::vector<Order> stored;         ///< found in the database: an earlier attempt's, or a repeat
    std::vector<Trade> trades;         ///< that its order made as it was placed
    bool settled = false;              ///< the outcome is known, nothing is left to do
    bool found = false;                ///< it was read, so it is as sure as what was read
    bool waits = false;                ///< for the next book of the house: not in this batch
    bool waited = false;               ///< for one, in a batch before
    /// It waits since a batch that is durable: who sent it was in order then, and what has happened
    /// to the session or the client since does not count.
    bool accepted = false;
    WaitingHold hold;                         ///< for it, as the database has it
    WaitingHold binding;                      ///< the one that this attempt makes
    bool given_back = false;                  ///< `hold`, by this attempt
    std::optional<risk::Why> short_of_house;  ///< why the house traded no more with the order
    const Job* same_as = nullptr;             ///< an earlier job of the batch with the same key
    std::vector<std::int64_t> attempted;      ///< orders of attempts of which nobody knows the end,
                                              ///< or numbers of changes
    std::int64_t amendment = 0;               ///< the number of the change that this attempt made
    std::vector<MarketId> markets;            ///< where what is to be cancelled rests or waits
    std::vector<WaitingBracket> brackets;     ///< that end where all orders are cancelled
    /// So many of them have ended, by this attempt or by one of which nobody knows the end: what
    /// that one has ended is not found again.
    std::size_t ended_brackets = 0;

    /// It waits, and this attempt has not given back what is held for it.
    bool bound() const { return hold.id != 0 && !given_back; }
    const PlaceOrder* place() const { return command.place(); }
    const CancelOrders* cancel() const { return command.cancel(); }
    /// Nobody looks at who sent it any more, or at all.
    bool excused() const { return accepted || (cancel() != nullptr && cancel()->by_operator); }
    const AmendOrder* amend() const { return command.amend(); }
    const KeyedCommand* keyed() const { return command.keyed(); }
    /// Of what came with an idempotency key.
    std::string key() const { return key_of(command.caller.client, keyed()->client_key); }
};

/// Numbers for new orders, ascending, taken from the database in blocks.
class OrderIds {
  public:
    void add_block(std::int64_t first, std::int64_t count) {
        blocks_.push_back({first, first + count});
        left_ += count;
    }
    std::int64_t left() const { return left_; }
    /// Throws std::logic_error when none is left.
    OrderId take() {
        if (left_ == 0) throw std::logic_error{"settlement: no order ids are left"};
        if (blocks_.front().next == blocks_.front().end) blocks_.pop_front();
        --left_;
        return OrderId{blocks_.front().next++};
    }

  private:
    struct Block {
        std::int64_t next;
        std::int64_t end;
    };
    std::deque<Block> blocks_;
    std::int64_t left_ = 0;
};

using Markets = std::unordered_map<MarketId, MarketState>;

struct Limits {
    /// A market order stops this far from the best price, and from the provider's, as a share.
    Decimal price_protection;
    int open_orders = max_open_orders;  ///< of a client in a market
    int stale_after_ms = 10'000;
    std::chrono::milliseconds house_stale_after{2000};  ///< the house trades at no older book
    Decimal house_budget = Decimal::of(1'000'000);      ///< quote in a minute, each direction
    /// How far its levels stand off the provider's, as a share, where the market says nothing else.
    Decimal house_spread;
    bool last_look = false;  ///< it trades at books that were made after the order came
};

/// The account that the command is paid from: there must be such a market, and it does not cancel.
AccountKey payer_of(const Markets& markets, const Job& job);
/// The most that it may cost, beside what its order holds, as the book is.
Decimal cost_of(const MarketState& state, const Job& job, const Limits& limits);

/// Of all orders of its client, a program cancels those where it may trade.
bool reaches(const token::Session& caller, MarketId market);

/// What the house may trade with in a market.
inline MarketState::Means house_means(Accounts& accounts, const markets::Market& market,
                                      const Limits& limits) {
    const auto house = ledger::House::liquidity;
    return {accounts.house(house, market.base.id).balance,
            accounts.house(house, market.quote.id).balance, limits.house_budget, pg::now()};
}

/// A stop failed while it was triggered, and is set aside (MarketState::set_failing).
struct StopFailed : std::runtime_error {
    StopFailed(const char* why, bool placed_now)
        : std::runtime_error{why}, placed_by_attempt{placed_now} {}
    /// Another attempt places it under another number, and meets it again.
    bool placed_by_attempt;
};

/// What a durable batch tells the world.
struct Committed {
    std::vector<Order> orders;  ///< placed, changed or cancelled
    std::vector<std::pair<ClientId, AssetId>> balances;
    std::vector<Trade> trades;
    pg::Time at;
};

/// One attempt at one batch: matches commands in memory, in order, and collects what is to be
/// written. Nothing here waits. Either commit() or rollback() ends it.
class Batch {
  public:
    /// `owner`: of what is held for those who wait.
    Batch(Markets& markets, Accounts& accounts, OrderIds& ids, const Limits& limits,
          std::int32_t owner);
    ~Batch();
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    /// New levels of the provider, and what they fill. Only for markets that this process leases.
    void sweep(MarketState& state);
    /// The provider's last price; what it triggers. Only for markets that this process leases.
    void on_price(MarketState& state, Decimal price);
    /// Sets the job's error, or the orders that it placed, changed or cancelled.
    void run(Job& job);
    /// Stops of these clients end when they are reached. Whoever is frozen and not among them makes
    /// write() throw.
    void end_stops_of(std::set<std::int64_t> frozen) { frozen_ = std::move(frozen); }
    /// The job's error becomes what its key stands for.
    void keep_refusal(const Job& job);
    /// The job waits: what it may cost is held from now on, as far as there is as much, and who
    /// sent it is looked at with this batch for good. `whole`: it can be paid. Nothing for a job
    /// that is bound.
    void bind(Job& job, bool whole);
    /// What could not be held whole when it came behind another one comes anew: to pay in what is
    /// missing would be a choice at the price that has come since.
    void come_late(Job& job);
    /// It waits no more: what was held for it is given back. Once for each attempt.
    void give_back(Job& job);
    /// Whether the command could change what a stop of its client does that was reached and waits
    /// for the house's next book.
    bool steps_in_the_way(const Command& command) const;

    bool empty() const {
        return placed_.empty() && undo_.empty() && refusals_.empty() && bound_.empty() &&
               given_back_.empty() && swept_.empty();
    }

    /// The clients' part of the batch that the first statement checks.
    void expect_caller(const Job& job);

    /// Names the statements; once for each connection.
    static void prepare(pg::Connection& connection);
    /// Writes everything. `check_callers`: refuse the batch when a session was revoked meanwhile.
    /// Returns the transaction's time. Throws pg::Failure.
    pg::Time write(pg::Connection& connection, bool check_callers);

    /// The batch is durable since `at`.
    Committed commit(pg::Time at);
    void rollback();

  private:
    struct OrderUndo {
        LiveOrderPtr live;
        Order before;
    };
    struct Touched {
        MarketState* state;
        bool written = false;     ///< its sequence moves on
        bool needs_open = false;  ///< it trades, or takes a new order
        bool swept = false;       ///< the book was told new levels of the provider
        std::int32_t fills = 0;
        Decimal last;  ///< the last price, with what this batch has traded
        /// The prices that stops have not been compared with yet.
        std::optional<std::pair<Decimal, Decimal>> price_range;
        std::deque<LiveOrderPtr> came_back;  ///< to the stops of these that follow the price
        std::unordered_set<OrderId> back;    ///< those that are or were among them
    };
    struct Fill {
        MarketId market;
        std::int64_t seq;
        std::int32_t position;
        OrderId taker, maker;
        ClientId taker_client, maker_client;
        Side side;
        Decimal price, quantity, taker_fee, maker_fee;
    };
    /// What of an order can be changed.
    struct Terms {
        Decimal price, quantity;
        Decimal stop_price{};
        int trailing_delta = 0;
    };
    /// What was changed of an order, as it is stored.
    struct Amendment {
        LiveOrderPtr live;
        std::int64_t id;
        std::string client_key;
        std::int64_t content_hash;
        bool keeps_place;
        std::int64_t seq_before;
        std::int64_t seq;
        Terms before, after;
    };
    struct TermColumns;
    /// A stop, and the limit leg beside it where it is one of a pair; otherwise nullptr.
    struct Legs {
        LiveOrderPtr limit, stop;

        /// As they came about.
        std::vector<LiveOrderPtr> all() const {
            if (!limit) return {stop};
            return {limit, stop};
        }
    };
    /// Who must still be in order when the batch is written.
    struct ExpectedCaller {
        std::int64_t session;  ///< 0: nobody's
        std::int64_t client;
        std::int64_t epoch;
        bool trades;  ///< or cancels alone
        auto operator<=>(const ExpectedCaller&) const = default;
    };
    /// One side of a trade: what it pays from, what it receives into.
    struct Party {
        Order* order = nullptr;  ///< nullptr: the house
        ledger::Account* pays = nullptr;
        ledger::Account* receives = nullptr;
        Decimal rate;
    };

    Touched& touch(MarketState& state);
    void change(Touched& touched, const LiveOrderPtr& live);

    void place(Job& job, const PlaceOrder& request);
    matching::Order protect(Job& job, MarketState& state, const ValidatedOrder& validated);
    std::optional<risk::Why> short_of_house(const Job& job, MarketState& state,
                                            const matching::Order* order);
    void check_funds(MarketState& state, const Job& job, const matching::Order& order);
    OrderId number_for(const Job& job);
    bool in_the_way(const MarketState& state, ClientId client, Side side) const;
    void bound_provider(MarketState& state);

    void settle(Touched& touched, Order* taker);
    void fill(Touched& touched, Order* taker, const matching::Event& event);
    Party taker_party(MarketState& state, Order* taker, Side side);
    Party maker_party(MarketState& state, Order* maker, Side side);
    Decimal pay_fee(const Party& party, Decimal received, AssetId asset);
    void move_hold(MarketState& state, const Order& order, ledger::Kind kind);

    void cancel(Job& job, const CancelOrders& request);
    bool looked_at(const MarketState& state, const Order& order) const;
    bool looked_at(const MarketState& state, OrderId id) const;
    bool waits_to_cancel(const CancelOrders& request, const token::Session& caller) const;
    LiveOrderPtr cancelled_before(ClientId client, OrderId id) const;
    void cancel_one(Job& job, MarketState& state, const LiveOrderPtr& live);
    void note_taken_back(const token::Session& caller, const LiveOrderPtr& live);
    void end(Touched& touched, const LiveOrderPtr& live, OrderReason reason);
    LiveOrderPtr end_whole(Touched& touched, const LiveOrderPtr& live, OrderReason reason);

    // batch_amends.cpp
    void amend(Job& job, const AmendOrder& request);
    void check_amended_funds(MarketState& state, const Job& job, const Order& order,
                             const matching::Order& changed);
    Decimal may_pay(const Job& job);
    void keep_place(Touched& touched, const LiveOrderPtr& live, const PlaceOrder& changed);
    void come_anew(Touched& touched, const LiveOrderPtr& live, const PlaceOrder& changed,
                   OrderId place);

    // batch_amendments.cpp
    static void prepare_amendments(pg::Connection& connection);
    void send_amendments(pg::Pipeline& pipeline);
    void send_amended_orders(pg::Pipeline& pipeline);

    // batch_amended_stops.cpp
    void amend_waiting(Job& job, const AmendOrder& request, const Legs& legs);
    void rest_anew(MarketState& state, const Order& limit, const ValidatedOrder& validated);
    void change_leg(Job& job, Touched& touched, const LiveOrderPtr& live, const Order& wanted,
                    const AmendOrder& request);
    void hold_anew(MarketState& state, const std::vector<OrderUndo>& legs);

    // batch_stops.cpp
    void place_stop(Job& job, const PlaceOrder& request, const ValidatedOrder& validated);
    PlaceOrder with_stop(const Touched& touched, const PlaceOrder& asked) const;
    Decimal reserve_of(const MarketState& state, const PlaceOrder& request,
                       const ValidatedOrder& validated) const;
    Direction direction_of(const Touched& touched, const PlaceOrder& request,
                           const char* field) const;
    Legs legs_of(const Job& job, const PlaceOrder& request) const;
    void check_stop_funds(const PlaceOrder& request, const Legs& legs, Decimal available) const;
    void enter_legs(Job& job, Touched& touched, const Legs& legs);
    std::optional<matching::Reason> rest_limit_leg(Touched& touched, const Order& order,
                                                   const ValidatedOrder& validated);
    void note_price(Touched& touched, Decimal price);
    void follow(Touched& touched, Decimal traded);
    std::optional<PriceBand> believed(const MarketState& state) const;
    LiveOrderPtr next_reached(Touched& touched) const;
    void trigger_stops(Touched& touched, bool waiting_too = false);
    void trigger_reached(Touched& touched);
    void reach(Touched& touched, const LiveOrderPtr& live);
    void mark_reached(Touched& touched, const LiveOrderPtr& live, std::optional<pg::Time> at);
    std::optional<matching::Ticks> worst_for(const MarketState& state, Side side) const;
    std::optional<matching::Order> taker_of(const MarketState& state, const Order& stop) const;
    bool waits_for_house(MarketState& state, const Order& stop, pg::Time reached);
    bool house_trades(const MarketState& state) const;
    bool long_ago(pg::Time reached) const;
    bool waits_for_levels(const Job& job, const MarketState& state) const;
    bool reached_long_ago(const MarketState& state, const Order& stop, pg::Time reached) const;
    bool left_again(const MarketState& state, const Order& stop) const;
    void trigger(Touched& touched, const LiveOrderPtr& live);

    // batch_triggers.cpp
    static void prepare_triggers(pg::Connection& connection);
    void send_triggered(pg::Pipeline& pipeline);
    void send_followed(pg::Pipeline& pipeline);
    void send_reached(pg::Pipeline& pipeline);
    void send_stop_notices(pg::Pipeline& pipeline);
    void send_taken_back(pg::Pipeline& pipeline);

    // batch_brackets.cpp
    static void prepare_brackets(pg::Connection& connection);
    void send_brackets(pg::Pipeline& pipeline);
    void send_alone(pg::Pipeline& pipeline);
    void place_attached(Job& job, const PlaceOrder& request, const ValidatedOrder& validated);
    LiveOrderPtr take_profit(Touched& touched, const Order& order, const matching::Order& taker);
    void protect_rest(Job& job, Touched& touched, const PlaceOrder& rest, matching::Ticks limit,
                      OrderId first);
    bool has_passed(const Touched& touched, const Order& stop) const;
    void sweep_brackets(Job& job);

    // batch_waits.cpp
    void send_waits(pg::Pipeline& pipeline);

    void send_markets(pg::Pipeline& pipeline);
    void send_orders(pg::Pipeline& pipeline);
    void send_changes(pg::Pipeline& pipeline);
    void send_fills(pg::Pipeline& pipeline);
    void send_notices(pg::Pipeline& pipeline);
    void clear();

    Markets& markets_;
    Accounts& accounts_;
    OrderIds& ids_;
    const Limits& limits_;
    const std::int32_t owner_;
    const pg::Time now_ = pg::now();

    ledger::Batch ledger_;
    matching::Effects effects_;
    std::deque<Touched> touched_;
    std::vector<LiveOrderPtr> placed_;
    std::vector<OrderUndo> undo_;
    std::vector<LiveOrderPtr> triggered_;
    bool reached_ = false;  ///< some stop was, or was not after all
    /// Of each client, the waiting stops that another session takes back than placed them.
    std::map<std::int64_t, std::vector<std::pair<MarketId, Decimal>>> taken_back_;
    std::vector<std::pair<OrderId, OrderId>> pairs_;  ///< to what order what is attached: its first
    std::set<OrderId> swept_;                         ///< what is attached to these ends
    std::vector<LiveOrderPtr> profits_;               ///< taken as they were placed
    std::vector<LiveOrderPtr> alone_;  ///< attached stops that have no limit leg beside them
    std::vector<Amendment> amendments_;
    Refusals refusals_;
    std::vector<const Job*> bound_;
    std::vector<std::int64_t> given_back_;
    std::set<std::int64_t> frozen_;  ///< clients
    std::vector<Fill> fills_;
    std::vector<ExpectedCaller> callers_;
};

}  // namespace cambio::settlement
