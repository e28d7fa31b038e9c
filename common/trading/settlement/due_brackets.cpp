#include "settlement/due_brackets.h"

#include <algorithm>

#include "log/log.h"
#include "notices/notices.h"

namespace cambio::settlement {

namespace {

/// So many answers are written between two looks at the prices.
constexpr std::size_t answers_at_once = 64;

/// A few of each client: whoever has many holds up nobody else's.
constexpr const char* find_due = R"sql(
    select o.*, c.epoch
    from (select order_id, client_id, due_at,
                 row_number() over (partition by client_id order by due_at, order_id) as place
          from spot_brackets where state = 1 and due_at <= clock_timestamp()) b
    join orders o on o.id = b.order_id join clients c on c.id = b.client_id
    where b.place <= 8
    order by b.due_at, b.order_id limit 256
)sql";

/// The batch that placed the pair says so itself, unless a program of before has placed it.
constexpr const char* set_placed = R"sql(
    update spot_brackets set state = 2, pair_id = $2, ended_at = clock_timestamp()
    where order_id = $1 and state = 1
)sql";

/// A closed market opens some day, however late: the client hears nothing of it before.
constexpr const char* wait_for_opening = R"sql(
    update spot_brackets set due_at = clock_timestamp() + interval '10 seconds',
                             tried_since = clock_timestamp()
    where order_id = $1 and state = 1
)sql";

/// Nothing: it has been tried for too long. One that was due for a while before anybody tried it,
/// as when the database was away or no process ran, has been tried since now.
constexpr const char* put_off = R"sql(
    update spot_brackets
    set due_at = clock_timestamp() + make_interval(secs => $3),
        tried_since = case when due_at < clock_timestamp() - interval '1 minute'
                           then clock_timestamp() else tried_since end
    where order_id = $1 and state = 1
          and (due_at < clock_timestamp() - interval '1 minute'
               or tried_since > clock_timestamp() - make_interval(secs => $2))
    returning order_id
)sql";

/// A program of before may have placed the pair and ended before it noted that.
constexpr const char* set_refused = R"sql(
    update spot_brackets b
    set state = case when p.id is null then 3 else 2 end, pair_id = p.id,
        reason = case when p.id is null then $2 end, ended_at = clock_timestamp()
    from orders o join markets m on m.id = o.market_id join clients c on c.id = o.client_id
         left join orders p on p.client_id = o.client_id and p.client_key = 'bracket:' || o.id
    where b.order_id = $1 and b.state = 1 and o.id = b.order_id
    returning b.state, o.client_id, c.user_unique_id, m.pair, o.side
)sql";

/// When to try again what a passing state has refused; the client's own states last longer, and
/// many that wait for them must not keep others from their turn.
std::optional<std::chrono::seconds> pause_after(Code refusal) {
    using std::chrono::seconds;
    switch (refusal) {
        case Code::unavailable:
        case Code::internal:
        case Code::unauthorized:  // signed out everywhere since the epoch was read
            return seconds{2};
        case Code::frozen_account:
        case Code::too_many_open_orders:
            return seconds{15};
        default:
            return {};
    }
}

}  // namespace

std::vector<DueBracket> DueBrackets::follow(pg::Connection& connection) {
    std::vector<Answer> answers;
    {
        const std::lock_guard lock{mutex_};
        const auto count = std::min(answers_.size(), answers_at_once);
        answers.assign(answers_.begin(), answers_.begin() + static_cast<std::ptrdiff_t>(count));
    }
    for (const Answer& answer : answers) note(connection, answer);
    {
        const std::lock_guard lock{mutex_};
        answers_.erase(answers_.begin(),
                       answers_.begin() + static_cast<std::ptrdiff_t>(answers.size()));
        for (const Answer& answer : answers) told_.erase(answer.order);
    }
    std::vector<DueBracket> due;
    for (const pg::Row row : connection.run(find_due))
        due.push_back({Order::from(row), row.integer("epoch")});
    return due;
}

std::vector<DueBracket> DueBrackets::untold(std::vector<DueBracket> due) {
    const std::lock_guard lock{mutex_};
    std::erase_if(due,
                  [this](const DueBracket& one) { return !told_.insert(one.order.id).second; });
    return due;
}

void DueBrackets::answered(const DueBracket& due, std::optional<Outcome> outcome) {
    const std::lock_guard lock{mutex_};
    if (!outcome) {
        told_.erase(due.order.id);
    } else if (outcome->error) {
        answers_.push_back({due.order.id, {}, outcome->error->code()});
    } else {
        answers_.push_back({due.order.id, outcome->orders.front().id});
    }
}

/// What cannot be written holds up nobody else's prices: it is asked for anew.
void DueBrackets::note(pg::Connection& connection, const Answer& answer) {
    try {
        write(connection, answer);
    } catch (const pg::Failure& failure) {
        if (failure.connection_lost()) throw;
        log::error("settlement.bracket", {{"order", std::to_string(answer.order.value)},
                                          {"state", failure.state},
                                          {"error", failure.what()}});
    }
}

void DueBrackets::write(pg::Connection& connection, const Answer& answer) {
    if (answer.pair.value != 0) {
        connection.run(set_placed, {answer.order, answer.pair});
    } else if (answer.refusal == Code::market_closed) {
        connection.run(wait_for_opening, {answer.order});
    } else {
        refuse(connection, answer);
    }
}

void DueBrackets::refuse(pg::Connection& connection, const Answer& answer) {
    const std::string reason{name_of(answer.refusal)};
    const std::int64_t longest = std::chrono::seconds{bracket_patience}.count();
    pg::Transaction tx{connection};
    const auto pause = pause_after(answer.refusal);
    if (pause && tx.maybe(put_off, {answer.order, longest, std::int64_t{pause->count()}}))
        return tx.commit();
    const auto row = tx.maybe(set_refused, {answer.order, reason});
    if (!row) return;
    if (row->integer("state") != 3) return tx.commit();
    Json::Value data;
    data["order_id"] = std::to_string(answer.order.value);
    data["pair"] = row->str("pair");
    data["delegate_type"] = row->integer("side") == 1 ? "BUY" : "SELL";
    data["reason"] = reason;
    notices::tell(tx, row->id<ClientId>("client_id"), notices::Kind::bracket_refused, data);
    tx.commit();
    log::info("bracket_refused",
              {{"order", std::to_string(answer.order.value)}, {"reason", reason}});
    push_.tell(row->str("user_unique_id"), ClientEvent::notification);
}

}  // namespace cambio::settlement
