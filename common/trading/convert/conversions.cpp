#include "convert/conversions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "error/error.h"
#include "json/write.h"
#include "ledger/announcements.h"
#include "markets/quotes.h"
#include "risk/gate.h"
#include "risk/house_trades.h"
#include "risk/refused.h"

namespace cambio::convert {

namespace {

using ledger::House, ledger::Kind, ledger::Wallet;

constexpr std::array<const char*, 3> states = {"PENDING", "APPROVED", "DISSAPROVED"};

constexpr const char* coins_now = R"sql(
    select a.id, a.code, m.id as market_id, a.code = $2 as usdt, coalesce(m.tradable, true) as open,
           m.minimum_quantity, m.minimum_total, m.provider_limit,
           q.last, q.provider_at, q.received_at,
           q.held_back is not null or b.held_back is not null as held_back,
           b.bids::text as bids, b.asks::text as asks, b.provider_at as book_provider_at,
           b.received_at as book_received_at
    from assets a
    left join markets m on m.pair = a.code || $2 and a.code <> $2
    left join quotes q on q.market_id = m.id
    left join provider_books b on b.market_id = m.id
    where a.code = any($1::text[]) and (m.id is not null or a.code = $2)
)sql";

constexpr const char* find_conversion = R"sql(
    select * from named_conversions where id = $1
)sql";
constexpr const char* insert_conversion = R"sql(
    insert into conversions (client_id, client_key, content_hash, quote_id, from_id, to_id,
                             market_type, from_amount, to_amount, rate, limit_price,
                             limit_in_quote, state, id)
    overriding system value
    values ($1, nullif($2, ''), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
            coalesce($14, nextval('conversions_id_seq')))
    on conflict do nothing returning id
)sql";
constexpr const char* set_filled = R"sql(
    update conversions set state = 2, to_amount = $2, rate = $3, updated_at = now()
    where id = $1 and state = 1
)sql";
constexpr const char* set_taken_back = R"sql(
    update conversions set state = 3, updated_at = now() where id = $1 and state = 1
    returning from_id, from_amount
)sql";
constexpr const char* keep_worth = "update conversions set through = $2 where id = $1";

std::optional<Decimal> best_of(const std::vector<markets::Level>& levels) {
    return levels.empty() ? std::nullopt : std::optional{levels.front().price};
}

bool book_is_fresh(const pg::Row& row, pg::Time now, int stale_after_ms) {
    return !row.null("book_received_at") &&
           !markets::stale(row.time("book_provider_at"), row.time("book_received_at"), now,
                           stale_after_ms);
}

/// Price and freshness of a coin that has a market.
void read_price(CoinNow& coin, const pg::Row& row, const Ages& ages) {
    const auto last = row.maybe_decimal("last");
    if (!last || !last->positive()) return;
    coin.quoted = true;
    coin.rules.price = *last;
    const pg::Time now = pg::now();
    const auto late = [&](int limit_ms) {
        return markets::stale(row.time("provider_at"), row.time("received_at"), now, limit_ms);
    };
    if (late(ages.shown)) return;
    // A price or a book far away has come since: one of the two is wrong.
    if (row.boolean("held_back")) return;
    if (book_is_fresh(row, now, ages.house)) {
        coin.bids = markets::levels_of(row.str("bids"));
        coin.asks = markets::levels_of(row.str("asks"));
    }
    const auto bid = best_of(coin.bids), ask = best_of(coin.asks);
    // Without a whole book the last price is all there is, and then its age counts.
    if ((!bid || !ask) && late(ages.house)) return;
    const auto price = middle(bid, ask, *last);
    const bool by_book = bid && ask && *bid < *ask;
    coin.made = std::min(row.time(by_book ? "book_provider_at" : "provider_at"),
                         row.time(by_book ? "book_received_at" : "received_at"));
    coin.fresh = price.has_value();
    if (price) coin.rules.price = *price;
}

CoinNow coin_of(const pg::Row& row, const Ages& ages) {
    CoinNow coin;
    coin.id = row.id<AssetId>("id");
    coin.code = row.str("code");
    coin.usdt = row.boolean("usdt");
    coin.open = row.boolean("open");
    if (coin.usdt) {
        coin.rules.price = Decimal::of(1);
        coin.quoted = coin.fresh = true;
        return coin;
    }
    coin.market = row.id<MarketId>("market_id");
    coin.rules.minimum_quantity = row.decimal("minimum_quantity");
    coin.rules.minimum_total = row.decimal("minimum_total");
    coin.rules.maximum = row.decimal("provider_limit");
    read_price(coin, row, ages);
    return coin;
}

