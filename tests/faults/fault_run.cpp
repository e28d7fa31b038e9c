// The fault run: clients trade while the programs and the database under them are killed, and
// afterwards the exchange must have kept every promise that it made to them. See run.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "faults/killer.h"
#include "faults/trader.h"
#include "faults/verdict.h"

namespace cambio::faults {
namespace {

constexpr int clients = 12;
/// Some clients have so little money that their orders are often refused for want of it.
constexpr int poor_clients = 3;

struct Options {
    int kills = 200;
    int orders = 300;
    int seconds = 3600;
    bool control = false;
    std::uint64_t seed = std::random_device{}();
};

std::optional<Options> read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool more = i + 1 < argc;
        if (word == "--control") {
            options.control = true;
        } else if (word == "--kills" && more) {
            options.kills = std::atoi(argv[++i]);
        } else if (word == "--orders" && more) {
            options.orders = std::atoi(argv[++i]);
        } else if (word == "--seconds" && more) {
            options.seconds = std::atoi(argv[++i]);
        } else if (word == "--seed" && more) {
            options.seed = std::strtoull(argv[++i], nullptr, 10);
        } else {
            return {};
        }
    }
    return options;
}

void print(const char* title, const std::vector<std::string>& lines) {
    if (!lines.empty()) std::cout << title << '\n';
    for (const std::string& line : lines) std::cout << "  " << line << '\n';
}

/// Everybody cancels everything at a handler that begins with what is stored.
void close_everything(Arena& arena, const std::vector<std::unique_ptr<Trader>>& traders,
                      Score& score) {
    HandlerProcess handler = arena.world().handler("spot");
    for (const auto& trader : traders) {
        FastCgiClient client = handler.client();
        client.bearer(trader->token());
        const Answer answer = client.post_json("/api/v3/trades/cancel-order", {{"all", "true"}});
        if (answer.message() != "success") score.odd("cancelling everything: " + answer.body);
    }
}

void print_counts(const Options& options, const Killer& killer, Score& score,
                  const Promises& promises) {
    std::cout << "\nseed " << options.seed << (options.control ? ", control" : "") << "\n"
              << "processes killed by SIGKILL: " << killer.kills() << '\n'
              << killer.summary() << "orders: " << score.acknowledged << " acknowledged, "
              << score.refused << " refused, " << promises.unknown << " unknown; " << score.twice
              << " sent twice on purpose, " << score.asked_again << " asks again after "
              << score.no_answer << " broken connections and " << score.unavailable
              << " answers 503\n"
              << "refused:";
    for (const auto& [code, count] : score.refusals()) std::cout << ' ' << code << ' ' << count;
    std::cout << "\ncancellations: " << score.cancelled << " acknowledged\n"
              << "acknowledged and lost: " << promises.lost << '\n'
              << "doubled: " << promises.doubled << '\n'
              << "changed: " << promises.changed << '\n'
              << "of one key's submits, one refused and another taken: " << score.differently
              << '\n'
              << "arrived after a later submit was refused: " << promises.late << '\n';
}

/// Whether the run showed what it should; says why not.
bool judge(const Options& options, const Killer& killer, Score& score, const Promises& promises,
           const std::vector<std::string>& books) {
    print("what the clients find:", promises.findings);
    print("what is wrong in the books:", books);
    if (!books.empty()) return false;
    if (options.control) {
        const bool seen = promises.lost > 0;
        std::cout << (seen ? "control: the loss was seen, and the books balance all the same\n"
                           : "control: NOTHING WAS LOST, so this run proves nothing\n");
        return seen;
    }
    print("odd answers:", score.odd_answers());
    using Fault = Killer::Fault;
    bool complete = true;
    for (const Fault fault : {Fault::handler, Fault::back_end, Fault::postmaster}) {
        complete = complete && killer.struck(fault);
    }
    if (!complete) std::cout << "the time was too short for each kind of kill\n";
    return complete && promises.kept() && promises.unknown == 0 && score.odd_count() == 0 &&
           killer.died() == 0;
}

int run(const Options& options) {
    // A cluster that may be killed belongs to nobody else.
    unsetenv("CAMBIO_TEST_PG");
    if (options.control) setenv("CAMBIO_ALLOW_UNSAFE_DURABILITY", "yes", 1);

    Arena arena{options.control};
    Score score;
    std::vector<std::unique_ptr<Trader>> traders;
    for (int i = 0; i < clients; ++i) {
        traders.push_back(std::make_unique<Trader>(
            arena, score, i < poor_clients, options.seed + static_cast<std::uint64_t>(i) + 1));
    }
    Killer killer{arena, score, options.seed};
    std::atomic<bool> stop{false};
    std::string broken;
    {
        std::vector<std::jthread> threads;
        for (const auto& trader : traders) {
            threads.emplace_back([&trader, &stop] { trader->run(stop); });
        }
        try {
            killer.run({.kills = options.kills,
                        .orders = options.orders,
                        .deadline = Killer::Clock::now() + std::chrono::seconds{options.seconds},
                        .database_only = options.control});
        } catch (const std::exception& failure) {
            broken = failure.what();
        }
        stop = true;
    }
    arena.stop_handlers();

    pg::Connection connection{arena.world().database().superuser()};
    std::vector<const Journal*> journals;
    for (const auto& trader : traders) journals.push_back(&trader->journal());
    const Promises promises = compare(connection, journals);
    std::vector<std::string> books = wrong_in_books(connection);
    if (books.empty()) {
        close_everything(arena, traders, score);
        books = left_behind(connection);
    }
    print_counts(options, killer, score, promises);
    bool good = judge(options, killer, score, promises, books);
    if (!broken.empty()) {
        std::cout << broken << '\n';
        good = false;
    }
    std::cout << (good ? "GOOD\n" : "BAD\n");
    return good ? 0 : 1;
}

}  // namespace
}  // namespace cambio::faults

int main(int argc, char** argv) {
    const auto options = cambio::faults::read_options(argc, argv);
    if (!options) {
        std::cerr
            << "usage: fault_run [--kills n] [--orders n] [--seconds n] [--control] [--seed n]\n";
        return 2;
    }
    try {
        return cambio::faults::run(*options);
    } catch (const std::exception& failure) {
        std::cerr << failure.what() << '\n';
        return 1;
    }
}
