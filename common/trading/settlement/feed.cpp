#include "settlement/feed.h"

#include <pthread.h>

#include <algorithm>

#include "ledger/waiting.h"
#include "log/log.h"

namespace cambio::settlement {

namespace {

constexpr std::chrono::milliseconds pace{500};
/// While somebody waits.
constexpr std::chrono::milliseconds quick_pace{100};
/// Rules are read every so many rounds; an operator's change may take that long.
constexpr int rules_every = 4;

constexpr const char* read_seqs = "select id, seq, tradable from markets";

}  // namespace

const markets::Quote* Prices::quote(MarketId market) const {
    const auto found = quotes.find(market);
    return found == quotes.end() ? nullptr : &found->second;
}

Feed::Feed(std::string conninfo, int house_stale_after_ms, Push& push,
           std::function<void(MarketUpdate&&)> tell)
    : conninfo_{std::move(conninfo)},
      house_stale_after_ms_{house_stale_after_ms},
      tell_{std::move(tell)},
      brackets_{push} {}

Feed::~Feed() {
    stop();
}

void Feed::start() {
    read();
    thread_ = std::thread{[this] { loop(); }};
}

void Feed::stop() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

std::shared_ptr<const Prices> Feed::prices() const {
    const std::lock_guard lock{mutex_};
    return prices_;
}

void Feed::loop() {
    pthread_setname_np(pthread_self(), "feed");
    std::unique_lock lock{mutex_};
    const auto ends_within = [&](std::chrono::milliseconds time) {
        return wake_.wait_for(lock, time, [this] { return stopping_; });
    };
    while (!ends_within(quick_pace)) {
        wake_.wait_for(lock, pace - quick_pace, [this] { return stopping_ || hurried_; });
        if (stopping_) return;
        hurried_ = false;
        lock.unlock();
        try {
            read();
        } catch (const std::exception& failure) {
            // Prices grow stale meanwhile, which the checks of each order see by themselves.
            log::warn("settlement.feed", {{"error", failure.what()}});
            connection_.reset();
        }
        lock.lock();
    }
}

void Feed::hurry() {
    {
        const std::lock_guard lock{mutex_};
        hurried_ = true;
    }
    wake_.notify_all();
}

void Feed::read() {
    if (!connection_) connection_.emplace(conninfo_);
    if (!directory_ || rounds_++ % rules_every == 0) {
        directory_ =
            std::make_shared<const markets::Directory>(markets::Directory::read(*connection_));
    }
    MarketUpdate update;
    const auto prices = std::make_shared<Prices>();
    prices->directory = directory_;
    for (markets::Quote& quote : markets::read_quotes(*connection_)) {
        prices->quotes.emplace(quote.market, quote);
    }
    update.prices = prices;
    for (const pg::Row row : connection_->run(read_seqs)) {
        const auto id = row.id<MarketId>("id");
        update.seqs.emplace(id, row.integer("seq"));
        const auto* known = directory_->find(id);
        // Halted, paused or opened since the rules were read: they are read anew with the next
        // look.
        if (known != nullptr && known->open != row.boolean("tradable")) rounds_ = 0;
    }
    update.books = changed_books();
    update.converted = risk::traded_by(*connection_, risk::Source::convert);
    write_traded();
    write_refusals();
    write_cancellations();
    for (const auto hold : {ledger::Kind::order_hold, ledger::Kind::conversion_hold})
        ledger::release_orphans(*connection_, hold);
    update.requests = new_requests();
    update.cancellations = new_cancellations();
    MarketUpdate later{.prices = prices, .converted = update.converted};
    {
        const std::lock_guard lock{mutex_};
        prices_ = prices;
    }
    tell_(std::move(update));
    // Writing what came of brackets may take a while: nobody's prices wait for it.
    later.brackets = brackets_.untold(brackets_.follow(*connection_));
    if (!later.brackets.empty()) tell_(std::move(later));
}

void Feed::answered(const OrderRequest& request, std::optional<Code> refusal) {
    const std::lock_guard lock{mutex_};
    // A refusal is an answer once it is written.
    if (refusal) {
        refused_.push_back({{request.client, request.key}, *refusal});
    } else {
        told_.erase({request.client, request.key});
    }
}

void Feed::answered(const CancelRequest& request, std::optional<CancelAnswer> answer) {
    const std::lock_guard lock{mutex_};
    // What has an answer is known until that is written, so that it is not told again before.
    if (answer) {
        cancelled_.emplace_back(request.id, *answer);
    } else {
        cancelling_.erase(request.id);
    }
}

void Feed::answered(const DueBracket& due, std::optional<Outcome> outcome) {
    brackets_.answered(due, std::move(outcome));
}

void Feed::traded(AssetId asset, const risk::Traded& traded) {
    const std::lock_guard lock{mutex_};
    risk::Traded& sum = traded_[asset];
    sum.sold += traded.sold;
    sum.bought += traded.bought;
}

void Feed::write_traded() {
    std::map<AssetId, risk::Traded> untold;
    {
        const std::lock_guard lock{mutex_};
        untold.swap(traded_);
    }
    for (const auto& [asset, sums] : untold)
        risk::add_traded(*connection_, asset, risk::Source::order_book, sums);
}

void Feed::write_last_traded() {
    try {
        if (connection_) write_traded();
    } catch (const pg::Failure& failure) {
        log::warn("settlement.feed", {{"error", failure.what()}});
    }
}

void Feed::write_refusals() {
    std::vector<std::pair<RequestKey, Code>> refused;
    {
        const std::lock_guard lock{mutex_};
        refused = refused_;
    }
    for (const auto& [key, code] : refused) {
        refuse_request(*connection_, key.first, key.second, code);
    }
    const std::lock_guard lock{mutex_};
    refused_.erase(refused_.begin(),
                   refused_.begin() + static_cast<std::ptrdiff_t>(refused.size()));
    for (const auto& [key, code] : refused) told_.erase(key);
}

void Feed::write_cancellations() {
    std::vector<std::pair<std::int64_t, CancelAnswer>> answers;
    {
        const std::lock_guard lock{mutex_};
        answers = cancelled_;
    }
    for (const auto& [request, answer] : answers)
        answer_cancellation(*connection_, request, answer);
    const std::lock_guard lock{mutex_};
    cancelled_.erase(cancelled_.begin(),
                     cancelled_.begin() + static_cast<std::ptrdiff_t>(answers.size()));
    for (const auto& [request, answer] : answers) cancelling_.erase(request);
}

std::vector<CancelRequest> Feed::new_cancellations() {
    std::vector<CancelRequest> requests = waiting_cancellations(*connection_);
    const std::lock_guard lock{mutex_};
    std::erase_if(requests, [this](const CancelRequest& request) {
        return !cancelling_.insert(request.id).second;
    });
    return requests;
}

std::vector<OrderRequest> Feed::new_requests() {
    std::vector<OrderRequest> requests = waiting_requests(*connection_);
    const std::lock_guard lock{mutex_};
    std::erase_if(requests, [this](const OrderRequest& request) {
        return !told_.insert({request.client, request.key}).second;
    });
    return requests;
}

std::vector<markets::StoredBook> Feed::changed_books() {
    const pg::Time now = pg::now();
    std::vector<markets::StoredBook> result;
    for (markets::StoredBook& book : markets::read_stored_books(*connection_, newest_)) {
        newest_ = std::max(newest_, book.received_at);
        if (markets::stale(book, now, house_stale_after_ms_)) {
            // Nor is the one before it the provider's any more. Of the first that is seen here its
            // age counts: the house has just had a book, or has had none for long.
            const bool first = seen_.insert(book.market).second;
            if (fresh_.erase(book.market) > 0 || first)
                result.push_back({book.market, {}, {}, book.provider_at, book.received_at});
            continue;
        }
        seen_.insert(book.market);
        fresh_[book.market] = {book.market, {}, {}, book.provider_at, book.received_at};
        result.push_back(std::move(book));
    }
    for (auto at = fresh_.begin(); at != fresh_.end();) {
        if (!markets::stale(at->second, now, house_stale_after_ms_)) {
            ++at;
            continue;
        }
        result.push_back(at->second);
        at = fresh_.erase(at);
    }
    return result;
}

}  // namespace cambio::settlement
