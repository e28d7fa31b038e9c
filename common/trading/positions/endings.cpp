#include "positions/endings.h"

#include <algorithm>
#include <map>

#include "ledger/fees_owed.h"
#include "ledger/ledger.h"
#include "notices/notices.h"
#include "positions/funding.h"
#include "positions/reversals.h"

namespace cambio::positions {

namespace {

constexpr int shown_places = 8;

// Of those that are fresh, in a market that is not halted. For a target a mark counts that was made
// since the targets were set, and only once a payment of funding that was due before is made.
constexpr const char* read_fresh_marks = R"sql(
    select p.id, m.price, m.provider_at,
           (not $3 or least(m.provider_at, m.received_at) >= coalesce(p.targets_at, p.opened_at))
               and not exists (select 1 from funding_rates f
                               where f.market_id = p.market_id and f.settled_at is null
                                   and f.mark is not null and f.at > p.opened_at) as for_targets
    from positions p join marks m on m.market_id = p.market_id
    join markets k on k.id = m.market_id and k.tradable
    where p.id = any($1::bigint[])
        and least(m.provider_at, m.received_at) >= clock_timestamp() - $2 * interval '1 millisecond'
)sql";
constexpr const char* job_is_there = R"sql(
    select exists (select from job_runs where name = 'settle_futures'
                       and succeeded_at > clock_timestamp() - interval '15 seconds') as there
)sql";
constexpr const char* end_position = R"sql(
    update positions set state = $2, closing_price = $3, realised = $4, reason = $5,
        closing_fee = $6, closing_funding = $7, unpaid_funding = 0, closed_at = clock_timestamp()
    where id = $1 returning closed_at
)sql";
constexpr const char* insert_liquidation = R"sql(
    insert into liquidations (position_id, price, mark_at, at, margin, maintenance, equity, formula,
                              to_liquidity, to_insurance, from_insurance)
    values ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8, $9, $10)
)sql";

/// The mark of a position that is locked.
struct MarkNow {
    Decimal price;
    pg::Time at;  ///< by the provider's clock
    bool for_targets = false;
};

std::map<PositionId, MarkNow> marks_of(pg::Transaction& tx, const Config& config,
                                       const std::vector<PositionId>& ids) {
    std::vector<std::int64_t> numbers;
    for (const PositionId id : ids) numbers.push_back(id.value);
    std::map<PositionId, MarkNow> found;
    for (const pg::Row row :
         tx.run(read_fresh_marks,
                {pg::Param::array(numbers), config.stale_after_ms, config.house_last_look}))
        found.emplace(
            row.id<PositionId>("id"),
            MarkNow{row.decimal("price"), row.time("provider_at"), row.boolean("for_targets")});
    return found;
}

bool by_request(Reason reason) {
    return reason == Reason::closed || reason == Reason::by_operator;
}

/// Whether the mark is at the target and the position is not to be liquidated there.
bool at_target(const Position& position, Reason reason, Decimal mark) {
    if (futures::liquidated(position.rules(), mark)) return false;
    const bool profit = reason == Reason::take_profit;
    const auto& target = profit ? position.take_profit : position.stop_loss;
    if (!target) return false;
    return profit ? futures::profit_reached(position.side, *target, mark)
                  : futures::loss_reached(position.side, *target, mark);
}

/// Whether that mark ends the position for the reason, which is no request.
bool ends_at(const Position& position, Reason reason, const MarkNow& mark) {
    if (reason == Reason::liquidated) return futures::liquidated(position.rules(), mark.price);
    return mark.for_targets && at_target(position, reason, mark.price);
}

std::string shown(Decimal amount) {
    return amount.rounded(shown_places, Rounding::half_even).str();
}

/// A position that ends now.
struct Ended {
    Position position;
    Reason reason = Reason::closed;
    Decimal price{};
    pg::Time mark_at{};
    std::vector<FundingCharge> charges{};
    futures::Closing closing{};
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
        liquid += closing.to_liquidity + closing.from_insurance + closing.funding -
                  payment->from_liquidity;
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
    move(ended.available, house.liquidity, closing.funding, ledger::Kind::funding);
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
    position.closing_funding = ended.closing.funding;
    position.closed_at =
        tx.one(end_position,
               {position.id, static_cast<int>(position.state), ended.price, ended.closing.result,
                static_cast<int>(ended.reason), ended.closing.fee, ended.closing.funding})
            .time("closed_at");
    write_charges(tx, position, ended.charges, ended.closing.funding);
    // Fee credit and the referrer's share are settled like those of all fees.
    if (ended.closing.fee.positive())
        ledger::owe_fee(tx, {position.client, position.id.value, position.quote,
                             ledger::Wallet::future, ended.closing.fee, ended.closing.fee});
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
    position.unpaid_funding = {};
}

