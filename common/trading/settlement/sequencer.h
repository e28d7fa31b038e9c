#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "config/config.h"
#include "push/push.h"
#include "settlement/batch.h"
#include "settlement/feed.h"
#include "settlement/in_flight.h"
#include "settlement/publisher.h"

namespace cambio::settlement {

/// Keys that were seen a short while ago, by a hash: a hint to look into the database before
/// matching, never the decision.
class RecentKeys {
  public:
    void add(const std::string& key);
    bool holds(const std::string& key) const;

  private:
    std::unordered_set<std::size_t> young_, old_;  ///< hashes
};

/// The clients whose orders and changes wait for the house's next book. Who waits cannot take it
/// back meanwhile, or the wait would be a free choice between two prices. Their money is held
/// (Batch::bind). Another order or change, which could stand in its way, comes behind, and so does
/// a cancellation of what is being changed, or of an order that it could meet.
class Ahead {
  public:
    void add(const Command& command);  ///< cancellations hold nothing up
    bool holds_up(const Command& command, const Markets& markets) const;
    /// What its client waits for under the key of this command, as content_hash. Nothing: nobody
    /// waits there.
    std::optional<std::int64_t> under_key_of(const KeyedCommand& request, ClientId client) const;

  private:
    struct Waiting {
        OrderId changes;  ///< 0: it is a new order
        MarketId market;
        Side side;
        std::string key;
        std::int64_t content_hash;
    };
    std::unordered_map<ClientId, std::vector<Waiting>> clients_;
};

/// Settles orders: everything that is queued is matched in memory in order of arrival and becomes
/// durable by one implicit transaction; the answers go out after the commit.
///
/// One writer for each market. A session advisory lock is the lease of the usual writer, the
/// market's sequence is the fence. A batch that touches a market which another process leases, or
/// that ran into a surprise (a sequence, a balance, a key, a revoked session), goes the locked way:
/// row locks first, then what was stale is read again, then it is matched. An order that cannot be
/// paid is refused there alone.
///
/// When the connection breaks while nobody can know whether the batch is in, the same locked way
/// first moves the markets' sequences, so that the lost transaction can never commit later, and
/// answers the orders that are found from what is stored.
class Sequencer {
  public:
    /// The first command with each key.
    using BatchKeys = std::unordered_map<std::string, const Job*>;

    Sequencer(const Config& config, Push& push);
    ~Sequencer();
    Sequencer(const Sequencer&) = delete;
    Sequencer& operator=(const Sequencer&) = delete;

    /// Connects, takes the leases that are free and restores the books. Throws pg::Failure.
    void start();
    /// Settles what is queued, then ends the threads and gives the leases back.
    void stop();

    /// Throws Error unavailable when too much is queued already. Any thread.
    void submit(Command command);
    std::shared_ptr<const Prices> prices() const { return feed_.prices(); }

  private:
    struct Work {
        std::deque<Job> jobs;  ///< jobs point at each other, so they must not move
        std::vector<MarketUpdate> updates;
        std::vector<MarketId> swept;    ///< the provider's levels moved
        std::vector<MarketId> reached;  ///< the provider's price reaches a stop order
        bool uncertain = false;         ///< an attempt's end is not known
    };
    struct Answer {
        std::function<void(Outcome&&)> done;
        Outcome outcome;
    };

    // sequencer.cpp: threads, queues, answers
    void loop();
    Work take();
    bool resumes(const Work& work) const;
    void set_aside(Job&& job);
    void refuse_waiting();
    void admit_requests(Work& work);
    void admit_brackets(Work& work);
    bool writes(MarketId market) const;
    void deliver(Work& work);
    void refuse(Work& work, Code code);
    void release_holds(const Work& work);
    void respond();
    void publish(Committed&& committed);
    void publish_books();

    // sequencer_batch.cpp: one batch
    void process(Work& work);
    bool still_connected(const pg::Failure& failure, Work& work);
    bool deadline_passed() const;
    void settle(Work& work, bool locked);
    void forget_lost_holds(Work& work) const;
    void settle_one_by_one(Work& work);
    void settle_beside_stops(Work& single);
    void run_fast(Work& work);
    void run_locked(Work& work);
    void match(Batch& batch, Work& work);
    void match_one(Batch& batch, Job& job, BatchKeys& keys, Ahead& ahead);
    bool behind_its_key(Job& job) const;
    void keep_refusals(Batch& batch, const Work& work);
    void finish(Batch& batch, Work& work, pg::Time at);
    bool may_go_fast(const Work& work);
    std::vector<std::int64_t> markets_of(const Work& work) const;

    // sequencer_reads.cpp: what must be known of a batch's commands before they are matched
    void prepare(Work& work);
    void load_clients(Work& work);
    /// Which keys are looked up: those that were seen here a short while ago, all, or those of
    /// orders that would be refused (another process may have taken the order before, and with it
    /// the money or the liquidity that is missing now).
    enum class Keys { recent, all, refused };
    void find_repeats(Work& work, Keys which);
    void answer_repeats(const pg::Row& row, const std::vector<Job*>& jobs);
    void refuse_taken_pairs(Work& work);
    void refuse_ended_brackets(Work& work);
    void find_attempted(Work& work);
    void find_attempted_changes(Work& work);
    void find_amends(Work& work);
    void add_second_leg(std::vector<Order>& orders);
    void find_cancels(Work& work);
    void find_cancel(Job& job, OrderId id);
    void check_callers(Work& work);
    void check_funds(Work& work);
    std::set<std::int64_t> frozen_with_stops(const Work& work);
    void lock_accounts(Work& work);
    void take_ids(const Work& work);

    // sequencer_memory.cpp: the memory of markets and how it is made
    void connect();
    void set_up();
    void lease();
    void apply_updates(Work& work);
    void apply_prices(const Prices& prices);
    void share_budgets(const MarketUpdate& update);
    void find_reached(Work& work);
    void apply_rules(const std::shared_ptr<const markets::Directory>& directory);
    bool knows_owner(const Order& order);
    void restore(const std::vector<std::int64_t>& markets);
    void restore_last_prices(const pg::Param& markets);
    void restore_from_snapshot(const std::vector<std::int64_t>& markets);
    void restore_stale_leases();
    void lock_markets(Work& work);
    void forget_markets(const std::vector<std::int64_t>& markets);
    void doubt_turns(const Work& work);
    std::map<MarketId, risk::Traded> drop_taken_levels(const Work& work);

    const std::string conninfo_;
    const Limits limits_;
    const bool pushes_;

    // Only the sequencer's own thread touches these.
    std::optional<pg::Connection> connection_;
    std::shared_ptr<const markets::Directory> directory_;
    Markets markets_;
    Accounts accounts_;
    OrderIds ids_;
    RecentKeys keys_;
    Ahead ahead_;             ///< those of `waiting_`
    std::int32_t owner_ = 0;  ///< of what is held for them: this connection
    std::chrono::steady_clock::time_point leased_at_{};
    std::optional<std::chrono::steady_clock::time_point> away_since_;  ///< the database

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Command> queue_;
    std::deque<Job> waiting_;  ///< for the next book of the house
    InFlight in_flight_;
    std::vector<MarketUpdate> updates_;
    bool stopping_ = false;

    std::mutex answers_mutex_;
    std::condition_variable answers_wake_;
    std::deque<std::vector<Answer>> answers_;
    bool answers_end_ = false;

    Feed feed_;
    Publisher publisher_;
    std::thread thread_;
    std::vector<std::thread> responders_;
};

}  // namespace cambio::settlement
