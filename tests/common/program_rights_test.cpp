// Which program's role may write which of the tables that money follows from.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "pg/migrations.h"
#include "pg/pg.h"
#include "support/scratch_database.h"

namespace cambio::pg {
namespace {

// A suite's own role is every program.
constexpr const char* roles_that_may = R"sql(
    select rolname as role from pg_roles
    where rolname like 'cambio\_%' and rolname not in ('cambio_owner', 'cambio_suite')
          and (has_table_privilege(rolname, $1, $2)
               or $2 in ('insert', 'update') and has_any_column_privilege(rolname, $1, $2))
)sql";

/// Who may write what makes money of its own when it is believed; nobody may write anything else of
/// these tables.
struct Writers {
    const char* table;
    const char* verb;
    std::set<std::string> roles;
};
const std::vector<Writers> writers = {
    {"deposits", "insert", {"deposits", "operator"}},
    {"deposits", "update", {"deposits", "operator"}},
    {"deposit_addresses", "insert", {"funds"}},
    {"deposit_keys", "insert", {"funds", "operator"}},
    {"deposit_keys", "update", {"funds", "operator"}},
    {"chain_blocks", "insert", {"deposits"}},
    {"chain_blocks", "delete", {"deposits"}},
    {"chain_holdings", "insert", {"deposits"}},
    {"chain_holdings", "update", {"deposits"}},
    {"chain_holdings", "delete", {"deposits"}},
    {"chain_rescans", "insert", {"deposits", "operator"}},
    {"chain_rescans", "update", {"deposits", "operator"}},
    {"chain_rescans", "delete", {"deposits", "operator"}},
    {"withdrawals", "insert", {"funds"}},
    {"withdrawals", "update", {"funds", "operator", "withdrawals"}},
    {"outgoing_transactions", "insert", {"operator", "withdrawals"}},
    {"outgoing_transactions", "update", {"operator", "withdrawals"}},
    {"hot_addresses", "insert", {"withdrawals"}},
    {"hot_addresses", "update", {"withdrawals"}},
    {"hot_outputs", "insert", {"operator", "withdrawals"}},
    {"hot_outputs", "update", {"operator", "withdrawals"}},
    {"hot_outputs", "delete", {"operator", "withdrawals"}},
    {"operator_log", "insert", {"deposits", "operator"}},
    {"approvals", "insert", {"operator"}},
    {"approvals", "update", {"operator"}},
    {"cancel_requests", "insert", {"operator"}},
    {"cancel_requests", "update", {"spot"}},
    {"orders", "insert", {"spot"}},
    {"orders", "update", {"spot"}},
    {"fills", "insert", {"spot"}},
    {"order_amendments", "insert", {"spot"}},
    {"spot_brackets", "insert", {"spot"}},
    {"spot_brackets", "update", {"spot"}},
    {"waiting_holds", "insert", {"futures", "spot"}},
    {"waiting_holds", "update", {"futures", "positions", "spot"}},
    {"conversions", "insert", {"convert", "spot"}},
    {"conversions", "update", {"convert", "spot"}},
    {"futures_orders", "insert", {"futures"}},
    {"futures_orders", "update", {"futures", "operator", "positions"}},
    {"closing_orders", "insert", {"futures"}},
    {"closing_orders", "update", {"futures", "operator", "positions"}},
    {"positions", "insert", {"futures", "positions"}},
    {"positions", "update", {"fees", "futures", "operator", "positions"}},
    {"margin_additions", "insert", {"futures"}},
    {"liquidations", "insert", {"operator", "positions"}},
    {"funding_payments", "insert", {"operator", "positions"}},
    {"funding_owed", "insert", {"positions"}},
    {"funding_owed", "update", {"positions"}},
    {"earn_products", "insert", {"operator"}},
    {"earn_products", "update", {"operator"}},
    {"earn_rates", "insert", {"operator"}},
    {"earn_subscriptions", "insert", {"earn"}},
    {"earn_subscriptions", "update", {"earn"}},
    {"earn_accruals", "insert", {"earn"}},
    {"task_center", "insert", {"operator"}},
    {"task_center", "update", {"operator"}},
    {"task_claims", "insert", {"rewards"}},
    {"referral_credits", "insert", {"fees"}},
    {"fee_shares", "insert", {"fees"}},
    {"fee_shares", "update", {"fees"}},
    {"fee_marks", "insert", {"fees"}},
    {"fee_marks", "update", {"fees"}},
    {"order_worths", "insert", {"fees"}},
    {"order_worths", "update", {"fees"}},
    {"order_worths", "delete", {"fees"}},
    {"fees_owed", "insert", {"fees", "operator", "positions"}},
    {"fees_owed", "delete", {"fees"}},
    {"quotes", "insert", {"market"}},
    {"quotes", "update", {"market"}},
    {"provider_books", "insert", {"market"}},
    {"provider_books", "update", {"market"}},
    {"marks", "insert", {"market"}},
    {"marks", "update", {"market"}},
    {"funding_forecasts", "insert", {"market"}},
    {"funding_forecasts", "delete", {"market"}},
    {"funding_rates", "insert", {"market"}},
    {"funding_rates", "update", {"market", "positions"}},
    {"funding_rates", "delete", {"market"}},
    {"convert_quotes", "insert", {"spot"}},
    {"convert_quotes", "update", {"spot"}},
    {"convert_quotes", "delete", {"convert"}},
    {"push_subscriptions", "insert", {"rewards"}},
    {"push_subscriptions", "update", {"push", "rewards"}},
    {"push_subscriptions", "delete", {"push", "rewards"}},
    {"outgoing_pushes", "update", {"push"}},
    {"outgoing_pushes", "delete", {"push"}},
    {"audits", "insert", {"audit"}},
    {"audit_sums", "insert", {"audit"}},
    {"audit_sums", "update", {"audit"}},
    {"audit_sums", "delete", {"audit"}},
    {"audit_mark", "insert", {"audit"}},
    {"audit_mark", "update", {"audit"}},
};

TEST(ProgramRights, AreThoseOfTheirPart) {
    // Not the suites' template, where the shared role trades: what a new installation has.
    test::ScratchDatabase database{test::ScratchDatabase::Content::empty};
    Connection owner{database.owner()};
    migrate(owner, test::ScratchDatabase::migrations());
    std::map<std::pair<std::string, std::string>, std::set<std::string>> expected;
    std::set<std::string> tables;
    for (const auto& one : writers) {
        tables.insert(one.table);
        for (const auto& role : one.roles) expected[{one.table, one.verb}].insert("cambio_" + role);
    }
    for (const auto& table : tables) {
        for (const char* verb : {"insert", "update", "delete", "truncate", "trigger"}) {
            std::set<std::string> may;
            for (const auto row : owner.run(roles_that_may, {table, verb}))
                may.insert(row.str("role"));
            EXPECT_EQ(may, (expected[{table, verb}])) << table << ' ' << verb;
        }
    }
}

}  // namespace
}  // namespace cambio::pg