/// The accounts of one conversion.
struct Accounts {
    AccountId paying, receiving, house_in, house_out;
    std::optional<AccountId> usdt, house_usdt;
};

Accounts find_accounts(pg::Transaction& tx, ClientId client, const Exchange& exchange, bool held) {
    Accounts accounts{ledger::client_account(tx, client, Wallet::spot, held, exchange.from),
                      ledger::client_account(tx, client, Wallet::spot, false, exchange.to),
                      ledger::house_account(tx, House::liquidity, exchange.from),
                      ledger::house_account(tx, House::liquidity, exchange.to),
                      {},
                      {}};
    if (exchange.from != exchange.usdt && exchange.to != exchange.usdt) {
        accounts.usdt = ledger::client_account(tx, client, Wallet::spot, false, exchange.usdt);
        accounts.house_usdt = ledger::house_account(tx, House::liquidity, exchange.usdt);
    }
    return accounts;
}

void check_funds(Decimal available, Decimal needed, const char* field) {
    if (available >= needed) return;
    throw Error{Code::insufficient_balance, field}.with("available", available.str());
}

}  // namespace

std::map<std::string, CoinNow> read_coins(pg::Connection& connection,
                                          const std::vector<std::string>& codes, const Ages& ages) {
    std::map<std::string, CoinNow> coins;
    for (const auto row : connection.run(coins_now, {pg::Param::array(codes), through_coin}))
        coins.emplace(row.str("code"), coin_of(row, ages));
    return coins;
}

std::optional<CoinNow> read_coin(pg::Connection& connection, std::string_view code,
                                 const Ages& ages) {
    auto found = read_coins(connection, {std::string{code}}, ages);
    if (found.empty()) return std::nullopt;
    return std::move(found.begin()->second);
}

Terms terms_between(const CoinNow& from, const CoinNow& to, Decimal spread) {
    Terms terms{from.rules, to.rules, spread};
    const auto bound = [spread](Coin& coin, const std::vector<markets::Level>& levels) {
        if (coin.maximum) coin.maximum = minimum(*coin.maximum, depth(levels, spread));
    };
    bound(terms.from, from.bids);
    bound(terms.to, to.asks);
    return terms;
}

Terms terms_of(const CoinNow& from, const CoinNow& to, Decimal spread, const char* field,
               pg::Time since) {
    if (!from.open || !to.open) throw Error{Code::market_closed, field};
    for (const CoinNow* coin : {&from, &to})
        if (!coin->fresh || (!coin->usdt && risk::made_before(coin->made, since)))
            throw risk::Refused{risk::Why::stale, Error{Code::stale_price}};
    return terms_between(from, to, spread);
}

Decimal inventory(pg::Transaction& tx, AssetId asset) {
    return ledger::balance(tx, ledger::house_account(tx, House::liquidity, asset));
}

void settle(pg::Transaction& tx, ClientId client, ConversionId id, const Exchange& exchange,
            bool held, const char* field) {
    const auto accounts = find_accounts(tx, client, exchange, held);
    std::vector<AccountId> all{accounts.paying, accounts.receiving, accounts.house_in,
                               accounts.house_out};
    if (accounts.usdt) all.insert(all.end(), {*accounts.usdt, *accounts.house_usdt});
    const auto balances = ledger::lock(tx, all);
    const auto& amounts = exchange.amounts;
    check_funds(balances.at(accounts.paying), amounts.from, field);
    const bool short_of_usdt =
        accounts.house_usdt && balances.at(*accounts.house_usdt) < amounts.through;
    if (short_of_usdt || balances.at(accounts.house_out) < amounts.to)
        throw risk::Refused{risk::Why::inventory, Error{Code::no_liquidity}};

    const auto move = [&tx, id](AccountId debit, AccountId credit, Decimal amount) {
        ledger::transfer(tx, debit, credit, amount, Kind::conversion, id.value);
    };
    move(accounts.paying, accounts.house_in, amounts.from);
    if (accounts.usdt) {
        move(*accounts.house_usdt, *accounts.usdt, amounts.through);
        move(*accounts.usdt, *accounts.house_usdt, amounts.through);
    }
    move(accounts.house_out, accounts.receiving, amounts.to);
    tx.change(1, keep_worth, {id, amounts.through});
}

