#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "money/decimal.h"
#include "pg/pg.h"
#include "pg/pipeline.h"

/// What changes of a market while it trades: its sequence, and what the operator has set.
namespace cambio::markets {

/// The fence between those who write into a market: whoever has written since another last read the
/// market has moved its sequence (markets.seq). Names the statement that send_moves() queues; once
/// for each connection.
void prepare_moves(pg::Connection& connection);
/// Queues moves by one, of markets in the order of their ids. The pipeline fails where a market has
/// another sequence than is given here, or `needs_open` and does not trade. Parallel arrays in
/// binary form: smallint, bigint, boolean.
void send_moves(pg::Pipeline& pipeline, std::string_view ids, std::string_view seqs,
                std::string_view needs_open);
/// Moves them whatever they are; the caller has locked the rows. `ids`: an array of bigint.
void move_sequences(pg::Connection& connection, const pg::Param& ids);

/// Of an open market. Waits for the batch that is being written there. False: it is so already.
bool set_halted(pg::Transaction& tx, std::string_view pair, bool halted);
/// For everybody, in the order in which batches lock markets.
void set_all_paused(pg::Transaction& tx, bool paused);
/// What the house asks there, a share up to 0.1; nothing: as everywhere. False: it is so already.
bool set_house_spread(pg::Transaction& tx, std::string_view pair, std::optional<Decimal> spread);

}  // namespace cambio::markets
