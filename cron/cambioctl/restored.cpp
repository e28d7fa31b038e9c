// After a database was restored from a backup: everything is paused, and what the database cannot
// know is made harmless, or looked for on the chains.
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "account/browsers.h"
#include "approvals.h"
#include "chain/address.h"
#include "chain/deposit_addresses.h"
#include "chain/keys.h"
#include "chain/networks.h"
#include "chain/rescans.h"
#include "chain/rpc.h"
#include "clients/standing.h"
#include "commands.h"
#include "ledger/ledger.h"
#include "markets/state.h"
#include "output.h"
#include "pauses/pauses.h"
#include "token/one_time.h"
#include "token/sessions.h"
#include "withdrawals/found_sent.h"
#include "withdrawals/hot_outputs.h"

namespace cambio::control {

namespace {

using withdrawals::Look;

// Everything that had happened is older than the restored moment; this is the newest of it. What is
// noted for later than that moment, or for a time that is yet to come, was noted by a clock that
// was ahead, and would hide what happened until then.
constexpr const char* last_moment = R"sql(
    select coalesce(greatest(
               (select max(at) from ledger_transfers where at <= latest),
               (select max(succeeded_at) from job_runs where succeeded_at <= latest),
               (select max(at) from chain_blocks where at <= latest),
               (select max(last_seen_at) from sessions where last_seen_at <= latest)),
               latest) as moment
      from (select least(now(), $1::timestamptz) as latest) l
)sql";
// Where jobs go on reading the chains. As long as what was sent since a guard before has not been
// looked for, all of it counts from that one: jobs may have read on meanwhile.
constexpr const char* insert_restore = R"sql(
    insert into restores (guarded_at, moment, outputs_read, numbers, blocks)
    select coalesce(f.guarded_at, now()), least(f.moment, $1::timestamptz),
           case when f.id is null then $2::bigint
                when f.outputs_read is not null then least(f.outputs_read, $2::bigint) end,
           $3::bigint,
           coalesce(f.blocks,
                    (select jsonb_object_agg(n.name, b.height)
                       from networks n, lateral (select max(height) as height from chain_blocks
                                                  where network_id = n.id) b
                      where b.height is not null), '{}')
      from (select 1) one left join (
          select * from restores where exists (select from withdrawals where in_doubt)
           order by id desc limit 1) f on true
    returning id
)sql";
constexpr const char* last_restore = R"sql(
    select id, moment from restores order by id desc limit 1
)sql";
constexpr const char* without_limit = "set local statement_timeout = 0";
constexpr const char* pause_it = R"sql(
    insert into pauses (what) values ($1) on conflict do nothing
)sql";
constexpr const char* skip_numbers = "select skip_numbers()";
constexpr const char* list_in_doubt = R"sql(
    select w.id, w.user_unique_id as client, w.coin, w.network, trim_scale(w.amount) as amount,
           trim_scale(w.amount - w.fee) as receives, w.address,
           (array['REQUESTED', 'APPROVED', 'EXPORTED', 'SIGNED', 'BROADCAST', 'UNKNOWN'])[w.stage]
               as stage
      from named_withdrawals w where w.in_doubt order by w.id
)sql";
constexpr const char* list_skipped = R"sql(
    select key_id as key, '/0/' || first_index as from, '/0/' || last_index as to,
           last_index - first_index + 1 as number
      from skipped_addresses where restore_id = (select max(id) from restores) order by key_id
)sql";
constexpr const char* fewest_skipped = R"sql(
    select coalesce(min(last_index - first_index + 1), 0) as number
      from skipped_addresses where restore_id = $1
)sql";
constexpr const char* doubts_of_network = R"sql(
    select count(*) from withdrawals where in_doubt and network = $1
)sql";

/// What the database that was left has given out.
struct Left {
    std::int64_t numbers = 0;
    std::vector<std::string> keys;  ///< "KEY=INDEX": of its next address
};

std::map<std::string, std::int64_t> next_addresses(const Left& left) {
    std::map<std::string, std::int64_t> next;
    for (const auto& each : left.keys) {
        const auto key = each.substr(0, each.find('='));
        const auto digits = each.substr(std::min(each.size(), key.size() + 1));
        std::int64_t index = -1;
        std::from_chars(digits.data(), digits.data() + digits.size(), index);
        if (key.empty() || index < 0)
            throw Refused{each + " is not the next index of a key: KEY=INDEX."};
        next[key] = index;
    }
    return next;
}

