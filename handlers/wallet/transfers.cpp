// Moving money between a client's own wallets. None of it leaves the account, and nothing here
// moves any to somebody else; so it is no transfer out, and is allowed to those whose withdrawals
// are restricted.
#include <algorithm>
#include <array>

#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "gate.h"
#include "ledger/announcements.h"
#include "ledger/ledger.h"
#include "routes.h"
#include "token/acting.h"
#include "token/api_keys.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;
using ledger::Wallet;

constexpr std::int64_t usual_rows = 10;
constexpr std::size_t max_code = 16;
constexpr std::size_t max_password = 128;
constexpr std::array<const char*, 3> wallet_names = {"SPOT", "FUTURE", "FUNDING"};

constexpr const char* find_asset = R"sql(
    select id, greatest(display_places, trade_places) as places from assets where code = $1
)sql";

constexpr const char* write_transfer = R"sql(
    insert into wallet_transfers (client_id, client_key, asset_id, from_wallet, to_wallet, amount)
    values ($1, nullif($2, ''), $3, $4, $5, $6)
    on conflict (client_id, client_key) where client_key is not null do nothing
    returning id
)sql";

constexpr const char* find_repeat = R"sql(
    select asset_id = $3 and from_wallet = $4 and to_wallet = $5 and amount = $6 as same
    from wallet_transfers where client_id = $1 and client_key = $2
)sql";

constexpr const char* transfers_of = R"sql(
    select t.id, a.code, a.icon, t.from_wallet, t.to_wallet, t.amount, t.at
    from wallet_transfers t join assets a on a.id = t.asset_id
    where t.client_id = $1 order by t.id desc limit $2 offset $3
)sql";

constexpr const char* count_transfers = R"sql(
    select count(*) as total from wallet_transfers where client_id = $1
)sql";

/// What was asked for.
struct Move {
    AssetId asset;
    Wallet from = Wallet::spot, to = Wallet::future;
    Decimal amount;
    std::string key;
};

const char* name_of(Wallet wallet) {
    return wallet_names.at(static_cast<std::size_t>(wallet) - 1);
}

Wallet read_wallet(fcgi::Params& params, const char* name, Wallet otherwise) {
    const auto choice =
        params.maybe_choice(name, {wallet_names[0], wallet_names[1], wallet_names[2]});
    return choice ? static_cast<Wallet>(*choice + 1) : otherwise;
}

/// DRAW_IN takes money out of the spot wallet, DRAW_OUT out of another.
void read_wallets(fcgi::Params& params, Move& move) {
    const bool draw_in = params.choice("draw_type", {"DRAW_IN", "DRAW_OUT"}) == 0;
    move.from = read_wallet(params, "from", draw_in ? Wallet::spot : Wallet::future);
    move.to = read_wallet(params, "to", draw_in ? Wallet::future : Wallet::spot);
    if ((move.from == Wallet::spot) != draw_in) throw Error{Code::invalid_parameter, "from"};
    if (move.from == move.to) throw Error{Code::invalid_parameter, "to"};
}

Move read_move(Request& request) {
    auto& params = request.params;
    Move move;
    const auto code = params.required<std::string>("coin_name", max_code);
    params.maybe_choice("state", {"PENDING"});
    read_wallets(params, move);
    const auto asset = request.db()->run(find_asset, {code});
    if (asset.empty()) throw Error{Code::unknown_asset, "coin_name"};
    move.asset = asset[0].id<AssetId>("id");
    move.amount = params.amount("transfer_amount", static_cast<int>(asset[0].integer("places")));
    move.key = fcgi::read_idempotency_key(params);
    return move;
}

void pay(pg::Transaction& tx, ClientId client, const Move& move, std::int64_t id) {
    const auto from = ledger::client_account(tx, client, move.from, false, move.asset);
    const auto to = ledger::client_account(tx, client, move.to, false, move.asset);
    const Decimal available = ledger::lock(tx, {from, to}).at(from);
    if (available < move.amount) {
        throw Error{Code::insufficient_balance, "transfer_amount"}
            .with("available", available.str())
            .with("wallet", name_of(move.from));
    }
    ledger::transfer(tx, from, to, move.amount, ledger::Kind::wallet_transfer, id);
}

