// Quotes, the history of conversions, and taking back one that waits.
#include "convert.h"

#include "convert/quotes.h"
#include "convert/waiting.h"
#include "engine.h"
#include "fcgi/gate.h"
#include "risk/refused.h"
#include "routes.h"
#include "token/acting.h"

namespace cambio::spot {

namespace {

using fcgi::Reply, fcgi::Request;

constexpr std::size_t max_code = 16;
constexpr std::int64_t usual_rows = 10;

constexpr const char* lock_client = "select id from clients where id = $1 for no key update";
constexpr const char* promised_by_house = R"sql(
    select coalesce(sum(to_amount), 0) as amount from convert_quotes q
    where to_id = $1 and expires_at > now()
        and not exists (select from conversions c where c.quote_id = q.id)
)sql";

constexpr const char* conversions_of = R"sql(
    select * from named_conversions where client_id = $1 order by id desc limit $2 offset $3
)sql";
constexpr const char* count_conversions = R"sql(
    select count(*) as total from conversions where client_id = $1
)sql";

constexpr const char* find_own = R"sql(
    select * from named_conversions where id = $1 and client_id = $2
)sql";

Wanted read_wanted(Request& request) {
    auto& params = request.params;
    Wanted wanted;
    wanted.from = params.maybe_amount("amount", convert::amount_places);
    wanted.to = params.maybe_amount("to_amount", convert::amount_places);
    if (!wanted.from && !wanted.to) throw Error{Code::missing_parameter, "amount"};
    if (wanted.from && wanted.to) throw Error{Code::invalid_parameter, "to_amount"};
    wanted.field = wanted.from ? "amount" : "to_amount";
    return wanted;
}

std::string percent(Decimal share) {
    return Decimal::multiply(share, Decimal::of(100), Rounding::half_even).str();
}

Json::Value quote_view(const convert::Quote& quote, const convert::CoinNow& from,
                       const convert::CoinNow& to, const convert::Terms& terms,
                       const convert::Amounts& amounts, int seconds) {
    Json::Value view;
    view["id"] = std::to_string(quote.id.value);
    view["from"] = from.code;
    view["to"] = to.code;
    view["from_amount"] = amounts.from.str();
    view["to_amount"] = amounts.to.str();
    view["rate"] = convert::rate(terms).str();
    view["market_rate"] = convert::market_rate(terms).str();
    view["spread"] = percent(terms.spread);
    view["fee"] = "0";
    view["expires_at"] = pg::iso(quote.expires_at);
    view["seconds"] = seconds;
    return view;
}

/// Lets the client and the house promise no more than they have. Throws insufficient_balance naming
/// the field of what was `wanted`, and no_liquidity.
void cover(pg::Transaction& tx, ClientId client, AssetId from, AssetId to,
           const convert::Amounts& amounts, const Wanted& wanted) {
    tx.one(lock_client, {client});
    const auto paying = ledger::client_account(tx, client, ledger::Wallet::spot, false, from);
    const Decimal available = ledger::balance(tx, paying);
    if (available < amounts.from)
        throw Error{Code::insufficient_balance, wanted.field}.with("available", available.str());
    convert::end_uncovered(tx, client, from, available - amounts.from);
    const Decimal promised = tx.one(promised_by_house, {to}).decimal("amount");
    if (convert::inventory(tx, to) < promised + amounts.to)
        throw risk::Refused{risk::Why::inventory, Error{Code::no_liquidity}};
}

Reply give_quote(Request& request) {
    auto& params = request.params;
    auto connection = request.db();
    const auto from =
        find_coin(*connection, request, params.required<std::string>("from", max_code), "from");
    const auto to =
        find_coin(*connection, request, params.required<std::string>("to", max_code), "to");
    if (from.id == to.id) throw Error{Code::invalid_parameter, "to"};
    expect_may_convert(request.session(), from, to);
    const auto wanted = read_wanted(request);
    params.refuse_others();

    const auto terms =
        convert::terms_of(from, to, request.config().convert_spread, from.open ? "to" : "from");
    const auto amounts = amounts_of(terms, wanted);
    const int seconds = request.config().quote_seconds;
    pg::Transaction tx{*connection};
    cover(tx, request.client(), from.id, to.id, amounts, wanted);
    const auto promised =
        convert::promise(tx, {request.client(), from.id, to.id, amounts, convert::rate(terms),
                              std::chrono::seconds{seconds}});
    Json::Value reply;
    reply["quote"] = quote_view(promised, from, to, terms, amounts, seconds);
    tx.commit();
    return Reply::json(reply);
}

Reply quote(Request& request) {
    return risk::counted(risk::Place::convert_quote, [&] { return give_quote(request); });
}

Reply history(Request& request) {
    const auto page = fcgi::read_page(request.params, usual_rows);
    auto connection = request.db();
    Json::Value reply;
    auto& list = reply["conversions"] = Json::arrayValue;
    for (const auto row :
         connection->run(conversions_of, {request.client(), page.limit, page.offset}))
        list.append(convert::view_of(row));
    const auto counted = connection->run(count_conversions, {request.client()});
    reply["total"] = static_cast<Json::Int64>(counted[0].integer("total"));
    return Reply::json(reply);
}

