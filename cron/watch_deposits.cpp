// Follows the networks that are open for deposits, each by a thread and a connection of its own, so
// that a node which is slow, lies or is gone holds up no other network.
#include <map>
#include <memory>
#include <thread>

#include "chain/chain.h"
#include "chain/rpc.h"
#include "chain/watcher.h"
#include "http/messages.h"
#include "jobs/job.h"
#include "log/log.h"
#include "pauses/pauses.h"

namespace cambio {

namespace {

using chain::Watcher;

constexpr auto pace = std::chrono::seconds{2};
constexpr auto budget = std::chrono::seconds{5};

/// What one network's thread keeps from step to step.
struct Followed {
    Followed(jobs::Job& job, chain::Network which)
        : network{std::move(which)},
          db{job.config.database_url},
          watcher{db, job.push, job.config, network,
                  chain::chain_of(network).source(
                      network, chain::settings_of(job.config, network).node_url)} {}

    chain::Network network;
    pg::Connection db;
    Watcher watcher;
    std::string trouble;  ///< of the last step; logged when it changes
};

using All = std::map<std::string, std::unique_ptr<Followed>>;

/// The operator's own mailbox; whether or not there is one, the log of acts has it.
void tell_operator(jobs::Job& job, const std::vector<std::string>& sentences) {
    for (const auto& sentence : sentences) {
        log::error("deposit_reversed", {{"what", sentence}});
        if (job.config.operator_email.empty()) continue;
        send_mail(job.config,
                  {job.config.operator_email, "A credited deposit was reversed",
                   sentence + "\n\nLook with: cambioctl deposits list --state REVERSED"});
    }
}

/// True: the step was done.
bool follow(jobs::Job& job, Followed& followed) {
    std::string trouble;
    try {
        const auto progress = followed.watcher.step(
            budget, [&job](const auto& sentences) { tell_operator(job, sentences); });
        if (progress.scanned && *progress.scanned > progress.head)
            trouble = "the node lags behind what was read";
    } catch (const chain::RpcError& error) {
        trouble = std::string{name_of(error.fault)} + ": " + error.what();
    } catch (const std::exception& error) {
        trouble = error.what();
    }
    if (trouble != followed.trouble) {
        if (trouble.empty())
            log::info("network_recovered", {{"network", followed.network.name}});
        else
            log::warn("network_trouble", {{"network", followed.network.name}, {"reason", trouble}});
    }
    followed.trouble = trouble;
    return trouble.empty();
}

/// Networks that were opened, and connections that broke, are looked at with each step.
void refresh(jobs::Job& job, All& all) {
    for (auto& network : chain::networks(job.db)) {
        if (!chain::settings_of(job.config, network).open()) continue;
        auto& followed = all[network.name];
        if (!followed || !followed->db.alive())
            followed = std::make_unique<Followed>(job, std::move(network));
    }
}

void step(jobs::Job& job, All& all) {
    if (paused(job.db, Pause::deposits)) return;
    refresh(job, all);
    std::vector<std::thread> threads;
    std::map<std::string, bool> done;
    for (auto& [name, followed] : all) {
        bool& result = done[name];
        threads.emplace_back(
            [&job, &result, &network = *followed] { result = follow(job, network); });
    }
    for (auto& thread : threads) thread.join();
    for (const auto& [name, result] : done)
        if (!result) job.failed();
}

}  // namespace

}  // namespace cambio

int main(int argc, char** argv) {
    cambio::All all;
    return cambio::jobs::run(argc, argv, "watch_deposits", cambio::pace,
                             [&all](cambio::jobs::Job& job) { cambio::step(job, all); });
}
