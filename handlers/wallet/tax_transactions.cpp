// All that a client gave and got in a period, as programs for tax returns import it.
#include <array>

#include "csv_file.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "period.h"
#include "routes.h"
#include "tax_formats.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr int max_transactions = 100'000;

/// In the order of TaxFormat.
constexpr std::array<std::string_view, 3> formats{"koinly", "cointracking", "blockpit"};

struct Asked {
    Period period;
    TaxFormat format;
};

Asked read_asked(fcgi::Params& params) {
    const auto period = read_period(params);
    return {period,
            static_cast<TaxFormat>(params.choice("format", {formats[0], formats[1], formats[2]}))};
}

Reply write_file(const Request& request, const Asked& asked) {
    auto connection = request.db();
    pg::Snapshot tx{*connection};
    const auto read = read_transactions(tx, request.client(), asked.period, max_transactions);
    return csv_file(
        tax_file(read, asked.format),
        "cambio-" + std::string{formats.at(static_cast<std::size_t>(asked.format))} + ".csv");
}

void tax_transactions(Request& request, Later later) {
    statement_lane().run_for(
        request.client(), std::move(later),
        [&request, asked = read_asked(request.params)] { return write_file(request, asked); }, 1);
}

constexpr Parameter parameters[] = {
    {"from", Type::text, Need::required, "The first day, UTC: 2026-01-01."},
    {"to", Type::text, Need::required, "The last day, UTC; at most 366 days."},
    {"format", Type::choice, Need::required,
     "The import format that the program has published: Koinly's universal CSV, CoinTracking's "
     "CSV, Blockpit's template.",
     "koinly|cointracking|blockpit"},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/tax-transactions", Access::client, Limit::changes, Effect::reads,
          nullptr, tax_transactions}
        .by_key()
        .takes(parameters)
        .gives("TaxTransactions")
        .means("Lists all transactions of a period in the format of a program for tax returns"),
};

}  // namespace

const std::span<const Route> tax_transaction_routes{routes};

}  // namespace cambio::wallet