/// What they come to at their prices. A liquidation takes all that there is anyhow.
void close_at_prices(pg::Transaction& tx, const Config& config, std::vector<Ended>& wanted) {
    std::vector<PositionId> closed;
    for (const Ended& one : wanted)
        if (one.reason != Reason::liquidated) closed.push_back(one.position.id);
    const auto running = running_funding(tx, closed);
    for (Ended& one : wanted) {
        futures::Position rules = one.position.rules();
        if (one.reason == Reason::liquidated) {
            one.closing = futures::liquidate(rules, one.price);
            continue;
        }
        if (const auto found = running.find(one.position.id); found != running.end())
            one.charges = charges_of(one.position, one.price, found->second);
        for (const FundingCharge& charge : one.charges) rules.unpaid += charge.amount;
        one.closing = futures::close(rules, one.price, config.futures_closing_fee);
    }
}

/// Those that end now that all is locked, with their prices and what they come to.
void keep_ending(pg::Transaction& tx, const Config& config, std::vector<Ended>& wanted) {
    std::vector<PositionId> ids;
    for (const Ended& one : wanted)
        if (!by_request(one.reason)) ids.push_back(one.position.id);
    std::map<PositionId, MarkNow> marks;
    if (!ids.empty()) marks = marks_of(tx, config, ids);
    std::erase_if(wanted, [&](const Ended& one) {
        if (by_request(one.reason)) return false;
        const auto mark = marks.find(one.position.id);
        return mark == marks.end() || !ends_at(one.position, one.reason, mark->second);
    });
    for (Ended& one : wanted) {
        if (by_request(one.reason)) {
            one.price = one.position.requested_price.value();
        } else {
            const MarkNow& mark = marks.at(one.position.id);
            one.price = mark.price;
            one.mark_at = mark.at;
        }
    }
    close_at_prices(tx, config, wanted);
}

}  // namespace

Endings end(pg::Transaction& tx, const Config& config, const std::vector<Ending>& endings) {
    std::vector<PositionId> ids;
    for (const Ending& ending : endings) ids.push_back(ending.id);
    std::vector<Ended> wanted;
    for (Position& position : positions::lock(tx, ids)) {
        const Reason reason = std::ranges::find(endings, position.id, &Ending::id)->reason;
        const State state = by_request(reason) ? State::close_requested : State::open;
        if (position.state == state) wanted.push_back({std::move(position), reason});
    }
    Endings result;
    if (wanted.empty()) return result;
    House house = lock_accounts(tx, wanted);
    keep_ending(tx, config, wanted);

    // What brings the house money goes first, so that it can pay the others, and the smallest
    // profits then, so that as many as possible are paid.
    std::ranges::stable_sort(wanted, {}, [](const Ended& one) { return one.closing.profit; });
    std::vector<ledger::Movement> movements;
    for (Ended& one : wanted) {
        const auto payment = house.settle(one.closing);
        if (!payment) {
            result.waiting.push_back(std::move(one.position));
            continue;
        }
        add_movements(movements, house, one, *payment);
        write(tx, one);
        if (const auto next = one.position.reversed_as) {
            open_in_place(tx, one.position, {one.available, one.held, house.fees}, movements);
            result.opened.push_back(read_own(tx, one.position.client, *next));
        }
        result.ended.push_back(std::move(one.position));
    }
    ledger::transfer_all(tx, movements);
    return result;
}

bool job_is_at_work(pg::Transaction& tx) {
    return tx.one(job_is_there).boolean("there");
}

bool reaches_target(pg::Transaction& tx, const Config& config, const Position& position) {
    if (!position.take_profit && !position.stop_loss) return false;
    if (!job_is_at_work(tx)) return false;
    const auto marks = marks_of(tx, config, {position.id});
    if (marks.empty()) return false;
    const MarkNow& mark = marks.begin()->second;
    return ends_at(position, Reason::take_profit, mark) ||
           ends_at(position, Reason::stop_loss, mark);
}

}  // namespace cambio::positions
