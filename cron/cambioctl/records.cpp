// What was done and whether the books balance.
#include "commands.h"
#include "ledger/ledger.h"
#include "output.h"

namespace cambio::control {

namespace {

constexpr const char* newest = R"sql(
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, operator, act,
           subject, reason, data::text as data
      from operator_log where ($1 = '' or position($1 in subject) > 0)
     order by id desc limit $2
)sql";

void list(Control& control, const std::string& subject, int most) {
    print_list(control.db.run(newest, {subject, most}),
               {"id", "at", "operator", "act", "subject", "reason", "data"}, control.json);
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
    auto& noun = commands.noun("log", "The log of the operators' acts");
    auto& listing =
        commands.verb(noun, "list", "List acts, the newest first",
                      [given](Control& control) { list(control, given->subject, given->most); });
    listing.add_option("--subject", given->subject, "Only acts on what has this in its name")
        ->type_name("TEXT");
    listing.add_option("--limit", given->most, "So many at most")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    commands.verb(commands.app, "audit", "Prove that the books balance",
                  [](Control& control) { audit(control); });
}

}  // namespace cambio::control
