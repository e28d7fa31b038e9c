#include "markets/coverage.h"

#include <chrono>
#include <string>

#include "jobs/marks.h"

namespace cambio::markets {
namespace {

std::string mark_name(MarketId market) {
    return "trades " + std::to_string(market.value);
}

std::string microseconds(pg::Time time) {
    return std::to_string(time.time_since_epoch().count());
}

/// Of the number that the text begins with.
pg::Time coverage_time(const std::string& text) {
    return pg::Time{std::chrono::microseconds{std::stoll(text)}};
}

}  // namespace

std::optional<Coverage> read_coverage(pg::Transaction& tx, MarketId market) {
    const auto mark = jobs::read_mark(tx.connection(), mark_name(market));
    if (!mark) return {};
    const auto until = mark->value.find(' ') + 1;
    return Coverage{coverage_time(mark->value), coverage_time(mark->value.substr(until))};
}

void write_coverages(pg::Transaction& tx,
                     const std::vector<std::pair<MarketId, Coverage>>& coverages) {
    std::vector<std::string> names, values;
    for (const auto& [market, coverage] : coverages) {
        names.push_back(mark_name(market));
        values.push_back(microseconds(coverage.since) + " " + microseconds(coverage.until));
    }
    jobs::set_marks(tx.connection(), names, values);
}

}  // namespace cambio::markets
