#include "support/trades.h"

namespace cambio::test {

namespace {

constexpr const char* next_seq = R"sql(
    update markets set seq = seq + 1 where pair = 'BTCUSDT' returning id, seq
)sql";

constexpr const char* insert_order = R"sql(
    insert into orders (id, client_id, market_id, seq, content_hash, side, type, price, quantity,
                        filled, filled_total, fee, state)
    values (nextval('order_ids'), $1, $2, $3, 0, $4, 1, $5, $6, $6, $5::numeric * $6::numeric, $7,
            2)
    returning id
)sql";

constexpr const char* insert_fill = R"sql(
    insert into fills (market_id, seq, position, taker_order, maker_order, taker_client,
                       maker_client, taker_side, price, quantity, taker_fee, maker_fee)
    values ($1, $2, 0, $3, $4, $5, $6, $7, $8, $9, $10, $11)
)sql";

}  // namespace

void trade(World& world, bool bought, const std::string& price, const std::string& quantity,
           const TradeSide& taker, const TradeSide& maker) {
    const auto btc = world.asset("BTC"), usdt = world.asset("USDT");
    pg::Transaction tx{world.app()};
    const auto batch = tx.one(next_seq);
    const auto market = batch.id<MarketId>("id");
    const auto seq = batch.integer("seq");
    const auto place = [&](const TradeSide& side, bool buys) -> std::optional<OrderId> {
        if (side.person == nullptr) return {};
        const auto order = tx.one(insert_order, {side.person->id, market, seq, buys ? 1 : 2, price,
                                                 quantity, side.fee})
                               .id<OrderId>("id");
        const auto asset = buys ? btc : usdt;
        if (dec(side.fee).positive())
            ledger::transfer(
                tx, ledger::client_account(tx, side.person->id, ledger::Wallet::spot, false, asset),
                ledger::house_account(tx, ledger::House::fees, asset), dec(side.fee),
                ledger::Kind::fee, order.value);
        return order;
    };
    const auto taken = place(taker, bought), made = place(maker, !bought);
    const auto client = [](const TradeSide& side) {
        return side.person == nullptr ? std::nullopt : std::optional{side.person->id};
    };
    // A fill always has a taker's order; the house's own has a number that nobody has.
    tx.change(1, insert_fill,
              {market, seq, taken.value_or(OrderId{1}), made, client(taker), client(maker),
               bought ? 1 : 2, price, quantity, taker.fee, maker.fee});
    tx.commit();
}

}  // namespace cambio::test
