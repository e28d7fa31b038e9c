// Buys for the plans of Auto Invest that are due: a market order of the client for each coin, which
// the writer of the market settles like everybody's. Never twice for one due time: the order
// carries a key made of plan, due time and coin, which the writer takes once, so that a job that
// was killed between asking for an order and noting it finds that order again. What cannot be
// bought now (balance short, price stale, market closed and so on) is skipped, and the run and a
// notice say so; while nobody settles orders, or trading is paused, the plan waits. Of several due
// times that have passed, while the job did not run, only the newest is bought; the others were
// missed.
#include <algorithm>
#include <span>
#include <thread>

#include "crypto/crypto.h"
#include "earn/plans.h"
#include "error/error.h"
#include "jobs/job.h"
#include "log/log.h"
#include "markets/quotes.h"
#include "notices/notices.h"
#include "pauses/pauses.h"
#include "settlement/refusals.h"
#include "settlement/requests.h"
#include "settlement/rules.h"

namespace {

using namespace cambio;
using earn::Plan, earn::Run, earn::Share;

constexpr auto pace = std::chrono::seconds{5};
/// Plans whose orders are asked for at once, so that they share the writer's next turn.
constexpr std::size_t together = 50;
constexpr std::chrono::milliseconds look_again{50};
constexpr const char* missed = "missed";
constexpr int shown_places = 8;

constexpr const char* find_caller = R"sql(
    select epoch, client_frozen(c) as frozen from clients c where id = $1
)sql";

/// Not a key that a client could send: those have no colon.
std::string key_of(const Plan& plan, const Run& run) {
    return "auto_invest:" + std::to_string(plan.id.value) + ':' +
           std::to_string(run.due.time_since_epoch().count()) + ':' + run.share.coin;
}

/// What came of it, once it is stored.
void set_bought(Run& run, const settlement::Order& order) {
    if (order.filled.zero()) {
        run.reason = name_of(Code::no_liquidity);
        return;
    }
    run.order = order.id;
    run.amount = order.filled_total;
    run.quantity = order.filled - order.fee;
    run.price = Decimal::divide(order.filled_total, order.filled, Rounding::half_even);
}

/// A plan whose time has come, locked until everything is noted, so that another runner leaves it
/// alone.
struct Due {
    Plan plan;
    pg::Time newest;        ///< the due time that is bought
    std::vector<Run> runs;  ///< of that time
    bool waits = false;     ///< nobody settles orders now: all of it is tried again
};

/// Asks the markets' writers. On a connection of its own: they have to see what is asked while the
/// plans are still locked.
class Desk {
  public:
    explicit Desk(const jobs::Job& job)
        : db_{job.config.database_url},
          stale_after_ms_{job.config.stale_after_ms},
          directory_{markets::Directory::read(db_)},
          quotes_{markets::read_quotes(db_)} {
        settlement::forget_old_requests(db_);
        settlement::forget_old_refusals(db_);
    }

    /// Asks for all orders and waits for what comes of them.
    void buy(std::vector<Due>& due) {
        std::vector<Asked> waiting;
        for (Due& one : due) {
            for (Run& run : one.runs) {
                if (!place(one.plan, run)) waiting.push_back({&one, &run});
            }
        }
        const auto deadline = std::chrono::steady_clock::now() + settlement::request_lifetime;
        for (;;) {
            std::erase_if(waiting, [this](const Asked& asked) { return answered(asked); });
            if (waiting.empty()) return;
            if (std::chrono::steady_clock::now() > deadline) break;
            std::this_thread::sleep_for(look_again);
        }
        for (const Asked& asked : waiting) {
            settlement::forget_request(db_, asked.due->plan.client,
                                       key_of(asked.due->plan, *asked.run));
            if (!answered(asked)) asked.due->waits = true;
        }
    }

    /// The order of the run where there is one already.
    bool placed_before(const Plan& plan, Run& run) {
        const auto answer = settlement::answer_to_request(db_, plan.client, key_of(plan, run));
        if (!answer || !answer->order) return false;
        settlement::forget_request(db_, plan.client, key_of(plan, run));
        set_bought(run, *answer->order);
        return true;
    }

  private:
    struct Asked {
        Due* due;
        Run* run;
    };

    /// Whether it is known at once what comes of it.
    bool place(const Plan& plan, Run& run) {
        if (placed_before(plan, run)) return true;
        const auto callers = db_.run(find_caller, {plan.client});
        if (callers[0].boolean("frozen")) {
            run.reason = name_of(Code::frozen_account);
            return true;
        }
        settlement::OrderRequest request{plan.client, callers[0].integer("epoch"), run.share.market,
                                         run.amount,  key_of(plan, run),           0};
        request.content_hash = crypto::content_hash(request.key);
        try {
            check(request);
        } catch (const Error& refusal) {
            run.reason = name_of(refusal.code());
            return true;
        }
        settlement::request_order(db_, request);
        return false;
    }

