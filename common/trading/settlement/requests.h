#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "error/error.h"
#include "pg/pg.h"
#include "settlement/command.h"

/// How a job's order reaches the writer of its market: as a row that the writer's feed reads twice
/// a second. The key makes it one order however often it is asked for.
namespace cambio::settlement {

/// A market buy by total. Its key is one that no client can send.
struct OrderRequest {
    ClientId client;
    std::int64_t epoch = 0;  ///< of the client's sessions
    MarketId market;
    Decimal total;  ///< quote, above 0
    std::string key;
    std::int64_t content_hash = 0;

    PlaceOrder command() const;
};

/// Nobody takes a request that is older; whoever asked has given it up by then.
constexpr std::chrono::seconds request_lifetime{30};

/// Asks for the order, or asks anew where it was asked for before. Visible to the writer when the
/// caller's transaction ends.
void request_order(pg::Connection& connection, const OrderRequest& request);

/// What came of a request: the order as it is stored, or the name of the error.
struct RequestAnswer {
    std::optional<Order> order;
    std::string refusal;
};
/// Nothing: it was not answered yet.
std::optional<RequestAnswer> answer_to_request(pg::Connection& connection, ClientId client,
                                               const std::string& key);
void forget_request(pg::Connection& connection, ClientId client, const std::string& key);
/// Those whose askers have died and never came back.
void forget_old_requests(pg::Connection& connection);

/// The writer's side: what waits for an answer, in the order in which it was asked.
std::vector<OrderRequest> waiting_requests(pg::Connection& connection);
void refuse_request(pg::Connection& connection, ClientId client, const std::string& key,
                    Code refusal);

}  // namespace cambio::settlement