void expect_may_cancel(pg::Connection& connection, const Request& request, ConversionId id) {
    const auto found = connection.run(find_own, {id, request.client()});
    if (found.empty()) throw Error{Code::not_found, "id"};
    const auto coin = [&](const char* code) {
        return find_coin(connection, request, found[0].str(code), "id");
    };
    expect_may_convert(request.session(), coin("from_code"), coin("to_code"));
}

// The row is locked first, as the job that fills it does.
/// `repeated`: one that is cancelled already is cancelled.
Reply cancel_one(const Request& request, ConversionId id, bool repeated) {
    auto connection = request.db();
    if (request.session().key) expect_may_cancel(*connection, request, id);
    pg::Transaction tx{*connection};
    const auto owner = token::require_not_frozen(tx, request.session());
    const auto taken = convert::take_back(tx, id, owner.id, request.config());
    if (taken == convert::Taken::filling) throw Error{Code::order_filling, "id"};
    if (taken) {
        const auto back = convert::mark_taken_back(tx, id);
        convert::release(tx, owner.id, id, back.from, back.amount);
    }
    const auto found = tx.maybe(find_own, {id, owner.id});
    if (!found) throw Error{Code::not_found, "id"};
    const bool cancelled = found->integer("state") == static_cast<int>(convert::State::dissaproved);
    if (!taken && !(repeated && cancelled)) throw Error{Code::order_not_open, "id"};
    if (!taken) tx.mark_as_change();
    Json::Value reply;
    reply["message"] = "success";
    reply["conversion"] = convert::view_of(*found);
    tx.commit();
    if (taken) convert::announce(*connection, request.push(), owner, id);
    return Reply::json(reply);
}

Reply cancel(Request& request) {
    const auto id = request.params.required<ConversionId>("id");
    const bool repeated = !fcgi::read_idempotency_key(request.params).empty();
    request.params.refuse_others();
    return fcgi::retried([&] { return cancel_one(request, id, repeated); });
}

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Route, fcgi::Type;

constexpr Parameter quote_parameters[] = {
    {"from", Type::text, Need::required, "The coin paid: USDT."},
    {"to", Type::text, Need::required, "The coin received: BTC."},
    {"amount", Type::amount, Need::optional, "The amount paid. Give either this or to_amount."},
    {"to_amount", Type::amount, Need::optional, "The amount received. Give either this or amount."},
};
constexpr Parameter page_parameters[] = {
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 10 by default."},
};
constexpr Parameter cancel_parameters[] = {
    {"id", Type::id, Need::required, "The conversion's ID."},
    {"client_id", Type::text, Need::optional,
     "If given, cancelling one that is already cancelled succeeds again."},
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/convert/quote", Access::client, Limit::reads, Effect::changes,
          quote}
        .by_key()
        .takes(quote_parameters)
        .gives("ConvertQuote")
        .means("Quotes a rate that is good for a few seconds"),
    Route{Method::get, "/api/v3/convert/history", Access::client, Limit::reads, Effect::reads,
          history}
        .by_key()
        .takes(page_parameters)
        .gives("Conversions")
        .means("Lists conversions"),
    Route{Method::post, "/api/v3/convert/cancel", Access::client, Limit::orders, Effect::changes,
          cancel}
        .by_key()
        .takes(cancel_parameters)
        .gives("ConversionCancelled")
        .means("Cancels a pending conversion"),
};

}  // namespace

convert::CoinNow find_coin(pg::Connection& connection, const Request& request,
                           const std::string& code, const char* field) {
    auto coin = convert::read_coin(connection, code, convert::Ages{request.config()});
    if (!coin) throw Error{Code::unknown_asset, field};
    return std::move(*coin);
}

void expect_may_convert(const token::Session& session, const convert::CoinNow& from,
                        const convert::CoinNow& to) {
    token::expect_may_trade(session);
    for (const auto* coin : {&from, &to})
        if (coin->market) token::expect_may_trade_in(session, *coin->market);
}

convert::Amounts amounts_of(const convert::Terms& terms, const Wanted& wanted) {
    const bool by_from = wanted.from.has_value();
    const Decimal amount = by_from ? *wanted.from : *wanted.to;
    const Decimal most = by_from ? convert::largest_from(terms) : convert::largest_to(terms);
    const Decimal least = by_from ? convert::smallest_from(terms) : convert::smallest_to(terms);
    if (most < least) throw risk::Refused{risk::Why::depth, Error{Code::no_liquidity}};
    if (amount > most) {
        throw risk::Refused{risk::Why::depth,
                            Error{Code::above_maximum, wanted.field}.with("maximum", most.str())};
    }
    if (amount < least) {
        // Without bounds of its own: USDT.
        throw Error{Code::below_minimum, wanted.field}
            .with("minimum", least.str())
            .with("side", terms.from.maximum ? "sell" : "buy");
    }
    return by_from ? convert::by_from(terms, amount) : convert::by_to(terms, amount);
}

const std::span<const fcgi::Route> convert_routes = routes;

}  // namespace cambio::spot
