#include "markets/state.h"

namespace cambio::markets {

namespace {

constexpr const char* moves = "market_moves";

constexpr const char* move_fenced = R"sql(
    with moved as (
        update markets m set seq = m.seq + 1
        from (select unnest($1::smallint[]) as id, unnest($2::bigint[]) as seq,
                     unnest($3::boolean[]) as needs_open) as v
        where m.id = v.id and m.seq = v.seq
              and (m.tradable or not v.needs_open)
        returning 1)
    select expect_rows(count(*), cardinality($1)) from moved
)sql";
constexpr const char* move_locked = R"sql(
    update markets set seq = seq + 1 where id = any($1::bigint[])
)sql";
constexpr const char* write_halted = R"sql(
    update markets set halted = $2 where pair = $1 and state = 'open' and halted <> $2
)sql";
constexpr const char* write_paused = R"sql(
    with all_of_them as (select id from markets where paused <> $1 order by id for update)
    update markets m set paused = $1 from all_of_them a where m.id = a.id
)sql";
constexpr const char* write_spread = R"sql(
    update markets set house_spread = $2 where pair = $1 and house_spread is distinct from $2
)sql";

}  // namespace

void prepare_moves(pg::Connection& connection) {
    pg::prepare(connection, moves, move_fenced);
}

void send_moves(pg::Pipeline& pipeline, std::string_view ids, std::string_view seqs,
                std::string_view needs_open) {
    pipeline.send(moves, {ids, seqs, needs_open});
}

void move_sequences(pg::Connection& connection, const pg::Param& ids) {
    connection.run(move_locked, {ids});
}

bool set_halted(pg::Transaction& tx, std::string_view pair, bool halted) {
    return tx.run(write_halted, {pair, halted}).affected() > 0;
}

void set_all_paused(pg::Transaction& tx, bool paused) {
    tx.run(write_paused, {paused});
}

bool set_house_spread(pg::Transaction& tx, std::string_view pair, std::optional<Decimal> spread) {
    return tx.run(write_spread, {pair, spread}).affected() > 0;
}

}  // namespace cambio::markets
