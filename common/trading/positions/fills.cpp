#include "positions/fills.h"

#include <algorithm>

#include "error/error.h"
#include "ledger/ledger.h"
#include "notices/notices.h"
#include "risk/gate.h"

namespace cambio::positions {

namespace {

constexpr const char* end_waits = R"sql(
    with left_behind as (
        select o.id from futures_orders o join marks m on m.market_id = o.market_id
        where o.state = 1 and o.waits_since is not null and m.held_back is null
            and not case when o.rises then m.price >= o.price else m.price <= o.price end
        order by o.id for update of o skip locked)
    update futures_orders o set waits_since = null from left_behind l where o.id = l.id
)sql";
constexpr const char* set_filled = R"sql(
    update futures_orders set state = 2, ended_at = clock_timestamp() where id = $1 and state = 1
)sql";
constexpr const char* set_refused = R"sql(
    update futures_orders set state = 4, reason = $2, ended_at = clock_timestamp()
    where id = $1 and state = 1
)sql";
constexpr const char* set_waiting = R"sql(
    update futures_orders set waits_since = clock_timestamp()
    where id = $1 and state = 1 and waits_since is null
)sql";

/// An order that its mark reaches, and its owner's accounts.
struct Reached {
    Order order;
    Decimal mark;
    AccountId available{}, held{};
};

std::vector<Reached> find_reached(pg::Transaction& tx, const Config& config,
                                  std::vector<Order> orders) {
    const auto marks = read_marks(tx);
    std::vector<Reached> found;
    for (Order& order : orders) {
        const auto mark = marks.find(order.contract.market);
        if (order.state != OrderState::open || !order.tradable || mark == marks.end()) continue;
        const Mark& now = mark->second;
        if (now.stale(pg::now(), config.house_stale_after_ms)) continue;
        if (config.house_last_look &&
            risk::made_before(std::min(now.provider_at, now.received_at), order.created_at))
            continue;
        if (order.reached(now.price)) found.push_back({std::move(order), now.price});
    }
    return found;
}

/// Everything that will be touched, and the account of fees, which is returned: one opening at a
/// time looks what room there is.
AccountId lock_all(pg::Transaction& tx, std::vector<Reached>& reached) {
    const AssetId asset = reached.front().order.contract.quote;
    const AccountId fees = ledger::house_account(tx, ledger::House::fees, asset);
    std::vector<AccountId> all = {fees};
    std::set<ClientId> clients;
    for (Reached& one : reached) {
        clients.insert(one.order.client);
        const auto own = [&](bool held) {
            return ledger::client_account(tx, one.order.client, ledger::Wallet::future, held,
                                          asset);
        };
        all.push_back(one.available = own(false));
        all.push_back(one.held = own(true));
    }
    for (const ClientId client : clients) lock_positions_of(tx, client);
    ledger::lock(tx, all);
    return fees;
}

/// Those of them that are still reached once all is locked: whoever waited for that sees the mark
/// as it is now, a market that was halted, and a client who was frozen.
std::vector<Reached> still_reached(pg::Transaction& tx, const Config& config,
                                   const std::vector<Reached>& locked) {
    std::vector<PositionId> ids;
    for (const Reached& one : locked) ids.push_back(one.order.id);
    auto found = find_reached(tx, config, lock_orders(tx, ids));
    for (Reached& one : found) {
        const auto same = std::ranges::find(locked, one.order.id,
                                            [](const Reached& other) { return other.order.id; });
        one.available = same->available;
        one.held = same->held;
    }
    return found;
}

/// What comes of an order: an opening, a wait for the house, or why there can be none.
struct Verdict {
    std::optional<futures::Opening> opening;
    Decimal beside;
    std::optional<Code> refusal;
};

