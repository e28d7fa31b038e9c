// Who may act: one rule, for a caller alone and for the statements that ask about many.
#include "token/acting.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "error/error.h"
#include "support/builders.h"

namespace cambio::test {
namespace {

constexpr const char* own_session =
    "select s.id, c.epoch from sessions s join clients c on c.id = s.client_id where c.id = $1";
constexpr const char* of_many = R"sql(
    select client_frozen(c) as frozen, session_alive(s) as alive,
           exists (select from live_sessions l where l.id = s.id) as listed,
           coalesce(trading_lock(s, c) > now(), false) as locked
    from sessions s join clients c on c.id = s.client_id where s.id = $1
)sql";

/// What has come to pass, and what is refused for it; nothing: it is allowed.
struct Case {
    const char* change;
    std::optional<Code> trade, withdraw, take_back;
};
const Case cases[] = {
    {"select", {}, {}, {}},
    {"update sessions set revoked_at = now()", Code::unauthorized, Code::unauthorized,
     Code::unauthorized},
    {"update sessions set expires_at = now()", Code::unauthorized, Code::unauthorized,
     Code::unauthorized},
    {"update clients set epoch = epoch + 1", Code::unauthorized, Code::unauthorized,
     Code::unauthorized},
    {"update clients set status = 'FREEZE_ACCOUNT'; update sessions set revoked_at = now()",
     Code::frozen_account, Code::frozen_account, Code::frozen_account},
    {"update sessions set trading_locked_until = now() + interval '1 minute'",
     Code::trading_locked,
     Code::trading_locked,
     {}},
    {"update clients set trading_locked_until = now() + interval '1 minute'",
     Code::trading_locked,
     Code::trading_locked,
     {}},
    {"update clients set trading_locked_until = now() + interval '1 minute';"
     "update sessions set trading_proved_epoch = (select epoch from clients)",
     {},
     Code::trading_locked,
     {}},
    {"update clients set trading_locked_until = now(); update sessions set trading_locked_until = "
     "now()",
     {},
     {},
     {}},
};

class ActingTest : public testing::Test {
  protected:
    ActingTest() {
        world.token(ann);
        const auto rows = world.app().run(own_session, {ann.id});
        const auto row = rows[0];
        session.client = ann.id;
        session.id = row.id<SessionId>("id");
        session.epoch = row.integer("epoch");
    }

    /// What the act is refused for.
    std::optional<Code> refused(const std::function<void(pg::Transaction&)>& act) {
        pg::Transaction tx{world.app()};
        try {
            act(tx);
            return {};
        } catch (const Error& error) {
            return error.code();
        }
    }

    World world;
    Person ann = world.client("ann@example.com");
    token::Session session;
};

TEST_F(ActingTest, AsksOfEachCallerTheSame) {
    const std::string undo =
        "update clients set status = 'ACTIVE', trading_locked_until = null;"
        "update sessions set revoked_at = null, expires_at = now() + interval '1 day', "
        "trading_locked_until = null, trading_proved_epoch = null";
    for (const auto& one : cases) {
        SCOPED_TRACE(one.change);
        world.superuser().script(undo);
        session.epoch = world.app().run(own_session, {ann.id})[0].integer("epoch");
        world.superuser().script(one.change);
        for (const auto row : {token::ClientRow::read, token::ClientRow::held}) {
            EXPECT_EQ(refused([&](auto& tx) { token::require_can_trade(tx, session, row); }),
                      one.trade);
            EXPECT_EQ(refused([&](auto& tx) { token::require_not_frozen(tx, session, row); }),
                      one.take_back);
        }
        EXPECT_EQ(refused([&](auto& tx) { token::require_can_withdraw(tx, session); }),
                  one.withdraw);

        const auto known = world.app().run(of_many, {session.id});
        const auto row = known[0];
        const bool current =
            world.app().run(own_session, {ann.id})[0].integer("epoch") == session.epoch;
        EXPECT_EQ(row.boolean("frozen"), one.take_back == Code::frozen_account);
        EXPECT_EQ(row.boolean("alive"), row.boolean("listed"));
        if (!row.boolean("frozen") && current) {
            EXPECT_EQ(row.boolean("alive"), one.take_back != Code::unauthorized);
            EXPECT_EQ(row.boolean("alive") && row.boolean("locked"),
                      one.trade == Code::trading_locked);
        }
    }
}

TEST_F(ActingTest, LetsNobodyActInTheSessionOfAnother) {
    const Person ben = world.client("ben@example.com");
    session.client = ben.id;
    EXPECT_EQ(refused([&](auto& tx) { token::require_not_frozen(tx, session); }),
              Code::unauthorized);
    session.client = ClientId{999'999};
    EXPECT_EQ(refused([&](auto& tx) { token::require_not_frozen(tx, session); }),
              Code::unauthorized);
}

TEST_F(ActingTest, TellsWhoIsBehindTheSession) {
    pg::Transaction tx{world.app()};
    const auto owner = token::require_can_trade(tx, session);
    EXPECT_EQ(owner.id, ann.id);
    EXPECT_EQ(owner.unique_id, ann.unique_id);
}

/// The words of the rule stand in each plan, which then costs what it did when they stood in each
/// statement.
TEST_F(ActingTest, CallsNoFunctionForEachRow) {
    constexpr const char* plan = R"sql(
        explain (costs off)
        select from clients c left join sessions s on s.id = $1
         where not client_frozen(c)
               and ($1 = 0 or session_alive(s)
                              and coalesce(trading_lock(s, c), '-infinity') <= now())
    )sql";
    std::string text;
    for (const auto row : world.app().run(plan, {session.id})) text += row.str("QUERY PLAN") + '\n';
    for (const char* function :
         {"client_frozen", "session_alive", "session_revoked", "trading_lock("})
        EXPECT_EQ(text.find(function), std::string::npos) << text;
    EXPECT_NE(text.find("status = 'ACTIVE'"), std::string::npos) << text;
}

}  // namespace
}  // namespace cambio::test
