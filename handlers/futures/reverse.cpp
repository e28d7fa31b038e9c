// Reversing a position: closing it and opening one of the opposite side with its quantity and
// leverage are asked for together, at one mark price. settle_futures carries out both at once.
#include "closing.h"
#include "crypto/crypto.h"
#include "guard.h"
#include "ledger/ledger.h"
#include "markets/market.h"
#include "positions/opening.h"
#include "positions/reversals.h"
#include "risk/refused.h"
#include "routes.h"
#include "token/acting.h"

namespace cambio::positions {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;

/// Of what the new position costs at the mark of before: what is held while the next is waited for.
constexpr int held_percent = 110;

struct ReverseWish {
    PositionId id;
    std::optional<std::string> key;
    std::optional<Decimal> seen;         ///< the price that the client saw
    std::optional<Position> accepted{};  ///< the position when this was accepted
};

/// Where the operator closes, nobody knows when, and what takes its place would have to wait at an
/// old price.
void need_no_operator(const Config& config) {
    if (config.futures_closing_manual) throw Error{Code::closing_by_operator, "future_id"};
}

/// Whether this request was made before. Throws where its key was another one's.
bool asked_before(pg::Transaction& tx, const Position& position, const ReverseWish& wish) {
    if (const auto asked = asked_under(tx, position.client, wish.key)) {
        if (asked->id != wish.id || !asked->reversed_as)
            throw Error{Code::client_id_reused, "client_id"};
        return true;
    }
    // Without a key a second click is the same wish.
    return position.state == State::close_requested && position.reversed_as.has_value();
}

Decimal cost_of(const Position& position, Decimal mark) {
    const auto opening = futures::open_quantity(position.quantity, position.leverage, mark);
    return opening.margin + opening.fee;
}

void need_money(Decimal available, Decimal needed) {
    if (available >= needed) return;
    throw Error{Code::insufficient_balance, "future_id"}
        .with("available", available.str())
        .with("needed", needed.str());
}

/// Of one that was asked for.
Reply reply_of(const Config& config, const Position& position, const ReverseWish& wish) {
    const Decimal price = position.requested_price.value();
    Json::Value reply = json_of(
        "reverseRequest", early_close(config, position, put_in_of(position, wish.accepted), price));
    reply["price"] = price.str();
    reply["reversed_as"] = std::to_string(position.reversed_as.value().value);
    reply["held"] = position.reversal_held.value().str();
    return Reply::json(reply);
}

struct Purse {
    AccountId available, held;
};
Purse purse_of(pg::Transaction& tx, const Position& position) {
    const auto own = [&](bool held) {
        return ledger::client_account(tx, position.client, ledger::Wallet::future, held,
                                      position.quote);
    };
    return {own(false), own(true)};
}

/// Holds what the new position costs and writes the request.
void request(pg::Transaction& tx, const Config& config, const Position& position,
             const ReverseWish& wish, Decimal mark, const risk::Accepted* accepted) {
    const Contract contract = read_contract(tx, position.pair);
    Wish next;
    next.side = futures::opposite(position.side);
    next.leverage = position.leverage;
    const auto opening =
        measure_again(position.quantity, position.leverage, next.side, contract, mark);
    next.margin = opening.margin;
    const Decimal needed = opening.margin + opening.fee;
    const auto [available, held] = purse_of(tx, position);
    const AccountId fees = ledger::house_account(tx, ledger::House::fees, position.quote);
    const Decimal balance = ledger::lock(tx, {available, held, fees}).at(available);
    need_money(may_pay(tx, available, held, balance, accepted), needed);
    check_room(tx, config, position.client, next, contract, opening, position.id);
    need_house_for(tx, config, position, mark);
    const bool numbered = accepted != nullptr && accepted->id != 0;
    const std::int64_t number = numbered ? accepted->id : next_number(tx);
    request_reversal(tx, {position, mark, wish.key, PositionId{number}, needed});
    ledger::transfer(tx, available, held, needed, ledger::Kind::margin_hold, number);
}

Reply reverse_position(const Request& asking, const ReverseWish& wish, pg::Time asked_at,
                       const risk::Accepted* accepted) {
    const Config& config = asking.config();
    auto db = asking.db();
    pg::Transaction tx{*db};
    if (accepted == nullptr) token::require_can_trade(tx, asking.session(), token::ClientRow::held);
    const Position position = lock_for(tx, asking, wish.id);
    if (asked_before(tx, position, wish)) {
        tx.mark_as_change();
        tx.commit();
        return reply_of(config, position, wish);
    }
    need_no_operator(config);
    need_open(position);
    if (!markets::tradable(*db, position.market)) throw Error{Code::market_closed, "future_id"};
    const Mark mark = fresh_mark(tx, position.market, config.house_stale_after_ms, asked_at);
    need_maintenance(position, mark);
    if (wish.seen && futures::slipped(futures::opposite(position.side), *wish.seen, mark.price,
                                      config.futures_slippage)) {
        throw risk::Refused{risk::Why::moved,
                            Error{Code::slippage, "opening_price"}.with("price", mark.price.str())};
    }
    const auto early =
        early_close(config, position, put_in_of(position, wish.accepted), mark.price);
    if (!early.allowed) return Reply::json(json_of("closePositionError", early));
    request(tx, config, position, wish, mark.price, accepted);
    const Position asked = read_own(tx, position.client, position.id);
    tx.commit();
    announce(asking.push(), asked);
    return reply_of(config, asked, wish);
}

/// Looks at whoever asks, once, and holds what the new position costs at the mark as it is, and
/// something more, for it will be another.
Acceptance accept_reversal(const Request& asking, ReverseWish& wish) {
    auto db = asking.db();
    pg::Transaction tx{*db};
    const auto owner = token::require_can_trade(tx, asking.session());
    // Closings have their keys in common with it, but not openings. No key has a space.
    const ledger::RequestKey key{wish.key ? "close " + *wish.key : std::string{},
                                 crypto::content_hash("reverse " + std::to_string(wish.id.value))};
    waiting_holds().lock_key(tx, owner.id, key);
    if (waiting_holds().waits(tx, owner.id, key)) return {};
    const Position position = read_own(tx, owner.id, wish.id);
    token::expect_may_trade_in(asking.session(), position.market);
    if (asked_before(tx, position, wish)) {
        tx.mark_as_change();
        tx.commit();
        return {{}, reply_of(asking.config(), position, wish)};
    }
    need_no_operator(asking.config());
    need_open(position);
    auto accepted = risk::Accepted::begin(waiting_holds(), owner, key.name);
    if (!accepted) return {};

    const auto [available, held] = purse_of(tx, position);
    const Decimal balance = ledger::lock(tx, {available, held}).at(available);
    const auto mark = read_mark(tx, position.market);
    if (!mark) throw risk::Refused{risk::Why::stale, Error{Code::stale_price}};
    const Decimal cost = cost_of(position, mark->price);
    need_money(balance, cost);
    const Decimal amount = minimum(
        balance,
        Decimal::multiply_divide(cost, Decimal::of(held_percent), Decimal::of(100), Rounding::up));
    accepted->id = next_number(tx);
    ledger::transfer(tx, available, held, amount, ledger::Kind::margin_hold, accepted->id);
    waiting_holds().add(tx, accepted->holder, accepted->id, owner.id, position.quote, amount, key);
    tx.commit();
    wish.accepted = position;
    return {accepted, {}};
}

void reverse(Request& asking, Later later) {
    const auto wish = std::make_shared<ReverseWish>();
    wish->id = asking.params.required<PositionId>("future_id");
    if (fcgi::given(asking.params, "opening_price"))
        wish->seen = asking.params.amount("opening_price");
    wish->key = read_key(asking);
    auto password = fcgi::read_trading_password(asking);
    asking.params.refuse_others();
    guarded_at_next_mark(
        std::move(later), std::move(password),
        {pair_of(asking, wish->id),
         [wish](const Request& proved) { return accept_reversal(proved, *wish); },
         [wish](const Request& proved, pg::Time asked, const risk::Accepted* accepted) {
             return risk::counted(risk::Place::futures_open,
                                  [&] { return reverse_position(proved, *wish, asked, accepted); });
         }});
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter reversal_parameters[] = {
    {"future_id", Type::id, Need::required, "The position's ID."},
    {"opening_price", Type::amount, Need::optional,
     "The price that the client saw; the request is refused if the mark price is now much worse "
     "for opening."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-', among those of closings: the "
     "same request sent twice reverses once."},
    password_parameter,
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/futures/reverse",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = reverse}
        .by_key()
        .takes(reversal_parameters)
        .gives("ReverseRequested")
        .means("Reverses a futures position: requests closing it and opening one of the opposite "
               "side with its quantity and leverage, at the current mark price"),
};

}  // namespace

const std::span<const fcgi::Route> reversal_routes = routes;

}  // namespace cambio::positions
