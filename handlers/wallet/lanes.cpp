#include "lanes.h"

#include <memory>

namespace cambio::wallet {

namespace {

constexpr int threads = 2;
constexpr std::size_t max_waiting = 100;

struct Lanes {
    fcgi::Lane records{threads, max_waiting};
    fcgi::Lane statements{threads, max_waiting};
};

std::unique_ptr<Lanes> lanes;

}  // namespace

void start_lanes() {
    lanes = std::make_unique<Lanes>();
}
void stop_lanes() {
    lanes.reset();
}
fcgi::Lane& record_lane() {
    return lanes->records;
}
fcgi::Lane& statement_lane() {
    return lanes->statements;
}

}  // namespace cambio::wallet
