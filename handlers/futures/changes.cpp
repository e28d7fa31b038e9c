// Changing a position: asking for it, or a part of it, to be closed, adding margin, setting
// targets.
#include "positions/changes.h"

#include "closing.h"
#include "guard.h"
#include "ledger/ledger.h"
#include "markets/market.h"
#include "positions/endings.h"
#include "positions/opening.h"
#include "positions/parts.h"
#include "risk/refused.h"
#include "routes.h"
#include "token/acting.h"
#include "view.h"
#include "wish.h"

namespace cambio::positions {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;

constexpr const char* find_addition = R"sql(
    select position_id, amount from margin_additions where client_id = $1 and client_key = $2
)sql";
constexpr const char* insert_addition = R"sql(
    insert into margin_additions (position_id, client_id, client_key, amount)
    values ($1, $2, $3, $4)
)sql";

Reply close_reply(const char* message, const futures::EarlyClose& early,
                  const Position* part = nullptr) {
    Json::Value reply = json_of(message, early);
    if (part != nullptr) reply["part_id"] = std::to_string(part->id.value);
    return Reply::json(reply);
}

struct CloseWish {
    PositionId id;
    std::optional<std::string> key;
    std::optional<Decimal> quantity{};  ///< nothing: all of it

    std::optional<Position> accepted{};  ///< the position when that was accepted
};

/// Whether what was asked for under a key is this.
bool same(const Position& asked, const CloseWish& wish) {
    if (asked.reversed_as) return false;
    if (asked.part_of == wish.id) return wish.quantity == asked.quantity;
    return asked.id == wish.id && wish.quantity.value_or(asked.quantity) == asked.quantity;
}

/// What this request asked to be closed when it was made before. Throws where its key was another
/// one's.
std::optional<Position> asked_before(pg::Transaction& tx, const Position& position,
                                     const CloseWish& wish) {
    if (const auto asked = asked_under(tx, position.client, wish.key)) {
        if (!same(*asked, wish)) throw Error{Code::client_id_reused, "client_id"};
        return asked;
    }
    // Without a key a second click is the same wish.
    const bool all = wish.quantity.value_or(position.quantity) == position.quantity;
    if (all && position.state == State::close_requested && !position.reversed_as) return position;
    return std::nullopt;
}

/// The position without the part that shall be closed; nothing: all of it shall. Throws where that
/// quantity cannot be a position of its own, or the rest cannot.
std::optional<Division> division_of(pg::Transaction& tx, const Position& position,
                                    const CloseWish& wish) {
    const Decimal quantity = wish.quantity.value_or(position.quantity);
    if (quantity == position.quantity) return std::nullopt;
    check_part(tx, position, quantity);
    // Two clicks would be two parts.
    if (!wish.key) throw Error{Code::missing_parameter, "client_id"};
    need_room_for_another(tx, position.client);
    return divide(position, quantity);
}

/// Writes the request, and returns what was asked to be closed.
Position request_closing(pg::Transaction& tx, const Position& position,
                         const std::optional<Division>& division, Decimal price,
                         const CloseWish& wish) {
    if (division) return split(tx, *division, price, *wish.key);
    request_close(tx, position.id, price, wish.key);
    return read_own(tx, position.client, position.id);
}

Reply close_position(const Request& request, const CloseWish& wish, pg::Time asked_at,
                     const risk::Accepted* accepted) {
    const Config& config = request.config();
    auto db = request.db();
    pg::Transaction tx{*db};
    if (accepted == nullptr)
        token::require_can_trade(tx, request.session(), token::ClientRow::held);
    const Position position = lock_for(tx, request, wish.id);
    const auto terms_at = [&](const Position& closed, Decimal price) {
        return early_close(config, closed, put_in_of(closed, wish.accepted), price);
    };
    const auto taken = [&](const Position& asked) {
        return close_reply("closeRequest", terms_at(asked, *asked.requested_price),
                           asked.id == wish.id ? nullptr : &asked);
    };
    if (const auto before = asked_before(tx, position, wish)) {
        tx.mark_as_change();
        tx.commit();
        return taken(*before);
    }
    need_open(position);
    const auto division = division_of(tx, position, wish);
    if (!markets::tradable(*db, position.market)) throw Error{Code::market_closed, "future_id"};
    const Mark mark = fresh_mark(tx, position.market, config.house_stale_after_ms, asked_at);
    need_maintenance(position, mark);
    const auto early = terms_at(division ? division->part : position, mark.price);
    if (!early.allowed) return close_reply("closePositionError", early);
    const Position asked = request_closing(tx, position, division, mark.price, wish);
    tx.commit();
    announce(request.push(), asked);
    if (division) announce(request.push(), division->rest);
    return taken(asked);
}

/// Whoever asks is looked at once.
Acceptance accept_close(const Request& request, CloseWish& wish) {
    auto db = request.db();
    pg::Transaction tx{*db};
    const auto owner = token::require_can_trade(tx, request.session());
    wish.accepted = read_own(tx, owner.id, wish.id);
    // Another closing under its key, of another position, would void it. No key has a space.
    const std::string key = wish.key ? "close " + *wish.key : std::string{};
    return {risk::Accepted::begin(waiting_holds(), owner, key), {}};
}

void close(Request& request, Later later) {
    const auto wish = std::make_shared<CloseWish>();
    wish->id = request.params.required<PositionId>("future_id");
    wish->key = read_key(request);
    wish->quantity = request.params.maybe_amount("quantity");
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    guarded_at_next_mark(
        std::move(later), std::move(password),
        {pair_of(request, wish->id),
         [wish](const Request& proved) { return accept_close(proved, *wish); },
         [wish](const Request& proved, pg::Time asked, const risk::Accepted* accepted) {
             return risk::counted(risk::Place::futures_close,
                                  [&] { return close_position(proved, *wish, asked, accepted); });
         }});
}

