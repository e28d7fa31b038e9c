// The programs' log: what a line says, and that none is lost while logs are rotated.
#include "log/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/child_process.h"
#include "support/source_files.h"

namespace cambio {
namespace {

using testing::HasSubstr;

constexpr int writers = 4, lines_of_each = 20'000, rotations = 5;

class Log : public testing::Test {
  protected:
    /// As cron calls it.
    void rotate(const std::string& settings = "") {
        const auto command =
            settings + ' ' + test::source_file("/nginx/rotate_logs") + ' ' + folder.path();
        ASSERT_EQ(std::system(command.c_str()), 0);
    }

    void aged(const char* name, std::chrono::hours age) {
        const auto file = folder.write(name, "a line\n");
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - age);
    }

    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> found;
        for (const auto& entry : std::filesystem::directory_iterator{folder.path()})
            found.push_back(entry.path());
        return found;
    }
    std::vector<Json::Value> lines() const {
        std::vector<Json::Value> found;
        for (const auto& file : files()) {
            std::ifstream stream{file};
            for (std::string line; std::getline(stream, line);)
                std::istringstream{line} >> found.emplace_back();
        }
        return found;
    }

    test::ScratchFolder folder;
};

TEST_F(Log, SaysWhereALineComesFrom) {
    log::open("prog", "info", folder.path());
    log::info("began", {{"why", "a \"test\""}});
    const auto all = lines();
    ASSERT_EQ(all.size(), 1u);
    char host[256];
    ASSERT_EQ(gethostname(host, sizeof host), 0);
    EXPECT_EQ(all[0]["program"].asString(), "prog");
    EXPECT_EQ(all[0]["host"].asString(), host);
    EXPECT_EQ(all[0]["pid"].asString(), std::to_string(getpid()));
    EXPECT_EQ(all[0]["event"].asString(), "began");
    EXPECT_EQ(all[0]["why"].asString(), "a \"test\"");
}

TEST_F(Log, LosesNoLineWhileItIsRotated) {
    log::open("prog", "info", folder.path());
    // Whoever writes is let ahead of the rotations a little, so that both happen at once and lines
    // come after the last of them, however slow they are.
    constexpr int part = lines_of_each / (rotations + 2);
    std::atomic<int> written = 0, rotated = 0;
    std::vector<std::thread> threads;
    for (int writer = 0; writer < writers; ++writer)
        threads.emplace_back([writer, &written, &rotated] {
            for (int i = 0; i < lines_of_each; ++i, ++written) {
                while (rotated < rotations && i >= (rotated + 2) * part) std::this_thread::yield();
                log::info("line", {{"number", std::to_string(writer * lines_of_each + i)}});
            }
        });
    for (; rotated < rotations; ++rotated) {
        test::wait_until("more is written",
                         [&] { return written > (rotated + 1) * writers * part; });
        rotate();
    }
    for (auto& thread : threads) thread.join();
    std::vector<int> seen(writers * lines_of_each);
    for (const auto& line : lines()) ++seen.at(std::stoul(line["number"].asString()));
    EXPECT_EQ(std::ranges::count(seen, 1), writers * lines_of_each);
    EXPECT_TRUE(std::filesystem::exists(folder.file("prog.log"))) << "it has begun a new file";
    EXPECT_EQ(files().size(), rotations + 1u);
}

TEST_F(Log, KeepsWhatItSaysForFourteenDays) {
    using std::chrono::hours;
    aged("spot.log", hours{0});
    aged("auth.log-20260101-031700", hours{2});
    aged("auth.log-20260101-031701", hours{24 * 12});
    aged("auth.log-20260101-031702", hours{24 * 13 + 1});
    aged("auth.log.3.gz", hours{24 * 13 + 1});
    aged("postgres-2026-01-01.log", hours{2});
    rotate();
    std::vector<std::string> names;
    for (const auto& file : files()) names.push_back(file.filename());
    EXPECT_THAT(names, testing::UnorderedElementsAre(
                           testing::MatchesRegex("spot\\.log-[0-9]+-[0-9]+\\.[0-9]+"),
                           "auth.log-20260101-031700.gz", "auth.log-20260101-031701.gz",
                           "postgres-2026-01-01.log.gz"));
}

TEST_F(Log, KeepsWhatItSaysForAsLongAsTheOperatorSets) {
    using std::chrono::hours;
    aged("auth.log-20260101-031700", hours{24 * 28});
    aged("auth.log-20260101-031701", hours{24 * 29 + 1});
    rotate("KEEP_LOGS_DAYS=30");
    ASSERT_EQ(files().size(), 1u);
    EXPECT_EQ(files()[0].filename(), "auth.log-20260101-031700.gz");
    rotate("KEEP_LOGS_DAYS=2");
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace cambio
