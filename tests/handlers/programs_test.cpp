// Which calls take an API key in place of a session: each of those that the route tables have, and
// so the API description, is called with keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "handlers/program.h"
#include "json/parse.h"
#include "support/source_files.h"

namespace cambio {
namespace {

using test::Answer, test::World;

struct Call {
    std::string method, path;
    bool changes = false;
    bool programs = false;
};

/// What a client calls of a group, as `--routes` tells it.
std::vector<Call> calls_of(const std::string& group) {
    const test::ScratchFolder folder;
    test::ChildProcess::Options options;
    options.output = folder.file("routes");
    if (test::ChildProcess::run({test::program_path(group), "--routes"}, options) != 0)
        throw std::runtime_error{group + " prints no routes"};
    std::vector<Call> calls;
    std::ifstream lines{options.output};
    for (std::string line; std::getline(lines, line);) {
        const auto route = json::parse_object(line).value();
        const auto access = route["access"].asString();
        if (access != "client" && access != "trading") continue;
        const auto methods = route["method"].asString();
        for (const char* method : {"GET", "POST", "PUT", "DELETE"})
            if (methods.find(method) != std::string::npos)
                calls.push_back({method, route["path"].asString(), route["changes"].asBool(),
                                 route["programs"].asBool()});
    }
    return calls;
}

std::vector<std::string> groups() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{test::source_file("/handlers")})
        if (entry.is_directory()) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

/// What only tells something to a client and takes no key all the same: it says who the client is,
/// what guards the account, or what a session may do. Whoever has found a key learns none of it.
const std::set<std::string> told_to_people_alone{
    "/api/v3/account-activity",
    "/api/v3/account-client",
    "/api/v3/api-keys",
    "/api/v3/avatar",
    "/api/v3/bind-accounts",
    "/api/v3/clients",
    "/api/v3/notifications",  // of sign-ins, passwords and devices, too
    "/api/v3/notifications/browsers",
    "/api/v3/passkeys",
    "/api/v3/profile",
    "/api/v3/security",
    "/api/v3/sessions",
    "/api/v3/trading-unlock",
    "/api/v3/two-factor",
    "/api/v3/web3",
    "/api/v3/withdrawal-addresses",
    "/api/v3/withdrawals/check-address",
    "/api/v2/upload/check-kyc",
};

Answer ask(Program& program, const Call& call) {
    return program.send(call.method, call.path, {}, call.method == "GET" ? "" : "{}");
}

void expect_no_key(const Answer& answer) {
    EXPECT_EQ(answer.status, 403) << answer.body;
    EXPECT_EQ(answer.message(), "api_key_scope") << answer.body;
}

/// Whatever else is wrong with a call without parameters, its caller is known.
void expect_taken(const Answer& answer) {
    EXPECT_TRUE(answer.status < 500 && answer.status != 401 && answer.status != 429) << answer.body;
    const bool refused = answer.status >= 400 && answer.message().starts_with("api_key_");
    EXPECT_FALSE(refused) << answer.body;
}

TEST(Programs, CallWhatTheDescriptionSays) {
    World world;
    std::set<std::string> refused_reads;
    int taken = 0, refused = 0;
    for (const auto& group : groups()) {
        const auto calls = calls_of(group);
        if (calls.empty()) continue;
        const auto process = world.handler(group);
        const auto anna = world.client(group + "@example.com").with("USDT", "1000");
        Program reader{world, anna, {}, process};
        Program trader{world, anna, {true, {}, {}, {}}, process};
        for (const auto& call : calls) {
            SCOPED_TRACE(call.method + " " + call.path);
            if (!call.programs) {
                expect_no_key(ask(reader, call));
                expect_no_key(ask(trader, call));
                if (!call.changes) refused_reads.insert(call.path);
                ++refused;
                continue;
            }
            expect_taken(ask(trader, call));
            if (call.changes)
                expect_no_key(ask(reader, call));
            else
                expect_taken(ask(reader, call));
            ++taken;
        }
    }
    EXPECT_EQ(refused_reads, told_to_people_alone);
    EXPECT_GT(taken, 50);
    EXPECT_GT(refused, 50);
}

/// What everybody may read counts for the key that asks, and not for an address that others share.
TEST(Programs, CountForTheirKeysWhereAnybodyMayRead) {
    World world;
    world.config().set("RATE_LIMIT_FACTOR", "1");
    world.config().set("API_KEY_WEIGHT_PER_MINUTE", "100");
    const auto process = world.handler("markets");
    const auto anna = world.client("anna@example.com");
    const std::string call = "/api/v3/all-pairs";
    Program bot{world, anna, {}, process}, neighbour{world, anna, {}, process},
        forger{world, anna, {}, process};
    int taken = 0;
    Answer answer;
    // More than twice the limit, for a minute may end meanwhile.
    for (int i = 0; i < 300 && answer.status != 429; ++i, ++taken) answer = bot.get(call);
    EXPECT_EQ(answer.status, 429) << answer.body;
    EXPECT_GT(taken, 50);
    EXPECT_EQ(neighbour.get(call).status, 200);
    EXPECT_EQ(process.client().get(call).status, 200) << "whoever brings no key";
    forger.key.secret += '.';
    const auto refused = forger.get(call);
    EXPECT_EQ(refused.status, 401) << refused.body;
    EXPECT_EQ(refused.message(), "api_key_signature");
}

/// Where the hash key is not kept, nothing of a key can be checked.
TEST(Programs, ReadAsEverybodyDoesWhereNoKeyCanBeChecked) {
    World world;
    const auto process = world.handler("content");
    Program bot{world, world.client("anna@example.com"), {}, process};
    for (const char* call : {"/api/v3/status", "/api/v3/news"}) {
        const auto answer = bot.get(call);
        EXPECT_EQ(answer.status, 200) << call << ": " << answer.body;
    }
}

}  // namespace
}  // namespace cambio
