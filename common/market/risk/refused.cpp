#include "risk/refused.h"

#include <array>
#include <atomic>
#include <string>

#include "log/log.h"

namespace cambio::risk {

namespace {

constexpr std::chrono::seconds written_every{1};

constexpr std::array<std::string_view, 5> places = {"order_book", "convert_quote", "convert",
                                                    "futures_open", "futures_close"};
constexpr std::array<std::string_view, 8> reasons = {
    "stale", "moved", "budget", "depth", "inventory", "client_cap", "contract_cap", "house_cap"};

constexpr std::size_t index_of(Place place) {
    return static_cast<std::size_t>(place);
}
constexpr std::size_t index_of(Why why) {
    return static_cast<std::size_t>(why);
}

struct Known {
    Place place;
    std::vector<Why> reasons;
};
const std::vector<Known>& known() {
    static const std::vector<Known> all{
        {Place::order_book, {Why::stale, Why::moved, Why::budget, Why::depth, Why::inventory}},
        {Place::convert_quote, {Why::stale, Why::depth, Why::inventory}},
        {Place::convert, {Why::stale, Why::moved, Why::budget, Why::depth, Why::inventory}},
        {Place::futures_open,
         {Why::stale, Why::moved, Why::client_cap, Why::contract_cap, Why::house_cap}},
        {Place::futures_close, {Why::stale}}};
    return all;
}

/// What this process has counted and not written yet.
std::array<std::array<std::atomic<std::int64_t>, reasons.size()>, places.size()> unwritten{};

constexpr const char* add_refusals = R"sql(
    insert into house_refusals (day, place, reason, refusals)
    select (clock_timestamp() at time zone 'UTC')::date, n.*
    from unnest($1::text[], $2::text[], $3::bigint[]) n
    on conflict (day, place, reason)
        do update set refusals = house_refusals.refusals + excluded.refusals
)sql";
constexpr const char* sum_refusals = R"sql(
    select place, reason, sum(refusals)::bigint as all_of_them,
           coalesce(sum(refusals) filter (where day > today - 7), 0)::bigint as week,
           coalesce(sum(refusals) filter (where day = today), 0)::bigint as today
    from house_refusals, (select (clock_timestamp() at time zone 'UTC')::date as today) t
    group by place, reason
)sql";

}  // namespace

std::string_view name_of(Place place) {
    return places.at(index_of(place));
}

std::string_view name_of(Why why) {
    return reasons.at(index_of(why));
}

void count(Place place, Why why) noexcept {
    unwritten[index_of(place)][index_of(why)].fetch_add(1, std::memory_order_relaxed);
}

RefusedWriter::RefusedWriter(pg::Pool& pool) : pool_{pool}, thread_{[this] { loop(); }} {}

RefusedWriter::~RefusedWriter() {
    stop();
}

void RefusedWriter::stop() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void RefusedWriter::loop() {
    for (bool last = false; !last;) {
        {
            std::unique_lock lock{mutex_};
            last = wake_.wait_for(lock, written_every, [this] { return stopping_; });
        }
        write();
    }
}

void RefusedWriter::write() {
    std::vector<std::string> at, why;
    std::vector<std::int64_t> counts;
    std::vector<std::atomic<std::int64_t>*> taken;
    for (std::size_t place = 0; place < places.size(); ++place) {
        for (std::size_t reason = 0; reason < reasons.size(); ++reason) {
            auto& counter = unwritten[place][reason];
            const std::int64_t number = counter.exchange(0, std::memory_order_relaxed);
            if (number == 0) continue;
            at.emplace_back(places[place]);
            why.emplace_back(reasons[reason]);
            counts.push_back(number);
            taken.push_back(&counter);
        }
    }
    if (counts.empty()) return;
    try {
        pool_.borrow()->run(
            add_refusals, {pg::Param::array(at), pg::Param::array(why), pg::Param::array(counts)});
    } catch (const std::exception& failure) {
        // The next second tries again; what was written although this was not heard counts twice.
        log::warn("house_refusals", {{"error", failure.what()}});
        for (std::size_t i = 0; i < taken.size(); ++i)
            taken[i]->fetch_add(counts[i], std::memory_order_relaxed);
    }
}

std::vector<Refusals> read_refusals(pg::Connection& connection) {
    const pg::Result rows = connection.run(sum_refusals);
    std::vector<Refusals> all;
    for (const Known& one : known()) {
        for (const Why why : one.reasons) {
            all.push_back({one.place, why, 0, 0, 0});
            for (const pg::Row row : rows) {
                if (row.text("place") != name_of(one.place) || row.text("reason") != name_of(why))
                    continue;
                all.back().today = row.integer("today");
                all.back().week = row.integer("week");
                all.back().all = row.integer("all_of_them");
            }
        }
    }
    return all;
}

}  // namespace cambio::risk
