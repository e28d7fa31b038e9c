#pragma once

#include <optional>
#include <string>
#include <vector>

#include "earn/schedule.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// Plans of Auto Invest in the database: what handlers and the job auto_invest have in common.
namespace cambio::earn {

/// The numbers are those of the database.
enum class PlanState { active = 1, paused = 2, ended = 3 };

struct Share {
    MarketId market;
    std::string coin;
    int percent = 0;
};

struct Plan {
    PlanId id;
    ClientId client;
    std::string unique_id;  ///< of the client: names the push channel
    Decimal amount;         ///< USDT, each time
    Schedule schedule;
    PlanState state = PlanState::active;
    std::optional<pg::Time> next_run{};
    std::int64_t content_hash = 0;
    std::vector<Share> shares;

    /// What is spent on one of its coins each time: its share, rounded down to 6 places.
    Decimal part(const Share& share) const;
};

struct NewPlan {
    Decimal amount;
    Schedule schedule;
    std::vector<Share> shares;  ///< 100 percent in all
    std::string key;            ///< idempotency key, or empty
};

/// The plan that the same key made before; nothing without one. Throws client_id_reused.
std::optional<Plan> find_plan(pg::Transaction& tx, ClientId client, const NewPlan& request);
/// Makes a plan that first runs as first_run() says. Throws client_id_reused. The same key again:
/// the plan that it made before.
Plan make_plan(pg::Transaction& tx, ClientId client, const NewPlan& request, pg::Time at);

/// Pauses a plan, lets it go on from now, or ends it for good; nothing: it is so already. Throws
/// not_found, plan_ended.
std::optional<Plan> set_plan_state(pg::Transaction& tx, ClientId client, PlanId id, PlanState state,
                                   pg::Time at);

/// Pauses all active plans of a client; how many there were.
std::int64_t pause_plans(pg::Transaction& tx, ClientId client);

/// Active plans that are due, the longest first.
std::vector<PlanId> due_plans(pg::Connection& connection, pg::Time now);
/// Locks one of them; nothing when another transaction has it or it is not due any more.
std::optional<Plan> lock_due_plan(pg::Transaction& tx, PlanId id, pg::Time now);

/// What came of one coin of a due time.
struct Run {
    pg::Time due{};
    Share share;
    Decimal amount;           ///< USDT: spent, or what would have been
    OrderId order;            ///< 0: skipped
    Decimal quantity, price;  ///< received after the fee; on average before it
    std::string reason;       ///< why it was skipped
};
/// Notes it once for each due time and coin; false when it was noted before.
bool write_run(pg::Transaction& tx, const Plan& plan, const Run& run);
bool has_run(pg::Transaction& tx, const Plan& plan, pg::Time due, MarketId market);
void set_next_run(pg::Transaction& tx, const Plan& plan, pg::Time next);

}  // namespace cambio::earn
