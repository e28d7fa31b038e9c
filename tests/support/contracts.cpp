#include "support/contracts.h"

#include "positions/reversals.h"

namespace cambio::test {

namespace {

constexpr const char* insert_coin = R"sql(
    with coin as (
        insert into assets (code, name, type, icon, display_places, trade_places)
        values ($1, 'Coin ' || $1, 'ALT', '/icons/' || $1 || '.svg', 8, 8) returning id)
    insert into markets (pair, base_id, quote_id, instrument, tick, lot, minimum_quantity,
                         minimum_total, provider_limit)
    select $1 || 'USDT', coin.id, q.id, $1 || '-USDT', 0.1, 0.00001, 0.00001, 1, 100
    from coin, assets q where q.code = 'USDT'
)sql";
constexpr const char* insert_contract = R"sql(
    insert into contracts (market_id, instrument)
    select id, instrument || '-SWAP' from markets where id = $1 on conflict do nothing
)sql";
constexpr const char* upsert_mark = R"sql(
    insert into marks (market_id, price, provider_at, received_at) values ($1, $2, $3, $3)
    on conflict (market_id) do update set price = excluded.price,
        provider_at = excluded.provider_at, received_at = excluded.received_at, held_back = null,
        held_back_at = null
)sql";
constexpr const char* insert_rate = R"sql(
    insert into funding_rates (market_id, at, rate, mark) values ($1, $2, $3, $4)
)sql";

constexpr const char* insert_position = R"sql(
    insert into positions (client_id, market_id, content_hash, side, leverage, quantity,
                           opening_price, initial_margin, margin, fee, liquidation_price,
                           warning_price, take_profit, stop_loss, opened_at)
    values ($1, $2, 0, $3, $4, $5, $6, $7, $7, $13, $8, $9, $10, $11, $12) returning id
)sql";
constexpr const char* set_requested = R"sql(
    update positions set state = 2, requested_price = $2, requested_at = clock_timestamp()
    where id = $1
)sql";
constexpr const char* read_order_row = R"sql(
    select * from named_futures_orders where id = $1
)sql";
constexpr const char* read_closing_row = R"sql(
    select * from named_closing_orders where id = $1
)sql";
constexpr const char* read_position = R"sql(select * from named_positions where id = $1)sql";

}  // namespace

void make_contract(World& world, const std::string& coin) {
    world.superuser().run(insert_coin, {coin});
    world.superuser().run(insert_contract, {world.market(coin + "USDT")});
}

void mark(World& world, const std::string& pair, std::string_view price,
          std::chrono::milliseconds age) {
    const MarketId id = world.market(pair);
    world.superuser().run(insert_contract, {id});
    world.app().run(upsert_mark, {id, price, pg::now() - age});
}

void funding(World& world, const std::string& pair, std::string_view rate, std::string_view mark,
             pg::Time at) {
    world.app().run(insert_rate, {world.market(pair), at, rate, mark});
}

PositionId open(World& world, const Person& person, const OpenPosition& wanted) {
    return open_all(world, {{&person, wanted}}).front();
}

std::vector<PositionId> open_all(
    World& world, const std::vector<std::pair<const Person*, OpenPosition>>& wanted) {
    const AssetId usdt = world.asset("USDT");
    std::map<std::string, MarketId> markets;
    for (const auto& [person, one] : wanted)
        if (!markets.contains(one.pair)) markets[one.pair] = world.market(one.pair);
    std::vector<PositionId> ids;
    std::vector<ledger::Movement> movements;
    pg::Transaction tx{world.app()};
    for (const auto& [person, one] : wanted) {
        const Decimal price = dec(one.price);
        const auto opening =
            futures::open(dec(one.margin), one.leverage, price, dec("0.00001")).value();
        const futures::Position rules{one.side, opening.quantity, price, opening.margin};
        ids.push_back(tx.one(insert_position,
                             {person->id, markets[one.pair], static_cast<int>(one.side),
                              one.leverage, opening.quantity, price, opening.margin,
                              futures::liquidation_price(rules), futures::margin_call_price(rules),
                              one.take_profit, one.stop_loss, one.opened_at, one.fee})
                          .id<PositionId>("id"));
        const auto own = [&, who = person->id](bool held) {
            return ledger::client_account(tx, who, ledger::Wallet::future, held, usdt);
        };
        movements.push_back(
            {own(false), own(true), opening.margin, ledger::Kind::margin_hold, ids.back().value});
        if (const Decimal fee = dec(one.fee); fee.positive())
            movements.push_back({own(false), ledger::house_account(tx, ledger::House::fees, usdt),
                                 fee, ledger::Kind::futures_fee, ids.back().value});
    }
    ledger::transfer_all(tx, movements);
    tx.commit();
    return ids;
}

void request_close(World& world, PositionId position, std::string_view price) {
    world.app().run(set_requested, {position, price});
}

PositionId request_reversal(World& world, PositionId id, std::string_view price) {
    pg::Transaction tx{world.app()};
    const auto position = positions::lock(tx, {id}).front();
    const auto cost = futures::open_quantity(position.quantity, position.leverage, dec(price));
    const PositionId number{positions::next_number(tx)};
    const Decimal held = cost.margin + cost.fee;
    positions::request_reversal(tx, {position, dec(price), {}, number, held});
    const auto own = [&](bool twin) {
        return ledger::client_account(tx, position.client, ledger::Wallet::future, twin,
                                      position.quote);
    };
    ledger::transfer(tx, own(false), own(true), held, ledger::Kind::margin_hold, number.value);
    tx.commit();
    return number;
}

PositionId place(World& world, const Person& person, const PlacedOrder& wanted) {
    const auto maybe = [](const std::optional<std::string>& price) {
        return price ? std::optional{dec(*price)} : std::nullopt;
    };
    positions::Wish wish;
    wish.side = wanted.side;
    wish.leverage = wanted.leverage;
    wish.margin = dec(wanted.margin);
    wish.targets = {maybe(wanted.take_profit), maybe(wanted.stop_loss)};
    const bool limit = wanted.kind == positions::OrderKind::limit;
    const bool rises = limit ? wanted.side == futures::Side::sell_empty : wanted.rises;
    pg::Transaction tx{world.app()};
    const auto contract = positions::read_contract(tx, wanted.pair);
    const auto id =
        positions::place(tx, {person.id, contract, wanted.kind, dec(wanted.price), rises, wish});
    tx.commit();
    return id;
}

positions::Order read_order(World& world, PositionId order) {
    return positions::Order::from(world.app().run(read_order_row, {order})[0]);
}

PositionId place_closing(World& world, const PlacedClosing& wanted) {
    pg::Transaction tx{world.app()};
    const auto position = positions::lock(tx, {wanted.position}).front();
    const bool limit = wanted.kind == positions::OrderKind::limit;
    const bool rises = limit ? position.side == futures::Side::buy_more : wanted.rises;
    const auto id = positions::place(
        tx, positions::NewClosingOrder{
                position, wanted.kind, dec(wanted.price), rises, dec(wanted.quantity), {}, 0});
    tx.commit();
    return id;
}

positions::ClosingOrder read_closing(World& world, PositionId order) {
    return positions::ClosingOrder::from(world.app().run(read_closing_row, {order})[0]);
}

positions::Position read(World& world, PositionId position) {
    const auto rows = world.app().run(read_position, {position});
    return positions::Position::from(rows[0]);
}

std::vector<positions::Position> read_all(World& world) {
    std::vector<positions::Position> all;
    for (const auto row : world.app().run("select * from named_positions order by id"))
        all.push_back(positions::Position::from(row));
    return all;
}

}  // namespace cambio::test
