// Opening a position: at the mark price of our own clock, with margin and fee of the FUTURE wallet,
// in one transaction.
#include "guard.h"
#include "ledger/active_client.h"
#include "ledger/ledger.h"
#include "risk/gate.h"
#include "risk/refused.h"
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

constexpr const char* find_contract = R"sql(
    select k.market_id, m.tick, m.lot, m.minimum_total, m.quote_id, m.tradable as open
    from contracts k join markets m on m.id = k.market_id where m.pair = $1
)sql";
constexpr const char* find_repeat = R"sql(
    select * from named_positions where client_id = $1 and client_key = $2
)sql";
constexpr const char* insert_position = R"sql(
    insert into positions (client_id, market_id, client_key, content_hash, side, leverage, quantity,
                           opening_price, initial_margin, margin, fee, liquidation_price,
                           warning_price, take_profit, stop_loss, beside, id)
    overriding system value
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14, $15,
            coalesce($16, nextval('positions_id_seq')))
    returning id
)sql";
constexpr const char* next_number = "select nextval('positions_id_seq') as id";

// All that is open, at the marks, and what the house could pay with.
constexpr const char* read_interest = R"sql(
    with sizes as (
        select p.client_id, p.market_id,
               case p.side when 1 then 1 else -1 end
                   * round(p.quantity * coalesce(k.price, p.opening_price), 18) as size
        from positions p left join marks k on k.market_id = p.market_id where p.state in (1, 2)
    ), nets as (select market_id, sum(size) as net from sizes group by market_id)
    select coalesce(sum(abs(size)) filter (where client_id = $1), 0) as own,
           coalesce(sum(abs(size)) filter (where client_id = $1 and market_id = $2), 0)
               as own_of_contract,
           coalesce((select net from nets where market_id = $2), 0) as net,
           coalesce((select sum(abs(net)) from nets where market_id <> $2), 0) as others,
           (select coalesce(sum(greatest(l.balance, 0)), 0) from ledger_accounts l
             where l.client_id is null and l.asset_id = $3
                   and l.house in ('liquidity', 'insurance')) as means
    from sizes
)sql";

