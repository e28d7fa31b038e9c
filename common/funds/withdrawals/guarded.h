#pragma once

#include <string>

#include "chain/rpc.h"
#include "jobs/job.h"
#include "log/log.h"

namespace cambio::withdrawals {

/// Runs `work` for a network; what goes wrong there is the log's matter.
template <class Work>
void guarded(jobs::Job& job, const std::string& network, const Work& work) {
    try {
        work();
    } catch (const chain::RpcError& failure) {
        log::warn("network_unavailable", {{"network", network}, {"reason", failure.what()}});
        job.failed();
    } catch (const pg::Failure& failure) {
        if (!failure.serialization()) throw;
    }
}

}  // namespace cambio::withdrawals
