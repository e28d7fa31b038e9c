#include "positions/endings.h"

#include <algorithm>

#include "ledger/ledger.h"
#include "notices/notices.h"

namespace cambio::positions {

namespace {

constexpr int shown_places = 8;

constexpr const char* end_position = R"sql(
    update positions set state = $2, closing_price = $3, realised = $4, reason = $5,
        closing_fee = $6, closed_at = clock_timestamp()
    where id = $1 returning closed_at
)sql";
// Fee credit and the referrer's share are settled like those of all fees.
constexpr const char* charge = R"sql(
    insert into fees_owed (client_id, reference, asset_id, wallet, fee, worth)
    values ($1, $2, $3, $4, $5, $5)
)sql";
constexpr const char* insert_liquidation = R"sql(
    insert into liquidations (position_id, price, mark_at, at, margin, maintenance, equity, formula,
                              to_liquidity, to_insurance, from_insurance)
    values ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8, $9, $10)
)sql";

/// Whether the reason holds for the position as it is now, and at which price.
std::optional<Decimal> price_of(const Position& position, const Ending& ending) {
    const bool open = position.state == State::open;
    switch (ending.reason) {
        case Reason::closed:
        case Reason::by_operator:
            if (position.state != State::close_requested) return std::nullopt;
            return position.requested_price;
        case Reason::liquidated:
            if (!open || !futures::liquidated(position.rules(), ending.mark)) return std::nullopt;
            return ending.mark;
        case Reason::take_profit:
        case Reason::stop_loss:
            break;
    }
    const bool profit = ending.reason == Reason::take_profit;
    const auto& target = profit ? position.take_profit : position.stop_loss;
    if (!open || !target || futures::liquidated(position.rules(), ending.mark)) return std::nullopt;
    const bool reached = profit ? futures::profit_reached(position.side, *target, ending.mark)
                                : futures::loss_reached(position.side, *target, ending.mark);
    if (!reached) return std::nullopt;
    return ending.mark;
}

std::string shown(Decimal amount) {
    return amount.rounded(shown_places, Rounding::half_even).str();
}

/// A position that ends now.
struct Ended {
    Position position;
    Decimal price;
    Reason reason;
    pg::Time mark_at;
    futures::Closing closing;
    AccountId available{}, held{};  ///< its owner's
};

/// The accounts of the house in one asset, and what they still have within this transaction.
struct House {
    AccountId liquidity, insurance, fees;
    Decimal liquid, insured;

    /// Nothing where it cannot pay the profit.
    std::optional<futures::Payment> settle(futures::Closing& closing) {
        const auto payment = futures::split(closing.profit, liquid, insured);
        if (!payment) return std::nullopt;
        // What an empty insurance cannot pay of a loss beyond the margin, house:liquidity bears.
        closing.from_insurance = minimum(closing.from_insurance, insured);
        liquid += closing.to_liquidity + closing.from_insurance - payment->from_liquidity;
        insured += closing.to_insurance - closing.from_insurance - payment->from_insurance;
        return payment;
    }
};

/// Finds all accounts that will be touched and locks them together.
House lock_accounts(pg::Transaction& tx, std::vector<Ended>& wanted) {
    const AssetId asset = wanted.front().position.quote;
    House house{ledger::house_account(tx, ledger::House::liquidity, asset),
                ledger::house_account(tx, ledger::House::insurance, asset),
                ledger::house_account(tx, ledger::House::fees, asset),
                {},
                {}};
    std::vector<AccountId> all = {house.liquidity, house.insurance, house.fees};
    for (Ended& one : wanted) {
        const auto own = [&](bool held) {
            return ledger::client_account(tx, one.position.client, ledger::Wallet::future, held,
                                          asset);
        };
        all.push_back(one.available = own(false));
        all.push_back(one.held = own(true));
    }
    const auto balances = ledger::lock(tx, all);
    house.liquid = balances.at(house.liquidity);
    house.insured = balances.at(house.insurance);
    return house;
}

