#include "positions/opening.h"

#include "error/error.h"
#include "risk/gate.h"
#include "risk/refused.h"

namespace cambio::positions {

namespace {

/// Of one client at a time.
constexpr int max_positions = 200;

constexpr const char* find_contract = R"sql(
    select k.market_id, m.tick, m.lot, m.minimum_total, m.quote_id, m.tradable as open
    from contracts k join markets m on m.id = k.market_id where m.pair = $1
)sql";
constexpr const char* insert_position = R"sql(
    insert into positions (client_id, market_id, client_key, content_hash, side, leverage, quantity,
                           opening_price, initial_margin, margin, fee, liquidation_price,
                           warning_price, take_profit, stop_loss, beside, id)
    overriding system value
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14, $15,
            coalesce($16, nextval('positions_id_seq')))
    returning id
)sql";
constexpr const char* take_number = "select nextval('positions_id_seq') as id";

// Openings lock the client's accounts and divisions the position: only this keeps both in turn.
constexpr const char* lock_positions = R"sql(
    select pg_advisory_xact_lock(hashtextextended('positions:' || $1::bigint, 0))
)sql";
constexpr const char* count_positions = R"sql(
    select count(*) as positions from positions where client_id = $1 and state in (1, 2)
)sql";

// All that is open, at the marks, and what the house could pay with.
constexpr const char* read_interest = R"sql(
    with sizes as (
        select p.client_id, p.market_id,
               case when (p.side = 1) = (p.reversed_as is null) then 1 else -1 end
                   * round(p.quantity * coalesce(k.price, p.opening_price), 18) as size
        from positions p left join marks k on k.market_id = p.market_id
        where p.state in (1, 2) and p.id is distinct from $4
    ), nets as (
        select market_id, sum(size) as net, sum(abs(size)) as gross from sizes group by market_id
    )
    select coalesce(sum(abs(size)) filter (where client_id = $1), 0) as own,
           coalesce(sum(abs(size)) filter (where client_id = $1 and market_id = $2), 0)
               as own_of_contract,
           coalesce((select net from nets where market_id = $2), 0) as net,
           coalesce((select sum(abs(net)) from nets where market_id <> $2), 0) as others,
           coalesce((select gross from nets where market_id = $2), 0) as gross,
           coalesce(sum(abs(size)), 0) as gross_of_all,
           (select coalesce(sum(greatest(l.balance, 0)), 0) from ledger_accounts l
             where l.client_id is null and l.asset_id = $3
                   and l.house in ('liquidity', 'insurance')) as means
    from sizes
)sql";

constexpr const char* read_worth = R"sql(
    select coalesce(sum(round(p.quantity * coalesce(k.price, p.opening_price), 18)), 0) as worth
    from positions p left join marks k on k.market_id = p.market_id
    where p.client_id = $1 and p.market_id = $2 and p.state in (1, 2)
)sql";

void check_tick(const std::optional<Decimal>& price, Decimal tick, const char* field) {
    if (price && !price->multiple_of(tick))
        throw Error{Code::off_tick, field}.with("tick", tick.str());
}

/// What a SELL_EMPTY takes at least counts in the coin.
Decimal least_margin(futures::Side side, const Contract& contract, Decimal mark) {
    if (side == futures::Side::buy_more) return contract.minimum;
    const Decimal coins = futures::minimum_sell(contract.minimum, mark, contract.lot);
    return Decimal::multiply(coins, mark, Rounding::up).rounded(margin_places, Rounding::up);
}

}  // namespace

void check_targets(const Targets& targets, futures::Side side, Decimal mark, Decimal tick) {
    check_tick(targets.take_profit, tick, "take_profit");
    check_tick(targets.stop_loss, tick, "stop_loss");
    if (targets.take_profit && futures::profit_reached(side, *targets.take_profit, mark))
        throw Error{Code::target_side, "take_profit"}.with("price", mark.str());
    if (targets.stop_loss && futures::loss_reached(side, *targets.stop_loss, mark))
        throw Error{Code::target_side, "stop_loss"}.with("price", mark.str());
}

Contract read_contract(pg::Transaction& tx, const std::string& pair) {
    const auto row = tx.maybe(find_contract, {pair});
    if (!row) throw Error{Code::unknown_market, "name"};
    if (!row->boolean("open")) throw Error{Code::market_closed, "name"};
    return {row->id<MarketId>("market_id"), row->id<AssetId>("quote_id"), row->decimal("tick"),
            row->decimal("lot"), row->decimal("minimum_total")};
}

Decimal most_of(const Wish& wish) {
    const Decimal worth = Decimal::multiply(wish.margin, Decimal::of(wish.leverage), Rounding::up);
    return wish.margin + Decimal::multiply(worth, futures::taker_fee(), Rounding::up);
}

