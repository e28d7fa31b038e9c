#include "closing.h"

#include <chrono>

#include "error/error.h"

namespace cambio::positions {

namespace {

constexpr const char* find_pair = R"sql(
    select m.pair from positions p join markets m on m.id = p.market_id
    where p.id = $1 and p.client_id = $2
)sql";
constexpr const char* find_close_key = R"sql(
    select * from named_positions where client_id = $1 and close_key = $2
)sql";

}  // namespace

std::string pair_of(fcgi::Request& request, PositionId id) {
    auto db = request.db();
    const auto found = db->run(find_pair, {id, request.client()});
    if (found.empty()) throw Error{Code::not_found, "future_id"};
    return found[0].str("pair");
}

void need_open(const Position& position) {
    if (position.state != State::open) throw Error{Code::position_not_open, "future_id"};
}

void need_maintenance(const Position& position, const Mark& mark) {
    if (futures::liquidated(position.rules(), mark.price))
        throw Error{Code::position_liquidating, "future_id"};
}

std::optional<Position> asked_under(pg::Transaction& tx, ClientId client,
                                    const std::optional<std::string>& key) {
    if (!key) return std::nullopt;
    const auto used = tx.maybe(find_close_key, {client, key});
    if (!used) return std::nullopt;
    return Position::from(*used);
}

Decimal put_in_of(const Position& closed, const std::optional<Position>& accepted) {
    if (!accepted) return closed.put_in();
    return minimum(closed.put_in(), Decimal::multiply_divide(accepted->put_in(), closed.quantity,
                                                             accepted->quantity, Rounding::down));
}

futures::EarlyClose early_close(const Config& config, const Position& closed, Decimal put_in,
                                Decimal price) {
    const futures::Terms terms{config.futures_minimum_days, config.futures_close_target};
    const auto age = std::chrono::floor<std::chrono::days>(pg::now() - closed.opened_at).count();
    // Margin that is added while a request waits for its price neither allows nor forbids it.
    futures::Position rules = closed.rules();
    rules.margin -= closed.put_in() - put_in;
    return futures::early_close(terms, age, rules, put_in, price);
}

Json::Value json_of(const char* message, const futures::EarlyClose& early) {
    Json::Value reply;
    reply["message"] = message;
    reply["daysLeft"] = Json::Int64{early.days_left};
    reply["futureTarget"] = early.target.str();
    reply["futureFundsToAdd"] = early.funds_to_add.str();
    return reply;
}

}  // namespace cambio::positions
