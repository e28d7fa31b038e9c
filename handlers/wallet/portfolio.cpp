// What the wallets were worth, day by day, and which coins they consist of.
#include <array>

#include "reader.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::array<std::int64_t, 3> spans{7, 30, 90};

constexpr const char* days_before = R"sql(
    select day::text as day, spot, future, funding, earn from balance_snapshots
     where client_id = $1 and day < (now() at time zone 'UTC')::date
           and day > (now() at time zone 'UTC')::date - $2::integer
     order by day
)sql";
constexpr const char* this_day = "select (now() at time zone 'UTC')::date::text as day";

void portfolio(Request& request, Later later) {
    const auto span = request.params.maybe_choice("days", {"7", "30", "90"}).value_or(1);
    std::vector<PastDay> past;
    std::string today;
    {
        auto connection = request.db();
        for (const auto row : connection->run(days_before, {request.client(), spans.at(span)}))
            past.push_back({row.str("day"),
                            {row.decimal("spot"), row.decimal("future"), row.decimal("funding"),
                             row.decimal("earn")}});
        const auto now = connection->run(this_day);
        today = now[0].str("day");
    }
    ask(std::move(later), request.client(), Of::balances_and_positions,
        [past = std::move(past), today = std::move(today)](const Catalogue& catalogue,
                                                           Holdings holdings) {
            return portfolio_view(catalogue, holdings, past, today);
        });
}

void minings(Request& request, Later later) {
    ask(std::move(later), request.client(), Of::balances, miners_view);
}

constexpr Parameter portfolio_parameters[] = {
    {"days", Type::choice, Need::optional, "The number of days, including today; 30 by default.",
     "7|30|90"},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/wallet/portfolio", Access::client, Limit::reads, Effect::reads,
          nullptr, portfolio}
        .by_key()
        .takes(portfolio_parameters)
        .gives("Portfolio")
        .means("Shows the value of the wallets by day"),
    Route{Method::get, "/api/v3/minings", Access::client, Limit::reads, Effect::reads, nullptr,
          minings}
        .by_key()
        .gives("Miners")
        .means("Lists the mineable coins with their balances in the spot wallet"),
};

}  // namespace

const std::span<const Route> portfolio_routes{routes};

}  // namespace cambio::wallet
