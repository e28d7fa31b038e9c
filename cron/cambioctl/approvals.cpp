#include "approvals.h"

#include "json/write.h"
#include "output.h"
#include "withdrawals/worth.h"

namespace cambio::control {

namespace {

constexpr const char* end_expired = R"sql(
    update approvals set ended_at = now()
     where ended_at is null and (at < now() - interval '1 day'
                                 or (act = $1 and subject = $2 and at < $3))
)sql";
constexpr const char* write_first = R"sql(
    insert into approvals (act, subject, content, operator, operator_uid, reason)
    values ($1, $2, $3::jsonb, $4, $5, $6) on conflict do nothing
)sql";
constexpr const char* find_first = R"sql(
    select id, operator, operator_uid from approvals
     where act = $1 and subject = $2 and content = $3::jsonb and ended_at is null for update
)sql";
constexpr const char* write_second = R"sql(
    update approvals set second_operator = $2, second_uid = $3, ended_at = now() where id = $1
)sql";
constexpr const char* end_all = R"sql(
    update approvals set ended_at = now() where act = $1 and subject = $2 and ended_at is null
)sql";

}  // namespace

bool second_of_two(const Control& control, pg::Transaction& tx, const Approval& approval,
                   const std::string& reason) {
    const Operator& who = control.who;
    if (!who.doubt.empty())
        throw Refused{"This needs two operators, and it is unclear who you are: " + who.doubt +
                      '.'};
    const auto content = json::compact(approval.content);
    tx.run(end_expired, {approval.act, approval.subject, approval.since});
    const auto first =
        tx.run(write_first, {approval.act, approval.subject, content, who.name, who.uid, reason});
    if (first.affected() > 0) {
        auto data = approval.content;
        data["approval"] = "first of two";
        control.record(tx, approval.act, approval.subject, reason, data);
        return false;
    }
    const auto found = tx.maybe(find_first, {approval.act, approval.subject, content});
    if (!found) throw Refused{"Another operator has just approved the same. Check it again."};
    if (found->integer("operator_uid") == who.uid)
        throw Refused{"You (" + who.name +
                      ") have already approved this. It is waiting for another operator."};
    tx.change(1, write_second, {found->integer("id"), who.name, who.uid});
    return true;
}

bool needs_two(const Control& control, pg::Transaction& tx, WithdrawalId id) {
    const Decimal from = control.config.withdrawals_two_people_from;
    if (!from.positive()) return false;
    const auto worth = withdrawals::worth_around(tx, id, control.config.stale_after_ms);
    return !worth || *worth >= from;
}

bool may_spend(Control& control, pg::Transaction& tx, const Approval& approval,
               const std::string& reason) {
    if (!control.config.withdrawals_two_people_from.positive()) return true;
    if (second_of_two(control, tx, approval, reason)) return true;
    tx.commit();
    auto data = approval.content;
    data["waits_for"] = "a second operator";
    print_done("Nothing was done yet: a second operator must make the same call.", data,
               control.json);
    return false;
}

void forget_approvals(pg::Transaction& tx, const std::string& act, const std::string& subject) {
    tx.run(end_all, {act, subject});
}

}  // namespace cambio::control
