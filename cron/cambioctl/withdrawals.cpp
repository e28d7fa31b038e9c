// Withdrawals: reviewing them, giving them out to be signed where the keys are, taking them back.
#include <unistd.h>

#include <algorithm>
#include <map>

#include "approvals.h"
#include "chain/chain.h"
#include "chain/encoding.h"
#include "commands.h"
#include "explained.h"
#include "output.h"
#include "pauses/pauses.h"
#include "signing_files.h"
#include "withdrawals/signing.h"
#include "withdrawals/worth.h"

namespace cambio::control {

namespace {

using chain::NotPossible, withdrawals::Stage, withdrawals::Withdrawal;

constexpr const char* approve_act = "withdrawals approve";

constexpr const char* find_listed = R"sql(
    select w.id from withdrawals w
     where case $1 when 'review' then w.stage = 1 when 'approved' then w.stage = 2
                   when 'exported' then w.stage = 3 when 'unsigned' then w.stage in (2, 3)
                   when 'open' then w.stage < 7 else true end
     order by case when $1 = 'all' then -w.id else w.id end limit $2
)sql";
// Of the client: FROZEN and RESTRICTED hold back what is not sent yet.
constexpr const char* list_withdrawals = R"sql(
    select w.id, w.user_unique_id as client,
           case when client_frozen(c) then 'FROZEN'
                when c.withdraw_transfer_status = 'NOT_ALLOWED' then 'RESTRICTED'
                else 'ALLOWED' end as client_status,
           w.coin, w.network, trim_scale(w.amount) as amount, trim_scale(w.fee) as fee,
           coalesce(trim_scale(round(nullif(l.worth, '')::numeric, 2))::text, '?') as worth,
           w.address,
           (array['REQUESTED', 'APPROVED', 'EXPORTED', 'SIGNED', 'BROADCAST', 'UNKNOWN',
                  'CONFIRMED', 'REJECTED', 'CANCELLED'])[w.stage] as stage,
           to_char(w.requested_at, 'YYYY-MM-DD HH24:MI:SS') as requested_at,
           (select a.operator from approvals a
             where a.act = 'withdrawals approve' and a.content ->> 'id' = w.id::text and w.stage = 1
                   and a.ended_at is null and a.at > now() - interval '1 day'
                   and a.at >= w.updated_at) as approved_by
      from unnest($1::bigint[], $2::text[]) with ordinality as l (id, worth, place)
      join named_withdrawals w on w.id = l.id join clients c on c.id = w.client_id
     order by l.place
)sql";
constexpr const char* show_withdrawal = R"sql(
    select w.*, t.id as transaction, t.txid, t.sender, t.nonce, t.stage as sending,
           coalesce(t.confirmations, 0) as confirmations, t.network_fee, t.exported_at, t.sent_at
      from named_withdrawals w left join lateral shown_transaction(w.id) t on true
     where w.id = $1
)sql";
constexpr const char* versions_of = R"sql(
    select id, stage, coalesce(txid, '') as txid,
           coalesce(trim_scale((form->>'max_fee_per_gas')::numeric / 1000000000) || ' gwei',
                    form->>'fee' || ' satoshi', '') as offers
      from outgoing_transactions
     where withdrawal_id = (select coalesce(paid_with, id) from withdrawals where id = $1)
     order by id
)sql";
constexpr const char* approved = "select id from withdrawals where stage = 2 order by id limit $1";
constexpr const char* networks_of = R"sql(
    select i.id, coalesce(w.network, '') as network, coalesce(n.kind, '') as kind
      from unnest($1::bigint[]) as i (id) left join withdrawals w on w.id = i.id
      left join networks n on n.name = w.network order by i.id
)sql";
constexpr const char* counts = R"sql(
    select (array['REQUESTED', 'APPROVED', 'EXPORTED', 'SIGNED', 'BROADCAST', 'UNKNOWN'])[w.stage]
               as stage,
           w.network, a.code as coin, count(*) as number, trim_scale(sum(w.amount)) as amount,
           to_char(min(w.updated_at), 'YYYY-MM-DD HH24:MI:SS') as oldest
      from withdrawals w join assets a on a.id = w.asset_id
     where w.stage < 7 group by w.stage, w.network, a.code order by w.stage, 2, 3
)sql";

std::string name_of(std::int64_t id) {
    return "withdrawal " + std::to_string(id);
}

void require_no_doubt(const Withdrawal& withdrawal) {
    if (withdrawal.in_doubt)
        throw Refused{"The " + name_of(withdrawal.id.value) +
                      " may have been sent after the moment to which the database was restored: "
                      "cambioctl restored look"};
}