// The row comes first: of two equal requests at once the second waits for the first and finds it.
Reply settle(const Request& request, const Move& move) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_can_trade(tx, request.session());
    const auto from = static_cast<int>(move.from), to = static_cast<int>(move.to);
    const auto written =
        tx.maybe(write_transfer, {owner.id, move.key, move.asset, from, to, move.amount});
    if (!written) {
        const auto repeat =
            tx.one(find_repeat, {owner.id, move.key, move.asset, from, to, move.amount});
        if (!repeat.boolean("same")) throw Error{Code::client_id_reused, "client_id"};
        tx.mark_as_change();
        tx.commit();
        return Reply::message("success");
    }
    pay(tx, owner.id, move, written->integer("id"));
    tx.commit();
    for (const Wallet wallet : {move.from, move.to})
        ledger::announce_balances(*connection, request.push(), owner, wallet, {move.asset});
    return Reply::message("success");
}

void transfer(Request& request, Later later) {
    token::expect_may_trade_anywhere(request.session());
    const auto move = read_move(request);
    auto password = request.params.optional<std::string>("transaction_password", max_password);
    request.params.refuse_others();
    // A key's right to trade stands in for it.
    if (request.session().key)
        password.reset();
    else if (!password)
        throw Error{Code::missing_parameter, "transaction_password"};
    fcgi::with_transaction_password(passwords(), std::move(later), std::move(password),
                                    [move](const Request& asked) { return settle(asked, move); });
}

Reply transfers(Request& request) {
    const auto page = fcgi::read_page(request.params, usual_rows);
    auto connection = request.db();
    Json::Value reply;
    auto& list = reply["transfers"] = Json::arrayValue;
    for (const auto row :
         connection->run(transfers_of, {request.client(), page.limit, page.offset})) {
        Json::Value view;
        view["id"] = row.str("id");
        view["coin"] = row.str("code");
        view["image"] = row.str("icon");
        view["from"] = name_of(static_cast<Wallet>(row.integer("from_wallet")));
        view["to"] = name_of(static_cast<Wallet>(row.integer("to_wallet")));
        view["amount"] = row.decimal("amount").str();
        view["at"] = pg::iso(row.time("at"));
        list.append(view);
    }
    const auto counted = connection->run(count_transfers, {request.client()});
    reply["total"] = static_cast<Json::Int64>(counted[0].integer("total"));
    return Reply::json(reply);
}

constexpr Parameter transfer_parameters[] = {
    {"coin_name", Type::text, Need::required, "The coin's code: BTC."},
    {"state", Type::choice, Need::optional, "The state of a new transfer.", "PENDING"},
    {"draw_type", Type::choice, Need::required,
     "DRAW_IN: from the spot wallet, to FUTURE by default. DRAW_OUT: from another wallet, from "
     "FUTURE to SPOT by default.",
     "DRAW_IN|DRAW_OUT"},
    {"from", Type::choice, Need::optional, "The wallet that pays; it must match draw_type.",
     "SPOT|FUTURE|FUNDING"},
    {"to", Type::choice, Need::optional, "The wallet that receives.", "SPOT|FUTURE|FUNDING"},
    {"transfer_amount", Type::amount, Need::required,
     "The amount, with no more decimal places than the coin is shown or traded with."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is "
     "one transfer."},
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; not for a request that is signed with an API key."},
};

constexpr Parameter page_parameters[] = {
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 10 by default."},
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/futures/transfer", Access::trading, Limit::changes,
          Effect::changes_secretly, nullptr, transfer}
        .by_key()
        .takes(transfer_parameters)
        .gives("TransferDone")
        .means("Moves money between the client's own wallets"),
    Route{Method::get, "/api/v3/transfers", Access::client, Limit::reads, Effect::reads, transfers}
        .by_key()
        .takes(page_parameters)
        .gives("Transfers")
        .means("Lists the transfers between the client's own wallets"),
};

}  // namespace

const std::span<const Route> transfer_routes{routes};

}  // namespace cambio::wallet