struct OpenInput {
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

OpenInput read_wish(Request& request) {
    auto& params = request.params;
    OpenInput input;
    input.pair = params.required<std::string>("name", 32);
    input.side = params.choice("delegate_type", {"BUY_MORE", "SELL_EMPTY"}) == 0
                     ? futures::Side::buy_more
                     : futures::Side::sell_empty;
    input.margin = params.amount("margin", margin_places);
    const auto leverage = params.required<std::int64_t>("leverage");
    if (!futures::offered(leverage)) throw Error{Code::unknown_leverage, "leverage"};
    input.leverage = static_cast<int>(leverage);
    if (fcgi::given(request.params, "opening_price")) input.seen = params.amount("opening_price");
    input.targets = read_targets(request);
    input.key = read_key(request);
    const auto text = [](const std::optional<Decimal>& price) { return price ? price->str() : ""; };
    input.hash = content_hash(input.pair + ' ' + std::string{name_of(input.side)} + ' ' +
                              std::to_string(input.leverage) + ' ' + input.margin.str() + ' ' +
                              text(input.seen) + ' ' + text(input.targets.take_profit) + ' ' +
                              text(input.targets.stop_loss));
    return input;
}

std::optional<Position> taken_before(pg::Transaction& tx, ClientId client, const OpenInput& input) {
    if (!input.key) return std::nullopt;
    const auto row = tx.maybe(find_repeat, {client, input.key});
    if (!row) return std::nullopt;
    Position position = Position::from(*row);
    if (position.content_hash != input.hash) throw Error{Code::client_id_reused, "client_id"};
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
Decimal least_margin(const OpenInput& input, const Contract& contract, Decimal mark) {
    if (input.side == futures::Side::buy_more) return contract.minimum;
    const Decimal coins = futures::minimum_sell(contract.minimum, mark, contract.lot);
    return Decimal::multiply(coins, mark, Rounding::up).rounded(margin_places, Rounding::up);
}

futures::Opening measure(const OpenInput& input, const Contract& contract, Decimal mark) {
    const auto below = [&](Decimal minimum) {
        return Error{Code::below_minimum, "margin"}
            .with("minimum", minimum.str())
            .with("side", input.side == futures::Side::buy_more ? "buy" : "sell");
    };
    const Decimal times = Decimal::of(input.leverage);
    const Decimal least = least_margin(input, contract, mark);
    if (input.margin < least) throw below(least);
    const Decimal most = Decimal::divide(futures::largest_position(), times, Rounding::down);
    if (input.margin > most) throw Error{Code::above_maximum, "margin"}.with("maximum", most.str());
    const auto opening = futures::open(input.margin, input.leverage, mark, contract.lot);
    if (!opening) throw below(Decimal::multiply_divide(contract.lot, mark, times, Rounding::up));
    return *opening;
}

/// Refuses what would be too much for one client, or for the house, and gives what the client's
/// positions of the contract are worth. The account of fees is locked, so that one opening at a
/// time looks.
Decimal check_room(pg::Transaction& tx, const Config& config, ClientId client,
                   const OpenInput& input, const Contract& contract,
                   const futures::Opening& opening) {
    const auto row = tx.one(read_interest, {client, contract.market, contract.quote});
    const Decimal means = row.decimal("means");
    const auto share = [&](Decimal part) { return Decimal::multiply(means, part, Rounding::down); };
    const risk::OpenInterest open{row.decimal("own"), row.decimal("own_of_contract"),
                                  row.decimal("net"), row.decimal("others")};
    const risk::Caps caps{share(config.futures_cap_client), futures::largest_position(),
                          share(config.futures_cap_contract), share(config.futures_cap_house)};
    const bool rises = input.side == futures::Side::buy_more;
    const auto house = rises ? risk::House::sells : risk::House::buys;
    switch (risk::room_for(open, caps, house, opening.notional)) {
        case risk::Room::enough:
            return open.own_of_contract;
        case risk::Room::none_in_contract:
            throw risk::Refused{risk::Why::contract_cap, Error{Code::no_liquidity}};
        case risk::Room::none_for_house:
            throw risk::Refused{risk::Why::house_cap, Error{Code::no_liquidity}};
        case risk::Room::none_for_client:
            break;
    }
    const Decimal left = maximum(
        minimum(caps.client - open.own, caps.client_of_contract - open.own_of_contract), Decimal{});
    const Decimal most = Decimal::divide(left, Decimal::of(input.leverage), Rounding::down)
                             .rounded(margin_places, Rounding::down);
    throw risk::Refused{risk::Why::client_cap,
                        Error{Code::above_maximum, "margin"}.with("maximum", most.str())};
}

/// What the client can pay with, once its accounts are locked: where it was accepted, what was held
/// then and is given back here, for what was paid in since does not count.
Decimal may_pay(pg::Transaction& tx, AccountId available, AccountId held, Decimal balance,
                const risk::Accepted* accepted) {
    const auto amount = accepted == nullptr ? std::nullopt : accepted->end(tx);
    if (!amount) return balance;
    ledger::transfer(tx, held, available, *amount, ledger::Kind::margin_release, accepted->id);
    return *amount;
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
    const Decimal beside = check_room(tx, config, client, input, contract, opening);
    const futures::Position rules{input.side, opening.quantity, mark, opening.margin, beside};
    std::optional<std::int64_t> number;
    if (accepted != nullptr && accepted->id != 0) number = accepted->id;
    const auto id =
        tx.one(insert_position,
               {client, contract.market, input.key, input.hash, static_cast<int>(input.side),
                input.leverage, opening.quantity, mark, opening.margin, opening.fee,
                futures::liquidation_price(rules), futures::margin_call_price(rules),
                input.targets.take_profit, input.targets.stop_loss, beside, number})
            .id<PositionId>("id");
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
    if (accepted == nullptr) check_caller(tx, request.session(), PasswordLock::counts);
    if (const auto before = taken_before(tx, client, input))
        return position_reply(*before, read_mark(tx, before->market));
    const Contract contract = read_contract(tx, input.pair);
    token::expect_may_trade_in(request.session(), contract.market);
    const Mark mark = fresh_mark(tx, contract.market, request.config().house_stale_after_ms, asked);
    if (input.seen &&
        futures::slipped(input.side, *input.seen, mark.price, request.config().futures_slippage)) {
        throw risk::Refused{risk::Why::moved,
                            Error{Code::slippage, "opening_price"}.with("price", mark.price.str())};
    }
    const futures::Opening opening = measure(input, contract, mark.price);
    check_targets(input.targets, input.side, mark.price, contract.tick);
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
    const auto owner = ledger::require_can_trade(tx, request.session());
    if (const auto before = taken_before(tx, owner.id, input))
        return {{}, position_reply(*before, read_mark(tx, before->market))};
    const Contract contract = read_contract(tx, input.pair);
    token::expect_may_trade_in(request.session(), contract.market);
    auto accepted = risk::Accepted::begin(waiting_holds(), owner, input.key.value_or(""));
    if (!accepted) return {};

    const auto own = [&](bool held) {
        return ledger::client_account(tx, owner.id, ledger::Wallet::future, held, contract.quote);
    };
    const AccountId available = own(false), held = own(true);
    const Decimal balance = ledger::lock(tx, {available, held}).at(available);
    const auto mark = read_mark(tx, contract.market);
    const auto now = mark ? futures::open(input.margin, input.leverage, mark->price, contract.lot)
                          : std::nullopt;
    if (now && balance < now->margin + now->fee) {
        throw Error{Code::insufficient_balance, "margin"}
            .with("available", balance.str())
            .with("needed", (now->margin + now->fee).str());
    }
    const Decimal worth =
        Decimal::multiply(input.margin, Decimal::of(input.leverage), Rounding::up);
    const Decimal most =
        input.margin + Decimal::multiply(worth, futures::taker_fee(), Rounding::up);
    const Decimal amount = minimum(balance, most);
    if (amount.positive()) {
        accepted->id = tx.one(next_number).integer("id");
        ledger::transfer(tx, available, held, amount, ledger::Kind::margin_hold, accepted->id);
        waiting_holds().add(tx, accepted->holder, accepted->id, owner.id, contract.quote, amount);
    }
    tx.commit();
    return {accepted, {}};
}

void buy_more(Request& request, Later later) {
    const auto input = std::make_shared<const OpenInput>(read_wish(request));
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    guarded_at_next_mark(
        std::move(later), std::move(password),
        {input->pair, [input](const Request& proved) { return accept_opening(proved, *input); },
         [input](const Request& proved, pg::Time asked, const risk::Accepted* accepted) {
             return risk::counted(risk::Place::futures_open, [&] {
                 return attempt([&] { return open_position(proved, *input, asked, accepted); });
             });
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
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; required unless the session is unlocked for trading or the call "
     "is signed with an API key."},
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
