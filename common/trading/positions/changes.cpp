#include "positions/changes.h"

namespace cambio::positions {

namespace {

constexpr const char* write_request = R"sql(
    update positions set state = 2, requested_price = $2, requested_at = clock_timestamp(),
        close_key = $3
    where id = $1 and state = 1
)sql";
constexpr const char* write_targets = R"sql(
    update positions set take_profit = $2, stop_loss = $3, targets_at = clock_timestamp()
    where id = $1 and state = 1
)sql";
constexpr const char* write_warned = R"sql(
    update positions set warned_at = clock_timestamp()
    where id = $1 and state = 1 and warned_at is null
)sql";
constexpr const char* write_fees_settled = R"sql(
    update positions set fee_settled = true where id = any ($1::bigint[])
)sql";

}  // namespace

void request_close(pg::Transaction& tx, PositionId id, Decimal price,
                   const std::optional<std::string>& key) {
    tx.change(1, write_request, {id, price, key});
}

void set_targets(pg::Transaction& tx, PositionId id, const Targets& targets) {
    tx.change(1, write_targets, {id, targets.take_profit, targets.stop_loss});
}

bool mark_warned(pg::Transaction& tx, PositionId id) {
    return tx.run(write_warned, {id}).affected() > 0;
}

void mark_fees_settled(pg::Transaction& tx, const std::vector<std::int64_t>& ids) {
    tx.change(static_cast<std::int64_t>(ids.size()), write_fees_settled, {pg::Param::array(ids)});
}

}  // namespace cambio::positions
