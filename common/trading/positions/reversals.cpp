#include "positions/reversals.h"

#include "error/error.h"

namespace cambio::positions {

namespace {

// A profit as futures::close() rounds it.
constexpr const char* read_means = R"sql(
    select coalesce(sum(balance) filter (where house = 'liquidity'), 0) as liquidity,
           coalesce(sum(balance) filter (where house = 'insurance'), 0) as insurance,
           (select coalesce(sum(greatest(0,
                       floor(p.quantity * (p.requested_price - p.opening_price)
                                 * case p.side when 1 then 1e18 else -1e18 end) * 1e-18)), 0)
              from positions p join markets m on m.id = p.market_id
             where p.state = 2 and m.quote_id = $1) as promised
    from ledger_accounts
    where client_id is null and asset_id = $1 and house in ('liquidity', 'insurance')
)sql";
constexpr const char* write_reversal = R"sql(
    update positions set state = 2, requested_price = $2, requested_at = clock_timestamp(),
        close_key = $3, reversed_as = $4, reversal_held = $5
    where id = $1 and state = 1
)sql";

}  // namespace

void need_house_for(pg::Transaction& tx, const Config& config, const Position& position,
                    Decimal mark) {
    const auto row = tx.one(read_means, {position.quote});
    const Decimal profit =
        futures::close(position.rules(), mark, config.futures_closing_fee).profit;
    if (!profit.positive()) return;
    if (!futures::split(profit + row.decimal("promised"), row.decimal("liquidity"),
                        row.decimal("insurance")))
        throw Error{Code::no_liquidity};
}

void request_reversal(pg::Transaction& tx, const NewReversal& reversal) {
    tx.change(1, write_reversal,
              {reversal.position.id, reversal.price, reversal.key, reversal.number, reversal.held});
}

void open_in_place(pg::Transaction& tx, const Position& ended, const Places& places,
                   std::vector<ledger::Movement>& movements) {
    const std::int64_t number = ended.reversed_as.value().value;
    const Decimal price = ended.closing_price.value();
    const auto opening = futures::open_quantity(ended.quantity, ended.leverage, price);
    Wish wish;
    wish.side = futures::opposite(ended.side);
    wish.leverage = ended.leverage;
    wish.margin = opening.margin;
    Contract contract{};
    contract.market = ended.market;
    contract.quote = ended.quote;
    contract.tick = ended.tick;
    const Decimal beside = worth_of_contract(tx, ended.client, ended.market);
    insert(tx, {ended.client, wish, contract, opening, price, beside, number});
    movements.push_back({places.held, places.available,
                         ended.reversal_held.value() - opening.margin, ledger::Kind::margin_release,
                         number});
    movements.push_back(
        {places.available, places.fees, opening.fee, ledger::Kind::futures_fee, number});
}

}  // namespace cambio::positions
