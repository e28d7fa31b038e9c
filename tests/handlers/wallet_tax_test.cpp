// Transactions in the formats of programs for tax returns: that they explain every balance exactly,
// and what each of the programs is told.
#include <sstream>

#include "handlers/wallet_fixture.h"
#include "withdrawals/withdrawals.h"

namespace cambio {
namespace {

using ledger::House, ledger::Kind, ledger::Wallet;
using testing::ElementsAre, testing::IsEmpty;

constexpr const char* tax = "/api/v3/tax-transactions";

/// A file by its header: each line's fields by the name of the column.
using Line = std::map<std::string, std::string>;

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream text{line + ','};
    for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
    return fields;
}

std::vector<Line> lines_of(const std::string& csv) {
    std::vector<Line> lines;
    std::vector<std::string> names;
    std::istringstream text{csv};
    for (std::string line; std::getline(text, line);) {
        EXPECT_TRUE(line.ends_with('\r'));
        line.pop_back();
        const auto fields = fields_of(line);
        if (names.empty()) {
            names = fields;
            continue;
        }
        EXPECT_EQ(fields.size(), names.size()) << line;
        Line& made = lines.emplace_back();
        for (std::size_t i = 0; i < names.size(); ++i) made[names[i]] = fields.at(i);
    }
    return lines;
}

/// Which columns of a format say what came and what went.
struct Columns {
    const char* format;
    const char *label, *sent, *sent_coin, *received, *received_coin;
    const char *fee, *fee_coin;  ///< null where the other columns have it, too
};
constexpr Columns koinly{"koinly",        "Label",           "Sent Amount",
                         "Sent Currency", "Received Amount", "Received Currency",
                         "Fee Amount",    "Fee Currency"};
constexpr Columns cointracking{"cointracking", "Type",         "Sell Amount", "Sell Currency",
                               "Buy Amount",   "Buy Currency", nullptr,       nullptr};
constexpr Columns blockpit{
    "blockpit",        "Label",          "Outgoing Amount",       "Outgoing Asset",
    "Incoming Amount", "Incoming Asset", "Fee Amount (optional)", "Fee Asset (optional)"};

class TaxTransactions : public WalletPages {
  protected:
    static Answer file(const Person& person, const char* format, const Fields& more = {}) {
        Fields fields{{"from", day(-300)}, {"to", day()}, {"format", format}};
        for (const auto& [name, value] : more) fields[name] = value;
        return ask(person, tax, fields);
    }
    static std::vector<Line> lines(const Person& person, const Columns& columns) {
        const auto answer = file(person, columns.format);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return lines_of(answer.body);
    }
    static std::vector<std::string> labels(const Person& person, const Columns& columns) {
        std::vector<std::string> list;
        for (const auto& line : lines(person, columns)) list.push_back(line.at(columns.label));
        return list;
    }
    /// What the lines come to, of each coin that is left.
    static std::map<std::string, std::string> sums(const Person& person, const Columns& columns) {
        std::map<std::string, Decimal> sums;
        const auto add = [&sums](const Line& line, const char* amount, const char* coin,
                                 bool negative) {
            if (amount == nullptr || line.at(amount).empty()) return;
            const auto value = dec(line.at(amount));
            EXPECT_TRUE(value.positive());
            sums[line.at(coin)] += negative ? -value : value;
        };
        for (const auto& line : lines(person, columns)) {
            add(line, columns.received, columns.received_coin, false);
            add(line, columns.sent, columns.sent_coin, true);
            add(line, columns.fee, columns.fee_coin, true);
        }
        std::map<std::string, std::string> left;
        for (const auto& [coin, sum] : sums)
            if (!sum.zero()) left[coin] = sum.str();
        return left;
    }
    /// What there is of each coin over all wallets, without fee credit.
    static std::map<std::string, std::string> balances(const Person& person) {
        std::map<std::string, std::string> list;
        const auto rows = world->superuser().run(R"sql(
            select a.code, sum(l.balance) as balance
              from ledger_accounts l join assets a on a.id = l.asset_id
             where l.client_id = $1 and l.wallet < 5
             group by a.code having sum(l.balance) <> 0)sql",
                                                 {person.id});
        for (const auto row : rows) list[row.str("code")] = row.decimal("balance").str();
        return list;
    }
    static void explain_all(const Person& person) {
        const auto there = balances(person);
        for (const auto& columns : {koinly, cointracking, blockpit})
            EXPECT_EQ(sums(person, columns), there) << columns.format;
    }

