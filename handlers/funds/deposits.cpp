// Where clients pay to, and what has come in.
#include "chain/deposits.h"

#include "chain/deposit_addresses.h"
#include "fcgi/serve.h"
#include "history.h"
#include "pauses/pauses.h"
#include "routes.h"

namespace cambio::funds {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

// 1 and 2 wait, 3 is credited; what no balance can hold is the operator's alone.
constexpr const char* conditions = R"sql(
     where d.client_id = $1 and d.amount is not null and ($2::text is null or a.code = $2)
       and ($3::timestamptz is null or d.seen_at >= $3)
       and ($4::timestamptz is null or d.seen_at < $4)
       and ($5::text is null or $5 = case when d.state = 3 then 'APPROVED'
                                          when d.state < 3 then 'PENDING' else 'DECLINED' end)
)sql";
constexpr const char* count_deposits = R"sql(
    select count(*) as total from deposits d join assets a on a.id = d.asset_id
)sql";

constexpr std::size_t max_network = 16;

struct OpenNetwork {
    chain::Network network;
    chain::NetworkSettings settings;
};

OpenNetwork read_network(Request& request, pg::Connection& connection) {
    const auto name = request.params.required<std::string>("wallet_type", max_network);
    auto network = chain::find_network(connection, name);
    if (!network) throw Error{Code::invalid_parameter, "wallet_type"};
    auto settings = chain::settings_of(request.config(), *network);
    if (!settings.open() || paused(connection, Pause::deposits))
        throw Error{Code::network_closed, "wallet_type"};
    return {*std::move(network), std::move(settings)};
}

Reply generate(Request& request) {
    auto connection = request.db();
    const auto open = read_network(request, *connection);
    request.params.refuse_others();
    pg::Transaction tx{*connection};
    const auto address = chain::deposit_address(tx, open.network, open.settings, request.client());
    tx.commit();
    Json::Value reply;
    reply["wallet"]["wallet_address"] = address;
    reply["wallet"]["network"] = open.network.name;
    return Reply::json(reply);
}

Reply fetch(Request& request) {
    auto connection = request.db();
    const auto open = read_network(request, *connection);
    pg::Transaction tx{*connection};
    const auto address =
        chain::known_deposit_address(tx, open.network, open.settings, request.client());
    tx.commit();
    Json::Value reply;
    reply["wallet"] = Json::nullValue;
    if (address) reply["wallet"]["wallet_address"] = *address;
    return Reply::json(reply);
}

Reply history(Request& request) {
    const auto asked = read_history(request.params);
    std::optional<std::string> status;
    if (given_text(request.params, "status")) {
        request.params.choice("status", {"APPROVED", "PENDING", "DECLINED"});
        status = given_text(request.params, "status");
    }
    static const std::string list =
        std::string{chain::select_deposits} + conditions + " order by d.id desc limit $6 offset $7";
    static const std::string count = std::string{count_deposits} + conditions;
    auto connection = request.db();
    Json::Value reply;
    auto& rows = reply["deposit"] = Json::arrayValue;
    for (const auto row :
         connection->run(list.c_str(), {request.client(), asked.coin, asked.from, asked.until,
                                        status, asked.page.limit, asked.page.offset}))
        rows.append(chain::view(row));
    const auto counted = connection->run(
        count.c_str(), {request.client(), asked.coin, asked.from, asked.until, status});
    reply["total"] = static_cast<Json::Int64>(counted[0].integer("total"));
    return Reply::json(reply);
}

constexpr Parameter address_parameters[] = {
    {"wallet_type", Type::text, Need::required, "The network: TRC20, ERC20, BTC …"},
};
constexpr Parameter history_parameters[] = {
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 10 by default."},
    {"coin", Type::text, Need::optional, "Only this coin: USDT."},
    {"from", Type::text, Need::optional, "The first day, UTC: 2026-03-01."},
    {"to", Type::text, Need::optional, "The last day, UTC."},
    {"status", Type::choice, Need::optional, "Only these.", "APPROVED|PENDING|DECLINED"},
};

constexpr Route routes[] = {
    Route{Method::get_or_post, "/api/v3/generate-wallet", Access::client, Limit::changes,
          Effect::changes, generate}
        .by_key()
        .takes(address_parameters)
        .gives("DepositAddress")
        .means("Creates the client's deposit address on a network, or shows it"),
    Route{Method::get, "/api/v3/fetch/address", Access::client, Limit::reads, Effect::reads, fetch}
        .by_key()
        .takes(address_parameters)
        .gives("KnownDepositAddress")
        .means("Shows the client's deposit address on a network"),
    Route{Method::get, "/api/v3/deposit-history", Access::client, Limit::reads, Effect::reads,
          history}
        .by_key()
        .takes(history_parameters)
        .gives("Deposits")
        .means("Lists the client's deposits"),
};

}  // namespace

const std::span<const Route> deposit_routes{routes};

}  // namespace cambio::funds