struct Addition {
    PositionId id;
    Decimal amount;
    std::optional<std::string> key;
};

bool added_before(pg::Transaction& tx, ClientId client, const Addition& addition) {
    if (!addition.key) return false;
    const auto row = tx.maybe(find_addition, {client, addition.key});
    if (!row) return false;
    if (row->id<PositionId>("position_id") != addition.id ||
        row->decimal("amount") != addition.amount) {
        throw Error{Code::client_id_reused, "client_id"};
    }
    return true;
}

Reply add_to(const Request& request, const Addition& addition) {
    const ClientId client = request.client();
    auto db = request.db();
    pg::Transaction tx{*db};
    token::require_can_trade(tx, request.session(), token::ClientRow::held);
    Position position = lock_for(tx, request, addition.id);
    const auto mark = read_mark(tx, position.market);
    if (added_before(tx, client, addition)) {
        tx.mark_as_change();
        tx.commit();
        return position_reply(position, mark);
    }
    need_open(position);
    if (mark) need_maintenance(position, *mark);
    const auto own = [&](bool held) {
        return ledger::client_account(tx, client, ledger::Wallet::future, held, position.quote);
    };
    const AccountId available = own(false), held = own(true);
    const Decimal balance = ledger::lock(tx, {available, held}).at(available);
    if (balance < addition.amount) {
        throw Error{Code::insufficient_balance, "amount"}.with("available", balance.str());
    }
    tx.change(1, insert_addition, {position.id, client, addition.key, addition.amount});
    ledger::transfer_all(
        tx, {{available, held, addition.amount, ledger::Kind::margin_hold, position.id.value}});
    position.added_margin += addition.amount;
    position.margin += addition.amount;
    write_margin(tx, position);
    position = read_own(tx, client, position.id);
    tx.commit();
    announce(request.push(), position);
    return position_reply(position, mark);
}

void add_margin(Request& request, Later later) {
    Addition addition;
    addition.id = request.params.required<PositionId>("future_id");
    addition.amount = request.params.amount("amount", margin_places);
    addition.key = read_key(request);
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    guarded(std::move(later), std::move(password),
            [addition = std::move(addition)](const Request& asked) {
                return fcgi::retried([&] { return add_to(asked, addition); });
            });
}

Reply change_targets(const Request& request, PositionId id, const Targets& targets) {
    auto db = request.db();
    pg::Transaction tx{*db};
    // A target beside the mark closes the position, and one that is gone lets it be liquidated.
    token::require_can_trade(tx, request.session(), token::ClientRow::held);
    const Position position = lock_for(tx, request, id);
    need_open(position);
    if (reaches_target(tx, request.config(), position))
        throw Error{Code::target_reached, "future_id"};
    auto mark = read_mark(tx, position.market);
    if (targets.take_profit || targets.stop_loss) {
        mark = fresh_mark(tx, position.market, request.config().stale_after_ms);
        need_maintenance(position, *mark);
        check_targets(targets, position.side, mark->price, position.tick);
    }
    set_targets(tx, id, targets);
    const Position changed = read_own(tx, position.client, id);
    tx.commit();
    announce(request.push(), changed);
    return position_reply(changed, mark);
}

void set(Request& request, Later later) {
    const auto id = request.params.required<PositionId>("future_id");
    const Targets targets = read_targets(request);
    read_key(request);
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    guarded(std::move(later), std::move(password), [id, targets](const Request& asked) {
        return fcgi::retried([&] { return change_targets(asked, id, targets); });
    });
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter future_id = {"future_id", Type::id, Need::required, "The position's ID."};
constexpr fcgi::Parameter client_id = {"client_id", Type::text, Need::optional,
                                       "The idempotency key, up to 64 letters, digits, '_' and "
                                       "'-': the same request sent twice makes one change."};

constexpr fcgi::Parameter close_parameters[] = {
    future_id,
    {"quantity", Type::amount, Need::optional,
     "How much of it, in the coin: whole lots, of which both the part and the rest have the margin "
     "that opening takes at least. All of it unless given. A part needs a client_id."},
    client_id,
    password_parameter,
};
constexpr fcgi::Parameter margin_parameters[] = {
    future_id,
    {"amount", Type::amount, Need::required, "USDT from the FUTURE wallet."},
    client_id,
    password_parameter,
};
constexpr fcgi::Parameter target_parameters[] = {
    future_id,
    {"take_profit", Type::amount, Need::optional,
     "Closes the position at this mark price; empty or absent removes the target."},
    {"stop_loss", Type::amount, Need::optional,
     "Closes the position at this mark price, with a loss; empty or absent removes it."},
    client_id,
    password_parameter,
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/futures/close",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = close}
        .by_key()
        .takes(close_parameters)
        .gives("CloseRequested")
        .means("Requests closing a futures position, or a part of it, at the current mark price"),
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/futures/margin",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = add_margin}
        .by_key()
        .takes(margin_parameters)
        .gives("PositionChanged")
        .means("Adds margin to a futures position"),
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/futures/targets",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = set}
        .by_key()
        .takes(target_parameters)
        .gives("PositionChanged")
        .means("Sets or removes the take-profit and stop-loss of a futures position"),
};

}  // namespace

const std::span<const fcgi::Route> change_routes = routes;

}  // namespace cambio::positions
