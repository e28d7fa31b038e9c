// Proves that the books balance, once an hour and as soon as nobody has: writes the result to
// `audits`, where the status call and the operator's program show it. With --now it looks whenever
// that was done last. Ends with 0 when everything is proved or it is not yet time, with 1 when
// something is wrong and with 2 when it could not look.
#include <cstdio>
#include <exception>
#include <string_view>

#include "config/config.h"
#include "jobs/runs.h"
#include "ledger/ledger.h"
#include "log/log.h"
#include "pg/pg.h"

namespace {

using namespace cambio;

constexpr std::int64_t audit_lock = 0x43616d62696f0010;

constexpr const char* take_lock = R"sql(select pg_try_advisory_lock($1) as taken)sql";
constexpr const char* write_audit = R"sql(
    insert into audits (passed, accounts, transfers, findings) values ($1, $2, $3, $4)
)sql";

bool is_due(pg::Connection& connection) {
    const auto last = ledger::last_audit(connection);
    return last.proof == ledger::Proof::never || last.age >= ledger::audit_period;
}

int audit(const Config& config, bool now) {
    pg::Connection connection{config.database_url};
    // Before the audit, which takes minutes on a long ledger: that it was made is what its age
    // says.
    jobs::note_run(connection, "audit_ledger", true, {});
    if (!connection.run(take_lock, {audit_lock})[0].boolean("taken")) {
        log::info("another_audit_runs");
        return 0;
    }
    if (!now && !is_due(connection)) return 0;
    const ledger::AuditReport report = ledger::audit(connection);
    for (const std::string& finding : report.findings) {
        log::error("audit_finding", {{"finding", finding}});
    }
    pg::Transaction tx{connection};
    tx.change(
        1, write_audit,
        {report.passed, report.accounts, report.transfers, pg::Param::array(report.findings)});
    tx.commit();
    log::info(report.passed ? "audit_passed" : "audit_failed",
              {{"accounts", std::to_string(report.accounts)},
               {"transfers", std::to_string(report.transfers)},
               {"findings", std::to_string(report.findings.size())}});
    return report.passed ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Config config = Config::from_environment();
        log::open("audit_ledger", config.log_level, config.log_dir);
        return audit(config, argc > 1 && std::string_view{argv[1]} == "--now");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "audit_ledger: %s\n", error.what());
        log::error("audit_impossible", {{"why", error.what()}});
        return 2;
    }
}