Withdrawal find(pg::Transaction& tx, std::int64_t id) {
    auto found = withdrawals::lock(tx, WithdrawalId{id});
    if (!found) throw Refused{"There is no " + name_of(id) + "."};
    return *found;
}

void print_withdrawals(Control& control, const std::string& which, int limit) {
    pg::Transaction tx{control.db};
    std::vector<std::int64_t> numbers;
    std::vector<WithdrawalId> ids;
    for (const auto row : tx.run(find_listed, {which, limit})) {
        ids.push_back(row.id<WithdrawalId>("id"));
        numbers.push_back(ids.back().value);
    }
    const auto known = withdrawals::highest_worths(tx, ids, control.config.stale_after_ms);
    std::vector<std::string> worths;
    for (const auto id : ids) {
        const auto worth = known.find(id);
        worths.push_back(worth == known.end() ? "" : worth->second.str());
    }
    print_list(tx.run(list_withdrawals, {pg::Param::array(numbers), pg::Param::array(worths)}),
               {"id", "client", "client_status", "coin", "network", "amount", "fee", "worth",
                "address", "stage", "requested_at", "approved_by"},
               control.json);
}

void print_withdrawal(Control& control, std::int64_t id) {
    pg::Transaction tx{control.db};
    const auto found = tx.maybe(show_withdrawal, {id});
    if (!found) throw Refused{"There is no " + name_of(id) + "."};
    const auto& row = *found;
    const auto held_back = withdrawals::held_back(tx, row.id<ClientId>("client_id"));
    const auto time = [&row](const char* column) {
        const auto at = row.maybe_time(column);
        return at ? pg::iso(*at) : "";
    };
    const auto text = [&row](const char* column) { return row.maybe_str(column).value_or(""); };
    auto card = withdrawals::view_of(row);
    card["client"] = row.str("user_unique_id") + " <" + row.str("email") + ">";
    card["client_status"] = held_back ? "withdrawals are not allowed: " + *held_back : "ALLOWED";
    card["coin"] = row.str("coin");
    card["amount"] = card["withdraw_amount"];
    // The handler that clients talk to claims a worth: what counts is read here.
    const auto worth =
        withdrawals::highest_worth(tx, WithdrawalId{id}, control.config.stale_after_ms);
    card["worth"] = worth ? worth->str() : "?";
    card["claimed"] = row.decimal("worth").str();
    card["one_step"] = row.boolean("one_step");
    card["confirmations"] = row.str("confirmations") + " of " + row.str("confirmations_needed");
    card["requested_at"] = card["application_time"];
    for (const char* column : {"transaction", "sender", "nonce"}) card[column] = text(column);
    const auto sending = row.maybe_integer("sending");
    card["sending"] =
        sending ? std::string{withdrawals::name_of(static_cast<withdrawals::Sending>(*sending))}
                : "";
    card["versions"] = Json::arrayValue;
    for (const auto version : tx.run(versions_of, {id})) {
        const auto stage = static_cast<withdrawals::Sending>(version.integer("stage"));
        std::string line = version.str("id") + ' ' + std::string{withdrawals::name_of(stage)};
        for (const char* column : {"offers", "txid"})
            if (const auto said = version.str(column); !said.empty()) line += ' ' + said;
        card["versions"].append(line);
    }
    const auto cost = row.maybe_decimal("network_fee");
    card["network_fee"] = cost ? cost->str() : "";
    for (const char* column : {"exported_at", "sent_at"}) card[column] = time(column);
    print_card(card,
               {"id",          "client",       "client_status",  "coin",          "network",
                "amount",      "fee",          "receive_amount", "fee_kept",      "worth",
                "claimed",     "one_step",     "address",        "label",         "stage",
                "reason",      "requested_at", "updated_at",     "transaction",   "sending",
                "sender",      "nonce",        "txid",           "confirmations", "network_fee",
                "exported_at", "sent_at",      "versions"},
               control.json);
}

