#include "faults/jobs.h"

#include <signal.h>

#include <algorithm>
#include <iostream>

namespace cambio::faults {

namespace {

/// Between the end of a run and the next one.
constexpr std::chrono::milliseconds pause{1000};
constexpr std::chrono::milliseconds look{10};
/// So many are struck by one fault.
constexpr std::size_t at_once = 3;
constexpr int recovery_seconds = 60;
/// What a shell calls an end by a signal.
constexpr int by_signal = 128;

}  // namespace

Jobs::Jobs(std::string config, const std::vector<std::string>& names) : config_{std::move(config)} {
    for (const auto& name : names) slots_.emplace_back().name = name;
    thread_ = std::thread{[this] { run(); }};
}

void Jobs::run() {
    const auto idle = [](const Slot& slot) { return !slot.process; };
    for (;;) {
        {
            const std::lock_guard lock{mutex_};
            for (Slot& slot : slots_) look_after(slot);
            if (stopping_ && std::all_of(slots_.begin(), slots_.end(), idle)) return;
        }
        std::this_thread::sleep_for(look);
    }
}

/// That a job ends with an error is usual: its database went away.
void Jobs::look_after(Slot& slot) {
    const auto now = std::chrono::steady_clock::now();
    if (slot.process && !slot.process->running()) {
        const int status = slot.process->wait();
        if (status == 0) {
            ++slot.good;
            slot.usual = std::chrono::duration_cast<std::chrono::milliseconds>(now - slot.began);
        }
        if (status > by_signal && !slot.struck) {
            ++died_;
            std::cout << slot.name << " ended by itself with status " << status << std::endl;
        }
        slot.process.reset();
        slot.struck = false;
        slot.ended = now;
        ++runs_;
    }
    if (slot.process || stopping_ || now - slot.ended < pause) return;
    test::ChildProcess::Options options;
    options.environment = {"CAMBIO_CONFIG=" + config_};
    options.output = folder_.file(slot.name + ".log");
    slot.process = std::make_unique<test::ChildProcess>(
        std::vector<std::string>{test::program_path(slot.name), "--once"}, options);
    slot.began = now;
    ++slot.started;
}

int Jobs::kill(Slot& slot, std::mt19937_64& random) {
    for (;;) {
        int started = 0;
        std::chrono::milliseconds usual{};
        {
            const std::lock_guard lock{mutex_};
            started = slot.started;
            usual = slot.usual;
        }
        test::wait_until(
            slot.name + " starts",
            [&] {
                const std::lock_guard lock{mutex_};
                return slot.started > started;
            },
            recovery_seconds);
        std::uniform_int_distribution<long> moment{1, usual.count() + 1};
        std::this_thread::sleep_for(std::chrono::milliseconds{moment(random)});
        const std::lock_guard lock{mutex_};
        if (!slot.process || !slot.process->running()) continue;
        slot.process->signal(SIGKILL);
        slot.struck = true;
        return slot.good;
    }
}

std::vector<std::string> Jobs::strike(std::mt19937_64& random) {
    std::vector<std::pair<Slot*, int>> struck;
    for (std::size_t i = 0; i < std::min(at_once, slots_.size()); ++i) {
        Slot& slot = slots_[turn_++ % slots_.size()];
        struck.emplace_back(&slot, kill(slot, random));
    }
    std::vector<std::string> names;
    for (const auto& [slot, good] : struck) {
        test::wait_until(
            slot->name + " does its work again",
            [&] {
                const std::lock_guard lock{mutex_};
                return slot->good > good;
            },
            recovery_seconds);
        names.push_back(slot->name);
    }
    return names;
}

void Jobs::stop() {
    stopping_ = true;
    if (thread_.joinable()) thread_.join();
}

std::vector<std::string> Jobs::finish(int times) {
    std::vector<std::string> wrong;
    for (int i = 0; i < times; ++i) {
        for (const Slot& slot : slots_) {
            std::string output;
            if (test::run_job(slot.name, config_, {"--once"}, &output) != 0)
                wrong.push_back(slot.name + " fails: " + output);
        }
    }
    return wrong;
}

}  // namespace cambio::faults
