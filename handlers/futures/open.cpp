// Opening a position: at the mark price of our own clock, with margin and fee of the FUTURE wallet,
// in one transaction.
#include "crypto/crypto.h"
#include "guard.h"
#include "ledger/ledger.h"
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

constexpr const char* find_repeat = R"sql(
    select * from named_positions where client_id = $1 and client_key = $2
)sql";

struct OpenInput {
    std::string pair;
    Wish wish;
    std::optional<Decimal> seen;  ///< the price that the client saw
};

OpenInput read_input(Request& request) {
    OpenInput input;
    input.pair = request.params.required<std::string>("name", 32);
    input.wish = read_wish(request);
    if (fcgi::given(request.params, "opening_price"))
        input.seen = request.params.amount("opening_price");
    input.wish.hash = crypto::content_hash(content_of(input.pair, input.wish, input.seen));
    return input;
}

std::optional<Position> taken_before(pg::Transaction& tx, ClientId client, const OpenInput& input) {
    if (!input.wish.key) return std::nullopt;
    const auto row = tx.maybe(find_repeat, {client, input.wish.key});
    if (!row) return std::nullopt;
    Position position = Position::from(*row);
    if (position.content_hash != input.wish.hash) throw Error{Code::client_id_reused, "client_id"};
    tx.mark_as_change();
    return position;
}

/// Locks what will be touched, checks that the client can pay, writes the row and moves the money.
PositionId write(pg::Transaction& tx, const Config& config, ClientId client, const OpenInput& input,
                 const Contract& contract, const futures::Opening& opening, Decimal mark,
                 const risk::Accepted* accepted) {
    const auto own = [&](bool held) {
        return ledger::client_account(tx, client, ledger::Wallet::future, held, contract.quote);
    };
    const AccountId available = own(false), held = own(true);
    const AccountId fees = ledger::house_account(tx, ledger::House::fees, contract.quote);
    need_room_for_another(tx, client);
    const Decimal balance = may_pay(
        tx, available, held, ledger::lock(tx, {available, held, fees}).at(available), accepted);
    const Decimal needed = opening.margin + opening.fee;
    if (balance < needed) {
        throw Error{Code::insufficient_balance, "margin"}
            .with("available", balance.str())
            .with("needed", needed.str());
    }
    const Decimal beside = check_room(tx, config, client, input.wish, contract, opening);
    std::optional<std::int64_t> number;
    if (accepted != nullptr && accepted->id != 0) number = accepted->id;
    const auto id = insert(tx, {client, input.wish, contract, opening, mark, beside, number});
    ledger::transfer_all(tx,
                         {{available, held, opening.margin, ledger::Kind::margin_hold, id.value},
                          {available, fees, opening.fee, ledger::Kind::futures_fee, id.value}});
    return id;
}

Reply open_position(const Request& request, const OpenInput& input, pg::Time asked,
                    const risk::Accepted* accepted) {
    const ClientId client = request.client();
    auto db = request.db();
    pg::Transaction tx{*db};
    if (accepted == nullptr)
        token::require_can_trade(tx, request.session(), token::ClientRow::held);
    if (const auto before = taken_before(tx, client, input)) {
        auto reply = position_reply(*before, read_mark(tx, before->market));
        tx.commit();
        return reply;
    }
    const Contract contract = read_contract(tx, input.pair);
    token::expect_may_trade_in(request.session(), contract.market);
    const Mark mark = fresh_mark(tx, contract.market, request.config().house_stale_after_ms, asked);
    const Decimal slippage = request.config().futures_slippage;
    if (input.seen && futures::slipped(input.wish.side, *input.seen, mark.price, slippage)) {
        throw risk::Refused{risk::Why::moved,
                            Error{Code::slippage, "opening_price"}.with("price", mark.price.str())};
    }
    const futures::Opening opening = measure(input.wish, contract, mark.price);
    check_targets(input.wish.targets, input.wish.side, mark.price, contract.tick);
    const PositionId id =
        write(tx, request.config(), client, input, contract, opening, mark.price, accepted);
    const Position position = read_own(tx, client, id);
    tx.commit();
    announce(request.push(), position);
    return position_reply(position, mark);
}

