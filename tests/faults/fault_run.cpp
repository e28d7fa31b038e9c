// The fault run: clients trade and move their money while the programs, the jobs and the database
// under them are killed, and afterwards the exchange must have kept every promise that it made to
// them. See run.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "faults/books.h"
#include "faults/killer.h"
#include "faults/mover.h"
#include "faults/outside.h"
#include "faults/trader.h"
#include "faults/verdict.h"
#include "ledger/ledger.h"

namespace cambio::faults {
namespace {

constexpr int clients = 12;
/// Some clients have so little money that their orders are often refused for want of it.
constexpr int poor_clients = 3;
/// Clients that move their money otherwise.
constexpr int movers = 4;
/// A job may leave something to one that ran before it.
constexpr int last_rounds = 3;
/// What is left after the last fault, on a slow machine.
constexpr unsigned seconds_to_end = 300;
/// CAMBIO_FAULT_KILLS makes any run that long, which has this time for it.
constexpr int long_run_seconds = 7200;

const std::vector<std::string> jobs_of_money{"settle_futures", "fill_conversions",
                                             "settle_fees",    "accrue_earn",
                                             "auto_invest",    "referral_credits"};

struct Options {
    int kills = 200;
    int orders = 300;
    int seconds = 3600;
    bool control = false;
    bool orders_only = false;
    bool chain = true;
    std::string dump;
    std::string cluster;  ///< conninfo of several database hosts, instead of one PostgreSQL here
    std::string strike;   ///< the command that strikes their primary

    std::vector<std::string> jobs() const {
        if (orders_only) return {};
        auto all = jobs_of_money;
        if (chain) all.insert(all.end(), {"watch_deposits", "send_withdrawals"});
        return all;
    }
    std::uint64_t seed = std::random_device{}();
};

std::optional<Options> read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool more = i + 1 < argc;
        if (word == "--control") {
            options.control = options.orders_only = true;
            options.chain = false;
        } else if (word == "--orders-only") {
            options.orders_only = true;
            options.chain = false;
        } else if (word == "--without-chain") {
            options.chain = false;
        } else if (word == "--cluster" && i + 2 < argc) {
            options.cluster = argv[++i];
            options.strike = argv[++i];
            options.orders_only = true;
            options.chain = false;
        } else if (word == "--kills" && more) {
            options.kills = std::atoi(argv[++i]);
        } else if (word == "--orders" && more) {
            options.orders = std::atoi(argv[++i]);
        } else if (word == "--seconds" && more) {
            options.seconds = std::atoi(argv[++i]);
        } else if (word == "--dump" && more) {
            options.dump = argv[++i];
        } else if (word == "--seed" && more) {
            options.seed = std::strtoull(argv[++i], nullptr, 10);
        } else {
            return {};
        }
    }
    if (const char* kills = std::getenv("CAMBIO_FAULT_KILLS")) {
        options.kills = std::atoi(kills);
        options.seconds = long_run_seconds;
    }
    return options;
}

void print(const char* title, const std::vector<std::string>& lines) {
    if (!lines.empty()) std::cout << title << '\n';
    for (const std::string& line : lines) std::cout << "  " << line << '\n';
}

/// Everybody cancels everything at a handler that begins with what is stored, and once more what
/// is attached to orders that were filled in part.
void close_everything(Arena& arena, const std::vector<std::unique_ptr<Trader>>& traders,
                      Score& score) {
    HandlerProcess handler = arena.world().handler("spot");
    for (int round = 0; round < 2; ++round) {
        for (const auto& trader : traders) {
            FastCgiClient client = handler.client();
            client.bearer(trader->token());
            const Answer answer =
                client.post_json("/api/v3/trades/cancel-order", {{"all", "true"}});
            if (answer.message() != "success") score.odd("cancelling everything: " + answer.body);
        }
    }
}

/// What is wrong in the books at the end, and what jobs did until then.
struct Books {
    std::vector<std::string> wrong;
    std::map<std::string, std::int64_t> done;
};

void print(const char* title, const std::map<std::string, std::int64_t>& counts) {
    std::cout << '\n' << title;
    for (const auto& [what, count] : counts) std::cout << ' ' << what << ' ' << count << ';';
}

