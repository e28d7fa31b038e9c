// Opening a position: at the mark price of our own clock, with margin and fee of the FUTURE wallet,
// in one transaction.
#include "guard.h"
#include "ledger/ledger.h"
#include "routes.h"
#include "targets.h"
#include "view.h"

namespace cambio::positions {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;

/// USDT has no more.
constexpr int margin_places = 8;
/// Of one client at a time.
constexpr int most_positions = 200;

constexpr const char* find_contract = R"sql(
    select k.market_id, m.tick, m.lot, m.minimum_total, m.quote_id, m.state = 'open' as open
    from contracts k join markets m on m.id = k.market_id where m.pair = $1
)sql";
constexpr const char* find_repeat = R"sql(
    select * from named_positions where client_id = $1 and client_key = $2
)sql";
constexpr const char* insert_position = R"sql(
    insert into positions (client_id, market_id, client_key, content_hash, side, leverage, quantity,
                           opening_price, initial_margin, margin, fee, liquidation_price,
                           warning_price, take_profit, stop_loss)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14) returning id
)sql";

constexpr const char* count_positions = R"sql(
    select count(*) as positions from positions where client_id = $1 and state in (1, 2)
)sql";

struct Wish {
    std::string pair;
    futures::Side side{};
    int leverage = 0;
    Decimal margin;
    std::optional<Decimal> seen;  ///< the price that the client saw
    Targets targets;
    std::optional<std::string> key;
    std::int64_t hash = 0;
};

struct Contract {
    MarketId market;
    AssetId quote;
    Decimal tick, lot, minimum;
};

Wish read_wish(Request& request) {
    auto& params = request.params;
    Wish wish;
    wish.pair = params.required<std::string>("name", 32);
    wish.side = params.choice("delegate_type", {"BUY_MORE", "SELL_EMPTY"}) == 0
                    ? futures::Side::buy_more
                    : futures::Side::sell_empty;
    wish.margin = params.amount("margin", margin_places);
    const auto leverage = params.required<std::int64_t>("leverage");
    if (!futures::offered(leverage)) throw Error{Code::unknown_leverage, "leverage"};
    wish.leverage = static_cast<int>(leverage);
    if (fcgi::given(request.params, "opening_price")) wish.seen = params.amount("opening_price");
    wish.targets = read_targets(request);
    wish.key = read_key(request);
    const auto text = [](const std::optional<Decimal>& price) { return price ? price->str() : ""; };
    wish.hash = content_hash(wish.pair + ' ' + std::string{name_of(wish.side)} + ' ' +
                             std::to_string(wish.leverage) + ' ' + wish.margin.str() + ' ' +
                             text(wish.seen) + ' ' + text(wish.targets.take_profit) + ' ' +
                             text(wish.targets.stop_loss));
    return wish;
}

std::optional<Position> taken_before(pg::Transaction& tx, ClientId client, const Wish& wish) {
    if (!wish.key) return std::nullopt;
    const auto row = tx.maybe(find_repeat, {client, wish.key});
    if (!row) return std::nullopt;
    Position position = Position::from(*row);
    if (position.content_hash != wish.hash) throw Error{Code::client_id_reused, "client_id"};
    return position;
}

Contract read_contract(pg::Transaction& tx, const std::string& pair) {
    const auto row = tx.maybe(find_contract, {pair});
    if (!row) throw Error{Code::unknown_market, "name"};
    if (!row->boolean("open")) throw Error{Code::market_closed, "name"};
    return {row->id<MarketId>("market_id"), row->id<AssetId>("quote_id"), row->decimal("tick"),
            row->decimal("lot"), row->decimal("minimum_total")};
}

/// What a SELL_EMPTY takes at least counts in the coin.
Decimal least_margin(const Wish& wish, const Contract& contract, Decimal mark) {
    if (wish.side == futures::Side::buy_more) return contract.minimum;
    const Decimal coins = futures::minimum_sell(contract.minimum, mark, contract.lot);
    return Decimal::multiply(coins, mark, Rounding::up).rounded(margin_places, Rounding::up);
}

futures::Opening measure(const Wish& wish, const Contract& contract, Decimal mark) {
    const auto below = [&](Decimal minimum) {
        return Error{Code::below_minimum, "margin"}
            .with("minimum", minimum.str())
            .with("side", wish.side == futures::Side::buy_more ? "buy" : "sell");
    };
    const Decimal times = Decimal::of(wish.leverage);
    const Decimal least = least_margin(wish, contract, mark);
    if (wish.margin < least) throw below(least);
    const Decimal most = Decimal::divide(futures::largest_position(), times, Rounding::down);
    if (wish.margin > most) throw Error{Code::above_maximum, "margin"}.with("maximum", most.str());
    const auto opening = futures::open(wish.margin, wish.leverage, mark, contract.lot);
    if (!opening) throw below(Decimal::multiply_divide(contract.lot, mark, times, Rounding::up));
    return *opening;
}

