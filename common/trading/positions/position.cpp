#include "positions/position.h"

#include <algorithm>

#include "error/error.h"
#include "markets/quotes.h"
#include "risk/gate.h"
#include "risk/refused.h"

namespace cambio::positions {

namespace {

constexpr const char* lock_rows = R"sql(
    select id from positions where id = any($1::bigint[]) order by id for update
)sql";
constexpr const char* read_rows = R"sql(
    select * from named_positions where id = any($1::bigint[]) order by id
)sql";
constexpr const char* lock_row = R"sql(
    select id from positions where id = $1 and client_id = $2 for update
)sql";
constexpr const char* read_row = R"sql(
    select * from named_positions where id = $1 and client_id = $2
)sql";
// More margin or less: the next margin call is a new one.
constexpr const char* change_margin = R"sql(
    update positions set added_margin = $2, funding = $3, margin = $4, liquidation_price = $5,
        warning_price = $6, unpaid_funding = $7,
        warned_at = case when added_margin < $2 then null else warned_at end
    where id = $1
)sql";
constexpr const char* all_marks = R"sql(
    select market_id, price, provider_at, received_at, held_back from marks
)sql";
constexpr const char* one_mark = R"sql(
    select price, provider_at, received_at, held_back from marks where market_id = $1
)sql";

Mark mark_of(const pg::Row& row) {
    return {row.decimal("price"), row.time("provider_at"), row.time("received_at"),
            !row.null("held_back")};
}

}  // namespace

std::string_view name_of(State state) {
    switch (state) {
        case State::open:
            return "OPEN";
        case State::close_requested:
            return "CLOSE_REQUESTED";
        case State::closed:
            return "CLOSED";
        case State::liquidated:
            return "LIQUIDATED";
    }
    return {};
}

std::string_view name_of(Reason reason) {
    switch (reason) {
        case Reason::closed:
            return "closed";
        case Reason::take_profit:
            return "take_profit";
        case Reason::stop_loss:
            return "stop_loss";
        case Reason::liquidated:
            return "liquidated";
        case Reason::by_operator:
            return "operator";
    }
    return {};
}

std::string_view name_of(futures::Side side) {
    return side == futures::Side::buy_more ? "BUY_MORE" : "SELL_EMPTY";
}

Position Position::from(const pg::Row& row) {
    Position position;
    position.id = row.id<PositionId>("id");
    position.client = row.id<ClientId>("client_id");
    position.unique_id = row.str("user_unique_id");
    position.market = row.id<MarketId>("market_id");
    position.pair = row.str("pair");
    position.coin = row.str("coin");
    position.image = row.str("icon");
    position.quote = row.id<AssetId>("quote_id");
    position.tick = row.decimal("tick");
    position.side = static_cast<futures::Side>(row.integer("side"));
    position.leverage = static_cast<int>(row.integer("leverage"));
    position.quantity = row.decimal("quantity");
    position.opening_price = row.decimal("opening_price");
    position.initial_margin = row.decimal("initial_margin");
    position.added_margin = row.decimal("added_margin");
    position.funding = row.decimal("funding");
    position.margin = row.decimal("margin");
    position.fee = row.decimal("fee");
    position.closing_fee = row.decimal("closing_fee");
    position.beside = row.decimal("beside");
    position.unpaid_funding = row.decimal("unpaid_funding");
    position.closing_funding = row.decimal("closing_funding");
    position.liquidation_price = row.maybe_decimal("liquidation_price");
    position.take_profit = row.maybe_decimal("take_profit");
    position.stop_loss = row.maybe_decimal("stop_loss");
    position.state = static_cast<State>(row.integer("state"));
    position.requested_price = row.maybe_decimal("requested_price");
    position.closing_price = row.maybe_decimal("closing_price");
    position.realised = row.maybe_decimal("realised");
    if (const auto reason = row.maybe_integer("reason"))
        position.reason = static_cast<Reason>(*reason);
    position.client_key = row.maybe_str("client_key").value_or("");
    position.close_key = row.maybe_str("close_key").value_or("");
    position.content_hash = row.integer("content_hash");
    if (const auto whole = row.maybe_integer("part_of")) position.part_of = PositionId{*whole};
    if (const auto next = row.maybe_integer("reversed_as"))
        position.reversed_as = PositionId{*next};
    position.reversal_held = row.maybe_decimal("reversal_held");
    position.opened_at = row.time("opened_at");
    position.requested_at = row.maybe_time("requested_at");
    position.closed_at = row.maybe_time("closed_at");
    return position;
}

std::vector<Position> lock(pg::Transaction& tx, const std::vector<PositionId>& ids) {
    std::vector<std::int64_t> numbers;
    for (const PositionId id : ids) numbers.push_back(id.value);
    tx.run(lock_rows, {pg::Param::array(numbers)});
    std::vector<Position> found;
    for (const pg::Row row : tx.run(read_rows, {pg::Param::array(numbers)}))
        found.push_back(Position::from(row));
    return found;
}

Position lock_own(pg::Transaction& tx, ClientId client, PositionId id) {
    if (!tx.maybe(lock_row, {id, client})) throw Error{Code::not_found, "future_id"};
    return read_own(tx, client, id);
}

Position read_own(pg::Transaction& tx, ClientId client, PositionId id) {
    const auto row = tx.maybe(read_row, {id, client});
    if (!row) throw Error{Code::not_found, "future_id"};
    return Position::from(*row);
}

void write_margin(pg::Transaction& tx, const Position& position) {
    const futures::Position rules = position.rules();
    tx.change(1, change_margin,
              {position.id, position.added_margin, position.funding, position.margin,
               futures::liquidation_price(rules), futures::margin_call_price(rules),
               position.unpaid_funding});
}

bool Mark::stale(pg::Time now, int limit_ms) const {
    return held_back || markets::stale(provider_at, received_at, now, limit_ms);
}

std::map<MarketId, Mark> read_marks(pg::Transaction& tx) {
    std::map<MarketId, Mark> marks;
    for (const pg::Row row : tx.run(all_marks))
        marks.emplace(row.id<MarketId>("market_id"), mark_of(row));
    return marks;
}

std::optional<Mark> read_mark(pg::Transaction& tx, MarketId market) {
    const auto row = tx.maybe(one_mark, {market});
    if (!row) return std::nullopt;
    return mark_of(*row);
}

Mark fresh_mark(pg::Transaction& tx, MarketId market, int limit_ms, pg::Time since) {
    const auto mark = read_mark(tx, market);
    if (!mark || mark->stale(pg::now(), limit_ms) ||
        risk::made_before(std::min(mark->provider_at, mark->received_at), since))
        throw risk::Refused{risk::Why::stale, Error{Code::stale_price}};
    return *mark;
}

void announce(Push& push, const Position& position) {
    std::string data = R"({"id":")" + std::to_string(position.id.value) + R"(","pair":")" +
                       position.pair + R"(","state":")";
    data += name_of(position.state);
    data += "\"}";
    push.tell(position.unique_id, ClientEvent::position, std::move(data));
}

}  // namespace cambio::positions
