#include "ledger/statement.h"

#include <array>
#include <unordered_map>

#include "error/error.h"
#include "pg/snapshot.h"

namespace cambio::ledger {

namespace {

constexpr const char* accounts_of = R"sql(
    select l.id, a.code, l.wallet, l.held, l.balance
      from ledger_accounts l join assets a on a.id = l.asset_id
     where l.client_id = $1 and ($2::smallint is null or l.wallet = $2)
           and ($3::smallint is null or l.asset_id = $3)
     order by a.code, l.wallet, l.held
)sql";

// The transfers of these accounts ($1, of the client $4) from $2 until before $3, as each account
// sees them; nobody else's are read. An index by account (migration 020) has all but those of
// trading. These have the time of their batch, as have the orders that it placed, triggered or
// ended, the amendments and the fills that it made, and what it held or gave back for orders that
// wait, and concern the coins of their market: so they are found by time and account (migration
// 053). A hold and its release move between two of these
// accounts, and only the house is credited with a fee.
constexpr std::string_view moved = R"sql(
    with marked as (
        select v.at, o.market_id
          from orders o
         cross join lateral (values (created_at), (triggered_at), (updated_at)) v (at)
         where o.client_id = $4 and (o.state = 1 or o.state <> 1) and v.at >= $2 and v.at < $3
        union
        select at, market_id from fills where taker_client = $4 and at >= $2 and at < $3
        union
        select at, market_id from fills where maker_client = $4 and at >= $2 and at < $3
        union
        select at, market_id from order_amendments
         where client_id = $4 and at >= $2 and at < $3
        union
        select v.at, w.market_id
          from waiting_holds w
         cross join lateral (values (w.at), (w.ended_at)) v (at)
         where w.client_id = $4 and w.kind = 5 and v.at >= $2 and v.at < $3
    ), traded as materialized (
        select distinct marked.at, l.id as account
          from marked
          join markets m on m.id = marked.market_id
          join ledger_accounts l on l.asset_id in (m.base_id, m.quote_id)
         where l.id = any($1) and l.wallet = 1
    )
    select at, kind, reference, credit as account, amount from ledger_transfers
     where credit = any($1) and at >= $2 and at < $3 and not ledger_is_trading(kind)
    union all
    select at, kind, reference, debit, -amount from ledger_transfers
     where debit = any($1) and at >= $2 and at < $3 and not ledger_is_trading(kind)
    union all
    select traded.at, t.kind, t.reference, traded.account, t.amount
      from traded
     cross join lateral (select kind, reference, amount from ledger_transfers
                          where at = traded.at and credit = traded.account and kind = 7
                         offset 0) t
    union all
    select traded.at, t.kind, t.reference, v.account, v.amount
      from traded
     cross join lateral (select kind, reference, credit, amount from ledger_transfers
                          where at = traded.at and debit = traded.account
                                and ledger_is_trading(kind)
                         offset 0) t
     cross join lateral (values (traded.account, -t.amount), (t.credit, t.amount))
                        v (account, amount)
     where v.account = traded.account or kind in (5, 6)
)sql";

std::string later_movements() {
    return "select account, sum(amount) as amount from (" + std::string{moved} +
           ") m group by account";
}

std::string movements() {
    return "select at, kind, reference, account, amount from (" + std::string{moved} +
           ") m order by at, amount < 0, kind, reference, account, amount limit $5";
}

constexpr std::array<std::string_view, 5> wallets{"SPOT", "FUTURE", "FUNDING", "EARN",
                                                  "FEE_CREDIT"};

struct Account {
    std::size_t position;  ///< among the statement's balances
    Decimal running;
};
using Accounts = std::unordered_map<std::int64_t, Account>;

/// The accounts with what they hold now; the opening balances are still missing.
Accounts read_accounts(pg::Transaction& tx, const StatementOf& of, Statement& statement) {
    const auto wallet =
        of.wallet ? std::optional<std::int64_t>{static_cast<int>(*of.wallet)} : std::nullopt;
    const auto asset = of.asset ? std::optional<std::int64_t>{of.asset->value} : std::nullopt;
    Accounts accounts;
    for (const auto row : tx.run(accounts_of, {of.client, wallet, asset})) {
        accounts[row.integer("id")] = {statement.balances.size(), row.decimal("balance")};
        statement.balances.push_back({row.str("code"),
                                      static_cast<Wallet>(row.integer("wallet")),
                                      row.boolean("held"),
                                      {},
                                      row.decimal("balance")});
    }
    return accounts;
}

std::string csv_line(std::initializer_list<std::string_view> fields) {
    std::string line;
    for (const auto field : fields) {
        if (!line.empty()) line += ',';
        line += field;
    }
    return line + "\r\n";
}

std::string balance_line(const char* row, pg::Time at, const StatementBalance& of,
                         Decimal balance) {
    return csv_line({row, pg::iso(at), "", of.coin, name_of(of.wallet), of.held ? "held" : "free",
                     "", balance.str(), ""});
}

}  // namespace

std::string_view name_of(Kind kind) {
    switch (kind) {
#define X(name, number) \
    case Kind::name:    \
        return #name;
#include "ledger/kinds.def"
#undef X
    }
    return "other";
}

std::string_view name_of(Wallet wallet) {
    return wallets.at(static_cast<std::size_t>(wallet) - 1);
}

Statement read_statement(pg::Connection& connection, const StatementOf& of, pg::Time from,
                         pg::Time until) {
    pg::Snapshot tx{connection};
    Statement statement{from, until, {}, {}};
    auto accounts = read_accounts(tx, of, statement);
    std::vector<std::int64_t> ids;
    ids.reserve(accounts.size());
    for (const auto& [id, account] : accounts) ids.push_back(id);
    const auto mine = pg::Param::array(ids);
    for (const auto row : tx.run(later_movements().c_str(), {mine, until, "infinity", of.client}))
        accounts.at(row.integer("account")).running -= row.decimal("amount");

    const auto rows =
        tx.run(movements().c_str(), {mine, from, until, of.client, max_statement + 1});
    if (rows.size() > max_statement) throw Error{Code::statement_too_long, "from"};
    for (auto& [id, account] : accounts)
        statement.balances[account.position].closing = account.running;
    for (const auto row : rows)
        accounts.at(row.integer("account")).running -= row.decimal("amount");
    for (auto& [id, account] : accounts)
        statement.balances[account.position].opening = account.running;

    statement.lines.reserve(static_cast<std::size_t>(rows.size()));
    for (const auto row : rows) {
        auto& account = accounts.at(row.integer("account"));
        const auto amount = row.decimal("amount");
        account.running += amount;
        const auto& balance = statement.balances[account.position];
        statement.lines.push_back({row.time("at"), static_cast<Kind>(row.integer("kind")),
                                   balance.coin, balance.wallet, balance.held, amount,
                                   account.running, row.integer("reference")});
    }
    return statement;
}

std::string statement_csv(const Statement& statement) {
    std::string csv =
        csv_line({"row", "at", "kind", "coin", "wallet", "held", "amount", "balance", "reference"});
    for (const auto& balance : statement.balances)
        csv += balance_line("opening", statement.from, balance, balance.opening);
    for (const auto& line : statement.lines)
        csv += csv_line({"movement", pg::iso(line.at), name_of(line.kind), line.coin,
                         name_of(line.wallet), line.held ? "held" : "free", line.amount.str(),
                         line.balance.str(), std::to_string(line.reference)});
    for (const auto& balance : statement.balances)
        csv += balance_line("closing", statement.until, balance, balance.closing);
    return csv;
}

}  // namespace cambio::ledger
