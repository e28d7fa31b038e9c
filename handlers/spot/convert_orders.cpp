// A conversion that is ordered: at once, at a quote's rate or that of the moment, or when the rate
// reaches a limit.
#include "amounts.h"
#include "convert.h"
#include "crypto/crypto.h"
#include "engine.h"
#include "fcgi/gate.h"
#include "risk/accepted.h"
#include "risk/gate.h"
#include "risk/refused.h"
#include "token/acting.h"

namespace cambio::spot {

namespace {

using convert::Amounts, convert::CoinNow, convert::MarketType;
using fcgi::Later, fcgi::Reply, fcgi::Request;

constexpr std::size_t max_code = 16;
constexpr std::size_t max_pair = 32;
/// A limit further than this many times from the market's rate is a slip of the finger.
constexpr std::int64_t furthest = 10;
constexpr std::int64_t max_waiting = 100;

constexpr const char* find_repeat = R"sql(
    select * from named_conversions where client_id = $1 and client_key = $2
)sql";
constexpr const char* find_quote = R"sql(
    select *, expires_at <= now() as expired from convert_quotes where id = $1 and client_id = $2
)sql";
constexpr const char* count_waiting = R"sql(
    select count(*) as n from conversions where client_id = $1 and state = 1
)sql";
constexpr const char* next_number = "select nextval('conversions_id_seq') as id";
constexpr const char* find_conversion = "select * from named_conversions where id = $1";

