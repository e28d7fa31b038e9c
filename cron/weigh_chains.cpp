// Asks the nodes what lies on the chains, at the hot addresses, the cold ones and those of clients,
// and writes it beside what the books say lies there: what is missing rings (cambio_chain_shortage
// of /metrics). `cambioctl totals` asks the same at once.
#include "chain/holdings.h"
#include "jobs/job.h"
#include "log/log.h"

namespace {

using namespace cambio;

constexpr const char* write_holdings = R"sql(
    insert into chain_holdings (network, coin, hot, cold, deposits, books, leaving)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (network, coin) do update
    set hot = excluded.hot, cold = excluded.cold, deposits = excluded.deposits,
        books = excluded.books, leaving = excluded.leaving, at = now()
)sql";
// Of a network or a coin that is not asked any more, and of a node that has been away for long.
constexpr const char* forget_old = R"sql(
    delete from chain_holdings where at < now() - interval '1 hour'
)sql";

/// False: the node has not told all of it.
bool weigh(jobs::Job& job, const chain::Network& network, const chain::NetworkCoin& coin) {
    const auto ask = [&] {
        return chain::holdings_of(job.db, job.config, network, coin, [](const std::string& what) {
            log::warn("chain_not_weighed", {{"what", what}});
        });
    };
    auto found = ask();
    // What moves from one address to another while they are asked one after the other lies nowhere:
    // that is not so a second time.
    if (const auto missing = found.shortage(); missing && missing->positive()) found = ask();
    if (!found.held()) return false;
    if (const auto missing = found.shortage(); missing->positive())
        log::error("chain_shortage",
                   {{"network", network.name}, {"coin", coin.code}, {"missing", missing->str()}});
    job.db.run(write_holdings, {network.name, coin.code, *found.hot, *found.cold, *found.deposits,
                                found.books, found.leaving});
    return true;
}

void weigh_all(jobs::Job& job) {
    for (const auto& network : chain::networks(job.db)) {
        if (chain::settings_of(job.config, network).node_url.empty()) continue;
        for (const auto& coin : network.coins) {
            if (jobs::asked_to_end()) return;
            jobs::attempt(job, network.id.value, [&] {
                if (!weigh(job, network, coin)) job.failed();
            });
        }
    }
    job.db.run(forget_old);
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "weigh_chains", std::chrono::milliseconds{0}, weigh_all);
}
