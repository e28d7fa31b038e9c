// A conversion that is ordered: at once, at a quote's rate or that of the moment, or when the rate
// reaches a limit.
#include "amounts.h"
#include "convert.h"
#include "crypto/crypto.h"
#include "engine.h"
#include "fcgi/gate.h"
#include "risk/gate.h"
#include "risk/refused.h"

namespace cambio::spot {

namespace {

using convert::Amounts, convert::CoinNow, convert::MarketType, convert::State;
using fcgi::Later, fcgi::Reply, fcgi::Request;

constexpr std::size_t longest_code = 16;
constexpr std::size_t longest_pair = 32;
/// A limit further than this many times from the market's rate is a slip of the finger.
constexpr std::int64_t furthest = 10;
constexpr std::int64_t most_waiting = 100;

constexpr const char* find_repeat = R"sql(
    select * from named_conversions where client_id = $1 and client_key = $2
)sql";
constexpr const char* find_quote = R"sql(
    select *, expires_at <= now() as expired from convert_quotes where id = $1 and client_id = $2
)sql";
// Nothing is written where the key or the quote was used before.
constexpr const char* write_conversion = R"sql(
    insert into conversions (client_id, client_key, content_hash, quote_id, from_id, to_id,
                             market_type, from_amount, to_amount, rate, limit_price,
                             limit_in_quote, state)
    values ($1, nullif($2, ''), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    on conflict do nothing returning id
)sql";
constexpr const char* count_waiting = R"sql(
    select count(*) as n from conversions where client_id = $1 and state = 1
)sql";
constexpr const char* find_conversion = "select * from named_conversions where id = $1";

/// What was asked for, before any price is looked at.
struct Ask {
    CoinNow from, to;
    AssetId usdt;
    MarketType type = MarketType::market;
    std::optional<QuoteId> quote;
    std::optional<convert::Limit> limit;
    Wanted wanted;          ///< with a quote: what was given beside it
    const char* pays = "";  ///< the field that says what is paid
    std::string key;
    std::int64_t hash = 0;
};

/// What is to be written.
struct Order {
    Amounts amounts;
    Decimal rate;
    convert::Terms terms{};  ///< of the moment it is settled at
};

std::optional<Decimal> amount_given(Request& request, const char* name, int places) {
    if (!fcgi::given(request.params, name)) return std::nullopt;
    return request.params.amount(name, places);
}

/// The pair names the coin that is not USDT; of two coins the one that is paid.
void read_coins(Request& request, Ask& ask) {
    auto& params = request.params;
    const auto prices = engine().combiner.prices();
    const auto pair = params.required<std::string>("name", longest_pair);
    const auto base = find_market(*prices, pair, "name").base.code;
    const bool buys = params.choice("delegate_type", {"BUY", "SELL"}) == 0;
    std::string other = convert::through_coin;
    if (fcgi::given(request.params, "to_coin")) {
        other = params.required<std::string>("to_coin", longest_code);
        if (buys ? other != base : other == base) throw Error{Code::invalid_parameter, "to_coin"};
    }
    auto connection = request.db();
    ask.from = find_coin(*connection, request, buys ? convert::through_coin : base, "name");
    ask.to = find_coin(*connection, request, buys ? base : other, "to_coin");
    ask.usdt = find_coin(*connection, request, convert::through_coin, "to_coin").id;
}

/// number_of_order counts the pair's coin and total USDT; between two coins the latter has no
/// meaning.
void read_amounts(Request& request, Ask& ask) {
    const bool buys = ask.from.usdt;
    const auto coins = amount_given(request, "number_of_order", convert::amount_places);
    const auto total = amount_given(request, "total", convert::amount_places);
    if (total && !buys && !ask.to.usdt) throw Error{Code::invalid_parameter, "total"};
    if (!coins && !total && !ask.quote) throw Error{Code::missing_parameter, "number_of_order"};
    if (coins && total && ask.limit) check_total(ask.limit->price, *coins, *total, total_places);
    ask.pays = buys && total ? "total" : "number_of_order";
    if (ask.quote || coins) (buys ? ask.wanted.to : ask.wanted.from) = coins;
    if (ask.quote || !coins) (buys ? ask.wanted.from : ask.wanted.to) = total;
    ask.wanted.field = coins ? "number_of_order" : "total";
}