void approve(Control& control, std::int64_t id, const std::string& reason) {
    pg::Transaction tx{control.db};
    auto withdrawal = find(tx, id);
    if (withdrawal.stage != Stage::requested)
        throw Refused{"The " + name_of(id) + " is not waiting for review."};
    require_no_doubt(withdrawal);
    if (const auto why = withdrawals::held_back(tx, withdrawal.owner.id))
        throw Refused{"The " + name_of(id) + " cannot be approved: " + *why + "."};
    if (!withdrawals::has_valid_address(tx, withdrawal))
        throw Refused{"The " + name_of(id) + " cannot be approved: " + withdrawal.network +
                      " does not take its address. Reject it, and its client has the money back."};
    Approval approval{approve_act, withdrawal.owner.unique_id + ' ' + name_of(id), {}};
    approval.content["id"] = std::to_string(id);
    approval.since = withdrawal.updated_at;
    if (needs_two(control, tx, withdrawal.id) && !second_of_two(control, tx, approval, reason)) {
        tx.commit();
        approval.content["waits_for"] = "a second operator";
        print_done("The " + name_of(id) + " is waiting for the approval of a second operator.",
                   approval.content, control.json);
        return;
    }
    // What two had begun to approve, and one was enough for, is no half approval of a later review.
    forget_approvals(tx, approve_act, approval.subject);
    withdrawals::step(tx, withdrawal, Stage::approved);
    control.record(tx, approve_act, approval.subject, reason);
    tx.commit();
    withdrawals::announce(control.db, control.push, withdrawal);
    print_done("The " + name_of(id) + " was approved.", Json::objectValue, control.json);
}

// From its export on a signature may exist, and money that comes back then could be paid twice.
void release_exported(pg::Transaction& tx, const Control& control, std::vector<Withdrawal>& all,
                      const Withdrawal& withdrawal, const std::string& conflict) {
    const auto first = all.front().id;
    explained(
        [&] { withdrawals::require_conflict(tx, control.config, withdrawal, first, conflict); });
    withdrawals::replace_transactions(tx, first, conflict);
    for (auto& each : all) {
        withdrawals::pay_alone(tx, each.id);
        if (each.id != withdrawal.id)
            withdrawals::step(tx, each, Stage::requested,
                              "The transaction that was to pay it cannot be in a block any more.");
    }
}

void reject(Control& control, std::int64_t id, const std::string& conflict, bool again,
            const std::string& reason) {
    pg::Transaction tx{control.db};
    auto all = withdrawals::lock_together(tx, WithdrawalId{id});
    const auto found = std::ranges::find(all, WithdrawalId{id}, &Withdrawal::id);
    if (found == all.end()) throw Refused{"There is no " + name_of(id) + "."};
    auto& withdrawal = *found;
    if (withdrawals::ended(withdrawal.stage))
        throw Refused{"The " + name_of(id) + " has already ended."};
    require_no_doubt(withdrawal);
    const bool may_be_signed = !withdrawals::can_be_cancelled(withdrawal.stage);
    if (may_be_signed) {
        if (conflict.empty())
            throw Refused{"The " + name_of(id) +
                          " was exported: somebody may hold a signature of it. Name the final "
                          "transaction that excludes it: --conflict TXID (on Tron: none)."};
        release_exported(tx, control, all, withdrawal, conflict);
    }
    if (again && may_be_signed)
        withdrawals::step(tx, withdrawal, Stage::requested, reason);
    else
        withdrawals::stop(tx, withdrawal, Stage::rejected, reason);
    const auto subject = withdrawal.owner.unique_id + ' ' + name_of(id);
    forget_approvals(tx, approve_act, subject);
    Json::Value data;
    data["conflict"] = conflict;
    control.record(tx, "withdrawals reject", subject, reason, data);
    tx.commit();
    for (const auto& each : all) withdrawals::announce(control.db, control.push, each);
    print_done(again && may_be_signed ? "The " + name_of(id) + " is waiting for review again."
                                      : "The " + name_of(id) + " was rejected; the money is back.",
               data, control.json);
}

/// What every giving out needs, before anything is written.
void require_may_give_out(Control& control, const std::string& path) {
    if (::access(path.c_str(), F_OK) == 0) throw Refused{"The file " + path + " is there already."};
    if (withdrawals::frozen_by_audit(control.db))
        throw Refused{
            "The books have not passed an audit (see cambioctl audit and the job audit_ledger): "
            "nothing is sent."};
    if (paused(control.db, Pause::withdrawals))
        throw Refused{"Withdrawals are paused (cambioctl resume withdrawals): nothing leaves."};
}

/// What is paid together: where one transaction can pay several, all that goes over the network, as
/// far as one holds it.
std::vector<std::vector<WithdrawalId>> groups_of(Control& control,
                                                 const std::vector<std::int64_t>& ids) {
    std::vector<std::vector<WithdrawalId>> groups;
    std::map<std::string, std::size_t> open;
    for (const auto row : control.db.run(networks_of, {pg::Param::array(ids)})) {
        const auto id = row.id<WithdrawalId>("id");
        const auto found = open.find(row.str("network"));
        const auto kind = chain::kind_named(row.text("kind"));
        const bool together = kind && chain::chain_of(*kind).facts().pays_several;
        if (together && found != open.end() &&
            groups[found->second].size() < withdrawals::max_together) {
            groups[found->second].push_back(id);
            continue;
        }
        open[row.str("network")] = groups.size();
        groups.push_back({id});
    }
    return groups;
}

