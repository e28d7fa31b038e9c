#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/ledger.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// A client's account statement: what there was, every movement, what there is. All of it comes
/// from the ledger, in one snapshot.
namespace cambio::ledger {

/// How a transfer's purpose is called in statements: "deposit", "trade"; "other" for a number that
/// has no name here.
std::string_view name_of(Kind kind);
/// SPOT, FUTURE, FUNDING, EARN, FEE_CREDIT.
std::string_view name_of(Wallet wallet);

struct StatementBalance {
    std::string coin;
    Wallet wallet;
    bool held;
    Decimal opening, closing;
};

/// One transfer as one account sees it.
struct StatementLine {
    pg::Time at;
    Kind kind;
    std::string coin;
    Wallet wallet;
    bool held;
    Decimal amount;   ///< negative: it went out
    Decimal balance;  ///< of that account after it
    std::int64_t reference;
};

struct Statement {
    pg::Time from, until;
    std::vector<StatementBalance> balances;  ///< by coin and wallet
    std::vector<StatementLine> lines;        ///< the oldest first
};

/// More movements than this are no statement that a person reads or a reply should hold.
constexpr std::int64_t max_statement = 50'000;

/// Which accounts are meant; what is missing means all.
struct StatementOf {
    ClientId client;
    std::optional<Wallet> wallet;
    std::optional<AssetId> asset;
};

/// The movements with from <= time < until. A transfer's time is that of its transaction's
/// beginning, and many have the same; among those, what comes in stands before what goes out, then
/// kind, reference and account decide, so that the same period gives the same statement again.
/// Where two transactions overlapped, an account's running balance may be shown in the other order
/// than theirs, below zero in between; the closing balance is exact. Throws statement_too_long.
Statement read_statement(pg::Connection& connection, const StatementOf& of, pg::Time from,
                         pg::Time until);

/// Rows "opening", "movement" and "closing" under one header: row, at, kind, coin, wallet, held,
/// amount, balance, reference. Lines end with CR LF (RFC 4180).
std::string statement_csv(const Statement& statement);

/// What a statement's file proves by itself.
struct StatementCheck {
    std::int64_t accounts = 0, movements = 0;
    std::vector<std::string> findings;  ///< each names the line that is wrong; none: it is right
    bool passed() const { return findings.empty(); }
};

/// Whether every balance in the file follows from the one before and every closing balance from its
/// opening. Takes what statement_csv writes, also after a spreadsheet has put quotes around fields,
/// a byte order mark before them or other line ends behind.
StatementCheck check_statement(std::string_view csv);

}  // namespace cambio::ledger
