#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jobs/job.h"

/// What lies at the hot address of a chain whose money lies in outputs of transactions.
namespace cambio::withdrawals {

/// Reads new blocks for it.
void read_hot_outputs(jobs::Job& job);

struct ReadBlock {
    std::int64_t height = 0;
    std::string hash;
};
/// The last of them.
std::optional<ReadBlock> outputs_read(pg::Connection& db);

}  // namespace cambio::withdrawals
