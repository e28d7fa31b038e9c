#include "markets/trade_tail.h"

#include <algorithm>
#include <utility>

namespace cambio::markets {
namespace {

/// A run that no answer joins is not kept for ever.
constexpr std::size_t max_waiting = 5'000;

/// Numbers of trades, and whatever else a provider calls them, in the order of a list.
bool before(const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// The first of `count` trades whose last one is this. The stream lets only numbers pass.
std::string first_of(const std::string& id, std::int64_t count) {
    if (count <= 1) return id;
    return std::to_string(std::max<std::int64_t>(std::stoll(id) - count + 1, 0));
}

}  // namespace

/// Trades of one moment are told apart by their ids; the ids of two providers have nothing to do
/// with each other, but their times have.
TradeTail::Place TradeTail::place_of(const ProviderTrade& trade, std::int64_t count) const {
    if (trade.at != newest_.at) return trade.at < newest_.at ? Place::known : Place::beyond;
    if (!before(newest_.id, trade.id)) return Place::known;
    return before(newest_.id, first_of(trade.id, count)) ? Place::beyond : Place::across;
}

void TradeTail::keep(const ProviderTrade& trade) {
    newest_ = {trade.at, trade.id};
    ready_.push_back(trade);
    extend(trade.at);
}

void TradeTail::extend(pg::Time until) {
    if (coverage_) coverage_->until = std::max(coverage_->until, until);
}

/// What is pushed is no longer joined to what is known, or not yet.
void TradeTail::part(pg::Time since) {
    joined_ = false;
    since_ = since;
    waiting_.clear();
}

void TradeTail::push(const Pushed& pushed) {
    const auto& trade = std::get<ProviderTrade>(pushed.row.value);
    if (pushed.run != run_) {
        run_ = pushed.run;
        part(pg::now());
    }
    if (!joined_) {
        if (waiting_.size() >= max_waiting) part(pg::now());
        waiting_.push_back({trade, pushed.row.count});
        return;
    }
    switch (place_of(trade, pushed.row.count)) {
        case Place::known:
            return;
        case Place::beyond:
            return keep(trade);
        case Place::across:
            return part(pg::now());
    }
}

void TradeTail::follow(const std::optional<UnbrokenRun>& run) {
    if ((run ? run->number : 0) == run_) return;
    run_ = run ? run->number : 0;
    part(run ? run->since : pg::Time{});
}

void TradeTail::heard(pg::Time until) {
    if (joined_) extend(until - publication_delay);
}

std::optional<pg::Time> TradeTail::joins_from() const {
    if (run_ == 0) return std::nullopt;
    return since_ + publication_delay;
}

void TradeTail::answered(const std::vector<ProviderTrade>& trades, pg::Time asked_at) {
    if (trades.empty()) return;
    // The answer is complete up to the moment of asking, less the time a trade needs to show.
    const pg::Time until = std::max<pg::Time>(trades.front().at, asked_at - publication_delay);
    // Unbroken when it reaches back to what was known.
    if (!coverage_ || pg::Time{trades.back().at} > coverage_->until)
        coverage_ = Coverage{trades.back().at, until};
    for (auto trade = trades.rbegin(); trade != trades.rend(); ++trade)
        if (place_of(*trade, 1) == Place::beyond) keep(*trade);
    extend(until);
    if (!joined_ && run_ != 0 && asked_at >= since_ + publication_delay) join();
}

void TradeTail::join() {
    joined_ = true;
    for (const auto& [trade, count] : std::exchange(waiting_, {})) {
        switch (place_of(trade, count)) {
            case Place::known:
                break;
            case Place::beyond:
                keep(trade);
                break;
            case Place::across:
                // Part of what it sums up is known; the next answer has the rest of it.
                return part(pg::now());
        }
    }
}

std::vector<ProviderTrade> TradeTail::take() {
    return std::exchange(ready_, {});
}

}  // namespace cambio::markets
