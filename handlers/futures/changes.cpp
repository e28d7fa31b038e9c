// Changing a position: asking for it to be closed, adding margin, setting targets.
#include "guard.h"
#include "ledger/active_client.h"
#include "ledger/ledger.h"
#include "markets/market.h"
#include "risk/refused.h"
#include "routes.h"
#include "targets.h"
#include "view.h"

namespace cambio::positions {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;

constexpr int margin_places = 8;

constexpr const char* request_close = R"sql(
    update positions set state = 2, requested_price = $2, requested_at = clock_timestamp(),
        close_key = $3
    where id = $1 and state = 1
)sql";
constexpr const char* find_pair = R"sql(
    select m.pair from positions p join markets m on m.id = p.market_id
    where p.id = $1 and p.client_id = $2
)sql";
constexpr const char* find_close_key = R"sql(
    select id from positions where client_id = $1 and close_key = $2
)sql";
constexpr const char* find_addition = R"sql(
    select position_id, amount from margin_additions where client_id = $1 and client_key = $2
)sql";
constexpr const char* insert_addition = R"sql(
    insert into margin_additions (position_id, client_id, client_key, amount)
    values ($1, $2, $3, $4)
)sql";
constexpr const char* set_targets = R"sql(
    update positions set take_profit = $2, stop_loss = $3, targets_at = clock_timestamp()
    where id = $1 and state = 1
)sql";

void need_open(const Position& position) {
    if (position.state != State::open) throw Error{Code::position_not_open, "future_id"};
}

/// The liquidation goes first, although the job has not been here yet.
void need_maintenance(const Position& position, const Mark& mark) {
    if (futures::liquidated(position.rules(), mark.price))
        throw Error{Code::position_liquidating, "future_id"};
}

Reply close_reply(const char* message, const futures::EarlyClose& early) {
    Json::Value reply;
    reply["message"] = message;
    reply["daysLeft"] = Json::Int64{early.days_left};
    reply["futureTarget"] = early.target.str();
    reply["futureFundsToAdd"] = early.funds_to_add.str();
    return Reply::json(reply);
}

/// As lock_own; a program's key may be kept to other markets.
Position lock_for(pg::Transaction& tx, const Request& request, PositionId id) {
    Position position = lock_own(tx, request.client(), id);
    token::expect_may_trade_in(request.session(), position.market);
    return position;
}

struct CloseWish {
    PositionId id;
    std::optional<std::string> key;
    /// The margin that its owner had put in when it was accepted. More would raise the profit from
    /// which on it may be closed early, at a price that is known by then.
    std::optional<Decimal> put_in{};
};

/// Whether this request was made before. Throws where its key was another one's.
bool asked_before(pg::Transaction& tx, const Position& position, const CloseWish& wish) {
    if (wish.key) {
        const auto used = tx.maybe(find_close_key, {position.client, wish.key});
        if (used && used->id<PositionId>("id") != position.id)
            throw Error{Code::client_id_reused, "client_id"};
        if (used) return true;
    }
    // Without a key a second click is the same wish.
    return position.state == State::close_requested;
}

Reply close_position(const Request& request, const CloseWish& wish, pg::Time asked_at,
                     const risk::Accepted* accepted) {
    const Config& config = request.config();
    auto db = request.db();
    pg::Transaction tx{*db};
    if (accepted == nullptr) check_caller(tx, request.session(), PasswordLock::counts);
    const Position position = lock_for(tx, request, wish.id);
    const futures::Terms terms{config.futures_minimum_days, config.futures_close_target};
    const auto age = std::chrono::floor<std::chrono::days>(pg::now() - position.opened_at).count();
    const auto terms_at = [&](Decimal price) {
        const Decimal put_in = minimum(position.put_in(), wish.put_in.value_or(position.put_in()));
        return futures::early_close(terms, age, position.rules(), put_in, price);
    };
    if (asked_before(tx, position, wish))
        return close_reply("closeRequest", terms_at(*position.requested_price));
    need_open(position);
    if (!markets::tradable(*db, position.market)) throw Error{Code::market_closed, "future_id"};
    const Mark mark = fresh_mark(tx, position.market, config.house_stale_after_ms, asked_at);
    need_maintenance(position, mark);
    const auto early = terms_at(mark.price);
    if (!early.allowed) return close_reply("closePositionError", early);
    tx.change(1, request_close, {position.id, mark.price, wish.key});
    const Position asked = read_own(tx, position.client, position.id);
    tx.commit();
    announce(request.push(), asked);
    return close_reply("closeRequest", early);
}

