// What was done and whether the books balance.
#include "commands.h"
#include "crypto/crypto.h"
#include "ledger/ledger.h"
#include "output.h"
#include "pg/snapshot.h"

namespace cambio::control {

namespace {

constexpr const char* newest_acts = R"sql(
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, operator, act,
           subject, reason, data::text as data
      from operator_log where ($1 = '' or position($1 in subject) > 0)
     order by id desc limit $2
)sql";

void list(Control& control, const std::string& subject, int most) {
    print_list(control.db.run(newest_acts, {subject, most}),
               {"id", "at", "operator", "act", "subject", "reason", "data"}, control.json);
}

constexpr const char* waiting_acts = R"sql(
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, operator, act,
           subject, reason, content::text as content
      from approvals where ended_at is null and at > now() - interval '1 day' order by id
)sql";

// The content as the trigger chain_operator_log puts it; spelled out, so that the proof does not
// rest on a function that could have been changed with the rows.
constexpr const char* next_entries = R"sql(
    select id, previous, hash,
           jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
                             operator, act, subject, reason, data)::text as content
      from operator_log where id > $1 order by id limit 1000
)sql";
constexpr const char* end_of_log = "select id, hash from operator_log_end";

/// The log as it is proved row by row.
struct Chain {
    std::int64_t rows = 0, last = 0;
    std::string hash = std::string(32, '\0');
    bool met = false;  ///< the hash that was asked for
};

std::string row_name(std::int64_t id) {
    return "row " + std::to_string(id) + " of the log";
}

void prove(const pg::Row& row, Chain& chain) {
    const auto id = row.integer("id");
    const auto hash = row.bytes("hash");
    if (row.bytes("previous") != chain.hash)
        throw Refused{"The " + row_name(id) + " does not follow " +
                      (chain.last == 0 ? "the beginning" : row_name(chain.last)) +
                      ": a row before it was changed or removed."};
    if (crypto::sha256(chain.hash + row.str("content")) != hash)
        throw Refused{"The " + row_name(id) + " was changed."};
    ++chain.rows;
    chain.last = id;
    chain.hash = hash;
}

void verify_log(Control& control, const std::string& known) {
    pg::Snapshot tx{control.db};
    Chain chain;
    for (bool more = true; more;) {
        const auto rows = tx.run(next_entries, {chain.last});
        more = !rows.empty();
        for (const auto row : rows) {
            prove(row, chain);
            chain.met = chain.met || crypto::hex(chain.hash) == known;
        }
    }
    const auto end = tx.one(end_of_log);
    if (end.integer("id") != chain.last || end.bytes("hash") != chain.hash)
        throw Refused{"Rows are missing after the " + row_name(chain.last) + "."};
    if (!known.empty() && !chain.met)
        throw Refused{"No row has that hash: the log was rewritten from an earlier row on."};
    Json::Value data;
    data["rows"] = std::to_string(chain.rows);
    data["hash"] = crypto::hex(chain.hash);
    print_done("The log is intact: " + std::to_string(chain.rows) + " rows, up to the hash " +
                   data["hash"].asString() + '.',
               data, control.json);
}

void audit(Control& control) {
    const auto report = ledger::audit(control.db);
    Json::Value card;
    card["passed"] = report.passed;
    card["accounts"] = std::to_string(report.accounts);
    card["transfers"] = std::to_string(report.transfers);
    card["findings"] = Json::arrayValue;
    for (const auto& finding : report.findings) card["findings"].append(finding);
    print_card(card, {"passed", "accounts", "transfers", "findings"}, control.json);
    if (!report.passed) throw Refused{"The books do not balance."};
}

}  // namespace

void add_records(Commands& commands) {
    struct Options {
        std::string subject;
        int most = 50;
    };
    const auto given = std::make_shared<Options>();
    auto& noun = commands.noun("log", "The log of operators' actions");
    auto& listing =
        commands.verb(noun, "list", "List actions, newest first",
                      [given](Control& control) { list(control, given->subject, given->most); });
    listing.add_option("--subject", given->subject, "Only actions whose subject contains this")
        ->type_name("TEXT");
    listing.add_option("--limit", given->most, "At most this many")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    commands.verb(noun, "waiting", "List what is waiting for a second operator",
                  [](Control& control) {
                      print_list(control.db.run(waiting_acts),
                                 {"id", "at", "operator", "act", "subject", "reason", "content"},
                                 control.json);
                  });
    const auto known = std::make_shared<std::string>();
    commands
        .verb(noun, "verify", "Prove that no row of the log was changed or removed",
              [known](Control& control) { verify_log(control, *known); })
        .add_option("--known", *known, "An earlier hash that must still be in the log")
        ->type_name("HASH");
    commands.verb(commands.app, "audit", "Prove that the books balance",
                  [](Control& control) { audit(control); });
}

}  // namespace cambio::control
