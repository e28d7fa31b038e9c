// What support does for one client who has asked for it: look at sessions, orders and the ledger,
// end sessions and orders, and take away a second factor that was lost.
#include <algorithm>
#include <charconv>
#include <thread>

#include "account/api_keys.h"
#include "account/browsers.h"
#include "account/device.h"
#include "account/passwords.h"
#include "account/security.h"
#include "approvals.h"
#include "commands.h"
#include "error/error.h"
#include "ledger/statement.h"
#include "notices/notices.h"
#include "output.h"
#include "positions/closing_orders.h"
#include "settlement/cancel_requests.h"
#include "token/browser_links.h"
#include "token/passkeys.h"
#include "token/sessions.h"
#include "token/two_factor.h"

namespace cambio::control {

namespace {

/// What the log of acts and the first of two approvals call it.
constexpr const char* reset_act = "clients reset-second-factor";

constexpr std::chrono::milliseconds look_again{100};
/// A writer reads twice a second, and a stop that was reached waits for the house's next book.
constexpr std::chrono::seconds patience{25};

constexpr const char* live_sessions = R"sql(
    select s.id, s.kind, k.label, k.id as key_id, s.device, s.ip, s.place,
           to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at,
           to_char(s.last_seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as last_seen_at
      from sessions s left join api_keys k on k.session_id = s.id
     where s.client_id = $1 and session_alive(s)
           and ($2::bigint is null or s.id = $2)
     order by s.kind, s.last_seen_at desc, s.id desc
)sql";

constexpr const char* client_orders = R"sql(
    select o.id, 'spot' as wallet, m.pair as market,
           case when o.oco_group is not null then 'OCO ' else '' end
               || case when o.stop_price is not null then 'STOP ' else '' end
               || case o.type % 2 when 1 then 'LIMIT' else 'MARKET' end as type,
           case o.side when 1 then 'BUY' else 'SELL' end as side, trim_scale(o.price) as price,
           trim_scale(o.stop_price) as stop_price, trim_scale(o.quantity) as quantity,
           trim_scale(o.filled) as filled,
           case o.state when 1 then 'OPEN' when 2 then 'FILLED' else 'CANCELLED' end as state,
           to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at,
           o.created_at as at
      from orders o join markets m on m.id = o.market_id
     where o.client_id = $1 and (o.state = 1 or $2 and o.state <> 1)
    union all
    select f.id, 'futures', f.pair, case f.kind when 1 then 'LIMIT' else 'TRIGGER' end,
           case f.side when 1 then 'BUY_MORE' else 'SELL_EMPTY' end, trim_scale(f.price), null,
           null, null,
           case f.state when 1 then 'OPEN' when 2 then 'FILLED' when 3 then 'CANCELLED'
                        else 'REFUSED' end,
           to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), f.created_at
      from named_futures_orders f
     where f.client_id = $1 and (f.state = 1 or $2 and f.state <> 1)
    union all
    select c.id, 'futures', c.pair,
           case c.kind when 1 then 'CLOSING LIMIT' else 'CLOSING TRIGGER' end,
           case c.side when 1 then 'BUY_MORE' else 'SELL_EMPTY' end, trim_scale(c.price), null,
           trim_scale(c.quantity), trim_scale(c.filled_quantity),
           case c.state when 1 then 'OPEN' when 2 then 'FILLED' else 'CANCELLED' end,
           to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), c.created_at
      from named_closing_orders c
     where c.client_id = $1 and (c.state = 1 or $2 and c.state <> 1)
     order by at desc, id desc limit $3
)sql";

constexpr const char* market_named = "select id from markets where pair = $1";
constexpr const char* coin_named = "select id from assets where code = $1";
constexpr const char* factor_since = R"sql(
    select confirmed_at from two_factor where client_id = $1 and confirmed_at is not null
)sql";