void print_counts(const Options& options, const Killer& killer, Score& score,
                  const Promises& promises, const Books& books) {
    std::cout << "\nseed " << options.seed << (options.control ? ", control" : "") << "\n"
              << "processes killed by SIGKILL: " << killer.kills() << '\n'
              << killer.summary() << "orders: " << score.acknowledged << " acknowledged, "
              << score.refused << " refused, " << promises.unknown << " unknown; " << score.twice
              << " sent twice on purpose, " << score.asked_again << " asks again after "
              << score.no_answer << " broken connections and " << score.unavailable
              << " answers 503\n"
              << "cancellations: " << score.cancelled << " acknowledged";
    print("refused:", score.refusals());
    print("acknowledged besides:", score.moves());
    print("done by jobs:", books.done);
    std::cout << '\n'
              << "acknowledged and lost: " << promises.lost << '\n'
              << "doubled: " << promises.doubled << '\n'
              << "changed: " << promises.changed << '\n'
              << "of one key's submits, one refused and another taken: " << score.differently
              << '\n'
              << "arrived after a later submit was refused: " << promises.late << '\n';
}

/// Everything that clients do besides orders.
const std::vector<std::string> acts{
    "closing", "closing of a part", "conversion", "futures order", "futures order taken back",
    "margin",  "position",          "redemption", "plan",          "subscription",
    "transfer"};

/// What a run should have been about and never was, so that it proves nothing of it.
std::vector<std::string> never_happened(const Options& options, const Killer& killer, Score& score,
                                        const std::map<std::string, std::int64_t>& done) {
    using Fault = Killer::Fault;
    std::vector<std::string> never;
    std::vector<Fault> faults{Fault::handler, Fault::back_end, Fault::postmaster};
    if (!options.cluster.empty()) faults = {Fault::primary};
    if (!options.orders_only) faults.insert(faults.end(), {Fault::group, Fault::job});
    for (const Fault fault : faults)
        if (!killer.struck(fault)) never.emplace_back(name_of(fault));
    if (options.orders_only) return never;
    auto moves = score.moves();
    for (const std::string& act : acts)
        if (moves[act] == 0) never.push_back(act);
    for (const auto& [what, count] : done) {
        const bool outside = what == "deposits credited" || what == "withdrawals paid";
        if (count == 0 && (options.chain || !outside)) never.push_back(what);
    }
    return never;
}

/// Whether the run showed what it should; says why not.
bool judge(const Options& options, const Killer& killer, Score& score, const Promises& promises,
           const Books& books) {
    print("what the clients find:", promises.findings);
    print("what is wrong in the books:", books.wrong);
    if (!books.wrong.empty()) return false;
    if (options.control) {
        const bool seen = promises.lost > 0;
        std::cout << (seen ? "control: the loss was seen, and the books balance all the same\n"
                           : "control: NOTHING WAS LOST, so this run proves nothing\n");
        return seen;
    }
    print("odd answers:", score.odd_answers());
    const auto never = never_happened(options, killer, score, books.done);
    print("what never happened; the run was too short:", never);
    return never.empty() && promises.kept() && promises.unknown == 0 && score.odd_count() == 0 &&
           killer.died() == 0;
}

/// Everybody who is at work, from the start to the last answer.
class Crowd {
  public:
    Crowd(Arena& arena, Outside* outside, Score& score, const Options& options) {
        std::uint64_t seed = options.seed;
        for (int i = 0; i < clients; ++i) {
            traders.push_back(std::make_unique<Trader>(arena, score, i < poor_clients, ++seed));
        }
        for (int i = 0; i < movers && !options.orders_only; ++i) {
            const bool plans = i == movers - 1;
            const Mover::Setting setting{
                .withdraws = outside != nullptr && !plans, .plans = plans, .one_step = i % 2 == 0};
            movers_.push_back(std::make_unique<Mover>(arena, score, setting, ++seed));
            if (outside == nullptr) continue;
            outside->adopt(movers_.back()->person(), movers_.back()->token(), setting.one_step);
        }
    }
    /// Works while `work` does; what broke that.
    std::string during(const std::function<void()>& work) {
        std::atomic<bool> stop{false};
        std::vector<std::jthread> threads;
        for (const auto& trader : traders)
            threads.emplace_back([&trader, &stop] { trader->run(stop); });
        for (const auto& mover : movers_) threads.emplace_back([&] { mover->run(stop); });
        std::string broken;
        try {
            work();
        } catch (const std::exception& failure) {
            broken = failure.what();
        }
        stop = true;
        return broken;
    }
    std::vector<const Journal*> journals() const {
        std::vector<const Journal*> all;
        for (const auto& trader : traders) all.push_back(&trader->journal());
        for (const auto& mover : movers_) all.push_back(&mover->journal());
        return all;
    }