futures::Opening measure(const Wish& wish, const Contract& contract, Decimal mark) {
    const auto below = [&](Decimal minimum) {
        return Error{Code::below_minimum, "margin"}
            .with("minimum", minimum.str())
            .with("side", wish.side == futures::Side::buy_more ? "buy" : "sell");
    };
    const Decimal times = Decimal::of(wish.leverage);
    const Decimal least = least_margin(wish.side, contract, mark);
    if (wish.margin < least) throw below(least);
    const Decimal most = Decimal::divide(futures::largest_position(), times, Rounding::down);
    if (wish.margin > most) throw Error{Code::above_maximum, "margin"}.with("maximum", most.str());
    const auto opening = futures::open(wish.margin, wish.leverage, mark, contract.lot);
    if (!opening) throw below(Decimal::multiply_divide(contract.lot, mark, times, Rounding::up));
    return *opening;
}

futures::Opening measure_again(Decimal quantity, int leverage, futures::Side side,
                               const Contract& contract, Decimal mark) {
    if (!quantity.multiple_of(contract.lot))
        throw Error{Code::off_lot, "future_id"}.with("lot", contract.lot.str());
    const futures::Opening opening = futures::open_quantity(quantity, leverage, mark);
    const Decimal least = least_margin(side, contract, mark);
    if (opening.margin < least) {
        throw Error{Code::below_minimum, "future_id"}
            .with("minimum", least.str())
            .with("side", side == futures::Side::buy_more ? "buy" : "sell");
    }
    if (opening.notional > futures::largest_position()) {
        throw Error{Code::above_maximum, "future_id"}.with("maximum",
                                                           futures::largest_position().str());
    }
    return opening;
}

void lock_positions_of(pg::Transaction& tx, ClientId client) {
    tx.run(lock_positions, {client});
}

void need_room_for_another(pg::Transaction& tx, ClientId client) {
    lock_positions_of(tx, client);
    if (tx.one(count_positions, {client}).integer("positions") >= max_positions)
        throw Error{Code::too_many_positions};
}

Decimal check_room(pg::Transaction& tx, const Config& config, ClientId client, const Wish& wish,
                   const Contract& contract, const futures::Opening& opening,
                   std::optional<PositionId> instead_of) {
    const auto row = tx.one(read_interest, {client, contract.market, contract.quote, instead_of});
    const Decimal means = row.decimal("means");
    const auto share = [&](Decimal part) { return Decimal::multiply(means, part, Rounding::down); };
    const risk::OpenInterest open{row.decimal("own"),   row.decimal("own_of_contract"),
                                  row.decimal("net"),   row.decimal("others"),
                                  row.decimal("gross"), row.decimal("gross_of_all")};
    const risk::Caps caps{share(config.futures_cap_client), futures::largest_position(),
                          share(config.futures_cap_contract), share(config.futures_cap_house)};
    const bool rises = wish.side == futures::Side::buy_more;
    const auto house = rises ? risk::House::sells : risk::House::buys;
    switch (risk::room_for(open, caps, house, opening.notional)) {
        case risk::Room::enough:
            return open.own_of_contract;
        case risk::Room::none_in_contract:
            throw risk::Refused{risk::Why::contract_cap, Error{Code::no_liquidity}};
        case risk::Room::none_for_house:
            throw risk::Refused{risk::Why::house_cap, Error{Code::no_liquidity}};
        case risk::Room::none_for_client:
            break;
    }
    const Decimal left = maximum(
        minimum(caps.client - open.own, caps.client_of_contract - open.own_of_contract), Decimal{});
    if (instead_of)
        throw risk::Refused{risk::Why::client_cap,
                            Error{Code::above_maximum, "future_id"}.with("maximum", left.str())};
    const Decimal most = Decimal::divide(left, Decimal::of(wish.leverage), Rounding::down)
                             .rounded(margin_places, Rounding::down);
    throw risk::Refused{risk::Why::client_cap,
                        Error{Code::above_maximum, "margin"}.with("maximum", most.str())};
}

Decimal worth_of_contract(pg::Transaction& tx, ClientId client, MarketId market) {
    return tx.one(read_worth, {client, market}).decimal("worth");
}

PositionId insert(pg::Transaction& tx, const NewPosition& position) {
    const auto& [client, wish, contract, opening, mark, beside, number] = position;
    const futures::Position rules{wish.side, opening.quantity, mark, opening.margin, beside};
    return tx
        .one(insert_position,
             {client, contract.market, wish.key, wish.hash, static_cast<int>(wish.side),
              wish.leverage, opening.quantity, mark, opening.margin, opening.fee,
              futures::liquidation_price(rules), futures::margin_call_price(rules),
              wish.targets.take_profit, wish.targets.stop_loss, beside, number})
        .id<PositionId>("id");
}

std::int64_t next_number(pg::Transaction& tx) {
    return tx.one(take_number).integer("id");
}

}  // namespace cambio::positions