/// Looks at whoever opens, once, and holds the margin and the fee, as much as they can come to.
Acceptance accept_opening(const Request& request, const OpenInput& input) {
    auto db = request.db();
    pg::Transaction tx{*db};
    const auto owner = token::require_can_trade(tx, request.session());
    const ledger::RequestKey key{input.wish.key.value_or(""), input.wish.hash};
    waiting_holds().lock_key(tx, owner.id, key);
    if (waiting_holds().waits(tx, owner.id, key)) return {};
    if (const auto before = taken_before(tx, owner.id, input)) {
        auto reply = position_reply(*before, read_mark(tx, before->market));
        tx.commit();
        return {{}, std::move(reply)};
    }
    const Contract contract = read_contract(tx, input.pair);
    token::expect_may_trade_in(request.session(), contract.market);
    auto accepted = risk::Accepted::begin(waiting_holds(), owner, key.name);
    if (!accepted) return {};

    const auto own = [&](bool held) {
        return ledger::client_account(tx, owner.id, ledger::Wallet::future, held, contract.quote);
    };
    const AccountId available = own(false), held = own(true);
    const Decimal balance = ledger::lock(tx, {available, held}).at(available);
    const auto mark = read_mark(tx, contract.market);
    const Wish& wish = input.wish;
    const auto now =
        mark ? futures::open(wish.margin, wish.leverage, mark->price, contract.lot) : std::nullopt;
    if (now && balance < now->margin + now->fee) {
        throw Error{Code::insufficient_balance, "margin"}
            .with("available", balance.str())
            .with("needed", (now->margin + now->fee).str());
    }
    const Decimal amount = minimum(balance, most_of(wish));
    if (amount.positive()) {
        accepted->id = next_number(tx);
        ledger::transfer(tx, available, held, amount, ledger::Kind::margin_hold, accepted->id);
        waiting_holds().add(tx, accepted->holder, accepted->id, owner.id, contract.quote, amount,
                            key);
    }
    tx.commit();
    return {accepted, {}};
}

void buy_more(Request& request, Later later) {
    const auto input = std::make_shared<const OpenInput>(read_input(request));
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    guarded_at_next_mark(
        std::move(later), std::move(password),
        {input->pair, [input](const Request& proved) { return accept_opening(proved, *input); },
         [input](const Request& proved, pg::Time asked, const risk::Accepted* accepted) {
             return risk::counted(risk::Place::futures_open,
                                  [&] { return open_position(proved, *input, asked, accepted); });
         }});
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter opening_parameters[] = {
    {"name", Type::text, Need::required, "The contract: BTCUSDT."},
    {"delegate_type", Type::choice, Need::required, "BUY_MORE: long; SELL_EMPTY: short.",
     "BUY_MORE|SELL_EMPTY"},
    {"margin", Type::amount, Need::required,
     "USDT from the FUTURE wallet, rounded down to whole lots; the rest stays in the wallet. The "
     "fee is charged on top."},
    {"leverage", Type::integer, Need::required, "10, 15 or 20."},
    {"opening_price", Type::amount, Need::optional,
     "The price that the client saw; the request is refused if the mark price is now much worse."},
    {"take_profit", Type::amount, Need::optional, "Closes the position at this mark price."},
    {"stop_loss", Type::amount, Need::optional,
     "Closes the position at this mark price, with a loss."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice "
     "opens one position."},
    password_parameter,
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v2/buy-more",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = buy_more}
        .by_key()
        .takes(opening_parameters)
        .gives("PositionChanged")
        .means("Opens a futures position"),
};

}  // namespace

const std::span<const fcgi::Route> opening_routes = routes;

}  // namespace cambio::positions