/// All that there is of a client's live sessions, or of one of them.
Json::Value sessions_of(pg::Transaction& tx, ClientId client, std::optional<std::int64_t> one) {
    Json::Value list = Json::arrayValue;
    for (const auto row : tx.run(live_sessions, {client, one})) {
        Json::Value line;
        for (const char* column :
             {"id", "kind", "label", "key_id", "ip", "place", "created_at", "last_seen_at"}) {
            const auto text = row.maybe_str(column);
            line[column] = text ? Json::Value{*text} : Json::Value{};
        }
        const bool key = row.text("kind") == "key";
        line["device"] = key ? line["label"].asString() : account::device_name(row.text("device"));
        list.append(line);
    }
    return list;
}

/// A list that was made here, as all others are printed.
void print_made(Control& control, const Json::Value& lines,
                std::initializer_list<const char*> columns) {
    if (!control.json) return print_table(lines, columns);
    Json::Value shown = Json::arrayValue;
    for (const auto& line : lines) {
        Json::Value one;
        for (const char* column : columns) one[column] = line[column];
        shown.append(one);
    }
    print_card(shown, {}, true);
}

void list_sessions(Control& control, const std::string& named) {
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    print_made(control, sessions_of(tx, client.id, std::nullopt),
               {"id", "kind", "device", "ip", "place", "created_at", "last_seen_at"});
}

void end_one(pg::Transaction& tx, const Client& client, const Json::Value& session) {
    const SessionId id{std::stoll(session["id"].asString())};
    if (session["kind"].asString() == "key") {
        const ApiKeyId key{std::stoll(session["key_id"].asString())};
        account::end_api_key(tx, client.id, account::api_key_of(tx, client.id, key));
        Json::Value told;
        told["label"] = session["label"];
        return notices::tell(tx, client.id, notices::Kind::api_key_ended, told);
    }
    account::forget_browser(tx, id, SessionId{0});
    token::revoke_device(tx, id, client.id);
    account::record(tx, client.id, "signed_out", {});
}

/// By all of them the epoch ends, too, and with it whatever was asked for before and waits, as
/// where the owner signs out everywhere: also links by which a browser would become known.
void end_sessions(Control& control, const std::string& named, const std::string& which,
                  const std::string& reason) {
    const bool all = which == "all";
    std::int64_t number = 0;
    const auto end = which.data() + which.size();
    const auto read = std::from_chars(which.data(), end, number);
    if (!all && (read.ec != std::errc{} || read.ptr != end))
        throw Refused{"A session is named by its number in cambioctl clients sessions, or all."};
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    const auto ended =
        sessions_of(tx, client.id, all ? std::nullopt : std::optional<std::int64_t>{number});
    if (ended.empty())
        throw Refused{client.name() + (all ? " is not signed in, and has no API key."
                                           : " has no live session " + which + '.')};
    if (all) {
        // Links first: who follows one at the same time is waited for, and forgotten then.
        token::end_browser_links(tx, client.id);
        account::forget_signed_in_browsers(tx, client.id, SessionId{0});
    }
    for (const auto& session : ended) end_one(tx, client, session);
    if (all) token::revoke_all_sessions(tx, client.id);
    Json::Value data;
    data["client"] = client.unique_id;
    for (const auto& session : ended) data["sessions"].append(session["id"]);
    control.record(tx, "clients end-session", client.name(), reason, data);
    tx.commit();
    control.push.tell(client.unique_id, ClientEvent::signed_out);
    print_done(std::to_string(ended.size()) + " sessions of " + client.name() + " have ended.",
               data, control.json);
}

/// What proves the owner beside the password is gone, with whatever a thief who talked support into
/// this could have made before: sessions, keys, known browsers, codes. Withdrawals rest, and the
/// owner hears of it by bell and mail.
void take_factor_away(pg::Transaction& tx, const Client& client, bool authenticator) {
    if (authenticator) {
        token::remove_two_factor(tx, client.id);
        account::security_changed(tx, client.id, notices::Kind::two_factor_off, {});
    }
    std::string names;
    for (const auto& name : token::remove_passkeys(tx, client.id))
        names += (names.empty() ? "" : ", ") + name;
    if (!names.empty()) {
        Json::Value told;
        told["name"] = names;
        account::security_changed(tx, client.id, notices::Kind::passkey_removed, {}, told);
    }
    account::end_proofs(tx, client.id, client.email);
    account::forget_browsers(tx, client.id);
    token::revoke_all_sessions(tx, client.id);
}

