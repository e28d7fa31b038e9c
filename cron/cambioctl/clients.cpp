// Clients: finding and showing them, freezing, withdrawals, levels.
#include "account/browsers.h"
#include "account/levels.h"
#include "account/passwords.h"
#include "chain/deposits.h"
#include "clients/standing.h"
#include "commands.h"
#include "notices/notices.h"
#include "output.h"
#include "token/sessions.h"

namespace cambio::control {

namespace {

constexpr const char* search = R"sql(
    select id, user_unique_id, email, name, status, account_status, membership_level,
           to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as since
      from clients
     where email ilike $1 or name ilike $1 or user_unique_id ilike $1 or mobile_number like $1
     order by id desc limit $2
)sql";

constexpr const char* everything = R"sql(
    select c.user_unique_id, c.email, c.name, c.mobile_number, c.status, c.account_status,
           c.membership_level, c.withdraw_transfer_status, c.withdraw_restriction, c.language,
           c.created_at, c.withdrawals_rest_until, r.email as referred_by,
           (select count(*) from live_sessions s where s.client_id = c.id and s.kind = 'device')
               as sessions,
           (select count(*) from live_sessions s where s.client_id = c.id and s.kind = 'key')
               as api_keys
      from clients c left join clients r on r.id = c.referred_by
     where c.id = $1
)sql";

constexpr const char* money = R"sql(
    select s.code || ' ' || sum(a.balance)::numeric(38,8) as held
      from ledger_accounts a join assets s on s.id = a.asset_id
     where a.client_id = $1 and a.balance <> 0 group by s.code order by s.code
)sql";

constexpr const char* level_exists = R"sql(
    select exists (select from fee_levels where membership_level = $1) as found
)sql";

/// What a person types is a text, not a pattern.
std::string pattern(const std::string& text) {
    std::string result = "%";
    for (const char c : text) {
        if (c == '%' || c == '_' || c == '\\') result += '\\';
        result += c;
    }
    return result + "%";
}

void find(Control& control, const std::string& text, int most) {
    print_list(control.db.run(search, {pattern(text), most}),
               {"id", "user_unique_id", "email", "name", "status", "account_status",
                "membership_level", "since"},
               control.json);
}

void show(Control& control, const std::string& named) {
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    const auto row = tx.one(everything, {client.id});
    Json::Value card;
    card["id"] = std::to_string(client.id.value);
    for (const char* column : {"user_unique_id", "email", "name", "mobile_number", "status",
                               "account_status", "membership_level", "withdraw_transfer_status",
                               "withdraw_restriction", "language", "referred_by"}) {
        const auto text = row.maybe_str(column);
        card[column] = text && !text->empty() ? Json::Value{*text} : Json::Value{};
    }
    card["created_at"] = pg::iso(row.time("created_at"));
    const auto rest = row.maybe_time("withdrawals_rest_until");
    card["withdrawals_rest_until"] = rest ? Json::Value{pg::iso(*rest)} : Json::Value{};
    card["sessions"] = row.str("sessions");
    card["api_keys"] = row.str("api_keys");
    card["balances"] = Json::arrayValue;
    for (const pg::Row held : tx.run(money, {client.id})) card["balances"].append(held.str("held"));
    print_card(card,
               {"id", "user_unique_id", "email", "name", "mobile_number", "status",
                "account_status", "membership_level", "withdraw_transfer_status",
                "withdraw_restriction", "withdrawals_rest_until", "sessions", "api_keys",
                "language", "referred_by", "created_at", "balances"},
               control.json);
}

/// One change of a client: what it does, who is told, the log, in one transaction.
struct Change {
    const char* act;
    std::string done;  ///< a sentence without its end
    notices::Kind notice;
    Json::Value told = Json::objectValue;
    std::function<void(pg::Transaction&, const Client&)> apply;
    ClientEvent event = ClientEvent::notification;
};

void change(Control& control, const std::string& named, const std::string& reason,
            const Change& what) {
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    what.apply(tx, client);
    notices::tell(tx, client.id, what.notice, what.told);
    control.record(tx, what.act, client.name(), reason, what.told);
    tx.commit();
    control.push.tell(client.unique_id, what.event);
    Json::Value data;
    data["client"] = client.unique_id;
    print_done(client.name() + ' ' + what.done + '.', data, control.json);
}

void freeze(Control& control, const std::string& named, const std::string& reason) {
    Change what{"clients freeze",
                "is frozen; all sessions and API keys have ended",
                notices::Kind::account_frozen,
                {},
                {},
                ClientEvent::signed_out};
    what.told["reason"] = reason;
    what.apply = [](pg::Transaction& tx, const Client& client) {
        if (client.frozen) throw Refused{client.name() + " is already frozen."};
        clients::freeze(tx, client.id);
        account::end_proofs(tx, client.id, client.email);
        account::forget_browsers(tx, client.id);
        token::revoke_all_sessions(tx, client.id);
    };
    change(control, named, reason, what);
}