void guard(Control& control, int addresses, const std::optional<std::string>& to, const Left& left,
           const std::string& reason) {
    const auto next = next_addresses(left);
    pg::Transaction tx{control.db};
    tx.run(without_limit);
    const auto moment = tx.one(last_moment, {to}).time("moment");
    const auto read = withdrawals::outputs_read(control.db);
    const auto outputs = read ? std::optional{read->height} : std::nullopt;
    const auto restore = tx.one(insert_restore, {moment, outputs, left.numbers}).integer("id");
    for (const Pause what : pauses) tx.run(pause_it, {name_of(what)});
    markets::set_all_paused(tx, true);
    Json::Value data;
    data["moment"] = pg::iso(moment);
    data["in_doubt"] = std::to_string(withdrawals::doubt_all(tx));
    for (const auto& network : chain::networks(control.db)) {
        const auto key = chain::settings_of(control.config, network).account_key;
        // Its first address may have been given out after the moment.
        if (!key.empty()) chain::know_key(tx, chain::AccountKey{key}.id());
    }
    chain::skip_addresses(tx, restore, addresses, next);
    data["addresses"] = tx.one(fewest_skipped, {restore}).str("number");
    data["sessions"] = std::to_string(token::revoke_sessions_of_all(tx));
    clients::raise_epochs(tx);
    token::end_proofs_of_all(tx);
    account::forget_browsers_of_all(tx);
    tx.run(skip_numbers);
    chain::order_rescans_of_unlocking(tx);
    control.record(tx, "restored guard", "everything", reason, data);
    tx.commit();
    print_done("The database knows what happened until " + data["moment"].asString() +
                   ". Everything is paused, " + data["sessions"].asString() +
                   " sessions and keys have ended, " + data["addresses"].asString() +
                   " addresses of each key are skipped, and " + data["in_doubt"].asString() +
                   " withdrawals are in doubt until they were looked for: cambioctl restored look",
               data, control.json);
}

/// Of "ETHEREUM=0x…" the addresses of a network, by the name of its keys. Throws Refused.
std::set<std::string> addresses_of(const chain::Network& network,
                                   const std::vector<std::string>& named) {
    std::set<std::string> all;
    for (const auto& each : named) {
        if (!each.starts_with(network.keys + '=')) continue;
        const auto address = each.substr(network.keys.size() + 1);
        if (chain::check_address(network, address) != chain::AddressFault::none)
            throw Refused{address + " is not an address of " + network.title + '.'};
        all.insert(chain::normal_address(network, address));
    }
    return all;
}

void require_known(const std::vector<chain::Network>& networks,
                   const std::vector<std::string>& named) {
    for (const auto& each : named)
        if (std::ranges::none_of(networks, [&each](const chain::Network& network) {
                return !addresses_of(network, {each}).empty();
            }))
            throw Refused{each + ": name it as the configuration does, ETHEREUM=ADDRESS for " +
                          "HOT_ETHEREUM_ADDRESS."};
}

/// A network whose node fails leaves its withdrawals in doubt.
Look look_over(Control& control, const chain::Network& network, pg::Time moment,
               const std::set<std::string>& named) {
    try {
        return withdrawals::look_for_sent(control.db, control.config, network, moment, named);
    } catch (const chain::RpcError& failure) {
        Look failed;
        failed.told.push_back(std::string{"The node failed: "} + failure.what());
        return failed;
    }
}

Json::Value line_of(Control& control, const chain::Network& network, const Look& look) {
    Json::Value line;
    line["network"] = network.name;
    line["hot"] = Json::arrayValue;
    for (const auto& address : look.hot) line["hot"].append(address);
    line["blocks"] = std::to_string(look.blocks);
    line["found"] = Json::arrayValue;
    for (const auto id : look.found) line["found"].append(std::to_string(id.value));
    line["not_sent"] = std::to_string(look.cleared);
    line["in_doubt"] = control.db.run(doubts_of_network, {network.name})[0].str("count");
    line["told"] = Json::arrayValue;
    for (const auto& sentence : look.told) line["told"].append(sentence);
    return line;
}