    /// USDT from the house (or to it, negative) for one of the causes.
    static void move(const Person& person, Kind kind, House house, Wallet wallet,
                     const std::string& amount, bool held = false) {
        world->fund(house, "USDT", "100");
        pg::Transaction tx{world->superuser()};
        const auto usdt = world->asset("USDT");
        const auto own = ledger::client_account(tx, person.id, wallet, held, usdt);
        const auto other = ledger::house_account(tx, house, usdt);
        const bool out = amount.starts_with('-');
        ledger::transfer(tx, out ? own : other, out ? other : own, dec(amount.substr(out ? 1 : 0)),
                         kind, 7);
        tx.commit();
    }
    /// The interest of a term, which is broken off.
    static void earn_and_forfeit(const Person& person) {
        move(person, Kind::earn_interest, House::earn, Wallet::earn, "0.5");
        move(person, Kind::earn_forfeit, House::earn, Wallet::earn, "-0.5");
    }
    /// All that becomes of positions.
    static void trade_futures(const Person& person) {
        pg::Transaction tx{world->superuser()};
        const auto usdt = world->asset("USDT");
        ledger::transfer(tx, ledger::client_account(tx, person.id, Wallet::future, false, usdt),
                         ledger::client_account(tx, person.id, Wallet::future, true, usdt),
                         dec("7.5"), Kind::margin_hold, 7);
        tx.commit();
        move(person, Kind::futures_profit, House::liquidity, Wallet::future, "12");
        move(person, Kind::futures_loss, House::liquidity, Wallet::future, "-4", true);
        move(person, Kind::liquidation, House::insurance, Wallet::future, "-3", true);
        move(person, Kind::futures_fee, House::fees, Wallet::future, "-1");
        move(person, Kind::funding, House::liquidity, Wallet::future, "-0.5", true);
        move(person, Kind::funding, House::liquidity, Wallet::future, "0.25");
    }
    static void withdraw(const Person& person, bool fails) {
        withdrawals::Request asked;
        asked.client = person.id;
        asked.asset = world->asset("USDT");
        asked.network = "TRC20";
        asked.address = "TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXY";
        asked.amount = asked.worth = dec("30");
        asked.fee = dec("1");
        pg::Transaction tx{world->superuser()};
        const auto id = withdrawals::request(tx, asked, 10'000);
        auto withdrawal = *withdrawals::lock(tx, id);
        for (const auto stage : {withdrawals::Stage::approved, withdrawals::Stage::exported,
                                 withdrawals::Stage::signed_})
            withdrawals::step(tx, withdrawal, stage);
        if (fails)
            withdrawals::fail(tx, withdrawal, "cd");
        else
            withdrawals::settle(tx, withdrawal, "ab");
        tx.commit();
    }
};

TEST_F(TaxTransactions, ExplainWhatThereIsAfterEverythingThatCanHappen) {
    auto anna = person().with("USDT", "20000").with("ETH", "3");
    anna.with("USDT", "5", Wallet::fee_credit).with("USDT", "40", Wallet::future);
    buy(anna, "BTCUSDT", "0.1");
    sell(anna, "ETHUSDT", "0.7");
    order(anna, "BTCUSDT", "BUY", "LIMIT",
          {{"order_per_unit", "40000"}, {"number_of_order", "0.1"}});
    convert(anna, "BTCUSDT", "BUY", {{"total", "100"}});
    convert(anna, "ETHUSDT", "SELL", {{"number_of_order", "0.5"}, {"to_coin", "BTC"}});
    transfer(anna, "USDT", "1234.56789");
    transfer(anna, "BTC", "0.01", {{"to", "FUNDING"}});
    withdraw(anna, false);
    withdraw(anna, true);
    move(anna, Kind::task_reward, House::rewards, Wallet::spot, "3");
    earn_and_forfeit(anna);
    trade_futures(anna);
    ASSERT_EQ(test::run_job("settle_fees", world->config().path(), {"--once"}), 0);
    explain_all(anna);
    EXPECT_THAT(lines(person(), koinly), IsEmpty()) << "nobody sees another's";
}

TEST_F(TaxTransactions, TradesOfClientsWithEachOtherAreEachOnesOwn) {
    world->quote("SOLUSDT", "100");
    const auto anna = person().with("USDT", "1000"), ben = person().with("SOL", "5");
    order(anna, "SOLUSDT", "BUY", "LIMIT", {{"order_per_unit", "100"}, {"number_of_order", "3"}});
    for (const char* quantity : {"1", "2"})
        order(ben, "SOLUSDT", "SELL", "LIMIT",
              {{"order_per_unit", "100"}, {"number_of_order", quantity}});
    EXPECT_EQ(balances(anna)["SOL"], "2.997");
    for (const auto* person : {&anna, &ben}) explain_all(*person);
    EXPECT_EQ(lines(ben, koinly).back().at("Received Currency"), "USDT");
}

TEST_F(TaxTransactions, KoinlyIsToldTheFeeBesides) {
    const auto anna = person().with("USDT", "1000");
    buy(anna, "BTCUSDT", "0.01");
    const auto answer = file(anna, "koinly");
    EXPECT_EQ(answer.header("content-type"), "text/csv; charset=utf-8");
    EXPECT_NE(answer.header("content-disposition").find("cambio-koinly.csv"), std::string::npos);
    EXPECT_EQ(answer.body.substr(0, answer.body.find('\r')),
              "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,"
              "Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash");
    const auto list = lines_of(answer.body);
    ASSERT_EQ(list.size(), 2u);
    auto trade = list[1];
    EXPECT_TRUE(trade["Date"].starts_with(day()) && trade["Date"].ends_with(" UTC"))
        << trade["Date"];
    EXPECT_EQ(trade["Date"].size(), std::string{"2026-11-21 04:12:08 UTC"}.size());
    EXPECT_EQ(trade["Sent Amount"] + trade["Sent Currency"], "500USDT");
    EXPECT_EQ(trade["Received Amount"] + trade["Received Currency"], "0.01BTC");
    EXPECT_EQ(trade["Fee Amount"] + trade["Fee Currency"], "0.00001BTC");
    EXPECT_EQ(trade["Label"], "");
    EXPECT_TRUE(trade["Description"].starts_with("order "));
}

TEST_F(TaxTransactions, CoinTrackingIsToldWhatReallyCameAndWent) {
    const auto anna = person().with("USDT", "1000").with("ETH", "1");
    buy(anna, "BTCUSDT", "0.01");
    sell(anna, "ETHUSDT", "0.4");
    withdraw(anna, false);
    const auto answer = file(anna, "cointracking");
    EXPECT_EQ(answer.body.substr(0, answer.body.find('\r')),
              "Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,"
              "Trade-Group,Comment,Date,Tx-ID");
    auto list = lines_of(answer.body);
    ASSERT_EQ(list.size(), 5u);
    EXPECT_EQ(list[0]["Type"], "Deposit");
    EXPECT_EQ(list[2]["Type"], "Trade");
    EXPECT_EQ(list[2]["Buy Amount"], "0.00999");
    EXPECT_EQ(list[2]["Fee"] + list[2]["Fee Currency"], "0.00001BTC");
    EXPECT_EQ(list[3]["Sell Amount"] + list[3]["Sell Currency"], "0.4ETH");
    EXPECT_EQ(list[3]["Buy Amount"] + list[3]["Buy Currency"], "999USDT");
    EXPECT_EQ(list[4]["Type"], "Withdrawal");
    EXPECT_EQ(list[4]["Sell Amount"], "30") << "with its fee";
    EXPECT_EQ(list[4]["Fee"], "1");
    EXPECT_EQ(list[4]["Exchange"], "Cambio");
}

TEST_F(TaxTransactions, BlockpitIsToldInItsTemplate) {
    const auto anna = person().with("USDT", "1000");
    convert(anna, "BTCUSDT", "BUY", {{"total", "100"}});
    const auto answer = file(anna, "blockpit");
    EXPECT_EQ(answer.body.substr(0, answer.body.find('\r')),
              "Date (UTC),Integration Name,Label,Outgoing Asset,Outgoing Amount,Incoming Asset,"
              "Incoming Amount,Fee Asset (optional),Fee Amount (optional),Comment (optional),"
              "Trx. ID (optional)");
    auto list = lines_of(answer.body);
    ASSERT_EQ(list.size(), 2u);
    const auto today = day();
    EXPECT_TRUE(list[1]["Date (UTC)"].starts_with(today.substr(8) + '.' + today.substr(5, 2) + '.' +
                                                  today.substr(0, 4) + ' '))
        << list[1]["Date (UTC)"];
    EXPECT_EQ(list[1]["Label"], "Trade");
    EXPECT_EQ(list[1]["Outgoing Amount"] + list[1]["Outgoing Asset"], "100USDT");
    EXPECT_EQ(list[1]["Incoming Asset"], "BTC");
}

TEST_F(TaxTransactions, HaveTheLabelsOfEachProgram) {
    auto anna = person().with("USDT", "40", Wallet::future);
    move(anna, Kind::task_reward, House::rewards, Wallet::spot, "3");
    move(anna, Kind::fee_refund, House::fees, Wallet::spot, "2");
    earn_and_forfeit(anna);
    trade_futures(anna);
    EXPECT_THAT(
        labels(anna, koinly),
        ElementsAre("", "reward", "fee refund", "lending interest", "cost", "realized gain",
                    "realized gain", "realized gain", "futures fee", "funding fee", "funding fee"));
    EXPECT_THAT(
        labels(anna, cointracking),
        ElementsAre("Deposit", "Reward / Bonus", "Income (non taxable)", "Interest Income",
                    "Other Fee", "Derivatives / Futures Profit", "Derivatives / Futures Loss",
                    "Derivatives / Futures Loss", "Margin Fee", "Derivatives / Futures Loss",
                    "Derivatives / Futures Profit"));
    EXPECT_THAT(labels(anna, blockpit),
                ElementsAre("Deposit", "Bounty", "Cashback", "Interest", "Fee", "Derivative Profit",
                            "Derivative Loss", "Derivative Loss", "Derivative Fee",
                            "Derivative Fee", "Derivative Profit"));
    explain_all(anna);
}

TEST_F(TaxTransactions, AFailedWithdrawalIsItsFee) {
    const auto anna = person().with("USDT", "1000");
    withdraw(anna, true);
    auto line = lines(anna, koinly).back();
    EXPECT_EQ(line["Sent Amount"], "1");
    EXPECT_EQ(line["Label"], "cost");
    explain_all(anna);
}

TEST_F(TaxTransactions, NameTheTransactionOnTheChain) {
    const auto anna = person();
    pg::Transaction tx{world->superuser()};
    tx.run("insert into deposit_keys values ('tax', 1)");
    const auto ether = world->asset("ETH");
    const auto deposit = tx.one(R"sql(
        with address as (
            insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
            values ($1, 'evm', 'tax', 0, '0x7a') returning id)
        insert into deposits (network_id, asset_id, client_id, address_id, txid, position,
            raw_amount, amount, block_height, block_hash, confirmations, confirmations_needed,
            unlock_confirmations, state, credited, credited_at, unlocked_at)
        select n.id, $2, $1, address.id, '0x7abc', -1, 1500000000000000000, 1.5, 7, '0x7', 64, 6,
               64, 3, 1.5, now() - interval '1 hour', now()
          from networks n, address where n.name = 'ERC20' returning id)sql",
                                {anna.id, ether});
    ledger::transfer(tx, ledger::chain_account(tx, "ERC20", ether),
                     ledger::client_account(tx, anna.id, Wallet::spot, false, ether), dec("1.5"),
                     Kind::deposit, deposit.integer("id"));
    tx.commit();
    EXPECT_EQ(lines(anna, koinly).at(0)["TxHash"], "0x7abc");
    EXPECT_EQ(lines(anna, cointracking).at(0)["Tx-ID"], "0x7abc");
    EXPECT_EQ(lines(anna, blockpit).at(0)["Trx. ID (optional)"], "0x7abc");
}

TEST_F(TaxTransactions, AreThoseOfThePeriodAlone) {
    auto anna = person().with("USDT", "100");
    world->superuser().run("update ledger_transfers set at = at - interval '2 days'");
    anna.with("USDT", "11");
    const auto of = [&](int from, int to) {
        return lines_of(file(anna, "koinly", {{"from", day(from)}, {"to", day(to)}}).body);
    };
    ASSERT_EQ(of(-3, -1).size(), 1u);
    EXPECT_EQ(of(-3, -1)[0]["Received Amount"], "100");
    ASSERT_EQ(of(0, 0).size(), 1u);
    EXPECT_EQ(of(0, 0)[0]["Received Amount"], "11");
}

TEST_F(TaxTransactions, RefuseWhatTheyCannotWrite) {
    const auto anna = person();
    expect_error(file(anna, "turbo"), 400, "invalid_parameter", "format");
    expect_error(ask(anna, tax, {{"from", day()}, {"to", day()}}), 400, "missing_parameter",
                 "format");
    expect_error(file(anna, "koinly", {{"from", day(-366)}}), 400, "out_of_range", "to");
    expect_error(wallet->client().get(tax, {{"format", "koinly"}}), 401, "unauthorized");
}

}  // namespace
}  // namespace cambio