void give_out_group(Control& control, const std::vector<WithdrawalId>& ids,
                    const chain::SigningTerms& terms, const std::string& reason,
                    std::vector<Json::Value>& forms) {
    pg::Transaction tx{control.db};
    const auto given =
        explained([&] { return withdrawals::export_unsigned(tx, control.config, ids, terms); });
    for (const auto& sentence : given.left_out) complain(sentence);
    if (given.forms.empty()) return;
    const auto& form = given.forms.front();
    for (const auto& each : given.withdrawals)
        control.record(tx, "withdrawals export",
                       each.owner.unique_id + ' ' + name_of(each.id.value), reason, form);
    tx.commit();
    for (const auto& each : given.withdrawals)
        withdrawals::announce(control.db, control.push, each);
    forms.push_back(form);
}

std::vector<Json::Value> give_out_all(Control& control, const std::vector<std::int64_t>& ids,
                                      const chain::SigningTerms& terms, const std::string& reason) {
    std::vector<Json::Value> forms;
    for (const auto& group : groups_of(control, ids)) {
        try {
            give_out_group(control, group, terms, reason, forms);
        } catch (const Refused& refusal) {
            complain(name_of(group.front().value) + ": " + refusal.what());
        }
    }
    return forms;
}

struct Export {
    std::string file;
    std::vector<std::int64_t> ids;
    bool again = false;
    chain::SigningTerms terms;
};

void export_unsigned(Control& control, const Export& asked, const std::string& reason) {
    require_may_give_out(control, asked.file);
    std::vector<Json::Value> forms;
    if (asked.again) {
        pg::Transaction tx{control.db};
        auto given = withdrawals::exported_now(tx);
        forms = std::move(given.forms);
        for (const auto& sentence : given.left_out) complain(sentence);
        control.record(tx, "withdrawals export", "again", reason);
        tx.commit();
    } else {
        auto ids = asked.ids;
        if (ids.empty())
            for (const auto row : control.db.run(approved, {1000}))
                ids.push_back(row.integer("id"));
        forms = give_out_all(control, ids, asked.terms, reason);
    }
    if (forms.empty()) throw Refused{"There was nothing to export."};
    write_forms(asked.file, forms);
    Json::Value data;
    data["transactions"] = std::to_string(forms.size());
    print_done(std::to_string(forms.size()) + " transactions to sign are in " + asked.file + '.',
               data, control.json);
}

struct Bump {
    std::int64_t id = 0;
    std::string file;
    std::uint64_t fee_rate = 0;  ///< 0: not named
};

void bump(Control& control, const Bump& asked, const std::string& reason) {
    require_may_give_out(control, asked.file);
    chain::SigningTerms terms;
    if (asked.fee_rate > 0) terms.bitcoin_fee_rate = asked.fee_rate;
    pg::Transaction tx{control.db};
    const auto form = explained([&] {
        return withdrawals::export_again(tx, control.config, WithdrawalId{asked.id}, terms);
    });
    const auto withdrawal = find(tx, asked.id);
    control.record(tx, "withdrawals bump", withdrawal.owner.unique_id + ' ' + name_of(asked.id),
                   reason, form);
    tx.commit();
    write_forms(asked.file, {form});
    Json::Value data;
    data["transaction"] = form["id"];
    print_done("Transaction " + form["id"].asString() + ", which replaces " +
                   form["replaces"].asString() + " of " + name_of(asked.id) +
                   " with a higher fee, is in " + asked.file + " to sign.",
               data, control.json);
}

