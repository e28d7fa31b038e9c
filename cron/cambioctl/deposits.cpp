// Deposits: what came, and why a transaction has or has not been credited.
#include "chain/explain.h"
#include "commands.h"
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

struct Given {
    std::string state, client, txid;
    int limit = 100;
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

}  // namespace

void add_deposits(Commands& commands) {
    const auto given = std::make_shared<Given>();
    auto& noun = commands.noun("deposits", "Deposits: list, explain");
    auto& listing = commands.verb(noun, "list", "List deposits, the newest first",
                                  [given](Control& control) { list(control, *given); });
    listing.add_option("--state", given->state, "Only these")
        ->check(
            CLI::IsMember({"SEEN", "CONFIRMING", "CREDITED", "ORPHANED", "REVERSED", "IGNORED"}));
    listing.add_option("--client", given->client, "E-mail, user ID or number");
    listing.add_option("--limit", given->limit, "How many")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    commands
        .verb(noun, "explain", "Say why a transaction has or has not been credited",
              [given](Control& control) { explain(control, given->txid); })
        .add_option("txid", given->txid, "The transaction's id")
        ->required()
        ->type_name("TXID");
}

}  // namespace cambio::control
