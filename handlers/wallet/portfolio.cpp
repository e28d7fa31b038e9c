// What the wallets were worth, day by day or hour by hour, and which coins they consist of.
#include <array>

#include "reader.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Request, fcgi::Route, fcgi::Type;

/// How far back a chart looks, and whether by the hour or by the day.
struct Span {
    bool hourly;
    std::int64_t length;  ///< hours or days
};
constexpr std::array<Span, 3> spans_of_days{Span{false, 7}, {false, 30}, {false, 90}};
constexpr std::array<Span, 4> spans_of_ranges{
    Span{true, 24}, {true, 24 * 7}, {false, 30}, {false, 90}};

constexpr const char* days_before = R"sql(
    select taken_at, day::text as day, spot, future, funding, earn from balance_snapshots
     where client_id = $1 and day < (now() at time zone 'UTC')::date
           and day > (now() at time zone 'UTC')::date - $2::integer
     order by day
)sql";

// Who has not been here for some time has no hours of it, but days.
constexpr const char* hours_before = R"sql(
    select taken_at, (taken_at at time zone 'UTC')::date::text as day, spot, future, funding, earn
      from (select taken_at, spot, future, funding, earn from balance_hours where client_id = $1
            union all
            select taken_at, spot, future, funding, earn from balance_snapshots s
             where client_id = $1 and day >= (now() at time zone 'UTC')::date - 7
                   and not exists (select from balance_hours h where h.client_id = $1
                                      and h.hour = date_trunc('hour', s.taken_at, 'UTC'))) taken
     where taken_at > now() - make_interval(hours => $2::integer)
     order by taken_at
)sql";
constexpr const char* this_moment =
    "select now() as taken_at, (now() at time zone 'UTC')::date::text as day";

Span read_span(fcgi::Params& params) {
    const auto days = params.maybe_choice("days", {"7", "30", "90"});
    const auto range = params.maybe_choice("range", {"24H", "7D", "30D", "90D"});
    if (days && range) throw Error{Code::invalid_parameter, "range"};
    return range ? spans_of_ranges.at(*range) : spans_of_days.at(days.value_or(1));
}

Moment moment_of(const pg::Row& row) {
    return {row.time("taken_at"), row.str("day")};
}

void portfolio(Request& request, Later later) {
    const auto span = read_span(request.params);
    std::vector<PastWorth> past;
    Moment now;
    {
        auto connection = request.db();
        for (const auto row : connection->run(span.hourly ? hours_before : days_before,
                                              {request.client(), span.length}))
            past.push_back({moment_of(row),
                            {row.decimal("spot"), row.decimal("future"), row.decimal("funding"),
                             row.decimal("earn")}});
        now = moment_of(connection->run(this_moment)[0]);
    }
    ask(std::move(later), request.client(), Of::balances_and_positions,
        [past = std::move(past), now = std::move(now)](const Catalogue& catalogue,
                                                       Holdings holdings) {
            return portfolio_view(catalogue, holdings, past, now);
        });
}

void minings(Request& request, Later later) {
    ask(std::move(later), request.client(), Of::balances, miners_view);
}

constexpr Parameter portfolio_parameters[] = {
    {"days", Type::choice, Need::optional,
     "The number of days, including today, with a point for each; 30 by default.", "7|30|90"},
    {"range", Type::choice, Need::optional,
     "In place of days: 24H and 7D have a point for each hour, 30D and 90D for each day.",
     "24H|7D|30D|90D"},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/wallet/portfolio", Access::client, Limit::reads, Effect::reads,
          nullptr, portfolio}
        .by_key()
        .takes(portfolio_parameters)
        .gives("Portfolio")
        .means("Shows the value of the wallets by day or by hour"),
    Route{Method::get, "/api/v3/minings", Access::client, Limit::reads, Effect::reads, nullptr,
          minings}
        .by_key()
        .gives("Miners")
        .means("Lists the mineable coins with their balances in the spot wallet"),
};

}  // namespace

const std::span<const Route> portfolio_routes{routes};

}  // namespace cambio::wallet