/// Locks what will be touched, checks that the client can pay, writes the row and moves the money.
PositionId write(pg::Transaction& tx, ClientId client, const Wish& wish, const Contract& contract,
                 const futures::Opening& opening, Decimal mark) {
    const auto own = [&](bool held) {
        return ledger::client_account(tx, client, ledger::Wallet::future, held, contract.quote);
    };
    const AccountId available = own(false), held = own(true);
    const AccountId fees = ledger::house_account(tx, ledger::House::fees, contract.quote);
    const Decimal balance = ledger::lock(tx, {available, held, fees}).at(available);
    if (tx.one(count_positions, {client}).integer("positions") >= most_positions)
        throw Error{Code::too_many_positions};
    const Decimal needed = opening.margin + opening.fee;
    if (balance < needed) {
        throw Error{Code::insufficient_balance, "margin"}
            .with("available", balance.str())
            .with("needed", needed.str());
    }
    const futures::Position rules{wish.side, opening.quantity, mark, opening.margin};
    const auto id =
        tx.one(insert_position,
               {client, contract.market, wish.key, wish.hash, static_cast<int>(wish.side),
                wish.leverage, opening.quantity, mark, opening.margin, opening.fee,
                futures::liquidation_price(rules), futures::margin_call_price(rules),
                wish.targets.take_profit, wish.targets.stop_loss})
            .id<PositionId>("id");
    ledger::transfer_all(tx,
                         {{available, held, opening.margin, ledger::Kind::margin_hold, id.value},
                          {available, fees, opening.fee, ledger::Kind::futures_fee, id.value}});
    return id;
}

Reply open_position(const Request& request, const Wish& wish) {
    const ClientId client = request.client();
    auto db = request.db();
    pg::Transaction tx{*db};
    check_caller(tx, request.session(), PasswordLock::counts);
    if (const auto before = taken_before(tx, client, wish))
        return position_reply(*before, read_mark(tx, before->market));
    const Contract contract = read_contract(tx, wish.pair);
    const Mark mark = fresh_mark(tx, contract.market, request.config().house_stale_after_ms);
    if (wish.seen &&
        futures::slipped(wish.side, *wish.seen, mark.price, request.config().futures_slippage)) {
        throw Error{Code::slippage, "opening_price"}.with("price", mark.price.str());
    }
    const futures::Opening opening = measure(wish, contract, mark.price);
    check_targets(wish.targets, wish.side, mark.price, contract.tick);
    const PositionId id = write(tx, client, wish, contract, opening, mark.price);
    const Position position = read_own(tx, client, id);
    tx.commit();
    announce(request.push(), position);
    return position_reply(position, mark);
}

void buy_more(Request& request, Later later) {
    Wish wish = read_wish(request);
    auto password = request.params.required<std::string>("transaction_password", 128);
    request.params.refuse_others();
    guarded(request, std::move(later), std::move(password),
            [wish = std::move(wish)](const Request& asked) {
                return attempt([&] { return open_position(asked, wish); });
            });
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter opening_parameters[] = {
    {"name", Type::text, Need::required, "The contract: BTCUSDT."},
    {"delegate_type", Type::choice, Need::required, "Long or short.", "BUY_MORE|SELL_EMPTY"},
    {"margin", Type::amount, Need::required,
     "USDT of the FUTURE wallet; what makes no whole lot stays there. The fee comes beside it."},
    {"leverage", Type::integer, Need::required, "10, 15 or 20."},
    {"opening_price", Type::amount, Need::optional,
     "The price that the client saw; refused where the mark price is much worse by now."},
    {"take_profit", Type::amount, Need::optional, "Closes the position at this mark price."},
    {"stop_loss", Type::amount, Need::optional, "Likewise, with a loss."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice "
     "opens one position."},
    {"transaction_password", Type::secret, Need::required, "The transaction password."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::get_or_post,
                .path = "/api/v2/buy-more",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = buy_more}
        .takes(opening_parameters)
        .gives("PositionChanged")
        .means("Opens a futures position"),
};

}  // namespace

const std::span<const fcgi::Route> opening_routes = routes;

}  // namespace cambio::positions
