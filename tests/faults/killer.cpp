#include "faults/killer.h"

#include <signal.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace cambio::faults {

namespace {

using Fault = Killer::Fault;

/// Each handler must acknowledge so many orders that were sent after the fault.
constexpr int proof_of_life = 20;
/// A handler of another group so many calls.
constexpr int sign_of_life = 1;
constexpr int recovery_seconds = 60;
/// A primary counts as lost only after the seconds that its hosts agree on.
constexpr int failover_seconds = 300;
/// A stopped handler may hold row locks, so that the other one waits for them in vain.
constexpr std::chrono::seconds max_pause{2};
/// More would not come: one client after the other waits for the stopped handler.
constexpr int orders_in_a_pause = 5;

const std::vector<Fault> everything{
    Fault::handler, Fault::group,      Fault::job,   Fault::back_end,      Fault::postmaster,
    Fault::job,     Fault::disconnect, Fault::group, Fault::both_handlers, Fault::job,
    Fault::group,   Fault::postmaster, Fault::job,   Fault::back_end,      Fault::pause,
};

double seconds_since(Killer::Clock::time_point then) {
    return std::chrono::duration<double>(Killer::Clock::now() - then).count();
}

}  // namespace

const char* name_of(Fault fault) {
    switch (fault) {
        case Fault::handler:
            return "handler killed";
        case Fault::both_handlers:
            return "both handlers killed";
        case Fault::back_end:
            return "back end killed";
        case Fault::postmaster:
            return "postmaster killed";
        case Fault::disconnect:
            return "back end ended (SIGTERM)";
        case Fault::pause:
            return "handler stopped for a while";
        case Fault::group:
            return "another group's handler killed";
        case Fault::job:
            return "jobs killed";
        case Fault::primary:
            return "primary lost";
    }
    return "";
}

Killer::Killer(Arena& arena, Jobs* jobs, Score& score, std::uint64_t seed)
    : arena_{arena}, jobs_{jobs}, score_{score}, random_{seed} {}

std::vector<Fault> Killer::faults(const Plan& plan) const {
    if (!plan.primary.empty()) return {Fault::primary};
    if (plan.database_only) return {Fault::postmaster, Fault::back_end};
    auto all = everything;
    std::erase_if(all, [this](Fault fault) {
        return (fault == Fault::group && arena_.handlers() == handler_count) ||
               (fault == Fault::job && jobs_ == nullptr);
    });
    return all;
}

void Killer::run(const Plan& plan) {
    const auto all = faults(plan);
    score_.new_round();
    await_recovery("the start");
    const auto goes_on = [&] {
        return Clock::now() < plan.deadline ||
               std::any_of(all.begin(), all.end(), [this](Fault fault) { return !struck(fault); });
    };
    for (std::size_t i = 0; kills_ < plan.kills && goes_on(); ++i) {
        await_orders(plan.orders);
        const Fault fault = all[i % all.size()];
        auto at = Clock::now();
        const std::string struck = strike(fault, plan);
        // Its command brings the one that was lost before back first.
        if (fault == Fault::primary) at = Clock::now();
        const std::string last = await_recovery(name_of(fault));
        recovered_[fault].push_back(seconds_since(at));
        std::cout << "kill " << std::setw(3) << kills_ << "/" << plan.kills << "  " << std::left
                  << std::setw(31) << name_of(fault) << std::right << std::fixed
                  << std::setprecision(2) << std::setw(6) << recovered_[fault].back() << " s, "
                  << last << " last; acknowledged " << score_.acknowledged << "  " << struck
                  << std::endl;
    }
    await_orders(plan.orders);
}

