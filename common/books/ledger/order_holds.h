#pragma once

#include <cstdint>
#include <vector>

#include "ledger/ledger.h"
#include "pg/pipeline.h"

/// What is held for spot orders that wait for the house's next price (waiting_holds of the kind
/// order_hold, see ledger/waiting.h): the market's writer notes it in the batch that moves the
/// money.
namespace cambio::ledger {

struct OrderHold {
    std::int64_t id = 0;
    std::int64_t reference = 0;  ///< of the transfer that holds the money
    ClientId client;
    AssetId asset;
    MarketId market;
    Decimal amount;
    std::int32_t owner = 0;  ///< own_waiting()
};

/// Names the statements that are queued below; once for each connection.
void prepare_order_holds(pg::Connection& connection);
/// Nothing is queued for none of them.
void send_order_holds(pg::Pipeline& pipeline, const std::vector<OrderHold>& holds);
/// Ends these: the pipeline fails where one of them has ended. Nothing is queued for none of them.
void send_ended_order_holds(pg::Pipeline& pipeline, const std::vector<std::int64_t>& ids);

}  // namespace cambio::ledger
