#include <algorithm>
#include <set>
#include <thread>

#include "log/log.h"
#include "metrics/process.h"
#include "settlement/brackets.h"
#include "settlement/sequencer.h"

namespace cambio::settlement {

namespace {

/// A batch that meets more surprises than this is settled command by command.
constexpr int max_surprises = 4;
/// How long commands wait for a database that is away before they are refused: a restart of a back
/// end passes unnoticed, and nobody looks at a form for long.
constexpr std::chrono::seconds patience{2};
constexpr std::chrono::milliseconds reconnect_pause{100};

/// A bug in one command's way through memory. It is refused alone, the others are matched again.
struct PoisonedCommand : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// 22 and 23 are about what was to be written, CA001 is expect_rows.
bool of_the_data(const pg::Failure& failure) {
    return failure.state.starts_with("22") || failure.state.starts_with("23") ||
           failure.state == "CA001";
}

/// Counts a batch of commands when it is over, however it ends; an update alone is none.
class Watch {
  public:
    explicit Watch(std::size_t commands) : commands_{commands} {}
    ~Watch() {
        if (commands_ == 0) return;
        auto& counts = metrics::process();
        counts.batch_orders.observe(static_cast<std::int64_t>(commands_));
        counts.batch_seconds.observe(std::chrono::steady_clock::now() - began_);
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

  private:
    std::size_t commands_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// The two keys that a pair has beside that of its limit leg. False: another command of the batch
/// has one of them.
bool take_pair_keys(Sequencer::BatchKeys& keys, const Job& job) {
    const PlaceOrder* request = job.place();
    if (request == nullptr) return true;
    const ClientId client = job.command.caller.client;
    const auto take = [&](const std::string& key) { return keys.emplace(key, &job).second; };
    if (!request->stop_key.empty() && !take(key_of(client, request->stop_key))) return false;
    return request->list_key.empty() || take(key_of(client, "list:" + request->list_key));
}

/// Whether any answer comes from the store. It has to be as sure as what is written, and not every
/// batch that is sent writes something that its commit waits for.
bool finds(const std::deque<Job>& jobs) {
    return std::ranges::any_of(jobs, [](const Job& job) { return job.found; });
}

/// Each order that was placed learns what it has traded.
void note_trades(std::deque<Job>& jobs, const std::vector<Trade>& trades) {
    if (trades.empty()) return;
    std::unordered_map<OrderId, Job*> takers;
    for (Job& job : jobs) {
        if (job.settled || job.place() == nullptr) continue;
        for (const LiveOrderPtr& live : job.orders) takers.emplace(live->order.id, &job);
    }
    for (const Trade& trade : trades) {
        const auto taker = takers.find(trade.taker);
        if (taker != takers.end()) taker->second->trades.push_back(trade);
    }
}

}  // namespace

void Sequencer::process(Work& work) {
    const Watch watch{work.jobs.size()};
    bool locked = false;
    for (int surprises = 0; surprises < max_surprises;) {
        try {
            settle(work, locked);
            away_since_.reset();
            deliver(work);
            return;
        } catch (const PoisonedCommand& poisoned) {
            log::error("settlement.poisoned", {{"error", poisoned.what()}});
            ++surprises;
        } catch (const StopFailed& failed) {
            // What waited before is set aside, so however many there are, it ends.
            log::error("settlement.stop_failed", {{"error", failed.what()}});
            if (failed.placed_by_attempt) ++surprises;
        } catch (const pg::Failure& failure) {
            log::warn("settlement.retry", {{"state", failure.state},
                                           {"constraint", failure.constraint},
                                           {"error", failure.what()}});
            if (!of_the_data(failure)) {
                for (auto& [id, state] : markets_) state.tried.clear();
            }
            if (still_connected(failure, work)) {
                ++surprises;
            } else {
                work.uncertain = true;
                doubt_turns(work);
                if (deadline_passed() || work.jobs.empty()) return refuse(work, Code::unavailable);
                std::this_thread::sleep_for(reconnect_pause);
            }
        }
        locked = true;
    }
    settle_one_by_one(work);
}

/// Whether the failure left a connection to work with; otherwise it is given up, and with it what
/// was found there: nobody has confirmed it, and the server that is found next may not have it.
bool Sequencer::still_connected(const pg::Failure& failure, Work& work) {
    if (connection_ && !failure.connection_lost() && connection_->alive()) return true;
    connection_.reset();
    for (Job& job : work.jobs) {
        if (!job.found) continue;
        job.stored.clear();
        job.error.reset();
        job.found = false;
        job.settled = false;
    }
    if (!away_since_) away_since_ = std::chrono::steady_clock::now();
    return false;
}

bool Sequencer::deadline_passed() const {
    return away_since_ && std::chrono::steady_clock::now() - *away_since_ > patience;
}

void Sequencer::settle(Work& work, bool locked) {
    if (!connection_) connect();
    forget_lost_holds(work);
    apply_updates(work);
    lease();
    prepare(work);
    if (!locked && may_go_fast(work)) {
        run_fast(work);
    } else {
        run_locked(work);
    }
}

/// What a connection held that was lost is given back already, and could have been spent since: who
/// sent the command is looked at again, as if it had just come.
void Sequencer::forget_lost_holds(Work& work) const {
    for (Job& job : work.jobs) {
        if (job.hold.owner == owner_) continue;
        job.hold = {};
        job.accepted = false;
    }
}

/// The last resort: whatever spoils the batch takes only its own command down. When the database
/// itself is unwilling, nobody waits for each command's turn to hear it.
void Sequencer::settle_one_by_one(Work& work) {
    // Whatever it was that failed: in the markets whose stops had their turn, orders come first.
    for (const auto* turns : {&work.reached, &work.swept})
        for (const MarketId id : *turns)
            if (MarketState& state = markets_.at(id); state.tried.empty()) state.rest_stops();
    for (auto& [id, state] : markets_) state.suspect_tried();
    bool unwilling = false;
    for (Job& job : work.jobs) {
        Work single;
        single.uncertain = work.uncertain;
        single.jobs.push_back(std::move(job));
        Job& alone = single.jobs.front();
        alone.same_as = nullptr;
        if (unwilling) {
            refuse(single, Code::unavailable);
            continue;
        }
        try {
            settle_beside_stops(single);
            deliver(single);
        } catch (const pg::Failure& failure) {
            log::error("settlement.refused", {{"state", failure.state}, {"error", failure.what()}});
            const bool own = of_the_data(failure);
            unwilling = !still_connected(failure, single) || !own;
            refuse(single, own ? Code::internal : Code::unavailable);
        } catch (const std::exception& failure) {
            log::error("settlement.refused", {{"error", failure.what()}});
            refuse(single, Code::internal);
        }
    }
    work.jobs.clear();
}

/// Again for each stop that fails: it is set aside. What the command places itself is its own
/// failure.
void Sequencer::settle_beside_stops(Work& single) {
    for (;;) {
        try {
            return settle(single, true);
        } catch (const StopFailed& failed) {
            log::error("settlement.stop_failed", {{"error", failed.what()}});
            if (failed.placed_by_attempt) throw;
        }
    }
}

bool Sequencer::may_go_fast(const Work& work) {
    for (const std::int64_t id : markets_of(work)) {
        const auto found = markets_.find(MarketId{id});
        if (found == markets_.end()) continue;
        if (!found->second.leased || found->second.stale) return false;
    }
    return true;
}

std::vector<std::int64_t> Sequencer::markets_of(const Work& work) const {
    std::set<std::int64_t> ids;
    for (const MarketId id : work.swept) ids.insert(id.value);
    for (const MarketId id : work.reached) ids.insert(id.value);
    for (const Job& job : work.jobs) {
        if (job.settled) continue;
        if (const KeyedCommand* request = job.keyed()) ids.insert(request->market.value);
        for (const MarketId id : job.markets) ids.insert(id.value);
    }
    return {ids.begin(), ids.end()};
}

void Sequencer::run_fast(Work& work) {
    Batch batch{markets_, accounts_, ids_, limits_, owner_};
    match(batch, work);
    find_repeats(work, Keys::refused);
    keep_refusals(batch, work);
    if (finds(work.jobs)) {
        pg::Transaction tx{*connection_};
        tx.mark_as_change();
        tx.commit();
    }
    const pg::Time at = batch.empty() ? pg::now() : batch.write(*connection_, true);
    finish(batch, work, at);
}

void Sequencer::run_locked(Work& work) {
    const std::vector<std::int64_t> ids = markets_of(work);
    try {
        pg::Transaction tx{*connection_};
        lock_markets(work);
        take_ids(work);
        std::map<MarketId, risk::Traded> taken;
        if (work.uncertain) {
            find_attempted(work);
            find_attempted_changes(work);
            taken = drop_taken_levels(work);
        }
        find_repeats(work, Keys::all);
        refuse_taken_pairs(work);
        check_callers(work);
        lock_accounts(work);
        Batch batch{markets_, accounts_, ids_, limits_, owner_};
        batch.end_stops_of(frozen_with_stops(work));
        match(batch, work);
        keep_refusals(batch, work);
        const pg::Time at = batch.empty() ? pg::now() : batch.write(*connection_, false);
        if (finds(work.jobs)) tx.mark_as_change();
        tx.commit();
        for (const auto& [id, traded] : taken) markets_.at(id).count_traded(traded, pg::now());
        finish(batch, work, at);
    } catch (...) {
        // What was read inside the transaction counts no more, the moved sequences above all.
        forget_markets(ids);
        throw;
    }
}

void Sequencer::match(Batch& batch, Work& work) {
    for (std::size_t i = 0; i < work.swept.size(); ++i) {
        MarketState& state = markets_.at(work.swept[i]);
        try {
            batch.sweep(state);
        } catch (const StopFailed&) {
            throw;
        } catch (const std::exception& failure) {
            state.drop_provider();
            work.swept.erase(work.swept.begin() + static_cast<std::ptrdiff_t>(i));
            throw PoisonedCommand{failure.what()};
        }
    }
    for (const MarketId id : work.reached) {
        MarketState& state = markets_.at(id);
        try {
            batch.on_price(state, state.quote->last);
        } catch (const StopFailed&) {
            throw;
        } catch (const std::exception& failure) {
            state.rest_stops();
            throw PoisonedCommand{failure.what()};
        }
    }
    BatchKeys keys;
    Ahead ahead;
    for (Job& job : work.jobs) {
        job.binding = {};
        job.given_back = false;
        if (!job.settled) match_one(batch, job, keys, ahead);
        if (!job.waits) batch.give_back(job);
    }
}

void Sequencer::match_one(Batch& batch, Job& job, BatchKeys& keys, Ahead& ahead) {
    job.error.reset();
    job.short_of_house.reset();
    job.orders.clear();
    job.same_as = nullptr;
    const KeyedCommand* request = job.keyed();
    if (request != nullptr && !request->client_key.empty()) {
        const auto [first, fresh] = keys.emplace(job.key(), &job);
        if (!fresh) {
            job.same_as = first->second;
            job.waits = first->second->waits;
            if (first->second->keyed()->content_hash != request->content_hash) {
                job.same_as = nullptr;
                job.waits = false;
                job.error = Error{Code::client_id_reused, "client_id"};
            }
            return;
        }
    }
    if (behind_its_key(job)) return;
    // Nothing of it waits, is held or is counted: its numbers may be any.
    if (job.command.refusal) {
        job.error = job.command.refusal;
        return;
    }
    const bool behind = ahead_.holds_up(job.command, markets_) ||
                        ahead.holds_up(job.command, markets_) ||
                        batch.steps_in_the_way(job.command);
    if (!behind && !take_pair_keys(keys, job)) {
        job.error = Error{Code::client_id_reused, "client_id"};
        return;
    }
    try {
        job.waits = behind;
        if (!behind) {
            batch.come_late(job);
            batch.run(job);
        }
        if (job.waits) batch.bind(job, !behind);
    } catch (const StopFailed&) {
        throw;
    } catch (const std::exception& failure) {
        job.orders.clear();
        job.error = Error{Code::internal};
        job.settled = true;
        job.waits = false;
        throw PoisonedCommand{failure.what()};
    }
    if (job.waits) ahead.add(job.command);
    if (job.amend() != nullptr) {
        if (!job.orders.empty()) job.attempted.push_back(job.amendment);
        return;
    }
    for (const LiveOrderPtr& live : job.orders) job.attempted.push_back(live->order.id.value);
}

/// A key under which one waits is that one's: a refusal that was kept there would void it, and who
/// knows the next price could choose. What asks for the same and is refused comes behind it.
bool Sequencer::behind_its_key(Job& job) const {
    const KeyedCommand* request = job.keyed();
    if (request == nullptr) return false;
    const auto waiting = ahead_.under_key_of(*request, job.command.caller.client);
    if (!waiting) return false;
    if (*waiting != request->content_hash) {
        job.error = Error{Code::client_id_reused, "client_id"};
        return true;
    }
    job.waits = job.command.refusal.has_value();
    return job.waits;
}

/// Whoever sends a refused order again is told the same, by whichever process. The programs' own
/// orders come from one place, which asks anew under the same key.
void Sequencer::keep_refusals(Batch& batch, const Work& work) {
    for (const Job& job : work.jobs) {
        const KeyedCommand* request = job.keyed();
        if (job.settled || !job.error || job.same_as != nullptr || request == nullptr) continue;
        const bool keyed = !request->client_key.empty() && job.command.caller.id.value != 0;
        if (keyed && kept(*job.error)) batch.keep_refusal(job);
    }
}

void Sequencer::finish(Batch& batch, Work& work, pg::Time at) {
    Committed committed = batch.commit(at);
    if (std::ranges::any_of(committed.orders, brings_pair)) feed_.hurry();
    note_trades(work.jobs, committed.trades);
    publish(std::move(committed));
    work.swept.clear();
    work.reached.clear();
    for (Job& job : work.jobs) {
        if (job.given_back) job.hold = {};
        if (job.binding.id != 0) {
            job.hold = job.binding;
            job.accepted = true;
        }
        if (job.waits) continue;
        // What an earlier batch has settled was counted there.
        if (job.short_of_house && !job.settled)
            risk::count(risk::Place::order_book, *job.short_of_house);
        job.settled = true;
        const KeyedCommand* request = job.keyed();
        if (request == nullptr || request->client_key.empty()) continue;
        if (!job.orders.empty() || job.error) keys_.add(job.key());
    }
}

}  // namespace cambio::settlement