/// What was asked for, before any price is looked at.
struct ConvertInput {
    CoinNow from, to;
    AssetId usdt;
    MarketType type = MarketType::market;
    std::optional<QuoteId> quote;
    std::optional<convert::Limit> limit;
    Wanted wanted;          ///< with a quote: what was given beside it
    const char* pays = "";  ///< the field that says what is paid
    ledger::RequestKey key;
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
void read_coins(Request& request, ConvertInput& input) {
    auto& params = request.params;
    const auto prices = engine().sequencer.prices();
    const auto pair = params.required<std::string>("name", max_pair);
    const auto base = find_market(*prices, pair, "name").base.code;
    const bool buys = params.choice("delegate_type", {"BUY", "SELL"}) == 0;
    std::string other = convert::through_coin;
    if (fcgi::given(request.params, "to_coin")) {
        other = params.required<std::string>("to_coin", max_code);
        if (buys ? other != base : other == base) throw Error{Code::invalid_parameter, "to_coin"};
    }
    auto connection = request.db();
    input.from = find_coin(*connection, request, buys ? convert::through_coin : base, "name");
    input.to = find_coin(*connection, request, buys ? base : other, "to_coin");
    expect_may_convert(request.session(), input.from, input.to);
    input.usdt = find_coin(*connection, request, convert::through_coin, "to_coin").id;
}

/// number_of_order counts the pair's coin and total USDT; between two coins the latter has no
/// meaning.
void read_amounts(Request& request, ConvertInput& input) {
    const bool buys = input.from.usdt;
    const auto coins = amount_given(request, "number_of_order", convert::amount_places);
    const auto total = amount_given(request, "total", convert::amount_places);
    if (total && !buys && !input.to.usdt) throw Error{Code::invalid_parameter, "total"};
    if (!coins && !total && !input.quote) throw Error{Code::missing_parameter, "number_of_order"};
    if (coins && total && input.limit)
        check_total(input.limit->price, *coins, *total, total_places);
    input.pays = buys && total ? "total" : "number_of_order";
    if (input.quote || coins) (buys ? input.wanted.to : input.wanted.from) = coins;
    if (input.quote || !coins) (buys ? input.wanted.from : input.wanted.to) = total;
    input.wanted.field = coins ? "number_of_order" : "total";
}

std::int64_t hash_of(const ConvertInput& input) {
    std::string text;
    const auto add = [&text](const std::optional<Decimal>& amount) {
        text += (amount ? amount->str() : "-") + ' ';
    };
    text += input.from.code + ' ' + input.to.code + ' ';
    text += std::to_string(static_cast<int>(input.type)) + ' ';
    text += std::to_string(input.quote ? input.quote->value : 0) + ' ';
    add(input.limit ? std::optional{input.limit->price} : std::nullopt);
    add(input.wanted.from);
    add(input.wanted.to);
    return crypto::content_hash(text);
}

ConvertInput read_input(Request& request) {
    auto& params = request.params;
    ConvertInput input;
    read_coins(request, input);
    const bool market = params.choice("market_type", {"MARKET", "LIMIT"}) == 0;
    input.type = market ? MarketType::market : MarketType::limit;
    if (fcgi::given(request.params, "quote_id")) {
        if (!market) throw Error{Code::invalid_parameter, "quote_id"};
        input.quote = params.required<QuoteId>("quote_id");
    }
    // The rate of the moment is shown in the price field of a market order, too.
    const auto price = amount_given(request, "order_per_unit", Decimal::places);
    if (!market) {
        if (!price) throw Error{Code::missing_parameter, "order_per_unit"};
        input.limit = convert::Limit{*price, input.from.usdt};
    }
    read_amounts(request, input);
    input.key = {fcgi::read_idempotency_key(params), hash_of(input)};
    return input;
}

/// Both coins at their last prices, however old, with the limit in the place of the rate.
convert::Terms limit_terms(const ConvertInput& input) {
    if (!input.from.open || !input.to.open) throw Error{Code::market_closed, "name"};
    if (!input.from.quoted || !input.to.quoted) throw Error{Code::stale_price};
    convert::Terms terms{input.from.rules, input.to.rules, {}};
    const Decimal market = input.limit->in_quote ? terms.to.price : convert::market_rate(terms);
    const Decimal ten = Decimal::of(furthest);
    const Decimal price = input.limit->price;
    if (price > Decimal::multiply(market, ten, Rounding::up) ||
        price < Decimal::divide(market, ten, Rounding::down)) {
        throw Error{Code::price_protection, "order_per_unit"}.with("price", market.str());
    }
    if (input.limit->in_quote)
        terms.to.price = price;
    else
        terms.from.price = Decimal::multiply(price, terms.to.price, Rounding::down);
    return terms;
}

Order limit_order(const ConvertInput& input) {
    const auto terms = limit_terms(input);
    Order order{amounts_of(terms, input.wanted), convert::rate_of(*input.limit)};
    if (input.wanted.from) order.amounts.to = convert::at_limit(*input.limit, *input.wanted.from);
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

/// `late`: it was alive when the conversion was accepted, and may have expired since.
Order quoted_order(pg::Transaction& tx, const ConvertInput& input, ClientId client, bool late) {
    const auto quote = tx.maybe(find_quote, {*input.quote, client});
    if (!quote) throw Error{Code::not_found, "quote_id"};
    if (quote->boolean("expired") && !late) throw Error{Code::quote_expired, "quote_id"};
    if (quote->id<AssetId>("from_id") != input.from.id ||
        quote->id<AssetId>("to_id") != input.to.id)
        throw Error{Code::invalid_parameter, "quote_id"};
    const Order order{
        {quote->decimal("from_amount"), quote->decimal("to_amount"), quote->decimal("through")},
        quote->decimal("rate")};
    const bool buys = input.from.usdt;
    if (input.wanted.from && *input.wanted.from != order.amounts.from)
        throw Error{Code::invalid_parameter, buys ? "total" : "number_of_order"};
    if (input.wanted.to && *input.wanted.to != order.amounts.to)
        throw Error{Code::invalid_parameter, buys ? "number_of_order" : "total"};
    return order;
}

/// At prices that were made since it was `asked`, where it was `accepted` then.
Order order_of(pg::Transaction& tx, const Request& request, const ConvertInput& input,
               pg::Time asked, bool accepted) {
    if (input.limit) return limit_order(input);
    const auto now = [&](const CoinNow& coin) {
        return find_coin(tx.connection(), request, coin.code, "name");
    };
    const auto terms = convert::terms_of(now(input.from), now(input.to),
                                         request.config().convert_spread, "name", asked);
    if (input.quote) {
        auto order = quoted_order(tx, input, request.client(), accepted);
        look_again(order, terms);
        order.terms = terms;
        return order;
    }
    return {amounts_of(terms, input.wanted), convert::rate(terms), terms};
}

Reply reply_of(const pg::Row& row) {
    Json::Value reply;
    reply["message"] = "success";
    reply["conversion"] = convert::view_of(row);
    return Reply::json(reply);
}

/// What was answered under this key before.
std::optional<Reply> answered_before(pg::Transaction& tx, const ConvertInput& input,
                                     ClientId client) {
    if (input.key.name.empty()) return std::nullopt;
    const auto found = tx.maybe(find_repeat, {client, input.key.name});
    if (!found) return std::nullopt;
    if (found->integer("content_hash") != input.key.content_hash)
        throw Error{Code::client_id_reused, "client_id"};
    tx.mark_as_change();
    return reply_of(*found);
}

void settle_now(pg::Transaction& tx, const Request& request, const ConvertInput& input,
                ConversionId id, const Order& order) {
    const convert::Exchange exchange{input.from.id, input.to.id, input.usdt, order.amounts};
    convert::settle(tx, request.client(), id, exchange, false, input.pays);
    convert::spend_budget(tx, exchange, order.terms, request.config().house_budget_per_minute);
}

/// Gives back what was held, and throws where that is too little: what was paid in since does not
/// count, or its client could choose at the price that has come since.
void pay_with_held(pg::Transaction& tx, const ConvertInput& input, const risk::Accepted& it,
                   Decimal needed) {
    const auto held = it.end(tx);
    if (!held) return;
    convert::release(tx, it.owner.id, ConversionId{it.id}, input.from.id, *held);
    if (needed > *held)
        throw Error{Code::insufficient_balance, input.pays}.with("available", held->str());
}

/// Whoever did not wait takes no key under which another waits.
void expect_key_is_free(pg::Transaction& tx, const ConvertInput& input, ClientId client) {
    const auto& holds = engine().waiting_holds;
    holds.lock_key(tx, client, input.key);
    // The same waits in a process whose house takes a last look.
    if (holds.waits(tx, client, input.key)) throw Error{Code::unavailable};
}

// The row comes first: of two equal requests at once the second waits for the first and finds it,
// and of two that use one quote the second finds it used.
Reply settle(const Request& request, const ConvertInput& input, pg::Time asked,
             const risk::Accepted* accepted) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner =
        accepted != nullptr ? accepted->owner : token::require_can_trade(tx, request.session());
    if (accepted == nullptr) expect_key_is_free(tx, input, owner.id);
    if (auto before = answered_before(tx, input, owner.id)) {
        tx.commit();
        return std::move(*before);
    }
    const auto order = order_of(tx, request, input, asked, accepted != nullptr);
    if (input.limit && tx.one(count_waiting, {owner.id}).integer("n") >= max_waiting)
        throw Error{Code::too_many_open_orders};
    std::optional<std::int64_t> number;
    if (accepted != nullptr && accepted->id != 0) number = accepted->id;
    const auto written =
        convert::insert(tx, {owner.id, input.key, input.quote, input.from.id, input.to.id,
                             order.amounts, order.rate, input.limit, number});
    if (!written) {
        auto before = answered_before(tx, input, owner.id);
        if (!before) throw Error{Code::quote_expired, "quote_id"};
        tx.commit();
        return std::move(*before);
    }
    const auto id = *written;
    if (accepted != nullptr) pay_with_held(tx, input, *accepted, order.amounts.from);
    if (input.limit)
        convert::hold(tx, owner.id, id, input.from.id, order.amounts.from, input.pays);
    else
        settle_now(tx, request, input, id, order);
    auto reply = reply_of(tx.one(find_conversion, {id}));
    tx.commit();
    convert::announce(*connection, request.push(), owner, id);
    return reply;
}

std::vector<std::string> pairs_of(const ConvertInput& input) {
    std::vector<std::string> pairs;
    for (const CoinNow* coin : {&input.from, &input.to})
        if (!coin->usdt) pairs.push_back(coin->code + convert::through_coin);
    return pairs;
}

/// What it will cost, as far as that is known before its price is.
Decimal cost_now(pg::Transaction& tx, const ConvertInput& input, ClientId client, Decimal spread) {
    if (input.quote) return quoted_order(tx, input, client, false).amounts.from;
    if (input.wanted.from) return *input.wanted.from;
    if (!input.from.quoted || !input.to.quoted) return {};
    const Decimal cost = Decimal::multiply_divide(*input.wanted.to, input.to.rules.price,
                                                  input.from.rules.price, Rounding::up);
    return cost + Decimal::multiply(cost, spread, Rounding::up);
}

/// Of what is bought the price is open: a tenth more can be paid, where there is as much.
Decimal with_room(const ConvertInput& input, Decimal cost, Decimal available) {
    if (input.quote || input.wanted.from) return cost;
    return minimum(available, cost + Decimal::divide(cost, Decimal::of(10), Rounding::up));
}

/// Whoever waits for the next price is looked at before, and what it will cost is held. Nothing:
/// the same has been answered before, or is on its way.
std::shared_ptr<risk::Accepted> accept(const Request& request, const ConvertInput& input,
                                       std::optional<Reply>& answered) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_can_trade(tx, request.session());
    auto& holds = engine().waiting_holds;
    holds.lock_key(tx, owner.id, input.key);
    if (holds.waits(tx, owner.id, input.key)) return nullptr;
    if (auto before = answered_before(tx, input, owner.id)) {
        tx.commit();
        answered = std::move(before);
        return nullptr;
    }
    auto accepted = risk::Accepted::begin(holds, owner, input.key.name);
    if (!accepted) return nullptr;
    const Decimal cost = cost_now(tx, input, owner.id, request.config().convert_spread);
    const Decimal available = ledger::balance(
        tx, ledger::client_account(tx, owner.id, ledger::Wallet::spot, false, input.from.id));
    if (cost > available)
        throw Error{Code::insufficient_balance, input.pays}.with("available", available.str());
    const Decimal amount = with_room(input, cost, available);
    if (amount.positive()) {
        accepted->id = tx.one(next_number).integer("id");
        const ConversionId id{accepted->id};
        convert::hold(tx, owner.id, id, input.from.id, amount, input.pays);
        holds.add(tx, accepted->holder, id.value, owner.id, input.from.id, amount, input.key);
    }
    tx.commit();
    return accepted;
}

