#include "settlement/requests.h"

namespace cambio::settlement {

namespace {

constexpr const char* insert_request = R"sql(
    insert into order_requests (client_id, client_key, epoch, market_id, total, content_hash)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (client_id, client_key) do update
    set epoch = excluded.epoch, total = excluded.total, refusal = null, at = now()
)sql";

constexpr const char* find_order = R"sql(
    select * from orders where client_id = $1 and client_key = $2
)sql";

constexpr const char* find_refusal = R"sql(
    select refusal from order_requests
    where client_id = $1 and client_key = $2 and refusal is not null
)sql";

constexpr const char* delete_request = R"sql(
    delete from order_requests where client_id = $1 and client_key = $2
)sql";

constexpr const char* delete_old_requests = R"sql(
    delete from order_requests where at < now() - interval '1 hour'
)sql";

constexpr const char* find_waiting = R"sql(
    select * from order_requests r
    where r.refusal is null and r.at > now() - make_interval(secs => $1)
          and not exists (select from orders o
                          where o.client_id = r.client_id and o.client_key = r.client_key)
    order by r.at, r.client_id, r.client_key limit 256
)sql";

constexpr const char* write_refusal = R"sql(
    update order_requests set refusal = $3 where client_id = $1 and client_key = $2
)sql";

}  // namespace

PlaceOrder OrderRequest::command() const {
    PlaceOrder order;
    order.market = market;
    order.side = Side::buy;
    order.kind = OrderKind::market;
    order.time_in_force = TimeInForce::ioc;
    order.total = total;
    order.client_key = key;
    order.content_hash = content_hash;
    return order;
}

void request_order(pg::Connection& connection, const OrderRequest& request) {
    connection.run(insert_request, {request.client, request.key, request.epoch, request.market,
                                    request.total, request.content_hash});
}

std::optional<RequestAnswer> answer_to_request(pg::Connection& connection, ClientId client,
                                               const std::string& key) {
    const auto orders = connection.run(find_order, {client, key});
    if (!orders.empty()) return RequestAnswer{Order::from(orders[0]), {}};
    const auto refusals = connection.run(find_refusal, {client, key});
    if (!refusals.empty()) return RequestAnswer{{}, refusals[0].str("refusal")};
    return std::nullopt;
}

void forget_request(pg::Connection& connection, ClientId client, const std::string& key) {
    connection.run(delete_request, {client, key});
}

void forget_old_requests(pg::Connection& connection) {
    connection.run(delete_old_requests);
}

std::vector<OrderRequest> waiting_requests(pg::Connection& connection) {
    std::vector<OrderRequest> requests;
    for (const pg::Row row :
         connection.run(find_waiting, {static_cast<std::int64_t>(request_lifetime.count())})) {
        requests.push_back({row.id<ClientId>("client_id"), row.integer("epoch"),
                            row.id<MarketId>("market_id"), row.decimal("total"),
                            row.str("client_key"), row.integer("content_hash")});
    }
    return requests;
}

void refuse_request(pg::Connection& connection, ClientId client, const std::string& key,
                    Code refusal) {
    connection.run(write_refusal, {client, key, std::string{name_of(refusal)}});
}

}  // namespace cambio::settlement
