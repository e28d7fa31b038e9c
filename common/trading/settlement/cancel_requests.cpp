#include "settlement/cancel_requests.h"

namespace cambio::settlement {

namespace {

constexpr const char* insert_requests = R"sql(
    insert into cancel_requests (client_id, market_id)
    select $1, m.id from markets m
     where ($2::smallint is null or m.id = $2)
           and (exists (select from orders o
                         where o.client_id = $1 and o.market_id = m.id and o.state = 1)
                or exists (select from spot_brackets b join orders o on o.id = b.order_id
                            where b.client_id = $1 and b.state = 1 and o.market_id = m.id))
     order by m.id
    returning id
)sql";

constexpr const char* read_answers = R"sql(
    select count(*) filter (where answered_at is null) as waiting,
           coalesce(sum(orders), 0)::bigint as orders, max(refusal) as refusal
      from cancel_requests where id = any($1::bigint[])
)sql";

constexpr const char* find_waiting_cancels = R"sql(
    select id, client_id, market_id from cancel_requests
     where answered_at is null and at > now() - make_interval(secs => $1)
     order by id limit 256
)sql";

constexpr const char* write_answer = R"sql(
    update cancel_requests set answered_at = now(), orders = $2, refusal = $3
     where id = $1 and answered_at is null
)sql";

}  // namespace

CancelOrders CancelRequest::command() const {
    CancelOrders orders;
    orders.market = market;
    orders.by_operator = true;
    return orders;
}

std::vector<std::int64_t> request_cancellation(pg::Transaction& tx, ClientId client,
                                               std::optional<MarketId> market) {
    const auto of = market ? std::optional<std::int64_t>{market->value} : std::nullopt;
    std::vector<std::int64_t> ids;
    for (const pg::Row row : tx.run(insert_requests, {client, of}))
        ids.push_back(row.integer("id"));
    return ids;
}

CancelAnswers answers_to(pg::Connection& connection, const std::vector<std::int64_t>& requests) {
    const auto rows = connection.run(read_answers, {pg::Param::array(requests)});
    return {rows[0].integer("waiting"), rows[0].integer("orders"),
            rows[0].maybe_str("refusal").value_or("")};
}

std::vector<CancelRequest> waiting_cancellations(pg::Connection& connection) {
    std::vector<CancelRequest> requests;
    for (const pg::Row row :
         connection.run(find_waiting_cancels, {static_cast<std::int64_t>(cancel_lifetime.count())}))
        requests.push_back(
            {row.integer("id"), row.id<ClientId>("client_id"), row.id<MarketId>("market_id")});
    return requests;
}

void answer_cancellation(pg::Connection& connection, std::int64_t request,
                         const CancelAnswer& answer) {
    const auto refusal =
        answer.refusal ? std::optional{std::string{name_of(*answer.refusal)}} : std::nullopt;
    connection.run(write_answer, {request, answer.orders, refusal});
}

}  // namespace cambio::settlement
