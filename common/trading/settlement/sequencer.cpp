#include "settlement/sequencer.h"

#include <pthread.h>

#include <algorithm>

#include "ledger/waiting.h"
#include "log/log.h"
#include "markets/shown_books.h"
#include "settlement/brackets.h"
#include "token/api_keys.h"

namespace cambio::settlement {

namespace {

constexpr std::size_t max_queued = 8192;
constexpr std::size_t batch_size = 512;
constexpr std::size_t recent_keys = 100'000;
constexpr std::size_t responder_threads = 2;
constexpr std::chrono::milliseconds book_pace{100};
/// A book that stands still is told again: whoever hears nothing of it knows that nobody settles.
constexpr std::chrono::seconds book_rest{2};

}  // namespace

void RecentKeys::add(const std::string& key) {
    if (young_.size() >= recent_keys) {
        old_ = std::move(young_);
        young_.clear();
    }
    young_.insert(std::hash<std::string>{}(key));
}

bool RecentKeys::holds(const std::string& key) const {
    const std::size_t hash = std::hash<std::string>{}(key);
    return young_.contains(hash) || old_.contains(hash);
}

void Ahead::add(const Command& command) {
    const KeyedCommand* request = command.keyed();
    if (request == nullptr) return;
    const OrderId changes = command.amend() != nullptr ? command.amend()->order : OrderId{};
    clients_[command.caller.client].push_back(
        {changes, request->market, request->side, request->client_key, request->content_hash});
}

std::optional<std::int64_t> Ahead::under_key_of(const KeyedCommand& request,
                                                ClientId client) const {
    const auto found = clients_.find(client);
    if (request.client_key.empty() || found == clients_.end()) return std::nullopt;
    const auto one = std::ranges::find(found->second, request.client_key, &Waiting::key);
    if (one == found->second.end()) return std::nullopt;
    return one->content_hash;
}

bool Ahead::holds_up(const Command& command, const Markets& markets) const {
    const auto found = clients_.find(command.caller.client);
    if (found == clients_.end()) return false;
    const CancelOrders* them = command.cancel();
    if (them == nullptr) return true;
    return std::ranges::any_of(found->second, [&](const Waiting& one) {
        if (!them->order) return !them->market || *them->market == one.market;
        if (*them->order == one.changes) return true;
        const auto& open = markets.at(one.market).open;
        const auto order = open.find(*them->order);
        return order != open.end() && order->second->order.side != one.side;
    });
}

Sequencer::Sequencer(const Config& config, Push& push)
    : conninfo_{config.database_url},
      limits_{.price_protection = config.price_protection,
              .stale_after_ms = config.stale_after_ms,
              .house_stale_after = std::chrono::milliseconds{config.house_stale_after_ms},
              .house_budget = config.house_budget_per_minute,
              .house_spread = config.liquidity_spread,
              .last_look = config.house_last_look},
      pushes_{!config.push_url.empty()},
      feed_{config.database_url, config.house_stale_after_ms, push,
            [this](MarketUpdate&& update) {
                const std::lock_guard lock{mutex_};
                updates_.push_back(std::move(update));
                wake_.notify_one();
            }},
      publisher_{config.database_url, push} {}

Sequencer::~Sequencer() {
    stop();
}

void Sequencer::start() {
    feed_.start();
    directory_ = feed_.prices()->directory;
    connect();
    publisher_.start();
    for (std::size_t i = 0; i < responder_threads; ++i) {
        responders_.emplace_back([this] { respond(); });
    }
    thread_ = std::thread{[this] { loop(); }};
}

void Sequencer::stop() {
    feed_.stop();
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
    for (auto& [id, state] : markets_)
        feed_.traded(state.market.base.id, state.newly_traded(pg::now()));
    feed_.write_last_traded();
    {
        const std::lock_guard lock{answers_mutex_};
        answers_end_ = true;
    }
    answers_wake_.notify_all();
    for (std::thread& responder : responders_) responder.join();
    responders_.clear();
    publisher_.stop();
    connection_.reset();
}

void Sequencer::submit(Command command) {
    if (const KeyedCommand* request = command.keyed())
        token::expect_may_trade_in(command.caller, request->market);
    else
        token::expect_may_trade(command.caller);
    command.at = pg::now();
    {
        const std::lock_guard lock{mutex_};
        if (stopping_ || queue_.size() + waiting_.size() >= max_queued)
            throw Error{Code::unavailable};
        if (in_flight_.joins(command)) return;
        queue_.push_back(std::move(command));
    }
    wake_.notify_one();
}

Sequencer::Work Sequencer::take() {
    Work work;
    std::unique_lock lock{mutex_};
    wake_.wait_for(lock, book_pace,
                   [this] { return stopping_ || !queue_.empty() || !updates_.empty(); });
    work.updates.swap(updates_);
    if (resumes(work)) {
        work.jobs.swap(waiting_);
        ahead_ = {};
    }
    const std::size_t count = std::min(queue_.size(), batch_size);
    for (std::size_t i = 0; i < count; ++i) {
        work.jobs.emplace_back().command = std::move(queue_[i]);
    }
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(count));
    return work;
}

