// What a statement's file proves, and what it does not let pass.
#include "ledger/statement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cambio::ledger {
namespace {

using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

const std::string head = "row,at,kind,coin,wallet,held,amount,balance,reference\r\n";
const std::string open = "opening,2026-11-01T00:00:00.000Z,,USDT,SPOT,free,,100,\r\n";
const std::string out = "movement,2026-11-02T00:00:00.000Z,trade,USDT,SPOT,free,-30.5,69.5,7\r\n";
const std::string in = "movement,2026-11-03T00:00:00.000Z,deposit,USDT,SPOT,free,1,70.5,8\r\n";
const std::string close = "closing,2026-12-01T00:00:00.000Z,,USDT,SPOT,free,,70.5,\r\n";

std::vector<std::string> findings(const std::string& csv) {
    return check_statement(csv).findings;
}

TEST(StatementCheck, TakesWhatFollows) {
    const auto check = check_statement(head + open + out + in + close);
    EXPECT_THAT(check.findings, IsEmpty());
    EXPECT_EQ(check.accounts, 1);
    EXPECT_EQ(check.movements, 2);
    EXPECT_THAT(findings(head), IsEmpty());
}

TEST(StatementCheck, TakesAFileThatWentThroughASpreadsheet) {
    EXPECT_THAT(findings("\xef\xbb\xbf" + head + open + out + in + close), IsEmpty());
    EXPECT_THAT(findings("row,at,kind,coin,wallet,held,amount,balance,reference\n"
                         "\"opening\",x,,\"USDT\",SPOT,free,,\"1\",\n"
                         "closing,x,,USDT,SPOT,free,,1.00,"),
                IsEmpty());
}

TEST(StatementCheck, FindsAWrongBalance) {
    EXPECT_THAT(findings(head + open + in + close),
                ElementsAre(HasSubstr("line 3 says 70.5 where 100 and 1 make 101")));
    EXPECT_THAT(findings(head + open + out + close),
                ElementsAre(HasSubstr("closes USDT SPOT free with 70.5")));
}

TEST(StatementCheck, FindsWhatIsMissingOrTwice) {
    EXPECT_THAT(findings(""), ElementsAre(HasSubstr("no header")));
    EXPECT_EQ(findings(open + close).size(), 2u);
    EXPECT_THAT(findings(head + open), ElementsAre(HasSubstr("has no closing balance")));
    EXPECT_THAT(findings(head + close), ElementsAre(HasSubstr("has no opening balance")));
    EXPECT_THAT(findings(head + open + open + out + in + close),
                ElementsAre(HasSubstr("a second time")));
    EXPECT_THAT(findings(head + open + out + in + close + close),
                ElementsAre(HasSubstr("already closed")));
}

TEST(StatementCheck, FindsWhatIsNoStatement) {
    EXPECT_THAT(findings(head + "movement,1,2\r\n"), ElementsAre(HasSubstr("nine fields")));
    EXPECT_THAT(findings(head + "opening,x,,USDT,SPOT,free,,much,\r\n"),
                ElementsAre(HasSubstr("no balance")));
    EXPECT_THAT(findings(head + open + "movement,x,trade,USDT,SPOT,free,0,100,1\r\n"),
                testing::Contains(HasSubstr("no amount")));
    EXPECT_THAT(findings(head + "total,x,,USDT,SPOT,free,,1,\r\n"),
                ElementsAre(HasSubstr("not an opening, movement or closing")));
}

}  // namespace
}  // namespace cambio::ledger