void reset_second_factor(Control& control, const std::string& named, const std::string& reason) {
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    const auto factor = tx.maybe(factor_since, {client.id});
    const auto passkeys = token::passkeys_of(tx, client.id);
    if (!factor && passkeys.empty())
        throw Refused{client.name() + " has neither an authenticator app nor a passkey."};
    Approval approval{reset_act, client.name(), {}};
    approval.content["client"] = client.unique_id;
    approval.content["authenticator"] = factor.has_value();
    approval.content["passkeys"] = std::to_string(passkeys.size());
    // Whoever has set up another one since the first approval has it in hand.
    if (factor) approval.since = factor->time("confirmed_at");
    for (const auto& passkey : passkeys)
        approval.since = std::max(approval.since, std::optional{passkey.created_at});
    if (!may_spend(control, tx, approval, reason)) return;
    take_factor_away(tx, client, factor.has_value());
    control.record(tx, reset_act, client.name(), reason, approval.content);
    tx.commit();
    control.push.tell(client.unique_id, ClientEvent::signed_out);
    print_done("The second factor of " + client.name() +
                   " is gone; all sessions have ended, and withdrawals rest for 24 hours.",
               approval.content, control.json);
}

void show_orders(Control& control, const std::string& named, bool all, int most) {
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    print_list(tx.run(client_orders, {client.id, all, most}),
               {"id", "wallet", "market", "type", "side", "price", "stop_price", "quantity",
                "filled", "state", "created_at"},
               control.json);
}

struct Period {
    int days = 7;
    int most = 100;
    std::string coin;
};

/// The newest first, as whoever was asked about the last hours needs them.
void list_ledger(Control& control, const std::string& named, const Period& asked) {
    ledger::StatementOf of;
    {
        pg::Transaction tx{control.db};
        of.client = find_client(tx, named).id;
        const auto asset = tx.maybe(coin_named, {asked.coin});
        if (!asked.coin.empty() && !asset) throw Refused{"There is no coin " + asked.coin + "."};
        if (asset) of.asset = asset->id<AssetId>("id");
    }
    // A little further than this clock: the database's may be ahead.
    const auto until = pg::now() + std::chrono::minutes{1};
    Json::Value lines = Json::arrayValue;
    try {
        const auto statement = ledger::read_statement(
            control.db, of, until - std::chrono::hours{24 * asked.days}, until);
        for (auto line = statement.lines.rbegin();
             line != statement.lines.rend() && lines.size() < static_cast<unsigned>(asked.most);
             ++line) {
            Json::Value one;
            one["at"] = pg::iso(line->at);
            one["kind"] = std::string{name_of(line->kind)};
            one["coin"] = line->coin;
            one["wallet"] = std::string{name_of(line->wallet)} + (line->held ? " held" : "");
            one["amount"] = line->amount.str();
            one["balance"] = line->balance.str();
            one["reference"] = std::to_string(line->reference);
            lines.append(one);
        }
    } catch (const Error& error) {
        if (error.code() != Code::statement_too_long) throw;
        throw Refused{"That is more than " + std::to_string(ledger::max_statement) +
                      " movements: ask for fewer days or one coin."};
    }
    print_made(control, lines, {"at", "kind", "coin", "wallet", "amount", "balance", "reference"});
}

/// Until the writers of the markets have answered, or would not take the request any more.
settlement::CancelAnswers await_answers(Control& control,
                                        const std::vector<std::int64_t>& requests) {
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        auto answers = settlement::answers_to(control.db, requests);
        if (answers.waiting == 0 || std::chrono::steady_clock::now() > until) return answers;
        std::this_thread::sleep_for(look_again);
    }
}