/// Whether those that wait for the house may go on: there may be a new book, or the one that it had
/// is too old by now and they trade without the house.
bool Sequencer::resumes(const Work& work) const {
    if (waiting_.empty()) return false;
    return !work.updates.empty() ||
           risk::too_old(waiting_.front().command.at, pg::now(), limits_.house_stale_after);
}

/// The job comes back with the next update, which is asked for at once.
void Sequencer::set_aside(Job&& job) {
    ahead_.add(job.command);
    {
        const std::lock_guard lock{mutex_};
        waiting_.push_back(std::move(job));
    }
    feed_.hurry();
}

void Sequencer::refuse_waiting() {
    Work work;
    {
        const std::lock_guard lock{mutex_};
        work.jobs.swap(waiting_);
    }
    refuse(work, Code::unavailable);
}

bool Sequencer::writes(MarketId market) const {
    const auto found = markets_.find(market);
    return found != markets_.end() && found->second.leased;
}

/// The pairs of orders that are done, in the markets that this process writes.
void Sequencer::admit_brackets(Work& work) {
    for (MarketUpdate& update : work.updates) {
        for (const DueBracket& due : update.brackets) {
            if (!writes(due.order.market)) {
                feed_.answered(due, std::nullopt);
                continue;
            }
            Command& command = work.jobs.emplace_back().command;
            command.caller.client = due.order.client;
            command.caller.epoch = due.epoch;
            command.what = pair_after(due.order, markets_.at(due.order.market).market);
            command.at = pg::now();
            command.done = [this, due](Outcome&& outcome) {
                feed_.answered(due, std::move(outcome));
            };
        }
        update.brackets.clear();
    }
}

/// What jobs ask for in the markets that this process writes.
void Sequencer::admit_requests(Work& work) {
    for (MarketUpdate& update : work.updates) {
        for (const OrderRequest& request : update.requests) {
            if (!writes(request.market)) {
                feed_.answered(request, std::nullopt);
                continue;
            }
            Command& command = work.jobs.emplace_back().command;
            command.caller.client = request.client;
            command.caller.epoch = request.epoch;
            command.what = request.command();
            command.at = pg::now();
            command.done = [this, request](Outcome&& outcome) {
                feed_.answered(request,
                               outcome.error ? std::optional{outcome.error->code()} : std::nullopt);
            };
        }
        update.requests.clear();
    }
}

/// What the operator ends in the markets that this process writes.
void Sequencer::admit_cancellations(Work& work) {
    for (MarketUpdate& update : work.updates) {
        for (const CancelRequest& request : update.cancellations) {
            if (!writes(request.market)) {
                feed_.answered(request, std::nullopt);
                continue;
            }
            Command& command = work.jobs.emplace_back().command;
            command.caller.client = request.client;
            command.what = request.command();
            command.at = pg::now();
            command.done = [this, request](Outcome&& outcome) {
                CancelAnswer answer;
                answer.orders =
                    static_cast<std::int64_t>(outcome.orders.size() + outcome.ended_brackets);
                if (outcome.error) answer.refusal = outcome.error->code();
                feed_.answered(request, answer);
            };
        }
        update.cancellations.clear();
    }
}

void Sequencer::loop() {
    pthread_setname_np(pthread_self(), "sequencer");
    for (;;) {
        Work work = take();
        admit_requests(work);
        admit_cancellations(work);
        admit_brackets(work);
        if (work.jobs.empty() && work.updates.empty()) {
            std::unique_lock lock{mutex_};
            if (stopping_ && queue_.empty()) {
                lock.unlock();
                return refuse_waiting();
            }
        }
        try {
            process(work);
        } catch (const std::exception& failure) {
            log::error("settlement.batch_failed", {{"error", failure.what()}});
            refuse(work, Code::internal);
        }
        publish_books();
    }
}