/// True: new; false: it was imported before.
bool take_back_one(Control& control, const Json::Value& one, const std::string& reason) {
    const bool formed = one.isObject() && one["id"].isString() && one["raw"].isString();
    const auto raw = formed ? chain::from_hex(one["raw"].asString()) : std::nullopt;
    const auto digits = formed ? one["id"].asString() : "";
    if (!raw || digits.empty() || digits.size() > 18 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
        throw Refused{"A transaction needs an id and its signed bytes (raw) in hexadecimal."};
    const withdrawals::TransactionId id{std::stoll(digits)};
    pg::Transaction tx{control.db};
    const bool fresh = explained([&] { return withdrawals::import_signed(tx, id, *raw); });
    if (fresh) control.record(tx, "withdrawals import", "transaction " + digits, reason);
    tx.commit();
    return fresh;
}

void import_signed(Control& control, const std::string& path, const std::string& reason) {
    int taken = 0, known = 0, refused = 0;
    for (const auto& one : read_signed(path)) {
        try {
            ++(take_back_one(control, one, reason) ? taken : known);
        } catch (const Refused& refusal) {
            ++refused;
            const bool named = one.isObject() && one["id"].isString();
            complain("transaction " + (named ? one["id"].asString() : "?") + ": " + refusal.what());
        }
    }
    Json::Value data;
    data["taken"] = std::to_string(taken);
    data["known"] = std::to_string(known);
    data["refused"] = std::to_string(refused);
    const auto sentence = std::to_string(taken) + " transactions were stored and will be sent, " +
                          std::to_string(known) + " were already known, " +
                          std::to_string(refused) + " were refused.";
    if (refused > 0) throw Refused{sentence};
    print_done(sentence, data, control.json);
}

void add_reviews(Commands& commands, CLI::App& noun) {
    const auto which = std::make_shared<std::string>("review");
    const auto limit = std::make_shared<int>(100);
    const auto id = std::make_shared<std::int64_t>(0);
    const auto conflict = std::make_shared<std::string>();
    const auto again = std::make_shared<bool>(false);
    auto& listing =
        commands.verb(noun, "list", "List withdrawals waiting for review",
                      [=](Control& control) { print_withdrawals(control, *which, *limit); });
    listing.add_option("--state", *which, "Which ones")
        ->check(CLI::IsMember({"review", "approved", "exported", "unsigned", "open", "all"}))
        ->capture_default_str();
    listing.add_option("--limit", *limit, "How many")->check(CLI::Range(1, 10'000));
    const auto named = [id](CLI::App& verb) -> CLI::App& {
        verb.add_option("id", *id, "Its number")
            ->required()
            ->type_name("ID")
            ->check(CLI::PositiveNumber);
        return verb;
    };
    named(commands.verb(noun, "show", "Show one withdrawal",
                        [id](Control& control) { print_withdrawal(control, *id); }));
    named(commands.act(noun, "approve", "Approve a withdrawal", [id, &commands](Control& control) {
        approve(control, *id, commands.reason);
    }));
    auto& rejecting =
        named(commands.act(noun, "reject", "Reject a withdrawal and return the money",
                           [=, &commands](Control& control) {
                               reject(control, *id, *conflict, *again, commands.reason);
                           }));
    rejecting.add_option("--conflict", *conflict, "The final transaction that excludes it")
        ->type_name("TXID");
    rejecting.add_flag("--again", *again, "Do not return the money: review it again");
}

}  // namespace

void add_withdrawals(Commands& commands) {
    auto& noun = commands.noun(
        "withdrawals", "Withdrawals: list, show, approve, reject, export, import, bump, status");
    add_reviews(commands, noun);
    const auto asked = std::make_shared<Export>();
    auto& exporting = commands.act(
        noun, "export", "Write the transactions to sign into a file",
        [=, &commands](Control& control) { export_unsigned(control, *asked, commands.reason); });
    exporting.add_option("file", asked->file, "A file that does not exist yet")->required();
    exporting.add_option("--id", asked->ids, "Only these")->type_name("ID");
    exporting.add_flag("--again", asked->again,
                       "What was exported before and has not been imported");
    exporting.add_option("--fee-rate", asked->terms.bitcoin_fee_rate, "Bitcoin: satoshi per byte")
        ->check(CLI::Range(1, 10'000));
    const auto path = std::make_shared<std::string>();
    commands
        .act(noun, "import", "Import signed transactions; the job sends them",
             [=, &commands](Control& control) { import_signed(control, *path, commands.reason); })
        .add_option("file", *path, "The signer's file")
        ->required();
    const auto again = std::make_shared<Bump>();
    auto& bumping =
        commands.act(noun, "bump", "Write a sent transaction into a file again, with a higher fee",
                     [=, &commands](Control& control) { bump(control, *again, commands.reason); });
    bumping.add_option("id", again->id, "Its number")
        ->required()
        ->type_name("ID")
        ->check(CLI::PositiveNumber);
    bumping.add_option("file", again->file, "A file that does not exist yet")->required();
    bumping.add_option("--fee-rate", again->fee_rate, "Bitcoin: satoshi per byte")
        ->check(CLI::Range(1, 10'000));
    commands.verb(noun, "status", "Count what is in progress", [](Control& control) {
        print_list(control.db.run(counts),
                   {"stage", "network", "coin", "number", "amount", "oldest"}, control.json);
    });
}

}  // namespace cambio::control