void spend_budget(pg::Transaction& tx, const Exchange& exchange, const Terms& terms,
                  Decimal budget) {
    const auto spend = [&](AssetId asset, const Coin& coin, Decimal amount,
                           const risk::Traded& traded) {
        if (!coin.maximum) return;
        auto& connection = tx.connection();
        const auto before = risk::traded_of(connection, asset, risk::Source::convert);
        const auto most = Decimal::multiply(*coin.maximum, coin.price, Rounding::up);
        // The first of a minute is counted in coins: its worth has the spread in it.
        const auto too_much = [&](Decimal already, Decimal now) {
            return now.positive() && already.positive() && already + now > most;
        };
        if (amount > *coin.maximum || too_much(before.sold, traded.sold) ||
            too_much(before.bought, traded.bought))
            throw risk::Refused{risk::Why::depth, Error{Code::no_liquidity}};
        risk::add_traded(connection, asset, risk::Source::convert, traded);
        const risk::Traded all = risk::traded_of(connection, asset);
        if ((traded.sold.positive() && all.sold > budget) ||
            (traded.bought.positive() && all.bought > budget))
            throw risk::Refused{risk::Why::budget, Error{Code::no_liquidity}};
    };
    const Amounts& amounts = exchange.amounts;
    spend(exchange.from, terms.from, amounts.from, {{}, amounts.through});
    spend(exchange.to, terms.to, amounts.to, {amounts.through, {}});
}

std::optional<ConversionId> insert(pg::Transaction& tx, const NewConversion& conversion) {
    const auto& [client, key, quote, from, to, amounts, rate, limit, number] = conversion;
    const auto price = limit ? std::optional{limit->price} : std::nullopt;
    const auto type = limit ? MarketType::limit : MarketType::market;
    const auto state = limit ? State::pending : State::approved;
    const auto row =
        tx.maybe(insert_conversion, {client, key.name, key.content_hash, quote, from, to,
                                     static_cast<int>(type), amounts.from, amounts.to, rate, price,
                                     limit && limit->in_quote, static_cast<int>(state), number});
    return row ? std::optional{row->id<ConversionId>("id")} : std::nullopt;
}

void mark_filled(pg::Transaction& tx, ConversionId id, Decimal to_amount, Decimal rate) {
    tx.change(1, set_filled, {id, to_amount, rate});
}

TakenBack mark_taken_back(pg::Transaction& tx, ConversionId id) {
    const auto row = tx.one(set_taken_back, {id});
    return {row.id<AssetId>("from_id"), row.decimal("from_amount")};
}

void hold(pg::Transaction& tx, ClientId client, ConversionId id, AssetId asset, Decimal amount,
          const char* field) {
    const auto free = ledger::client_account(tx, client, Wallet::spot, false, asset);
    const auto held = ledger::client_account(tx, client, Wallet::spot, true, asset);
    check_funds(ledger::lock(tx, {free, held}).at(free), amount, field);
    ledger::transfer(tx, free, held, amount, Kind::conversion_hold, id.value);
}

void release(pg::Transaction& tx, ClientId client, ConversionId id, AssetId asset, Decimal amount) {
    const auto free = ledger::client_account(tx, client, Wallet::spot, false, asset);
    const auto held = ledger::client_account(tx, client, Wallet::spot, true, asset);
    ledger::transfer(tx, held, free, amount, Kind::conversion_release, id.value);
}

Json::Value view_of(const pg::Row& row) {
    const bool limit = row.integer("market_type") == static_cast<int>(MarketType::limit);
    Json::Value view;
    view["id"] = row.str("id");
    if (!row.null("client_key")) view["client_id"] = row.str("client_key");
    view["from"] = row.str("from_code");
    view["to"] = row.str("to_code");
    view["from_image"] = row.str("from_icon");
    view["to_image"] = row.str("to_icon");
    view["from_amount"] = row.decimal("from_amount").str();
    view["to_amount"] = row.decimal("to_amount").str();
    view["rate"] = row.decimal("rate").str();
    if (limit) view["limit"] = row.decimal("limit_price").str();
    view["market_type"] = limit ? "LIMIT" : "MARKET";
    view["state"] = states.at(static_cast<std::size_t>(row.integer("state")) - 1);
    view["created_at"] = pg::iso(row.time("created_at"));
    view["updated_at"] = pg::iso(row.time("updated_at"));
    return view;
}

void announce(pg::Connection& connection, Push& push, const token::ActiveClient& owner,
              ConversionId id) {
    const auto found = connection.run(find_conversion, {id});
    const auto row = found[0];
    push.tell(owner.unique_id, ClientEvent::conversion, json::compact(view_of(row)));
    ledger::announce_balances(connection, push, owner, Wallet::spot,
                              {row.id<AssetId>("from_id"), row.id<AssetId>("to_id")});
}

}  // namespace cambio::convert