void look(Control& control, const std::vector<std::string>& named, const std::string& reason) {
    const auto restores = control.db.run(last_restore);
    if (restores.empty())
        throw Refused{"This database was not restored, or not guarded: cambioctl restored guard"};
    const auto networks = chain::networks(control.db);
    require_known(networks, named);
    Json::Value lines = Json::arrayValue;
    for (const auto& network : networks) {
        const auto found =
            look_over(control, network, restores[0].time("moment"), addresses_of(network, named));
        lines.append(line_of(control, network, found));
        const auto& line = lines[lines.size() - 1];
        if (line["in_doubt"] != "0" || !line["told"].empty()) control.exit_status = 1;
    }
    Json::Value data;
    data["networks"] = lines;
    pg::Transaction tx{control.db};
    control.record(tx, "restored look", "everything", reason, data);
    tx.commit();
    if (control.json) return print_card(data, {}, true);
    for (const auto& line : lines) {
        print_card(line, {"network", "hot", "blocks", "found", "not_sent", "in_doubt", "told"},
                   false);
        std::puts("");
    }
}

void list_doubts(Control& control) {
    const auto doubtful = control.db.run(list_in_doubt);
    if (control.json)
        return print_list(
            doubtful, {"id", "client", "coin", "network", "amount", "receives", "address", "stage"},
            true);
    print_list(doubtful,
               {"id", "client", "coin", "network", "amount", "receives", "address", "stage"},
               false);
    std::puts("");
    print_list(control.db.run(list_skipped), {"key", "from", "to", "number"}, false);
}

void release(Control& control, std::int64_t id, const std::string& reason) {
    pg::Transaction tx{control.db};
    const auto withdrawal = withdrawals::lock(tx, WithdrawalId{id});
    if (!withdrawal || !withdrawal->in_doubt)
        throw Refused{"There is no withdrawal " + std::to_string(id) + " in doubt."};
    Approval approval{
        "restored release", withdrawal->owner.unique_id + " withdrawal " + std::to_string(id), {}};
    approval.content["id"] = std::to_string(id);
    if (needs_two(control, tx, withdrawal->id) && !second_of_two(control, tx, approval, reason)) {
        tx.commit();
        approval.content["waits_for"] = "a second operator";
        return print_done("That is waiting for the approval of a second operator.",
                          approval.content, control.json);
    }
    forget_approvals(tx, approval.act, approval.subject);
    withdrawals::doubt_no_more(tx, withdrawal->id);
    control.record(tx, approval.act, approval.subject, reason);
    tx.commit();
    print_done("Withdrawal " + std::to_string(id) + " was not sent, you say, and can go on.",
               Json::objectValue, control.json);
}

}  // namespace

void add_restored(Commands& commands) {
    auto& noun =
        commands.noun("restored", "After a backup was restored: guard, look, list, release");
    const auto addresses = std::make_shared<int>(1000);
    const auto to = std::make_shared<std::optional<std::string>>();
    const auto left = std::make_shared<Left>();
    auto& act = commands.act(
        noun, "guard", "Pause everything, end sessions, skip deposit addresses, doubt withdrawals",
        [addresses, to, left, &commands](Control& control) {
            guard(control, *addresses, *to, *left, commands.reason);
        });
    act.add_option("--addresses", *addresses,
                   "How many addresses of each key to skip, beside ten for each minute since the "
                   "restored moment: no fewer than at a restore before")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    act.add_option("--to", *to,
                   "The moment to which it was restored, with its zone: what is noted for later "
                   "counts for nothing")
        ->type_name("TIME");
    act.add_option("--numbers", left->numbers,
                   "The highest number that the database which is left has given out")
        ->check(CLI::NonNegativeNumber);
    act.add_option("--left", left->keys,
                   "The index of the next address of a key there (deposit_keys), once for each key")
        ->type_name("KEY=INDEX");
    const auto hot = std::make_shared<std::vector<std::string>>();
    commands
        .act(noun, "look", "Look on the chains for withdrawals sent after the restored moment",
             [hot, &commands](Control& control) { look(control, *hot, commands.reason); })
        .add_option("--hot", *hot,
                    "A further address from which withdrawals were paid since, by the name that it "
                    "had in the configuration (HOT_NAME_ADDRESS); with one of a network, all of it "
                    "are named")
        ->type_name("NAME=ADDRESS");
    commands.verb(noun, "list", "List withdrawals in doubt and the skipped addresses", list_doubts);
    const auto id = std::make_shared<std::int64_t>(0);
    commands
        .act(noun, "release", "Say of a withdrawal in doubt that it was not sent",
             [id, &commands](Control& control) { release(control, *id, commands.reason); })
        .add_option("id", *id, "Its number")
        ->required()
        ->type_name("ID")
        ->check(CLI::PositiveNumber);
}

}  // namespace cambio::control
