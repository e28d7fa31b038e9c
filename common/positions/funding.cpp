#include "positions/funding.h"

#include "ledger/ledger.h"

namespace cambio::positions {

namespace {

constexpr const char* find_due = R"sql(
    select market_id, at, rate, mark from funding_rates
    where settled_at is null and mark is not null order by at, market_id
)sql";
// Who pays comes first, so that the house has what it pays to the others. Who asked to be closed
// before that time has a price that stands, and pays no more.
constexpr const char* find_positions = R"sql(
    select p.id from positions p
    where p.market_id = $1 and p.opened_at < $2 and p.state in (1, 2)
        and (p.requested_at is null or p.requested_at > $2)
        and not exists (select 1 from funding_payments f where f.position_id = p.id and f.at = $2)
    order by p.side <> $4, p.id limit $3
)sql";
constexpr const char* is_paid = R"sql(
    select exists (select 1 from funding_payments where position_id = $1 and at = $2) as paid
)sql";
constexpr const char* insert_payment = R"sql(
    insert into funding_payments (position_id, at, client_id, market_id, rate, mark, size, amount)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
)sql";
constexpr const char* set_settled = R"sql(
    update funding_rates set settled_at = clock_timestamp()
    where market_id = $1 and at = $2 and settled_at is null
)sql";

/// A position's part in it.
struct Part {
    Position position;
    Decimal amount;
    AccountId held{};
};

std::vector<Part> parts_of(pg::Transaction& tx, const DueFunding& due,
                           const std::vector<PositionId>& ids) {
    std::vector<Part> parts;
    for (Position& position : positions::lock(tx, ids)) {
        if (position.ended() || tx.one(is_paid, {position.id, due.at}).boolean("paid")) continue;
        const Decimal amount = futures::funding(position.rules(), due.mark, due.rate);
        parts.push_back({std::move(position), amount});
    }
    return parts;
}

/// Moves the money; leaves out who cannot be paid now.
void move(pg::Transaction& tx, std::vector<Part>& parts) {
    const AssetId asset = parts.front().position.quote;
    const AccountId liquidity = ledger::house_account(tx, ledger::House::liquidity, asset);
    const AccountId insurance = ledger::house_account(tx, ledger::House::insurance, asset);
    std::vector<AccountId> all = {liquidity, insurance};
    for (Part& part : parts) {
        part.held =
            ledger::client_account(tx, part.position.client, ledger::Wallet::future, true, asset);
        all.push_back(part.held);
    }
    auto balances = ledger::lock(tx, all);
    std::vector<ledger::Movement> movements;
    const auto add = [&](AccountId debit, AccountId credit, Decimal amount, const Part& part) {
        movements.push_back({debit, credit, amount, ledger::Kind::funding, part.position.id.value});
        balances.at(debit) -= amount;
        balances.at(credit) += amount;
    };
    // Who pays goes first, so that the house can pay the others.
    for (const Part& part : parts)
        if (part.amount.negative()) add(part.held, liquidity, -part.amount, part);
    std::erase_if(parts, [&](const Part& part) {
        if (!part.amount.positive()) return false;
        const auto payment =
            futures::split(part.amount, balances.at(liquidity), balances.at(insurance));
        if (!payment) return true;
        add(liquidity, part.held, payment->from_liquidity, part);
        add(insurance, part.held, payment->from_insurance, part);
        return false;
    });
    ledger::transfer_all(tx, movements);
}

}  // namespace

std::vector<DueFunding> due_funding(pg::Transaction& tx) {
    std::vector<DueFunding> due;
    for (const pg::Row row : tx.run(find_due))
        due.push_back({row.id<MarketId>("market_id"), row.time("at"), row.decimal("rate"),
                       row.decimal("mark")});
    return due;
}

std::vector<Position> settle_funding(pg::Transaction& tx, const DueFunding& due, int most) {
    std::vector<PositionId> ids;
    const auto payers = due.rate.negative() ? futures::Side::sell_empty : futures::Side::buy_more;
    for (const pg::Row row :
         tx.run(find_positions, {due.market, due.at, most, static_cast<int>(payers)}))
        ids.push_back(row.id<PositionId>("id"));
    std::vector<Position> changed;
    if (ids.empty()) {
        tx.run(set_settled, {due.market, due.at});
        return changed;
    }
    std::vector<Part> parts = parts_of(tx, due, ids);
    if (!parts.empty()) move(tx, parts);
    for (Part& part : parts) {
        Position& position = part.position;
        tx.change(1, insert_payment,
                  {position.id, due.at, position.client, position.market, due.rate, due.mark,
                   futures::notional(position.quantity, due.mark), part.amount});
        position.funding += part.amount;
        position.margin += part.amount;
        write_margin(tx, position);
        changed.push_back(std::move(position));
    }
    return changed;
}

}  // namespace cambio::positions
