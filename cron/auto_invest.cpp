// Buys for the plans of Auto Invest that are due: a market order of the client for each coin,
// through the same engine as any other order. Never twice for one due time: the order carries a key
// made of plan, due time and coin, which the engine takes once, so that a job that was killed
// between placing an order and noting it finds that order again. What cannot be bought now (balance
// short, price stale, market closed …) is skipped, and the run and a notice say so. Of several due
// times that have passed, while the job did not run, only the newest is bought; the others were
// missed.
#include <future>

#include "earn/content.h"
#include "earn/plans.h"
#include "error/error.h"
#include "jobs/job.h"
#include "ledger/mover.h"
#include "log/log.h"
#include "notices/notices.h"
#include "settlement/combiner.h"

namespace {

using namespace cambio;
using earn::Plan, earn::Run, earn::Share;

constexpr auto pace = std::chrono::seconds{5};
/// How long an order may take to be durable, with a database that is away meanwhile.
constexpr std::chrono::seconds patience{30};
constexpr const char* missed = "missed";
constexpr int shown_places = 8;

constexpr const char* find_caller = R"sql(
    select epoch, status <> 'ACTIVE' as frozen from clients where id = $1
)sql";
constexpr const char* find_order = R"sql(
    select * from orders where client_id = $1 and client_key = $2
)sql";

/// Not a key that a client could send: those have no colon.
std::string key_of(const Plan& plan, const Run& run) {
    return "auto_invest:" + std::to_string(plan.id.value) + ':' +
           std::to_string(run.due.time_since_epoch().count()) + ':' + run.share.coin;
}

settlement::PlaceOrder ask_of(const Plan& plan, const Run& run) {
    settlement::PlaceOrder ask;
    ask.market = run.share.market;
    ask.side = settlement::Side::buy;
    ask.kind = settlement::OrderKind::market;
    ask.time_in_force = settlement::TimeInForce::ioc;
    ask.total = run.amount;
    ask.client_key = key_of(plan, run);
    ask.content_hash = earn::content_hash(ask.client_key);
    return ask;
}

/// Started when the first plan is due, since most minutes none is.
class Market {
  public:
    explicit Market(jobs::Job& job) : job_{job} {}
    ~Market() {
        if (combiner_) combiner_->stop();
    }
    Market(const Market&) = delete;
    Market& operator=(const Market&) = delete;

    /// The order as it is stored. Throws what the engine refuses.
    settlement::Order buy(const token::Session& caller, settlement::PlaceOrder ask) {
        check(ask);
        const auto done = std::make_shared<std::promise<settlement::Outcome>>();
        auto outcome = done->get_future();
        engine().submit({caller, std::move(ask), [done](settlement::Outcome&& result) {
                             done->set_value(std::move(result));
                         }});
        if (outcome.wait_for(patience) != std::future_status::ready) throw Error{Code::unavailable};
        auto result = outcome.get();
        if (result.error) throw Error{*result.error};
        return std::move(result.orders.front());
    }

  private:
    settlement::Combiner& engine() {
        if (!combiner_) {
            combiner_.emplace(job_.config, job_.push);
            combiner_->start();
        }
        return *combiner_;
    }

    /// The rules and the age of the price, as for an order that comes from a page.
    void check(const settlement::PlaceOrder& ask) {
        const auto prices = engine().prices();
        settlement::measure(*prices->directory->find(ask.market), ask);
        const auto* quote = prices->quote(ask.market);
        if (quote == nullptr || markets::stale(*quote, pg::now(), job_.config.stale_after_ms))
            throw Error{Code::stale_price};
    }

    jobs::Job& job_;
    std::optional<settlement::Combiner> combiner_;
};

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

std::optional<settlement::Order> placed_before(pg::Transaction& tx, const Plan& plan,
                                               const Run& run) {
    const auto row = tx.maybe(find_order, {plan.client, key_of(plan, run)});
    return row ? std::optional{settlement::Order::from(*row)} : std::nullopt;
}

/// What only passes with time says nothing about the plan: it is tried again.
bool passes(Code code) {
    return code == Code::unavailable || code == Code::internal;
}

void place(pg::Transaction& tx, Market& market, const Plan& plan, Run& run) {
    if (const auto before = placed_before(tx, plan, run)) return set_bought(run, *before);
    const auto row = tx.one(find_caller, {plan.client});
    if (row.boolean("frozen")) {
        run.reason = name_of(Code::frozen_account);
        return;
    }
    try {
        const token::Session caller{{}, plan.client, row.integer("epoch")};
        set_bought(run, market.buy(caller, ask_of(plan, run)));
    } catch (const Error& refusal) {
        if (passes(refusal.code())) throw;
        run.reason = name_of(refusal.code());
    }
}

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
void note_missed(pg::Transaction& tx, const Plan& plan, pg::Time newest) {
    std::optional<Run> last;
    for (pg::Time due = *plan.next_run; due < newest; due = earn::next_run(plan.schedule, due))
        for (const Share& share : plan.shares) {
            Run run{due, share, plan.part(share), {}, {}, {}, {}};
            // It may have been bought by a job that was killed before it could note it.
            if (const auto before = placed_before(tx, plan, run)) set_bought(run, *before);
            if (run.order.value == 0) run.reason = missed;
            note(tx, plan, run);
            last = run;
        }
    if (last) tell(tx, plan, *last);
}

void announce(jobs::Job& job, const Plan& plan) {
    const std::string channel = "client." + plan.unique_id;
    job.push.publish(channel, "client", "{}", R"("type":"earn")");
    job.push.publish(channel, "client", "{}", R"("type":"notification")");
}

/// The plan stays locked until everything is noted, so that another runner leaves it alone.
void run_plan(jobs::Job& job, Market& market, PlanId id, pg::Time now) {
    pg::Transaction tx{job.db};
    const auto plan = earn::lock_due_plan(tx, id, now);
    if (!plan) return;
    const pg::Time newest = earn::newest_due(plan->schedule, *plan->next_run, now);
    note_missed(tx, *plan, newest);
    for (const Share& share : plan->shares) {
        Run run{newest, share, plan->part(share), {}, {}, {}, {}};
        if (earn::has_run(tx, *plan, newest, share.market)) continue;
        place(tx, market, *plan, run);
        note(tx, *plan, run);
        tell(tx, *plan, run);
    }
    earn::set_next_run(tx, *plan, earn::next_run(plan->schedule, newest));
    tx.commit();
    announce(job, *plan);
}

void run_due(jobs::Job& job) {
    const pg::Time now = pg::now();
    Market market{job};
    for (const PlanId id : earn::due_plans(job.db, now)) {
        try {
            run_plan(job, market, id, now);
        } catch (const Error& refusal) {
            log::warn("auto_invest_waits", {{"plan", std::to_string(id.value)},
                                            {"error", std::string{name_of(refusal.code())}}});
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "auto_invest", pace, run_due);
}
