#include "positions/parts.h"

#include "error/error.h"

namespace cambio::positions {

namespace {

constexpr const char* read_sizes = R"sql(
    select lot, minimum_total from markets where id = $1
)sql";
// Before its end nothing but the fee of its opening was given back. Kind 15 is what fee credit
// pays.
constexpr const char* read_returned = R"sql(
    select p.fee_returned + coalesce((
               select sum(t.amount) from ledger_transfers t
                where t.kind = 15 and t.reference = p.id
                      and t.credit in (select id from ledger_accounts
                                        where client_id = p.client_id and wallet = 2 and not held)
           ), 0) as amount
      from positions p where p.id = $1
)sql";

// The database takes from the position what the part has (part_leaves_its_position).
constexpr const char* insert_part = R"sql(
    insert into positions (client_id, market_id, content_hash, side, leverage, quantity,
                           opening_price, initial_margin, added_margin, funding, margin, fee,
                           fee_settled, fee_returned, liquidation_price, warning_price, take_profit,
                           stop_loss, targets_at, beside, opened_at, state, requested_price,
                           requested_at, close_key, unpaid_funding, part_of, funded)
    select client_id, market_id, content_hash, side, leverage, $2,
           opening_price, $3, $4, $5, $6, $7,
           fee_settled, $8, $9, $10, take_profit,
           stop_loss, targets_at, beside, opened_at, 2, $11,
           clock_timestamp(), $12, $13, id,
           (select coalesce(array_agg(f.at), '{}') from funding_rates f
             where f.market_id = p.market_id and f.settled_at is null
                   and (exists (select from funding_payments y
                                 where y.position_id = p.id and y.at = f.at)
                        or exists (select from funding_owed o
                                    where o.position_id = p.id and o.at = f.at)))
      from positions p where id = $1
    returning id
)sql";

}  // namespace

Division divide(const Position& whole, Decimal quantity) {
    const auto share = [&](Decimal amount) {
        // So that the rest has the better of it: less is received, and more paid.
        const Rounding rounding = amount.negative() ? Rounding::up : Rounding::down;
        return Decimal::multiply_divide(amount, quantity, whole.quantity, rounding);
    };
    Division division{whole, whole};
    Position& part = division.part;
    part.quantity = quantity;
    part.initial_margin = share(whole.initial_margin);
    part.added_margin = share(whole.added_margin);
    // Where funding took all of the margin, the parts' roundings do not meet.
    part.funding = maximum(share(whole.funding), -part.put_in());
    part.margin = part.put_in() + part.funding;
    part.unpaid_funding = -share(-whole.unpaid_funding);
    part.fee = share(whole.fee);
    part.part_of = whole.id;
    part.liquidation_price = futures::liquidation_price(part.rules());

    Position& rest = division.rest;
    rest.quantity -= part.quantity;
    rest.initial_margin -= part.initial_margin;
    rest.added_margin -= part.added_margin;
    rest.funding -= part.funding;
    rest.margin -= part.margin;
    rest.unpaid_funding -= part.unpaid_funding;
    rest.fee -= part.fee;
    rest.liquidation_price = futures::liquidation_price(rest.rules());
    return division;
}

Decimal least_part(const Position& whole, Decimal minimum, Decimal lot) {
    const Decimal exact =
        Decimal::multiply_divide(minimum, whole.quantity, whole.initial_margin, Rounding::up);
    int128 lots = exact.units() / lot.units();
    if (lots == 0 || !exact.multiple_of(lot)) ++lots;
    return Decimal::from_units(lots * lot.units());
}

Decimal least_part(pg::Transaction& tx, const Position& whole) {
    const auto sizes = tx.one(read_sizes, {whole.market});
    return least_part(whole, sizes.decimal("minimum_total"), sizes.decimal("lot"));
}

void check_part(pg::Transaction& tx, const Position& whole, Decimal quantity) {
    if (quantity == whole.quantity) return;
    if (quantity > whole.quantity)
        throw Error{Code::above_maximum, "quantity"}.with("maximum", whole.quantity.str());
    const auto sizes = tx.one(read_sizes, {whole.market});
    const Decimal lot = sizes.decimal("lot");
    if (!quantity.multiple_of(lot)) throw Error{Code::off_lot, "quantity"}.with("lot", lot.str());
    const Decimal least = least_part(whole, sizes.decimal("minimum_total"), lot);
    if (quantity < least || whole.quantity - quantity < least) {
        throw Error{Code::below_minimum, "quantity"}
            .with("minimum", least.str())
            .with("maximum", maximum(whole.quantity - least, {}).str());
    }
}

Position split(pg::Transaction& tx, const Division& division, Decimal price,
               const std::optional<std::string>& key) {
    const auto& [part, rest] = division;
    const Decimal returned = tx.one(read_returned, {rest.id}).decimal("amount");
    const Decimal whole = part.quantity + rest.quantity;
    const auto id =
        tx.one(insert_part,
               {rest.id, part.quantity, part.initial_margin, part.added_margin, part.funding,
                part.margin, part.fee,
                Decimal::multiply_divide(returned, part.quantity, whole, Rounding::down),
                part.liquidation_price, futures::margin_call_price(part.rules()), price, key,
                part.unpaid_funding})
            .id<PositionId>("id");
    write_margin(tx, rest);
    return read_own(tx, rest.client, id);
}

}  // namespace cambio::positions