std::string Killer::strike(Fault fault, const Plan& plan) {
    const std::size_t number = turn_++ % handler_count;
    std::string struck;
    switch (fault) {
        case Fault::handler:
            kill_handler(number);
            arena_.handler(number).start();
            break;
        case Fault::both_handlers:
            for (std::size_t i = 0; i < handler_count; ++i) kill_handler(i);
            for (std::size_t i = 0; i < handler_count; ++i) arena_.handler(i).start();
            break;
        case Fault::back_end:
            strike_back_end(SIGKILL);
            ++kills_;
            break;
        case Fault::postmaster:
            arena_.postgres().kill();
            ++kills_;
            arena_.postgres().restart();
            break;
        case Fault::disconnect:
            strike_back_end(SIGTERM);
            break;
        case Fault::pause:
            pause_handler(number);
            break;
        case Fault::group: {
            const std::size_t others = arena_.handlers() - handler_count;
            const std::size_t other = handler_count + group_turn_++ % others;
            kill_handler(other);
            arena_.handler(other).start();
            struck = arena_.name_of(other);
            break;
        }
        case Fault::job:
            for (const std::string& name : jobs_->strike(random_)) {
                struck += (struck.empty() ? "" : ", ") + name;
                ++kills_;
            }
            break;
        case Fault::primary:
            if (test::ChildProcess::run({"sh", "-c", plan.primary}, {}) != 0)
                throw std::runtime_error{"the primary could not be struck"};
            ++kills_;
            break;
    }
    score_.new_round();
    return struck;
}

void Killer::kill_handler(std::size_t number) {
    if (arena_.handler(number).running()) ++kills_;
    arena_.handler(number).kill();
}

/// One that is at work if there is one; it serves the handlers or the feed. When one dies by
/// SIGKILL, PostgreSQL ends all the others.
void Killer::strike_back_end(int signal) {
    const auto back_ends = [this] {
        auto found = arena_.postgres().processes();
        std::erase_if(found, [](const auto& process) {
            return process.title.find(": cambio_") == std::string::npos;
        });
        return found;
    };
    auto found = back_ends();
    test::wait_until("there is a back end to strike", [&] {
        found = back_ends();
        return !found.empty();
    });
    std::shuffle(found.begin(), found.end(), random_);
    const auto busy = std::find_if(found.begin(), found.end(), [](const auto& process) {
        return !process.title.ends_with(" idle");
    });
    const pid_t struck = busy == found.end() ? found.front().pid : busy->pid;
    ::kill(struck, signal);
    test::wait_until("the back end has gone", [&] {
        const auto left = back_ends();
        return std::none_of(left.begin(), left.end(),
                            [&](const auto& process) { return process.pid == struck; });
    });
}

void Killer::pause_handler(std::size_t number) {
    const pid_t pid = arena_.handler(number).pid();
    const std::size_t other = (number + 1) % handler_count;
    ::kill(pid, SIGSTOP);
    score_.new_round();
    const auto deadline = Clock::now() + max_pause;
    test::wait_until("the other handler went on, or the pause is over", [&] {
        return score_.answered_since[other] >= orders_in_a_pause || Clock::now() > deadline;
    });
    ::kill(pid, SIGCONT);
}

void Killer::restart_the_dead() {
    for (std::size_t i = 0; i < arena_.handlers(); ++i) {
        if (arena_.handler(i).running()) continue;
        ++died_;
        std::cout << "a handler ended by itself:\n" << arena_.handler(i).log() << std::endl;
        arena_.handler(i).start();
    }
}

std::string Killer::await_recovery(const std::string& what) {
    const bool elsewhere = what == name_of(Fault::primary);
    std::size_t last = 0;
    test::wait_until(
        "all handlers answer again after: " + what,
        [this, &last] {
            restart_the_dead();
            for (std::size_t i = 0; i < arena_.handlers(); ++i) {
                const int enough = i < handler_count ? proof_of_life : sign_of_life;
                if (score_.answered_since.at(i) >= enough) continue;
                last = i;
                return false;
            }
            return true;
        },
        elsewhere ? failover_seconds : recovery_seconds);
    return arena_.name_of(last);
}

void Killer::await_orders(std::int64_t count) {
    const std::int64_t goal = score_.acknowledged + count;
    test::wait_until(
        "further orders are acknowledged",
        [this, goal] {
            restart_the_dead();
            return score_.acknowledged >= goal;
        },
        recovery_seconds);
}

std::string Killer::summary() const {
    std::ostringstream text;
    text << std::fixed << std::setprecision(2);
    for (const auto& [fault, unsorted] : recovered_) {
        std::vector<double> seconds = unsorted;
        std::sort(seconds.begin(), seconds.end());
        text << "  " << std::left << std::setw(31) << name_of(fault) << std::right << std::setw(4)
             << seconds.size() << " times, recovered after " << seconds[seconds.size() / 2]
             << " s (median), " << seconds.back() << " s (longest)\n";
    }
    return text.str();
}

}  // namespace cambio::faults