std::int64_t hash_of(const Ask& ask) {
    std::string text;
    const auto add = [&text](const std::optional<Decimal>& amount) {
        text += (amount ? amount->str() : "-") + ' ';
    };
    text += ask.from.code + ' ' + ask.to.code + ' ';
    text += std::to_string(static_cast<int>(ask.type)) + ' ';
    text += std::to_string(ask.quote ? ask.quote->value : 0) + ' ';
    add(ask.limit ? std::optional{ask.limit->price} : std::nullopt);
    add(ask.wanted.from);
    add(ask.wanted.to);
    const auto hashed = crypto::hash(text, 16);
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < sizeof result; ++i)
        result = result << 8 | static_cast<unsigned char>(hashed[i]);
    return static_cast<std::int64_t>(result);
}

Ask read_ask(Request& request) {
    auto& params = request.params;
    Ask ask;
    read_coins(request, ask);
    const bool market = params.choice("market_type", {"MARKET", "LIMIT"}) == 0;
    ask.type = market ? MarketType::market : MarketType::limit;
    if (fcgi::given(request.params, "quote_id")) {
        if (!market) throw Error{Code::invalid_parameter, "quote_id"};
        ask.quote = params.required<QuoteId>("quote_id");
    }
    // The rate of the moment is shown in the price field of a market order, too.
    const auto price = amount_given(request, "order_per_unit", Decimal::places);
    if (!market) {
        if (!price) throw Error{Code::missing_parameter, "order_per_unit"};
        ask.limit = convert::Limit{*price, ask.from.usdt};
    }
    read_amounts(request, ask);
    ask.key = fcgi::read_client_id(params);
    ask.hash = hash_of(ask);
    return ask;
}

/// Both coins at their last prices, however old, with the limit in the place of the rate.
convert::Terms limit_terms(const Ask& ask) {
    if (!ask.from.open || !ask.to.open) throw Error{Code::market_closed, "name"};
    if (!ask.from.quoted || !ask.to.quoted) throw Error{Code::stale_price};
    convert::Terms terms{ask.from.rules, ask.to.rules, {}};
    const Decimal market = ask.limit->in_quote ? terms.to.price : convert::market_rate(terms);
    const Decimal ten = Decimal::of(furthest);
    const Decimal price = ask.limit->price;
    if (price > Decimal::multiply(market, ten, Rounding::up) ||
        price < Decimal::divide(market, ten, Rounding::down)) {
        throw Error{Code::price_protection, "order_per_unit"}.with("price", market.str());
    }
    if (ask.limit->in_quote)
        terms.to.price = price;
    else
        terms.from.price = Decimal::multiply(price, terms.to.price, Rounding::down);
    return terms;
}

Order limit_order(const Ask& ask) {
    const auto terms = limit_terms(ask);
    Order order{amounts_of(terms, ask.wanted), convert::rate_of(*ask.limit)};
    if (ask.wanted.from) order.amounts.to = convert::at_limit(*ask.limit, *ask.wanted.from);
    if (!order.rate.positive() || !order.amounts.to.positive())
        throw Error{Code::out_of_range, "order_per_unit"};
    return order;
}

/// What one coin costs at the market now, in USDT where that is one of the two.
Decimal price_now(const convert::Terms& terms) {
    return terms.from.maximum
               ? convert::market_rate(terms).rounded(convert::amount_places, Rounding::half_even)
               : terms.to.price;
}

/// A promise is kept unless the market has moved against the house since.
void look_again(const Order& promised, const convert::Terms& terms) {
    if (risk::moved_against(risk::House::buys, promised.rate, convert::rate(terms), terms.spread))
        throw risk::Refused{risk::Why::moved, Error{Code::price_moved, "quote_id"}.with(
                                                  "price", price_now(terms).str())};
}

Order quoted_order(pg::Transaction& tx, const Ask& ask, ClientId client) {
    const auto quote = tx.maybe(find_quote, {*ask.quote, client});
    if (!quote) throw Error{Code::not_found, "quote_id"};
    if (quote->boolean("expired")) throw Error{Code::quote_expired, "quote_id"};
    if (quote->id<AssetId>("from_id") != ask.from.id || quote->id<AssetId>("to_id") != ask.to.id)
        throw Error{Code::invalid_parameter, "quote_id"};
    const Order order{
        {quote->decimal("from_amount"), quote->decimal("to_amount"), quote->decimal("through")},
        quote->decimal("rate")};
    const bool buys = ask.from.usdt;
    if (ask.wanted.from && *ask.wanted.from != order.amounts.from)
        throw Error{Code::invalid_parameter, buys ? "total" : "number_of_order"};
    if (ask.wanted.to && *ask.wanted.to != order.amounts.to)
        throw Error{Code::invalid_parameter, buys ? "number_of_order" : "total"};
    return order;
}

