// Approves what the policy lets out without an operator, sends signed withdrawals to their networks
// and follows them until they are final: then, and not before, their money leaves the books. The
// bytes were stored when they were imported; a time-out or a death in between sends the same bytes
// again, and never others.
#include "withdrawals/hot_addresses.h"
#include "withdrawals/hot_outputs.h"
#include "withdrawals/policy.h"
#include "withdrawals/sending.h"

namespace {

using namespace cambio;

constexpr auto pace = std::chrono::seconds{2};

void step(jobs::Job& job) {
    withdrawals::note_hot_addresses(job);
    withdrawals::apply_policy(job);
    withdrawals::send_all(job);
    withdrawals::read_hot_outputs(job);
    withdrawals::book_network_fees(job.db);
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "send_withdrawals", pace, step);
}