/// Answers each job that is not answered yet.
void Sequencer::deliver(Work& work) {
    std::vector<Answer> answers;
    answers.reserve(work.jobs.size());
    for (Job& job : work.jobs) {
        if (job.waits) {
            set_aside(std::move(job));
            continue;
        }
        const Job& source = job.same_as == nullptr ? job : *job.same_as;
        Answer answer{std::move(job.command.done), {}};
        if (job.error || source.error) {
            answer.outcome.error = job.error ? job.error : source.error;
        } else {
            answer.outcome.orders = source.stored;
            answer.outcome.ended_brackets = source.ended_brackets;
            if (source.stored.empty()) answer.outcome.trades = source.trades;
            for (const LiveOrderPtr& live : source.orders) {
                answer.outcome.orders.push_back(live->order);
            }
        }
        answers.push_back(std::move(answer));
    }
    work.jobs.clear();
    if (answers.empty()) return;
    {
        const std::lock_guard lock{answers_mutex_};
        answers_.push_back(std::move(answers));
    }
    answers_wake_.notify_one();
}

/// What is held for commands that were refused without a batch that gave it back. Where that fails,
/// the connection is given up, and with it all that it holds.
void Sequencer::release_holds(const Work& work) {
    std::vector<std::int64_t> ids;
    for (const Job& job : work.jobs) {
        if (job.hold.amount.positive() && job.hold.owner == owner_) ids.push_back(job.hold.id);
    }
    if (ids.empty() || !connection_) return;
    try {
        ledger::release_waiting(*connection_, ledger::Kind::order_hold, ids);
    } catch (const pg::Failure& failure) {
        log::warn("settlement.release", {{"state", failure.state}, {"error", failure.what()}});
        connection_.reset();
    }
}

/// What was only found may not have been confirmed: that is no answer yet.
void Sequencer::refuse(Work& work, Code code) {
    release_holds(work);
    for (Job& job : work.jobs) {
        if (job.settled && !job.found) continue;
        job.same_as = nullptr;
        job.waits = false;
        job.error = Error{code};
    }
    deliver(work);
}

void Sequencer::respond() {
    pthread_setname_np(pthread_self(), "responder");
    std::unique_lock lock{answers_mutex_};
    for (;;) {
        answers_wake_.wait(lock, [this] { return answers_end_ || !answers_.empty(); });
        if (answers_.empty()) return;
        std::vector<Answer> answers = std::move(answers_.front());
        answers_.pop_front();
        lock.unlock();
        for (Answer& answer : answers) {
            try {
                answer.done(std::move(answer.outcome));
            } catch (const std::exception& failure) {
                log::error("settlement.answer", {{"error", failure.what()}});
            }
        }
        lock.lock();
    }
}

void Sequencer::publish(Committed&& committed) {
    if (!pushes_) return;
    BatchEvents events;
    events.directory = directory_;
    events.at = committed.at;
    events.trades = std::move(committed.trades);
    for (Order& order : committed.orders) {
        const Client* client = accounts_.client(order.client);
        if (client != nullptr) events.orders.push_back({client->unique_id, std::move(order)});
    }
    publisher_.tell(std::move(events));
}

/// The books that changed and were last told a while ago. Only their writer knows them, so markets
/// that another process leases are left to it, and without the database nobody settles.
void Sequencer::publish_books() {
    if (!connection_) return;
    const auto now = std::chrono::steady_clock::now();
    BatchEvents events;
    for (auto& [id, state] : markets_) {
        const bool due = now - state.told_at >= (state.book_changed ? book_pace : book_rest);
        if (!due || !state.leased || state.stale) continue;
        state.book_changed = false;
        state.told_at = now;
        events.books.push_back(
            {id, state.book.depth(Side::sell, markets::shown_levels),
             state.book.depth(Side::buy, markets::shown_levels), state.last_price,
             state.quote ? std::optional{state.quote->provider_at} : std::nullopt});
    }
    if (events.books.empty()) return;
    events.directory = directory_;
    publisher_.tell(std::move(events));
}

}  // namespace cambio::settlement