void unfreeze(Control& control, const std::string& named, const std::string& reason) {
    Change what{"clients unfreeze", "is no longer frozen", notices::Kind::account_unfrozen, {}, {}};
    what.apply = [](pg::Transaction& tx, const Client& client) {
        if (!client.frozen) throw Refused{client.name() + " is not frozen."};
        clients::unfreeze(tx, client.id);
        // One that was being opened when the account was frozen was not there yet to be ended.
        token::revoke_all_sessions(tx, client.id);
    };
    change(control, named, reason, what);
}

void restrict_withdrawals(Control& control, const std::string& named, const std::string& period,
                          const std::string& reason) {
    Change what{"clients restrict-withdrawals",
                "cannot withdraw, but can still transfer between own wallets",
                notices::Kind::withdrawals_restricted,
                {},
                {}};
    what.told["period"] = period;
    what.apply = [&period](pg::Transaction& tx, const Client& client) {
        if (!clients::restrict_withdrawals(tx, client.id, period))
            throw Refused{"Withdrawals of " + client.name() + " are already restricted."};
    };
    change(control, named, reason, what);
}

void allow_withdrawals(Control& control, const std::string& named, const std::string& reason) {
    Change what{"clients allow-withdrawals",
                "can withdraw again",
                notices::Kind::withdrawals_allowed,
                {},
                {}};
    what.apply = [](pg::Transaction& tx, const Client& client) {
        if (!clients::allow_withdrawals(tx, client.id))
            throw Refused{"Withdrawals of " + client.name() + " are not restricted."};
        chain::settle_reversed(tx, client.id);
    };
    change(control, named, reason, what);
}

/// A level that the operator sets stays until it is given back to the volume.
void level(Control& control, const std::string& named, const std::string& name,
           const std::string& reason) {
    if (name == "auto") {
        pg::Transaction tx{control.db};
        const auto client = find_client(tx, named);
        clients::let_level_follow(tx, client.id);
        control.record(tx, "clients level", client.name(), reason, Json::Value{Json::objectValue});
        tx.commit();
        print_done("The level of " + client.name() + " depends on the trading volume again.", {},
                   control.json);
        return;
    }
    Change what{"clients level", "has the level " + name, notices::Kind::level_set, {}, {}};
    what.told["level"] = account::shown_level(name);
    what.apply = [&name](pg::Transaction& tx, const Client& client) {
        if (!tx.one(level_exists, {name}).boolean("found"))
            throw Refused{"There is no level " + name + "."};
        clients::set_level(tx, client.id, name);
    };
    change(control, named, reason, what);
}

}  // namespace

void add_clients(Commands& commands) {
    struct Options {
        std::string client, text, period, level;
        int most = 20;
    };
    const auto given = std::make_shared<Options>();
    auto& noun =
        commands.noun("clients", "Clients: find, show, freeze, restrict; sessions, orders");
    const auto client = [given](CLI::App& verb) {
        verb.add_option("client", given->client, "Email, user ID or number")
            ->required()
            ->type_name("CLIENT");
    };

    auto& searching =
        commands.verb(noun, "find", "Find clients by part of an email, name or number",
                      [given](Control& control) { find(control, given->text, given->most); });
    searching.add_option("text", given->text, "Part of an email, name, user ID or number")
        ->required();
    searching.add_option("--limit", given->most, "At most this many")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    client(commands.verb(noun, "show", "Show one client",
                         [given](Control& control) { show(control, given->client); }));
    client(commands.act(
        noun, "freeze", "Freeze a client and end all its sessions",
        [given, &commands](Control& control) { freeze(control, given->client, commands.reason); }));
    client(
        commands.act(noun, "unfreeze", "Unfreeze a client", [given, &commands](Control& control) {
            unfreeze(control, given->client, commands.reason);
        }));
    auto& restricting = commands.act(
        noun, "restrict-withdrawals", "Stop withdrawals, including those not sent yet",
        [given, &commands](Control& control) {
            restrict_withdrawals(control, given->client, given->period, commands.reason);
        });
    client(restricting);
    restricting.add_option("--period", given->period, "For how long, as shown to the client")
        ->required()
        ->type_name("TEXT");
    client(commands.act(noun, "allow-withdrawals", "Allow withdrawals again",
                        [given, &commands](Control& control) {
                            allow_withdrawals(control, given->client, commands.reason);
                        }));
    auto& levelling = commands.act(noun, "level", "Set the membership level, or \"auto\"",
                                   [given, &commands](Control& control) {
                                       level(control, given->client, given->level, commands.reason);
                                   });
    client(levelling);
    levelling.add_option("level", given->level, "The level's name, or auto: by trading volume")
        ->required()
        ->type_name("LEVEL");
    add_support(commands, noun);
}

}  // namespace cambio::control