Verdict look_at(pg::Transaction& tx, const Config& config, const Reached& reached, NoRoom& none) {
    const Order& order = reached.order;
    const Wish& wish = order.wish;
    if (order.frozen) return {{}, {}, Code::frozen_account};
    const std::pair place{order.contract.market, wish.side};
    Decimal size;
    try {
        const futures::Opening opening = measure(wish, order.contract, reached.mark);
        check_targets(wish.targets, wish.side, reached.mark, order.contract.tick);
        size = opening.notional;
        const auto full = none.find(place);
        if (full != none.end() && size >= full->second) return {};
        need_room_for_another(tx, order.client);
        return {opening, check_room(tx, config, order.client, wish, order.contract, opening), {}};
    } catch (const Error& error) {
        if (error.code() != Code::no_liquidity) return {{}, {}, error.code()};
        none.insert_or_assign(place, size);
        return {};
    }
}

void tell_owner_of(pg::Transaction& tx, const Reached& reached, notices::Kind kind,
                   const std::string& quantity) {
    const Order& order = reached.order;
    Json::Value data;
    data["pair"] = order.pair;
    data["coin"] = order.coin;
    data["delegate_type"] = std::string{name_of(order.wish.side)};
    data["order_type"] = std::string{name_of(order.kind)};
    data["order_id"] = std::to_string(order.id.value);
    data["order_price"] = order.price.str();
    data["margin"] = order.wish.margin.str();
    if (kind == notices::Kind::futures_order_filled) {
        data["price"] = reached.mark.rounded(8, Rounding::half_even).str();
        data["quantity"] = quantity;
    } else {
        data["reason"] = order.reason;
    }
    notices::tell(tx, order.client, kind, data);
}

/// The margin stays where it is held, for the position now.
void open_for(pg::Transaction& tx, const Reached& reached, const Verdict& verdict, AccountId fees,
              std::vector<ledger::Movement>& movements) {
    const Order& order = reached.order;
    const futures::Opening& opening = *verdict.opening;
    const std::int64_t number = order.id.value;
    insert(tx, {order.client, order.wish, order.contract, opening, reached.mark, verdict.beside,
                number});
    tx.change(1, set_filled, {order.id});
    movements.push_back({reached.held, reached.available, order.held - opening.margin,
                         ledger::Kind::margin_release, number});
    movements.push_back({reached.available, fees, opening.fee, ledger::Kind::futures_fee, number});
    tell_owner_of(tx, reached, notices::Kind::futures_order_filled, opening.quantity.str());
}

/// Nobody waits for the account of fees while it is found out that there is still no room.
void leave_out_waiting(pg::Transaction& tx, const Config& config, std::vector<Reached>& reached,
                       NoRoom& none) {
    std::erase_if(reached, [&](const Reached& one) {
        if (!one.order.waits_since) return false;
        const Verdict verdict = look_at(tx, config, one, none);
        return !verdict.opening && !verdict.refusal;
    });
}

}  // namespace

Fills fill(pg::Transaction& tx, const Config& config, const std::vector<PositionId>& ids,
           NoRoom& none) {
    Fills result;
    auto reached = find_reached(tx, config, lock_orders(tx, ids));
    leave_out_waiting(tx, config, reached, none);
    if (reached.empty()) return result;
    const AccountId fees = lock_all(tx, reached);
    reached = still_reached(tx, config, reached);
    std::vector<ledger::Movement> movements;
    for (Reached& one : reached) {
        const Verdict verdict = look_at(tx, config, one, none);
        Order& order = one.order;
        if (verdict.opening) {
            open_for(tx, one, verdict, fees, movements);
            result.opened.push_back(read_own(tx, order.client, order.id));
            result.filled.push_back(std::move(order));
        } else if (verdict.refusal) {
            order.reason = name_of(*verdict.refusal);
            tx.change(1, set_refused, {order.id, order.reason});
            movements.push_back({one.held, one.available, order.held, ledger::Kind::margin_release,
                                 order.id.value});
            tell_owner_of(tx, one, notices::Kind::futures_order_refused, {});
            result.refused.push_back(std::move(order));
        } else if (!order.waits_since) {
            tx.change(1, set_waiting, {order.id});
            result.waiting.push_back(std::move(order));
        }
    }
    ledger::transfer_all(tx, movements);
    return result;
}

void forget_waits(pg::Connection& connection) {
    connection.run(end_waits);
}

}  // namespace cambio::positions
