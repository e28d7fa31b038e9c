// The market simulator: a provider of prices that invents them, the same ones for the same seed.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "rest.h"
#include "server.h"
#include "world.h"

namespace {

constexpr const char* usage = R"(market_simulator [options]
  --port N          0: any free one, printed at the start (default 0)
  --address A       (default 127.0.0.1)
  --seed S          a whole number (default 1)
  --catalogue FILE  the coins (default: the one of the source tree)
  --time MS         the market's clock starts there (milliseconds since 1970)
  --speed X         and runs X times as fast
  --fixed-time MS   the clock stands still, until POST /control/time?advance_ms=…
  --interval MS     between two looks for WebSocket messages (default 100)
  --silence MS      after which a silent WebSocket is closed (default 30000)
  --no-limits       without the provider's limits of calls in two seconds
)";

std::map<std::string, std::string> parse(int count, char** values) {
    const std::set<std::string> known{"--port",       "--address",  "--seed",
                                      "--catalogue",  "--time",     "--speed",
                                      "--fixed-time", "--interval", "--silence"};
    std::map<std::string, std::string> options;
    for (int k = 1; k < count; ++k) {
        const std::string name = values[k];
        if (name == "--no-limits") {
            options[name] = "yes";
        } else if (known.contains(name) && k + 1 < count) {
            options[name] = values[++k];
        } else {
            throw std::invalid_argument{name};
        }
    }
    return options;
}

template <class Number>
Number number(const std::map<std::string, std::string>& options, const std::string& name,
              Number usual) {
    const auto found = options.find(name);
    if (found == options.end()) return usual;
    std::size_t used = 0;
    const double value = std::stod(found->second, &used);
    if (used != found->second.size() || value < 0) throw std::invalid_argument{name};
    return static_cast<Number>(value);
}

simulator::Clock clock_of(const std::map<std::string, std::string>& options) {
    const std::int64_t now = simulator::wall_clock_ms();
    if (options.contains("--fixed-time")) {
        return {number<std::int64_t>(options, "--fixed-time", now), 0};
    }
    return {number<std::int64_t>(options, "--time", now), number<double>(options, "--speed", 1)};
}

}  // namespace

int main(int count, char** values) {
    using namespace simulator;
    try {
        const auto options = parse(count, values);
        const auto text = [&](const std::string& name, const std::string& usual) {
            return options.contains(name) ? options.at(name) : usual;
        };
        const auto seed = number<std::uint64_t>(options, "--seed", 1);
        World world{load_catalogue(text("--catalogue", CAMBIO_CATALOGUE), seed), seed,
                    clock_of(options)};
        Rest rest{world, !options.contains("--no-limits")};
        ServerOptions server;
        server.address = text("--address", server.address);
        server.port = number<std::uint16_t>(options, "--port", 0);
        server.interval = std::chrono::milliseconds{number<int>(options, "--interval", 100)};
        server.silence = std::chrono::milliseconds{number<int>(options, "--silence", 30'000)};
        serve(world, rest, server);
        return EXIT_SUCCESS;
    } catch (const std::invalid_argument& problem) {
        std::fprintf(stderr, "market_simulator: cannot read %s\n%s", problem.what(), usage);
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "market_simulator: %s\n", problem.what());
    }
    return EXIT_FAILURE;
}
