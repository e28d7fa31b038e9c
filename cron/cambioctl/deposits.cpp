// Deposits: what came, why a transaction has or has not been credited, and crediting what the
// watcher leaves to a person.
#include "chain/explain.h"
#include "chain/review.h"
#include "commands.h"
#include "explained.h"
#include "output.h"

namespace cambio::control {

namespace {

constexpr const char* list_deposits = R"sql(
    select d.id, c.user_unique_id as client, n.name as network, a.code as coin,
           trim_scale(d.amount) as amount,
           (array['SEEN', 'CONFIRMING', 'CREDITED', 'ORPHANED', 'REVERSED', 'IGNORED'])[d.state]
               as state,
           d.reason, d.confirmations || '/' || d.confirmations_needed as confirmations,
           case when d.state = 5 then trim_scale(d.credited) end as missing,
           to_char(d.seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as seen_at, d.txid
      from deposits d join networks n on n.id = d.network_id join assets a on a.id = d.asset_id
      join clients c on c.id = d.client_id
     where ($1 = '' or $1 = (array['SEEN', 'CONFIRMING', 'CREDITED', 'ORPHANED', 'REVERSED',
                                   'IGNORED'])[d.state])
       and ($2::bigint is null or d.client_id = $2)
     order by d.id desc limit $3
)sql";

constexpr const char* deposits_as_list = R"sql(
    select e->>'client' as client, e->>'network' as network, e->>'coin' as coin,
           e->>'holds' as holds, e->>'recorded' as recorded, e->>'more' as more,
           e->>'address' as address
      from unnest($1::jsonb[]) with ordinality as t (e, n) order by n
)sql";

struct Given {
    std::string state, client, txid;
    int limit = 100;
    std::string network, address, coin, amount;  ///< of a payment inside a transaction
};

void list(Control& control, const Given& given) {
    std::optional<ClientId> client;
    if (!given.client.empty()) {
        pg::Transaction tx{control.db};
        client = find_client(tx, given.client).id;
        tx.commit();
    }
    print_list(control.db.run(list_deposits, {given.state, client, given.limit}),
               {"id", "client", "network", "coin", "amount", "state", "reason", "confirmations",
                "missing", "seen_at", "txid"},
               control.json);
}

void explain(Control& control, const std::string& txid) {
    const auto sentences = chain::explain(control.db, control.config, txid);
    std::string all;
    Json::Value data;
    data["txid"] = txid;
    for (const auto& sentence : sentences) {
        all += (all.empty() ? "" : "\n") + sentence;
        data["findings"].append(sentence);
    }
    print_done(all, data, control.json);
}

void credit(Control& control, const Given& given, const std::string& reason) {
    pg::Transaction tx{control.db};
    std::vector<chain::Credited> credited;
    if (given.network.empty()) {
        credited = explained([&] { return chain::credit_recorded(tx, given.txid); });
    } else {
        const auto amount = Decimal::parse(given.amount);
        if (!amount) throw Refused{given.amount + " is not an amount."};
        credited.push_back(explained([&] {
            return chain::credit_inner(
                tx, control.config,
                {given.network, given.txid, given.address, given.coin, *amount});
        }));
    }
    std::string sentence;
    std::vector<chain::DepositId> ids;
    Json::Value list{Json::arrayValue};
    for (const auto& one : credited) {
        Json::Value data;
        data["deposit"] = std::to_string(one.id.value);
        data["txid"] = given.txid;
        data["network"] = one.network;
        data["coin"] = one.coin;
        data["amount"] = one.amount.str();
        control.record(tx, "deposits credit", one.client, reason, data);
        list.append(data);
        ids.push_back(one.id);
        sentence += (sentence.empty() ? "" : "\n") + one.amount.str() + ' ' + one.coin + " (" +
                    one.network + ") were credited to " + one.client + '.';
    }
    tx.commit();
    chain::announce(control.db, control.push, ids);
    Json::Value data;
    data["credited"] = list;
    print_done(sentence, data, control.json);
}

void surplus(Control& control) {
    std::vector<std::string> rows;
    for (const auto& network : chain::networks(control.db)) {
        for (const auto& one :
             explained([&] { return chain::surpluses(control.db, control.config, network); })) {
            Json::Value row;
            row["client"] = one.client;
            row["network"] = network.name;
            row["coin"] = one.coin;
            row["holds"] = one.holds.str();
            row["recorded"] = one.recorded.str();
            row["more"] = (one.holds - one.recorded).str();
            row["address"] = one.address;
            rows.push_back(row.toStyledString());
        }
    }
    print_list(control.db.run(deposits_as_list, {pg::Param::array(rows)}),
               {"client", "network", "coin", "holds", "recorded", "more", "address"}, control.json);
}

void add_credit(Commands& commands, CLI::App& noun, const std::shared_ptr<Given>& given) {
    auto& crediting = commands.act(
        noun, "credit", "Credit a deposit that the watcher left out",
        [given, &commands](Control& control) { credit(control, *given, commands.reason); });
    crediting.add_option("txid", given->txid, "The transaction ID")->required()->type_name("TXID");
    auto* network = crediting.add_option("--network", given->network,
                                         "For a payment made by a contract inside the transaction");
    auto* address = crediting.add_option("--address", given->address, "The address that it paid");
    auto* coin = crediting.add_option("--coin", given->coin, "The coin");
    auto* amount = crediting.add_option("--amount", given->amount, "How much");
    for (auto* option : {network, address, coin, amount})
        for (auto* other : {network, address, coin, amount})
            if (option != other) option->needs(other);
    commands.verb(noun, "surplus", "List addresses that hold more than was recorded", surplus);
}

}  // namespace

void add_deposits(Commands& commands) {
    const auto given = std::make_shared<Given>();
    auto& noun = commands.noun("deposits", "Deposits: list, explain, credit, surplus");
    auto& listing = commands.verb(noun, "list", "List deposits, newest first",
                                  [given](Control& control) { list(control, *given); });
    listing.add_option("--state", given->state, "Only these")
        ->check(
            CLI::IsMember({"SEEN", "CONFIRMING", "CREDITED", "ORPHANED", "REVERSED", "IGNORED"}));
    listing.add_option("--client", given->client, "Email, user ID or number");
    listing.add_option("--limit", given->limit, "How many")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    commands
        .verb(noun, "explain", "Explain why a transaction was or was not credited",
              [given](Control& control) { explain(control, given->txid); })
        .add_option("txid", given->txid, "The transaction ID")
        ->required()
        ->type_name("TXID");
    add_credit(commands, noun, given);
}

}  // namespace cambio::control
