#pragma once

#include "fcgi/lane.h"
#include "fcgi/serve.h"

/// Whoever has a million orders has lists, profits and statements that take seconds: none of them
/// may hold the threads that answer everybody else.
namespace cambio::wallet {

void start_lanes();
void stop_lanes();

/// For what is read of all that a client ever did.
fcgi::Lane& record_lane();
/// A page asks for some at once.
constexpr std::size_t max_records = 4;
/// For statements, of which a client gets one after the other.
fcgi::Lane& statement_lane();

/// A call that the lane of records answers.
template <fcgi::Reply (*work)(fcgi::Request&)>
void read_records(fcgi::Request& request, fcgi::Later later) {
    record_lane().run_for(
        request.client(), std::move(later), [&request] { return work(request); }, max_records);
}

}  // namespace cambio::wallet