std::string pair_of(Request& request, PositionId id) {
    auto db = request.db();
    const auto found = db->run(find_pair, {id, request.client()});
    if (found.empty()) throw Error{Code::not_found, "future_id"};
    return found[0].str("pair");
}

/// Whoever asks is looked at once.
Acceptance accept_close(const Request& request, CloseWish& wish) {
    auto db = request.db();
    pg::Transaction tx{*db};
    const auto owner = ledger::require_can_trade(tx, request.session());
    wish.put_in = read_own(tx, owner.id, wish.id).put_in();
    return {risk::Accepted::begin(waiting_holds(), owner, {}), {}};
}

void close(Request& request, Later later) {
    const auto wish = std::make_shared<CloseWish>();
    wish->id = request.params.required<PositionId>("future_id");
    wish->key = read_key(request);
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    guarded_at_next_mark(
        std::move(later), std::move(password),
        {pair_of(request, wish->id),
         [wish](const Request& proved) { return accept_close(proved, *wish); },
         [wish](const Request& proved, pg::Time asked, const risk::Accepted* accepted) {
             return risk::counted(risk::Place::futures_close, [&] {
                 return attempt([&] { return close_position(proved, *wish, asked, accepted); });
             });
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
    check_caller(tx, request.session(), PasswordLock::counts);
    Position position = lock_for(tx, request, addition.id);
    const auto mark = read_mark(tx, position.market);
    if (added_before(tx, client, addition)) return position_reply(position, mark);
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
                return attempt([&] { return add_to(asked, addition); });
            });
}

Reply change_targets(const Request& request, PositionId id, const Targets& targets) {
    auto db = request.db();
    pg::Transaction tx{*db};
    check_caller(tx, request.session(), PasswordLock::does_not);
    const Position position = lock_for(tx, request, id);
    need_open(position);
    auto mark = read_mark(tx, position.market);
    if (targets.take_profit || targets.stop_loss) {
        mark = fresh_mark(tx, position.market, request.config().stale_after_ms);
        need_maintenance(position, *mark);
        check_targets(targets, position.side, mark->price, position.tick);
    }
    tx.change(1, set_targets, {id, targets.take_profit, targets.stop_loss});
    const Position changed = read_own(tx, position.client, id);
    tx.commit();
    announce(request.push(), changed);
    return position_reply(changed, mark);
}

Reply set(Request& request) {
    const auto id = request.params.required<PositionId>("future_id");
    const Targets targets = read_targets(request);
    read_key(request);
    request.params.refuse_others();
    return attempt([&] { return change_targets(request, id, targets); });
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter future_id = {"future_id", Type::id, Need::required, "The position's ID."};
constexpr fcgi::Parameter client_id = {"client_id", Type::text, Need::optional,
                                       "The idempotency key, up to 64 letters, digits, '_' and "
                                       "'-': the same request sent twice makes one change."};

constexpr fcgi::Parameter password = {
    "transaction_password", Type::secret, Need::optional,
    "The transaction password; required unless the session is unlocked for trading or the call is "
    "signed with an API key."};

constexpr fcgi::Parameter close_parameters[] = {future_id, client_id, password};
constexpr fcgi::Parameter margin_parameters[] = {
    future_id,
    {"amount", Type::amount, Need::required, "USDT from the FUTURE wallet."},
    client_id,
    password,
};
constexpr fcgi::Parameter target_parameters[] = {
    future_id,
    {"take_profit", Type::amount, Need::optional,
     "Closes the position at this mark price; empty or absent removes the target."},
    {"stop_loss", Type::amount, Need::optional,
     "Closes the position at this mark price, with a loss; empty or absent removes it."},
    client_id,
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
        .means("Requests closing a futures position at the current mark price"),
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
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes,
                .function = set}
        .by_key()
        .takes(target_parameters)
        .gives("TargetsSet")
        .means("Sets or removes the take-profit and stop-loss of a futures position"),
};

}  // namespace

const std::span<const fcgi::Route> change_routes = routes;

}  // namespace cambio::positions