void cancel_orders(Control& control, const std::string& named, const std::string& pair,
                   const std::string& reason) {
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    std::optional<MarketId> market;
    if (!pair.empty()) {
        const auto found = tx.maybe(market_named, {pair});
        if (!found) throw Refused{"There is no market " + pair + "."};
        market = found->id<MarketId>("id");
    }
    const auto futures = positions::lock_orders(tx, positions::open_orders(tx, client.id, market));
    std::vector<positions::Order> open;
    std::ranges::copy_if(futures, std::back_inserter(open), [](const auto& order) {
        return order.state == positions::OrderState::open;
    });
    // Positions before the accounts that a futures order locks by what it gives back.
    const auto closing = positions::cancel_closing_orders(tx, client.id, market);
    positions::cancel(tx, open);
    const auto requests = settlement::request_cancellation(tx, client.id, market);
    const auto ended = std::to_string(open.size() + closing.size());
    if (open.empty() && closing.empty() && requests.empty())
        throw Refused{client.name() + " has no open order there."};
    Json::Value data;
    data["client"] = client.unique_id;
    data["market"] = pair.empty() ? "all" : pair;
    data["futures_orders"] = ended;
    control.record(tx, "clients cancel-orders", client.name(), reason, data);
    tx.commit();
    for (const auto& order : open)
        positions::announce(control.push, order, positions::OrderState::cancelled);
    for (const auto& order : closing)
        positions::announce(control.push, order, positions::OrderState::cancelled);
    const auto answers = await_answers(control, requests);
    if (answers.waiting > 0)
        throw Uncertain{"Not every market's writer has answered: look at clients orders " +
                        client.unique_id + ", and call this again."};
    if (!answers.refusal.empty())
        throw Refused{"The writer of a market has refused it: " + answers.refusal + '.'};
    data["orders"] = std::to_string(answers.orders);
    print_done(std::to_string(answers.orders) + " orders and " + ended + " futures orders of " +
                   client.name() + " were cancelled.",
               data, control.json);
}

void add_looks(Commands& commands, CLI::App& noun, const std::shared_ptr<std::string>& client,
               const std::function<CLI::App&(CLI::App&)>& named) {
    named(commands.verb(noun, "sessions", "List live sessions and API keys",
                        [client](Control& control) { list_sessions(control, *client); }));
    const auto all = std::make_shared<bool>(false);
    const auto most = std::make_shared<int>(100);
    auto& orders =
        named(commands.verb(noun, "orders", "List open orders, spot and futures",
                            [=](Control& control) { show_orders(control, *client, *all, *most); }));
    orders.add_flag("--all", *all, "Those that have ended, too");
    orders.add_option("--limit", *most, "How many")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    const auto period = std::make_shared<Period>();
    auto& ledger =
        named(commands.verb(noun, "ledger", "List what moved the balances, newest first",
                            [=](Control& control) { list_ledger(control, *client, *period); }));
    ledger.add_option("--days", period->days, "Of the last days")
        ->check(CLI::Range(1, 3660))
        ->capture_default_str();
    ledger.add_option("--coin", period->coin, "Only this one")->type_name("COIN");
    ledger.add_option("--limit", period->most, "How many")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
}

}  // namespace

void add_support(Commands& commands, CLI::App& noun) {
    const auto client = std::make_shared<std::string>();
    const auto which = std::make_shared<std::string>();
    const auto market = std::make_shared<std::string>();
    const auto named = [client](CLI::App& verb) -> CLI::App& {
        verb.add_option("client", *client, "Email, user ID or number")
            ->required()
            ->type_name("CLIENT");
        return verb;
    };
    add_looks(commands, noun, client, named);
    named(commands.act(noun, "end-session", "End one session or API key, or \"all\"",
                       [=, &commands](Control& control) {
                           end_sessions(control, *client, *which, commands.reason);
                       }))
        .add_option("session", *which, "Its number, or all")
        ->required()
        ->type_name("SESSION");
    named(commands.act(noun, "cancel-orders", "Cancel open orders, spot and futures",
                       [=, &commands](Control& control) {
                           cancel_orders(control, *client, *market, commands.reason);
                       }))
        .add_option("--market", *market, "Only there, such as BTCUSDT")
        ->type_name("MARKET");
    named(commands.act(noun, "reset-second-factor", "Remove a lost authenticator and all passkeys",
                       [=, &commands](Control& control) {
                           reset_second_factor(control, *client, commands.reason);
                       }));
}

}  // namespace cambio::control