    /// The rules and the age of the price, as for an order that comes from a page.
    void check(const settlement::OrderRequest& request) const {
        settlement::validate(*directory_.find(request.market), request.command());
        const auto quote =
            std::find_if(quotes_.begin(), quotes_.end(),
                         [&](const markets::Quote& one) { return one.market == request.market; });
        if (quote == quotes_.end() || markets::stale(*quote, pg::now(), stale_after_ms_))
            throw Error{Code::stale_price};
    }

    bool answered(const Asked& asked) {
        const Plan& plan = asked.due->plan;
        const auto answer =
            settlement::answer_to_request(db_, plan.client, key_of(plan, *asked.run));
        if (!answer) return false;
        settlement::forget_request(db_, plan.client, key_of(plan, *asked.run));
        if (answer->order) {
            set_bought(*asked.run, *answer->order);
        } else if (passes(answer->refusal, asked.run->share.market)) {
            asked.due->waits = true;
        } else {
            asked.run->reason = answer->refusal;
        }
        return true;
    }

    /// What only passes with time says nothing about the plan: it is tried again. So is what the
    /// writer refused because it had not heard yet that the market goes on.
    bool passes(const std::string& refusal, MarketId market) {
        return refusal == name_of(Code::unavailable) || refusal == name_of(Code::internal) ||
               (refusal == name_of(Code::market_closed) && markets::tradable(db_, market));
    }

    pg::Connection db_;
    const int stale_after_ms_;
    const markets::Directory directory_;
    const std::vector<markets::Quote> quotes_;
};

void tell(pg::Transaction& tx, const Plan& plan, const Run& run) {
    const bool bought = run.order.value != 0;
    Json::Value data;
    data["plan_id"] = std::to_string(plan.id.value);
    data["coin"] = run.share.coin;
    data["amount"] = run.amount.rounded(shown_places, Rounding::half_even).str();
    if (bought) data["quantity"] = run.quantity.rounded(shown_places, Rounding::down).str();
    if (!bought) data["reason"] = run.reason;
    notices::tell(tx, plan.client,
                  bought ? notices::Kind::auto_invest_bought : notices::Kind::auto_invest_skipped,
                  data);
}

void note(pg::Transaction& tx, const Plan& plan, const Run& run) {
    if (!earn::write_run(tx, plan, run)) return;
    log::info("auto_invest", {{"plan", std::to_string(plan.id.value)},
                              {"coin", run.share.coin},
                              {"result", run.reason.empty() ? "bought" : run.reason}});
}

/// Due times that passed before the newest one. Its owner is told of the last of them only.
void note_missed(pg::Transaction& tx, Desk& desk, const Plan& plan, pg::Time newest) {
    std::optional<Run> last;
    for (pg::Time due = *plan.next_run; due < newest; due = earn::next_run(plan.schedule, due))
        for (const Share& share : plan.shares) {
            Run run{due, share, plan.part(share), {}, {}, {}, {}};
            // It may have been bought by a job that was killed before it could note it.
            desk.placed_before(plan, run);
            if (run.order.value == 0) run.reason = missed;
            note(tx, plan, run);
            last = run;
        }
    if (last) tell(tx, plan, *last);
}

void announce(jobs::Job& job, const Plan& plan) {
    job.push.tell(plan.unique_id, ClientEvent::earn);
    job.push.tell(plan.unique_id, ClientEvent::notification);
}

std::vector<Due> lock_due(pg::Transaction& tx, std::span<const PlanId> ids, pg::Time now) {
    std::vector<Due> locked;
    for (const PlanId id : ids) {
        const auto plan = earn::lock_due_plan(tx, id, now);
        if (!plan) continue;
        Due& due = locked.emplace_back();
        due.plan = *plan;
        due.newest = earn::newest_due(plan->schedule, *plan->next_run, now);
        for (const Share& share : plan->shares) {
            if (earn::has_run(tx, *plan, due.newest, share.market)) continue;
            due.runs.push_back({due.newest, share, plan->part(share), {}, {}, {}, {}});
        }
    }
    return locked;
}

void run_plans(jobs::Job& job, Desk& desk, std::span<const PlanId> ids, pg::Time now) {
    pg::Transaction tx{job.db};
    std::vector<Due> due = lock_due(tx, ids, now);
    desk.buy(due);
    for (const Due& one : due) {
        if (one.waits) {
            log::warn("auto_invest_waits", {{"plan", std::to_string(one.plan.id.value)}});
            continue;
        }
        note_missed(tx, desk, one.plan, one.newest);
        for (const Run& run : one.runs) {
            note(tx, one.plan, run);
            tell(tx, one.plan, run);
        }
        earn::set_next_run(tx, one.plan, earn::next_run(one.plan.schedule, one.newest));
    }
    tx.commit();
    for (const Due& one : due) {
        if (!one.waits) announce(job, one.plan);
    }
}

void run_due(jobs::Job& job) {
    if (paused(job.db, Pause::trading)) return;
    const pg::Time now = pg::now();
    const std::vector<PlanId> ids = earn::due_plans(job.db, now);
    if (ids.empty()) return;
    Desk desk{job};
    for (std::span<const PlanId> left{ids}; !left.empty();) {
        const auto some = left.first(std::min(together, left.size()));
        run_plans(job, desk, some, now);
        left = left.subspan(some.size());
    }
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "auto_invest", pace, run_due);
}