    std::vector<std::unique_ptr<Trader>> traders;

  private:
    std::vector<std::unique_ptr<Mover>> movers_;
};

/// Brings everything to its end that jobs do, and looks into the books.
Books close_books(Arena& arena, Jobs* jobs, Outside* outside, const Crowd& crowd, Score& score,
                  pg::Connection& connection) {
    Books books;
    auto& wrong = books.wrong;
    // Whatever does not come to its end may say why it does not.
    wrong = ledger::audit(connection).findings;
    if (!wrong.empty()) return books;
    if (jobs != nullptr) wrong = jobs->finish(last_rounds);
    if (outside != nullptr) {
        outside->finish();
        for (auto& finding : outside->compare(connection)) wrong.push_back(std::move(finding));
        std::cout << outside->summary();
    }
    books.done = done_by_jobs(connection);
    if (wrong.empty()) wrong = wrong_in_books(connection);
    if (!wrong.empty()) return books;
    close_everything(arena, crowd.traders, score);
    // Prices went on, so that orders may have met them before they were cancelled.
    if (jobs != nullptr) wrong = jobs->finish(last_rounds);
    if (wrong.empty()) wrong = left_behind(connection);
    return books;
}

int run(const Options& options) {
    // Whatever hangs ends by this, and all that was started with it.
    ::alarm(static_cast<unsigned>(options.seconds) + seconds_to_end);
    // A cluster that may be killed belongs to nobody else.
    unsetenv("CAMBIO_TEST_PG");
    // Hosts of a cluster lose what is acknowledged, if they do, whatever each of them does.
    const bool unsafe = options.control && options.cluster.empty();
    if (!options.cluster.empty()) setenv("CAMBIO_TEST_PG", options.cluster.c_str(), 1);
    if (unsafe) setenv("CAMBIO_ALLOW_UNSAFE_DURABILITY", "yes", 1);

    std::unique_ptr<Outside> outside;
    if (options.chain) outside = std::make_unique<Outside>(options.seed);
    auto settings = outside ? outside->settings() : test::ScratchConfig::Settings{};
    if (!options.cluster.empty() && !options.control)
        settings.emplace("REQUIRE_SYNC_STANDBY", "yes");
    Arena arena{{.unsafe = unsafe,
                 .movers = !options.orders_only,
                 .chain = options.chain,
                 .config = settings}};
    if (outside) outside->open(arena);
    Score score;
    Crowd crowd{arena, outside.get(), score, options};
    arena.open();
    std::unique_ptr<Jobs> jobs;
    if (!options.orders_only)
        jobs = std::make_unique<Jobs>(arena.world().config().path(), options.jobs());
    if (outside) outside->start();
    Killer killer{arena, jobs.get(), score, options.seed};
    const std::string broken = crowd.during([&] {
        killer.run({.kills = options.kills,
                    .orders = options.orders,
                    .deadline = Killer::Clock::now() + std::chrono::seconds{options.seconds},
                    .database_only = options.control,
                    .primary = options.strike});
    });
    arena.calm();
    if (outside) outside->stop();
    if (jobs) jobs->stop();
    arena.stop_handlers();

    pg::Connection connection{arena.world().database().superuser()};
    const Promises promises = compare(connection, crowd.journals());
    const Books books = close_books(arena, jobs.get(), outside.get(), crowd, score, connection);
    print_counts(options, killer, score, promises, books);
    bool good = judge(options, killer, score, promises, books);
    if (!broken.empty()) {
        std::cout << broken << '\n';
        good = false;
    }
    if (!good && !options.dump.empty()) {
        const auto& database = arena.world().database().superuser();
        test::ChildProcess::run({"pg_dump", "-Fc", "-f", options.dump, "-d", database}, {});
    }
    std::cout << (good ? "GOOD\n" : "BAD\n");
    return good ? 0 : 1;
}

}  // namespace
}  // namespace cambio::faults

int main(int argc, char** argv) {
    const auto options = cambio::faults::read_options(argc, argv);
    if (!options) {
        std::cerr << "usage: fault_run [--kills n] [--orders n] [--seconds n] [--orders-only] "
                     "[--without-chain] [--control] [--cluster conninfo command] [--seed n] "
                     "[--dump file]\n";
        return 2;
    }
    try {
        return cambio::faults::run(*options);
    } catch (const std::exception& failure) {
        std::cerr << failure.what() << '\n';
        return 1;
    }
}
