#include "metrics/process.h"

#include <array>
#include <chrono>

namespace cambio::metrics {

namespace {

const auto started_at = std::chrono::system_clock::now();

constexpr std::array<std::int64_t, 10> sizes = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

}  // namespace

Process::Process() : batch_orders{sizes} {}

Process& process() {
    static Process one;
    return one;
}

void write(Exposition& to, const Process& process) {
    const auto count = [&to](const char* name, const Counter& counter, const char* help) {
        to.family(name, "counter", help).sample({}, static_cast<std::int64_t>(counter.value()));
    };
    to.family("process_start_time_seconds", "gauge", "When the process began.")
        .sample({}, std::int64_t{std::chrono::system_clock::to_time_t(started_at)});
    count("cambio_pool_waits_total", process.pool_waits,
          "Requests that had to wait for a free connection to PostgreSQL.");
    to.family("cambio_pool_wait_seconds_total", "counter",
              "Seconds that requests have waited for a free connection to PostgreSQL.")
        .sample({}, seconds_text(std::chrono::microseconds{process.pool_wait_time.value()}));
    count("cambio_pool_refusals_total", process.pool_refusals,
          "Requests that got no connection to PostgreSQL within five seconds.");
    count("cambio_pushes_sent_total", process.pushes_sent, "Messages handed to nchan.");
    count("cambio_pushes_dropped_total", process.pushes_dropped,
          "Messages dropped because nchan was away or too slow.");
    to.family("cambio_batch_orders", "histogram",
              "Commands (orders, cancellations) that the market's writer settled in one batch.")
        .sample(process.batch_orders);
    to.family("cambio_batch_seconds", "histogram",
              "Seconds that a batch of the market's writer took, commit included.")
        .sample(process.batch_seconds);
}

}  // namespace cambio::metrics