using Input = std::shared_ptr<const ConvertInput>;

/// Its price has come, or has not within reason.
void finish(const std::shared_ptr<Later>& waiting, const Input& input,
            const std::shared_ptr<risk::Accepted>& accepted, pg::Time asked) {
    fcgi::with_transaction_password(
        engine().passwords, std::move(*waiting), {}, [=](const Request& request) {
            return accepted->settle([&] {
                return risk::counted(risk::Place::convert, [&] {
                    return settle(request, *input, asked, accepted.get());
                });
            });
        });
}

void wait_for_price(const std::shared_ptr<Later>& waiting, const Input& input) {
    try {
        std::optional<Reply> answered;
        const auto accepted = accept(waiting->request(), *input, answered);
        if (answered) return waiting->answer(std::move(*answered));
        engine().prices.wait(pairs_of(*input), [=](pg::Time asked) {
            // The same request came before, and has its answer by then.
            if (!accepted) return wait_for_price(waiting, input);
            finish(waiting, input, accepted, asked);
        });
    } catch (const std::exception& error) {
        waiting->answer(error);
    }
}

}  // namespace

void place_conversion(Request& request, Later later) {
    const Input input = std::make_shared<const ConvertInput>(read_input(request));
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    // Only what is exchanged at once waits for its price here.
    if (input->limit || !engine().prices.looks()) {
        return fcgi::with_transaction_password(engine().passwords, std::move(later),
                                               std::move(password), [input](const Request& proved) {
                                                   return risk::counted(risk::Place::convert, [&] {
                                                       return settle(proved, *input, {}, nullptr);
                                                   });
                                               });
    }
    const auto waiting = std::make_shared<Later>(std::move(later));
    fcgi::prove_trading_password(engine().passwords, waiting, std::move(password),
                                 [waiting, input] { wait_for_price(waiting, input); });
}

}  // namespace cambio::spot
