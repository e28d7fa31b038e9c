#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "support/builders.h"

namespace cambio::test {

/// What one client reads takes long, as if it had a million fills: the fills are locked. Of as many
/// requests at once as there are `readers` all but `most` are refused (429), and `other` is
/// answered while the rest wait.
inline void expect_long_reads_hold_up_nobody(World& world, std::vector<FastCgiClient> readers,
                                             const std::function<Answer(FastCgiClient&)>& read,
                                             int most, const std::function<Answer()>& other) {
    auto& superuser = world.superuser();
    superuser.run("begin");
    superuser.run("lock table fills in access exclusive mode");
    const int expected = static_cast<int>(readers.size()) - most;
    std::atomic<int> refused = 0, done = 0;
    std::vector<std::jthread> threads;
    for (auto& reader : readers)
        threads.emplace_back([&read, &refused, &done, client = std::move(reader)]() mutable {
            try {
                ++(read(client).status == 429 ? refused : done);
            } catch (const std::exception&) {
                ++done;
            }
        });
    while (refused < expected && done == 0) std::this_thread::yield();
    EXPECT_EQ(other().status, 200);
    EXPECT_EQ(done, 0) << "the other one had to wait";
    superuser.run("commit");
    threads.clear();
    EXPECT_EQ(refused, expected);
}

}  // namespace cambio::test
