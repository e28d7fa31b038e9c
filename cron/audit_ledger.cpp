// Proves that the books balance, once an hour and as soon as nobody has: writes the result to
// `audits`, where the status call and the operator's program show it. It carries sums from one time
// to the next, and reads all transfers once a day, after 02:00 UTC, from a standby where one is
// named (AUDIT_DATABASE_URL). With --now it reads all of them
// whenever that was done last. By the same sums it counts for the metrics what the house has won.
// Ends with 0 when everything is proved or it is not yet time, with 1 when something is wrong and
// with 2 when it could not look.
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "jobs/job.h"
#include "jobs/marks.h"
#include "jobs/runs.h"
#include "ledger/ledger.h"
#include "log/log.h"
#include "pg/pg.h"
#include "positions/exposure.h"

namespace {

using namespace cambio;

constexpr const char* write_audit = R"sql(
    insert into audits (passed, accounts, transfers, findings) values ($1, $2, $3, $4)
)sql";

bool is_due(pg::Connection& connection) {
    const auto last = ledger::last_audit(connection);
    return last.proof == ledger::Proof::never || last.age >= ledger::audit_period ||
           last.age < -ledger::audit_ahead;
}

void add_names(std::string& text, const char* lacking, const std::vector<std::string>& names) {
    if (names.empty()) return;
    text += (text.empty() ? "" : "; ") + std::string{lacking};
    for (const auto& name : names) text += ' ' + name;
}

/// Why it was not counted; empty: it was. Nothing is written while a coin has no price: without its
/// part the sum would say something else.
std::string count_profit(pg::Connection& connection) {
    const auto exposure = positions::read_exposure_by_sums(connection);
    if (!exposure) return "the next audit has to read everything first";
    const auto totals = positions::totals_of(*exposure);
    std::string why;
    add_names(why, "no price of", totals.without_price);
    add_names(why, "no mark of", totals.without_mark);
    if (why.empty())
        jobs::set_marks(connection, {jobs::house_profit, jobs::house_fees},
                        {totals.profit.str(), totals.fees.str()});
    return why;
}

/// Whatever goes wrong, the audit was made.
void note_profit(pg::Connection& connection) {
    try {
        const auto before = jobs::read_mark(connection, jobs::house_profit_tried);
        jobs::set_mark(connection, jobs::house_profit_tried, "begun");
        const std::string why = count_profit(connection);
        if (!why.empty() && !(before && before->value == why))
            log::warn("profit_not_counted", {{"why", why}});
        jobs::set_mark(connection, jobs::house_profit_tried, why.empty() ? "counted" : why);
    } catch (const std::exception& error) {
        log::warn("profit_not_counted", {{"why", error.what()}});
    }
}

/// What fails is tried again in an hour, not each minute, once there is a figure. In a new
/// installation the first audit is over before the first prices have come.
bool profit_is_due(pg::Connection& connection) {
    const auto last = jobs::read_mark(connection, jobs::house_profit_tried);
    return (!last || !jobs::read_mark(connection, jobs::house_profit) ||
            last->read_at - last->at >= ledger::audit_period) &&
           ledger::last_audit(connection).proof == ledger::Proof::passed;
}

/// Nothing is acknowledged there, so nobody requires that it has a standby of its own.
std::function<pg::Connection()> standby_of(const Config& config) {
    if (config.audit_database_url.empty()) return nullptr;
    return [&config] {
        struct Meanwhile {
            explicit Meanwhile(bool as_before) : required{as_before} {
                pg::require_sync_standby(false);
            }
            ~Meanwhile() { pg::require_sync_standby(required); }
            bool required;
        } const meanwhile{config.require_sync_standby};
        return pg::Connection{config.audit_database_url};
    };
}

int audit(const Config& config, bool now) {
    pg::Connection connection{config.database_url};
    // Before the audit, which may take minutes: that it was made is what its age says.
    jobs::note_run(connection, "audit_ledger", true, {});
    if (!jobs::lock(connection, "audit_ledger")) {
        log::info("another_audit_runs");
        return 0;
    }
    if (!now && !is_due(connection)) {
        // Prices that were missing at the audit may have come.
        if (profit_is_due(connection)) note_profit(connection);
        return 0;
    }
    const ledger::AuditReport report = ledger::audit_by_sums(
        connection, now ? ledger::AuditReach::everything : ledger::AuditReach::since_last,
        standby_of(config));
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
               {"everything", report.everything ? "yes" : "no"},
               {"findings", std::to_string(report.findings.size())}});
    if (report.passed) note_profit(connection);
    return report.passed ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    jobs::give_way("audit_ledger");
    try {
        const Config config = Config::from_environment();
        log::open("audit_ledger", config.log_level, config.log_dir);
        pg::require_sync_standby(config.require_sync_standby);
        return audit(config, argc > 1 && std::string_view{argv[1]} == "--now");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "audit_ledger: %s\n", error.what());
        log::error("audit_impossible", {{"why", error.what()}});
        return 2;
    }
}
