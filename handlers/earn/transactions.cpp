// What Earn has moved for a client, with the filters of its page.
#include <charconv>

#include "error/error.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::earn {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::int64_t usual_rows = 20;
constexpr std::size_t max_code = 16;

// $2 product, $3 whether out of Earn into SPOT, $4 type, $5 coin, $6 from, $7 until. Types 2 and 5
// leave Earn, type 1 enters it.
constexpr const char* list_entries = R"sql(
    select t.id, t.product, t.type, t.amount, t.price, t.at, a.code, a.icon
      from earn_transactions t join assets a on a.id = t.asset_id
     where t.client_id = $1 and ($2::smallint is null or t.product = $2)
       and ($3::boolean is null or case when $3 then t.type in (2, 5) else t.type = 1 end)
       and ($4::smallint is null or t.type = $4) and ($5::text is null or a.code = $5)
       and ($6::timestamptz is null or t.at >= $6) and ($7::timestamptz is null or t.at < $7)
     order by t.id desc limit $8 offset $9
)sql";
constexpr const char* sum_entries = R"sql(
    select count(*) as total,
           coalesce(sum(trunc(t.amount * t.price, 8)) filter (where t.type in (2, 5)), 0) as out
      from earn_transactions t join assets a on a.id = t.asset_id
     where t.client_id = $1 and ($2::smallint is null or t.product = $2)
       and ($3::boolean is null or case when $3 then t.type in (2, 5) else t.type = 1 end)
       and ($4::smallint is null or t.type = $4) and ($5::text is null or a.code = $5)
       and ($6::timestamptz is null or t.at >= $6) and ($7::timestamptz is null or t.at < $7)
)sql";

constexpr const char* products[] = {"flexible", "locked", "auto_invest"};
constexpr const char* types[] = {"SUBSCRIPTION", "REDEMPTION", "INCOME",
                                 "TRADE",        "SETTLEMENT", "REFUND"};

struct Filter {
    std::optional<std::int64_t> product, type;
    std::optional<bool> out;
    std::optional<std::string> coin;
    std::optional<pg::Time> from, until;
};

/// The start of the day YYYY-MM-DD, UTC.
std::optional<pg::Time> read_day(fcgi::Params& params, const char* name) {
    if (!fcgi::given(params, name)) return std::nullopt;
    const auto text = params.required<std::string>(name, 32);
    const auto number = [&](std::size_t at, std::size_t length) {
        unsigned value = 0;
        const char* end = text.data() + at + length;
        return std::from_chars(text.data() + at, end, value).ptr == end ? value : 0;
    };
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        throw Error{Code::invalid_parameter, name};
    const std::chrono::year_month_day date{std::chrono::year{static_cast<int>(number(0, 4))},
                                           std::chrono::month{number(5, 2)},
                                           std::chrono::day{number(8, 2)}};
    if (!date.ok() || number(0, 4) < 2000) throw Error{Code::invalid_parameter, name};
    return pg::Time{std::chrono::sys_days{date}};
}

Filter read_filter(fcgi::Params& params) {
    Filter filter;
    const auto number = [](std::optional<std::size_t> choice) {
        return choice ? std::optional{static_cast<std::int64_t>(*choice) + 1} : std::nullopt;
    };
    if (fcgi::given(params, "product"))
        filter.product = number(params.choice("product", {products[0], products[1], products[2]}));
    if (fcgi::given(params, "direction"))
        filter.out = params.choice("direction", {"spot_to_earn", "earn_to_spot"}) == 1;
    if (fcgi::given(params, "type"))
        filter.type = number(
            params.choice("type", {types[0], types[1], types[2], types[3], types[4], types[5]}));
    if (fcgi::given(params, "coin")) filter.coin = params.required<std::string>("coin", max_code);
    filter.from = read_day(params, "from");
    filter.until = read_day(params, "to");
    if (filter.until) *filter.until += std::chrono::days{1};
    return filter;
}

/// Out of Earn (or back to the house) is a withdrawal there; the list of phones shows it so.
const char* transaction_type(std::int64_t type) {
    return type == 2 || type == 5 || type == 6 ? "WITHDRAW" : "DEPOSIT";
}

Json::Value view_of(const pg::Row& row) {
    const Decimal amount = row.decimal("amount");
    const std::int64_t type = row.integer("type");
    Json::Value view;
    view["id"] = row.str("id");
    view["transaction_type"] = transaction_type(type);
    view["type"] = types[static_cast<std::size_t>(type - 1)];
    view["product"] = products[static_cast<std::size_t>(row.integer("product") - 1)];
    view["coin"] = row.str("code");
    view["image"] = row.str("icon");
    view["amount"] = amount.str();
    view["usdt_value"] = Decimal::multiply(amount, row.decimal("price"), Rounding::down).str();
    view["at"] = pg::iso(row.time("at"));
    return view;
}

Reply transactions(Request& request) {
    const auto filter = read_filter(request.params);
    const auto page = fcgi::read_page(request.params, usual_rows);
    auto connection = request.db();
    Json::Value reply;
    auto& list = reply["transaction"] = Json::arrayValue;
    for (const auto row : connection->run(
             list_entries, {request.client(), filter.product, filter.out, filter.type, filter.coin,
                            filter.from, filter.until, page.limit, page.offset}))
        list.append(view_of(row));
    const auto sums =
        connection->run(sum_entries, {request.client(), filter.product, filter.out, filter.type,
                                      filter.coin, filter.from, filter.until});
    reply["total"] = static_cast<Json::Int64>(sums[0].integer("total"));
    reply["earn_to_spot"]["usdt"] = sums[0].decimal("out").str();
    return Reply::json(reply);
}

constexpr Parameter filter_parameters[] = {
    {"product", Type::choice, Need::optional, "Only products of this kind.",
     "flexible|locked|auto_invest"},
    {"direction", Type::choice, Need::optional,
     "spot_to_earn: into Earn; earn_to_spot: out of Earn.", "spot_to_earn|earn_to_spot"},
    {"type", Type::choice, Need::optional,
     "INCOME: interest. SETTLEMENT: a term that ended. REFUND: the interest of a term that was "
     "redeemed early. TRADE: what Auto Invest bought.",
     "SUBSCRIPTION|REDEMPTION|INCOME|TRADE|SETTLEMENT|REFUND"},
    {"coin", Type::text, Need::optional, "The coin's code: BTC."},
    {"from", Type::text, Need::optional, "The first day, UTC: 2026-03-01."},
    {"to", Type::text, Need::optional, "The last day, UTC."},
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 20 by default."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/earn/transaction", Access::client, Limit::reads, Effect::reads,
          transactions}
        .by_key()
        .takes(filter_parameters)
        .gives("EarnTransactions")
        .means("Lists Earn transactions"),
};

}  // namespace

const std::span<const Route> transaction_routes{routes};

}  // namespace cambio::earn
