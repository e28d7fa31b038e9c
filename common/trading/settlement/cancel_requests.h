#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "error/error.h"
#include "pg/pg.h"
#include "settlement/command.h"

/// How the operator ends a client's orders: each market's writer, who alone ends them, reads what
/// is asked of it twice a second. Asked for twice, it finds nothing left the second time.
namespace cambio::settlement {

/// All of the client's open orders of one market, and what waits there to become a pair.
struct CancelRequest {
    std::int64_t id = 0;
    ClientId client;
    MarketId market;

    CancelOrders command() const;
};

/// No writer takes a request that is older; whoever asked has given it up by then.
constexpr std::chrono::seconds cancel_lifetime{20};

/// Asks for it in each market, or in this one, where the client has anything open: the numbers of
/// the requests. Visible to the writers when the caller's transaction ends.
std::vector<std::int64_t> request_cancellation(pg::Transaction& tx, ClientId client,
                                               std::optional<MarketId> market);

/// What has come of requests so far.
struct CancelAnswers {
    std::int64_t waiting = 0;  ///< requests without an answer
    std::int64_t orders = 0;   ///< that have ended
    std::string refusal;       ///< an error's name, where one was refused
};
CancelAnswers answers_to(pg::Connection& connection, const std::vector<std::int64_t>& requests);

/// The writer's side: what waits for an answer, in the order in which it was asked.
std::vector<CancelRequest> waiting_cancellations(pg::Connection& connection);
struct CancelAnswer {
    std::int64_t orders = 0;
    std::optional<Code> refusal{};
};
void answer_cancellation(pg::Connection& connection, std::int64_t request,
                         const CancelAnswer& answer);

}  // namespace cambio::settlement
