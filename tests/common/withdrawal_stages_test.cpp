// The steps of a withdrawal stand in the program and in a trigger of the database: they are the
// same.
#include <gtest/gtest.h>

#include "pg/pg.h"
#include "support/scratch_database.h"
#include "withdrawals/stage.h"

namespace cambio::withdrawals {
namespace {

constexpr const char* insert_client = R"sql(
    insert into clients (user_unique_id, email, password_hash, transaction_password_hash,
                         referral_code)
    values ('alice', 'alice@example.com', '', '', 'a')
)sql";
constexpr const char* insert_one = R"sql(
    insert into withdrawals (client_id, content_hash, asset_id, network, address, amount, fee,
                             worth, one_step, confirmations_needed, stage, in_doubt)
    select c.id, 0, a.id, 'ERC20', 'there', 2, 1, 2, false, 1, $1, $2
    from clients c, assets a where a.code = 'USDT' returning id
)sql";

constexpr int stages = 9;

class WithdrawalStages : public testing::Test {
  protected:
    WithdrawalStages() { connection_.run(insert_client); }

    /// Whether the database lets one of that stage take the other.
    bool follows(int from, int to, bool in_doubt) {
        pg::Transaction tx{connection_};
        const auto id = tx.one(insert_one, {from, in_doubt}).integer("id");
        try {
            tx.run("update withdrawals set stage = $2 where id = $1", {id, to});
            return true;
        } catch (const pg::Failure& failure) {
            EXPECT_EQ(failure.state, "CA002");
            return false;
        }
    }

  private:
    test::ScratchDatabase database_;
    pg::Connection connection_{database_.superuser()};
};

TEST_F(WithdrawalStages, AreTheSameInTheDatabase) {
    for (int from = 1; from <= stages; ++from)
        for (int to = 1; to <= stages; ++to) {
            if (from == to) continue;
            EXPECT_EQ(follows(from, to, false), may_become(Stage{from}, Stage{to}))
                << from << " to " << to;
        }
}

TEST_F(WithdrawalStages, NobodyTakesBackWhatMayHaveLeft) {
    for (int from = 1; from <= stages; ++from)
        for (const Stage back : {Stage::requested, Stage::approved, Stage::exported,
                                 Stage::rejected, Stage::cancelled}) {
            const int to = static_cast<int>(back);
            if (from == to) continue;
            EXPECT_FALSE(follows(from, to, true)) << from << " to " << to;
        }
    EXPECT_TRUE(follows(4, 7, true));
}

}  // namespace
}  // namespace cambio::withdrawals
