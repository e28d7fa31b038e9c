// The account statement: every movement of a period, from what there was to what there is.
#include "csv_file.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "ledger/statement.h"
#include "period.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;
using ledger::Statement, ledger::Wallet;

constexpr std::size_t max_code = 16;

constexpr const char* find_asset = "select id from assets where code = $1";

struct Asked {
    ledger::StatementOf of;
    Period period;
    bool csv = false;
};

Asked read_asked(Request& request) {
    auto& params = request.params;
    Asked asked;
    asked.of.client = request.client();
    asked.period = read_period(params);
    if (const auto wallet =
            params.maybe_choice("wallet", {"SPOT", "FUTURE", "FUNDING", "EARN", "FEE_CREDIT"}))
        asked.of.wallet = static_cast<Wallet>(*wallet + 1);
    if (const auto coin = params.optional<std::string>("coin", max_code)) {
        auto connection = request.db();
        const auto found = connection->run(find_asset, {*coin});
        if (found.empty()) throw Error{Code::unknown_asset, "coin"};
        asked.of.asset = found[0].id<AssetId>("id");
    }
    asked.csv = params.maybe_choice("format", {"json", "csv"}).value_or(0) == 1;
    return asked;
}

Json::Value account_view(const std::string& coin, Wallet wallet, bool held) {
    Json::Value view;
    view["coin"] = coin;
    view["wallet"] = std::string{name_of(wallet)};
    view["held"] = held;
    return view;
}

Json::Value balances_view(const Statement& statement, Decimal ledger::StatementBalance::*which) {
    Json::Value list{Json::arrayValue};
    for (const auto& balance : statement.balances) {
        auto view = account_view(balance.coin, balance.wallet, balance.held);
        view["balance"] = (balance.*which).str();
        list.append(view);
    }
    return list;
}

Json::Value lines_view(const Statement& statement) {
    Json::Value list{Json::arrayValue};
    for (const auto& line : statement.lines) {
        auto view = account_view(line.coin, line.wallet, line.held);
        view["at"] = pg::iso(line.at);
        view["kind"] = std::string{name_of(line.kind)};
        view["amount"] = line.amount.str();
        view["balance"] = line.balance.str();
        view["reference"] = std::to_string(line.reference);
        list.append(view);
    }
    return list;
}

Reply write_statement(const Request& request, const Asked& asked) {
    auto connection = request.db();
    const auto read =
        ledger::read_statement(*connection, asked.of, asked.period.from, asked.period.until);
    if (asked.csv) return csv_file(ledger::statement_csv(read), "cambio-statement.csv");
    Json::Value reply;
    reply["from"] = pg::iso(asked.period.from);
    reply["to"] = pg::iso(asked.period.until);
    reply["opening"] = balances_view(read, &ledger::StatementBalance::opening);
    reply["movements"] = lines_view(read);
    reply["closing"] = balances_view(read, &ledger::StatementBalance::closing);
    return Reply::json(reply);
}

void statement(Request& request, Later later) {
    statement_lane().run_for(
        request.client(), std::move(later),
        [&request, asked = read_asked(request)] { return write_statement(request, asked); }, 1);
}

constexpr Parameter parameters[] = {
    {"from", Type::text, Need::required, "The first day, UTC: 2026-11-01."},
    {"to", Type::text, Need::required, "The last day, UTC; a statement covers at most 366 days."},
    {"wallet", Type::choice, Need::optional, "Only this wallet.",
     "SPOT|FUTURE|FUNDING|EARN|FEE_CREDIT"},
    {"coin", Type::text, Need::optional, "Only this coin: BTC."},
    {"format", Type::choice, Need::optional, "json by default; csv returns a file.", "json|csv"},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/statement", Access::client, Limit::changes, Effect::reads, nullptr,
          statement}
        .by_key()
        .takes(parameters)
        .gives("Statement")
        .means("Lists every movement in a period, with opening and closing balances"),
};

}  // namespace

const std::span<const Route> statement_routes{routes};

}  // namespace cambio::wallet