void add_movements(std::vector<ledger::Movement>& movements, const House& house, const Ended& ended,
                   const futures::Payment& payment) {
    const futures::Closing& closing = ended.closing;
    const auto move = [&](AccountId debit, AccountId credit, Decimal amount, ledger::Kind kind) {
        movements.push_back({debit, credit, amount, kind, ended.position.id.value});
    };
    move(ended.held, ended.available, closing.released, ledger::Kind::margin_release);
    move(ended.held, house.liquidity, closing.to_liquidity, ledger::Kind::futures_loss);
    move(ended.held, house.insurance, closing.to_insurance, ledger::Kind::liquidation);
    move(house.insurance, house.liquidity, closing.from_insurance, ledger::Kind::insurance);
    move(house.liquidity, ended.available, payment.from_liquidity, ledger::Kind::futures_profit);
    move(house.insurance, ended.available, payment.from_insurance, ledger::Kind::futures_profit);
    move(ended.available, house.fees, closing.fee, ledger::Kind::futures_fee);
}

notices::Kind kind_of(const Ended& ended) {
    switch (ended.reason) {
        case Reason::liquidated:
            return notices::Kind::position_liquidated;
        case Reason::take_profit:
        case Reason::stop_loss:
            return notices::Kind::position_target_hit;
        case Reason::closed:
        case Reason::by_operator:
            break;
    }
    return ended.position.part_of ? notices::Kind::position_part_closed
                                  : notices::Kind::position_closed;
}

void tell_owner(pg::Transaction& tx, const Ended& ended) {
    const Position& position = ended.position;
    Json::Value data;
    data["pair"] = position.pair;
    data["coin"] = position.coin;
    data["delegate_type"] = std::string{name_of(position.side)};
    data["position_id"] = std::to_string(position.id.value);
    data["price"] = shown(ended.price);
    data["result"] = shown(ended.closing.result);
    data["margin"] = shown(position.margin);
    data["reason"] = std::string{name_of(ended.reason)};
    data["time"] = pg::iso(*position.closed_at);
    if (position.part_of) data["quantity"] = position.quantity.str();
    notices::tell(tx, position.client, kind_of(ended), data);
}

void write(pg::Transaction& tx, Ended& ended) {
    Position& position = ended.position;
    const bool gone = ended.reason == Reason::liquidated;
    position.state = gone ? State::liquidated : State::closed;
    position.closing_price = ended.price;
    position.realised = ended.closing.result;
    position.closing_fee = ended.closing.fee;
    position.reason = ended.reason;
    position.closed_at = tx.one(end_position, {position.id, static_cast<int>(position.state),
                                               ended.price, ended.closing.result,
                                               static_cast<int>(ended.reason), ended.closing.fee})
                             .time("closed_at");
    if (ended.closing.fee.positive())
        tx.change(1, charge,
                  {position.client, position.id, position.quote,
                   static_cast<int>(ledger::Wallet::future), ended.closing.fee});
    if (gone) {
        const futures::Position rules = position.rules();
        const futures::Closing& closing = ended.closing;
        tx.change(1, insert_liquidation,
                  {position.id, ended.price, ended.mark_at, position.margin,
                   futures::maintenance(rules, ended.price), futures::equity(rules, ended.price),
                   futures::explain(rules, ended.price), closing.to_liquidity, closing.to_insurance,
                   closing.from_insurance});
    }
    tell_owner(tx, ended);
}

}  // namespace

Endings end(pg::Transaction& tx, const std::vector<Ending>& endings, Decimal closing_fee) {
    std::vector<PositionId> ids;
    for (const Ending& ending : endings) ids.push_back(ending.id);
    std::vector<Ended> wanted;
    for (Position& position : positions::lock(tx, ids)) {
        const auto ending = std::ranges::find(endings, position.id, &Ending::id);
        const auto price = price_of(position, *ending);
        if (!price) continue;
        const auto closing = ending->reason == Reason::liquidated
                                 ? futures::liquidate(position.rules(), *price)
                                 : futures::close(position.rules(), *price, closing_fee);
        wanted.push_back({std::move(position), *price, ending->reason, ending->mark_at, closing});
    }
    Endings result;
    if (wanted.empty()) return result;

    // What brings the house money goes first, so that it can pay the others, and the smallest
    // profits then, so that as many as possible are paid.
    std::ranges::stable_sort(wanted, {}, [](const Ended& one) { return one.closing.profit; });
    House house = lock_accounts(tx, wanted);
    std::vector<ledger::Movement> movements;
    for (Ended& one : wanted) {
        const auto payment = house.settle(one.closing);
        if (!payment) {
            result.waiting.push_back(std::move(one.position));
            continue;
        }
        add_movements(movements, house, one, *payment);
        write(tx, one);
        result.ended.push_back(std::move(one.position));
    }
    ledger::transfer_all(tx, movements);
    return result;
}

}  // namespace cambio::positions