/// At prices that were made since it was `asked`.
Order order_of(pg::Transaction& tx, const Request& request, const Ask& ask, pg::Time asked) {
    if (ask.limit) return limit_order(ask);
    const auto now = [&](const CoinNow& coin) {
        return find_coin(tx.connection(), request, coin.code, "name");
    };
    const auto terms = convert::terms_of(now(ask.from), now(ask.to),
                                         request.config().convert_spread, "name", asked);
    if (ask.quote) {
        auto order = quoted_order(tx, ask, request.client());
        look_again(order, terms);
        order.terms = terms;
        return order;
    }
    return {amounts_of(terms, ask.wanted), convert::rate(terms), terms};
}

Reply reply_of(const pg::Row& row) {
    Json::Value reply;
    reply["message"] = "success";
    reply["conversion"] = convert::view_of(row);
    return Reply::json(reply);
}

/// What was answered under this key before.
std::optional<Reply> answered_before(pg::Transaction& tx, const Ask& ask, ClientId client) {
    if (ask.key.empty()) return std::nullopt;
    const auto found = tx.maybe(find_repeat, {client, ask.key});
    if (!found) return std::nullopt;
    if (found->integer("content_hash") != ask.hash)
        throw Error{Code::client_id_reused, "client_id"};
    return reply_of(*found);
}

void settle_now(pg::Transaction& tx, const Request& request, const Ask& ask, ConversionId id,
                const Order& order) {
    const convert::Exchange exchange{ask.from.id, ask.to.id, ask.usdt, order.amounts};
    convert::settle(tx, request.client(), id, exchange, false, ask.pays);
    convert::spend_budget(tx, exchange, order.terms, request.config().house_budget_per_minute);
}

// The row comes first: of two equal requests at once the second waits for the first and finds it,
// and of two that use one quote the second finds it used.
Reply settle(const Request& request, const Ask& ask, pg::Time asked) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto mover = ledger::require_mover(tx, request.session());
    if (auto before = answered_before(tx, ask, mover.id)) return std::move(*before);
    const auto order = order_of(tx, request, ask, asked);
    if (ask.limit && tx.one(count_waiting, {mover.id}).integer("n") >= most_waiting)
        throw Error{Code::too_many_open_orders};
    const auto price = ask.limit ? std::optional{ask.limit->price} : std::nullopt;
    const auto state = ask.limit ? State::pending : State::approved;
    const auto written =
        tx.maybe(write_conversion,
                 {mover.id, ask.key, ask.hash, ask.quote, ask.from.id, ask.to.id,
                  static_cast<int>(ask.type), order.amounts.from, order.amounts.to, order.rate,
                  price, ask.limit && ask.limit->in_quote, static_cast<int>(state)});
    if (!written) {
        if (auto before = answered_before(tx, ask, mover.id)) return std::move(*before);
        throw Error{Code::quote_expired, "quote_id"};
    }
    const auto id = written->id<ConversionId>("id");
    if (ask.limit)
        convert::hold(tx, mover.id, id, ask.from.id, order.amounts.from, ask.pays);
    else
        settle_now(tx, request, ask, id, order);
    auto reply = reply_of(tx.one(find_conversion, {id}));
    tx.commit();
    convert::announce(*connection, request.push(), mover, id);
    return reply;
}

std::vector<std::string> pairs_of(const Ask& ask) {
    std::vector<std::string> pairs;
    for (const CoinNow* coin : {&ask.from, &ask.to})
        if (!coin->usdt) pairs.push_back(coin->code + convert::through_coin);
    return pairs;
}

}  // namespace

void place_conversion(Request& request, Later later) {
    const auto ask = read_ask(request);
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    const auto waiting = std::make_shared<Later>(std::move(later));
    const auto prove = [ask, waiting, password = std::move(password)](pg::Time asked) {
        fcgi::with_transaction_password(
            engine().passwords, std::move(*waiting), password, [ask, asked](const Request& proved) {
                return risk::counted(risk::Place::convert,
                                     [&] { return settle(proved, ask, asked); });
            });
    };
    // Only what is exchanged at once waits for its price here.
    if (ask.limit) return prove({});
    try {
        engine().prices.wait(pairs_of(ask), prove);
    } catch (const std::exception& error) {
        waiting->answer(error);
    }
}

}  // namespace cambio::spot
